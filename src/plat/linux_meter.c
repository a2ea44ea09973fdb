/* linux_meter.c - what stood in the way of a command: files that stay open. */
#include "plat/linux.h"

#include "base/mem.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file is read at once: proc's are made in one piece as far as this. */
#define ROOM 65536

/* /proc/stat, PSI, and a cpu.stat for each cgroup from the caller's up. */
#define GROUPS 16

static struct {
	bool open;
	int stat, psi[PLAT_PSI], group[GROUPS];
	size_t groups;
} files;

static int open_file(const char *path)
{
	char full[1400];

	return open(linux_path(full, sizeof(full), path),
	    O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static bool open_group(void *to, const char *dir, bool v2)
{
	char path[1200];
	int fd;

	(void)to;
	(void)v2;
	snprintf(path, sizeof(path), "%s/cpu.stat", dir);
	fd = files.groups < GROUPS ? open_file(path) : -1;
	if (fd >= 0)
		files.group[files.groups++] = fd;
	return files.groups < GROUPS;
}

static void open_all(void)
{
	static const char *const psi[PLAT_PSI] = { "cpu", "io", "memory" };
	char path[64];

	files.open = true;
	files.stat = open_file("/proc/stat");
	for (int i = 0; i < PLAT_PSI; i++) {
		snprintf(path, sizeof(path), "/proc/pressure/%s", psi[i]);
		files.psi[i] = open_file(path);
	}
	linux_cgroups("cpu", open_group, NULL);
}

static void close_file(int fd)
{
	if (fd >= 0)
		close(fd);
}

void linux_meter_forget(void)
{
	if (!files.open)
		return;
	close_file(files.stat);
	for (int i = 0; i < PLAT_PSI; i++)
		close_file(files.psi[i]);
	while (files.groups > 0)
		close_file(files.group[--files.groups]);
	files.open = false;
}

static const char *read_file(int fd, char room[ROOM])
{
	ssize_t n = fd < 0 ? -1 : pread(fd, room, ROOM - 1, 0);

	room[n > 0 ? n : 0] = '\0';
	return room;
}

/* Of all groups; -1 where none counts: one that has no limit has no word. */
static int64_t throttled(char room[ROOM])
{
	int64_t sum = -1, n;

	for (size_t i = 0; i < files.groups; i++) {
		const char *text = read_file(files.group[i], room);

		if (linux_field(text, "throttled_usec ", &n))
			n *= 1000;
		else if (!linux_field(text, "throttled_time ", &n))
			continue;
		sum = (sum < 0 ? 0 : sum) + (n > 0 ? n : 0);
	}
	return sum;
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=5", microseconds. */
static int64_t psi(const char *text)
{
	const char *at = strstr(text, "total=");
	char *end;
	long long us;

	if (!at || strncmp(text, "some ", 5) != 0)
		return -1;
	us = strtoll(at + 6, &end, 10);
	return end > at + 6 && us >= 0 ? (int64_t)us * 1000 : -1;
}

void plat_meter(struct plat_meter *m)
{
	struct plat_load l = { 0 };
	char *room = xmalloc(ROOM);

	*m = (struct plat_meter){ 0 };
	if (!files.open)
		open_all();
	m->known = linux_load_parse(read_file(files.stat, room), &l);
	m->busy_s = l.busy_s;
	m->steal_s = l.steal_s;
	m->throttled_ns = throttled(room);
	for (int i = 0; i < PLAT_PSI; i++)
		m->psi_ns[i] = psi(read_file(files.psi[i], room));
	free(room);
}
