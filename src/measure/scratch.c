/* scratch.c - directories on the disk under test that leave nothing behind. */
#include "measure/scratch.h"

#include "base/num.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "perfloss-"
#define DEEP   256 /* levels of directories that a removal goes down */

static int remove_at(int at, const char *name, dev_t dev, int depth);

static int empty_dir(int fd, dev_t dev, int depth)
{
	DIR *d = fdopendir(fd);
	struct dirent *ent;
	int r = 0, one;

	if (!d) {
		one = -errno;
		close(fd);
		return one;
	}
	while ((ent = readdir(d)) != NULL) {
		if (strcmp(ent->d_name, ".") == 0 ||
		    strcmp(ent->d_name, "..") == 0)
			continue;
		one = remove_at(dirfd(d), ent->d_name, dev, depth);
		if (r == 0)
			r = one;
	}
	closedir(d);
	return r;
}

static int remove_dir(int at, const char *name, dev_t dev, int depth)
{
	struct stat st;
	int fd, r;

	fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 && errno == EACCES && fchmodat(at, name, 0700, 0) == 0)
		fd = openat(at, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0 || (dev && st.st_dev != dev) || depth > DEEP) {
		close(fd);
		return -EXDEV;
	}
	fchmod(fd, 0700);
	r = empty_dir(fd, st.st_dev, depth + 1);
	if (unlinkat(at, name, AT_REMOVEDIR) < 0 && errno != ENOENT && r == 0)
		r = -errno;
	return r;
}

static int remove_at(int at, const char *name, dev_t dev, int depth)
{
	if (unlinkat(at, name, 0) == 0 || errno == ENOENT)
		return 0;
	if (errno != EISDIR && errno != EPERM && errno != EACCES)
		return -errno;
	return remove_dir(at, name, dev, depth);
}

int scratch_remove(const char *path, struct err *e)
{
	int r = remove_at(AT_FDCWD, path, 0, 0);

	if (r < 0)
		return err_sys(e, r, "cannot remove '%s'", path);
	return 0;
}

/* When a process started, in clock ticks since boot; 0 = unknown or gone. */
static uint64_t started(pid_t pid)
{
	char path[64], text[512], *p, *end;
	uint64_t v = 0;
	ssize_t n;
	int fd, field;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return 0;
	text[n] = '\0';
	/* Field 22 of proc(5); the name, field 2, may hold anything. */
	p = strrchr(text, ')');
	for (field = 2; p && field < 22; field++)
		p = strchr(p + 1, ' ');
	if (!p)
		return 0;
	end = strchr(p + 1, ' ');
	if (end)
		*end = '\0';
	return num_parse_u64(p + 1, &v) == 0 ? v : 0;
}

/* Whether "perfloss-PID-START" was made by a process that is gone. */
static bool is_stale(const char *name)
{
	char text[64], *dash;
	int64_t pid;
	uint64_t start;

	if (!text_starts(name, PREFIX) ||
	    strlen(name + strlen(PREFIX)) >= sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%s", name + strlen(PREFIX));
	dash = strchr(text, '-');
	if (!dash)
		return false;
	*dash++ = '\0';
	if (num_parse_i64(text, &pid) < 0 || pid <= 0 || pid > INT_MAX ||
	    num_parse_u64(dash, &start) < 0)
		return false;
	if (kill((pid_t)pid, 0) < 0 && errno == ESRCH)
		return true;
	return start != 0 && started((pid_t)pid) != 0 &&
	    started((pid_t)pid) != start;
}

static void sweep(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *ent;
	struct stat st;

	if (!d)
		return;
	while ((ent = readdir(d)) != NULL) {
		if (is_stale(ent->d_name) &&
		    fstatat(dirfd(d), ent->d_name, &st,
			AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISDIR(st.st_mode) && st.st_uid == geteuid())
			remove_dir(dirfd(d), ent->d_name, st.st_dev, 0);
	}
	closedir(d);
}

int scratch_make(const char *dir, char *path, size_t size, struct err *e)
{
	int n;

	sweep(dir);
	n = snprintf(path, size, "%s/" PREFIX "%ld-%" PRIu64, dir,
	    (long)getpid(), started(getpid()));
	if (n < 0 || (size_t)n >= size) {
		path[0] = '\0';
		return err_set(e, -ENAMETOOLONG,
		    "directory name '%.40s...' is too long", dir);
	}
	if (mkdir(path, 0700) < 0) {
		n = -errno;
		path[0] = '\0';
		return err_sys(e, n, "cannot make a scratch directory in '%s'",
		    dir);
	}
	return 0;
}
