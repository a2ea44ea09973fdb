/* common_cgroup.c - cgroups below the one that the engine gives. */
#include "bench/common_cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int common_cgroup(struct bench_ctx *c, const char *name,
    char path[static COMMON_CGROUP])
{
	snprintf(path, COMMON_CGROUP, "%s/%s", c->cgroup, name);
	return mkdir(path, 0700) == 0 ? 0 : bench_fail(c, "mkdir");
}

int common_cgroup_open(const char *dir, const char *file, int flags)
{
	char path[COMMON_CGROUP + 40];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return open(path, flags | O_CLOEXEC);
}

int common_cgroup_put(const char *dir, const char *file, const char *text)
{
	int fd = common_cgroup_open(dir, file, O_WRONLY), r;

	if (fd < 0)
		return -1;
	r = bench_write_all(fd, text, strlen(text));
	close(fd);
	return r;
}

int common_cgroup_enter(struct bench_ctx *c, const char *dir)
{
	if (common_cgroup_put(dir, "cgroup.procs", "0") == 0) /* the writer */
		return 0;
	if (errno == EACCES || errno == EPERM || errno == ENOENT)
		return bench_skip(c, "may not enter its cgroup");
	return bench_fail(c, "write");
}

static bool has(const char *dir, const char *file)
{
	int fd = common_cgroup_open(dir, file, O_RDONLY);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Only the root has no "cgroup.type" (version 2) and has a "release_agent"
 * (version 1). */
bool common_cgroup_root(const char *dir, char path[static COMMON_CGROUP])
{
	char *slash;
	bool v1 = has(dir, "tasks");

	snprintf(path, COMMON_CGROUP, "%s", dir);
	while ((slash = strrchr(path, '/')) != NULL && slash > path) {
		*slash = '\0';
		if (!has(path, "cgroup.procs")) {
			*slash = '/';
			break;
		}
	}
	return v1 ? has(path, "release_agent") : !has(path, "cgroup.type");
}

bool common_cgroup_has_us(const char *dir)
{
	int fd = common_cgroup_open(dir, "cgroup.procs", O_RDONLY);
	FILE *f = fd >= 0 ? fdopen(fd, "r") : NULL;
	long pid = 0;
	bool found = false;

	if (!f)
		return false;
	while (!found && fscanf(f, "%ld", &pid) == 1)
		found = pid == (long)getpid();
	fclose(f);
	return found;
}
