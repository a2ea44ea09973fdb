/* load_preset.c - loads that are no rows: a full page cache, memory in pieces.
 *
 * Both are bounded by a share of the memory that is available when they begin,
 * so that none brings the machine to its end. */
#include "measure/load.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Shares of the available memory, and of the free room of the disk. */
#define FRAGMENT_SHARE 0.4
#define CACHE_SHARE    0.25
#define DISK_SHARE     0.5

#define BLOCK ((size_t)1 << 20)

static size_t part_of_memory(double share, size_t copies)
{
	int64_t free = plat_memory_free();

	return free > 0 ? (size_t)((double)free * share / (double)copies) : 0;
}

/* Bytes that may be written in dir. */
static size_t part_of_disk(const char *dir, size_t copies)
{
	struct statvfs v;

	if (statvfs(dir, &v) != 0)
		return 0;
	return (size_t)((double)v.f_bavail * (double)v.f_frsize * DISK_SHARE /
	    (double)copies);
}

/* Write size bytes; what fits no more is left out. */
static size_t fill(int fd, size_t size, char *block)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = write(fd, block, BLOCK);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

static void read_for_ever(int fd, char *block)
{
	off_t at = 0;

	for (;;) {
		ssize_t n = pread(fd, block, BLOCK, at);

		at = n > 0 ? at + n : 0;
	}
}

/* One file, written once and then read again and again. */
static int cache(const char *dir, size_t copies, struct err *e)
{
	static char block[BLOCK];
	size_t size = part_of_memory(CACHE_SHARE, copies), room, have;
	char path[256];
	int fd, error;

	if (!dir[0])
		return err_set(e, -ENOENT, "no directory can be written to");
	room = part_of_disk(dir, copies);
	size = size < room ? size : room;
	snprintf(path, sizeof(path), "%s/cache-%d", dir, (int)getpid());
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_sys(e, -errno, "cannot make '%s'", path);
	unlink(path); /* its room is free again whatever happens */
	memset(block, 'x', sizeof(block));
	errno = ENOSPC;
	have = fill(fd, size, block);
	error = errno;
	/* less than a block is no load */
	if (have >= BLOCK)
		read_for_ever(fd, block);
	close(fd);
	return err_sys(e, -error, "cannot write to '%s'", dir);
}

/* Every second page of a large piece of memory, held. */
static int fragment(const char *dir, size_t copies, struct err *e)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), i;
	size_t size = part_of_memory(FRAGMENT_SHARE, copies);
	char *p;

	(void)dir;
	size -= size % (2 * page);
	if (size == 0)
		return err_set(e, -ENOMEM,
		    "it is not known how much memory "
		    "is free");
	for (;;) {
		p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED)
			return err_sys(e, -errno, "cannot map memory");
		madvise(p, size, MADV_NOHUGEPAGE);
		for (i = 0; i < size; i += page)
			p[i] = 1;
		for (i = 0; i < size; i += 2 * page)
			madvise(p + i, page, MADV_DONTNEED);
		sleep(1);
		munmap(p, size);
	}
}

const struct load_preset *load_preset(const char *name)
{
	static const struct load_preset list[] = {
		{ "cache", cache },
		{ "fragment", fragment },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	return NULL;
}
