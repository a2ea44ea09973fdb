/* scratch.c - removes a scratch directory that a dead probe left. */
#include "drive/scratch.h"

#include "base/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BUSY_TRIES   500 /* of 2 ms */
#define DEPTH_MAX    256 /* as deep as the probe itself goes */
#define CGROUPS_DEEP 8   /* the same of cgroups */

static int open_dir(int at, const char *name)
{
	return openat(at, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Remove what is in the directory fd (closed here). Goes on after an error,
 * so that as little as possible stays; the first errno counts. */
static int empty(int fd, dev_t dev, int depth)
{
	DIR *d = fdopendir(fd);
	struct dirent *de;
	struct stat st;
	int sub, r = 0;

	if (!d) {
		close(fd);
		return -errno;
	}
	while ((de = readdir(d)) != NULL) {
		if (strcmp(de->d_name, ".") == 0 ||
		    strcmp(de->d_name, "..") == 0)
			continue;
		if (fstatat(dirfd(d), de->d_name, &st, AT_SYMLINK_NOFOLLOW) !=
		    0)
			continue;
		if (!S_ISDIR(st.st_mode)) {
			if (unlinkat(dirfd(d), de->d_name, 0) != 0 && r == 0)
				r = -errno;
			continue;
		}
		if (st.st_dev != dev || depth >= DEPTH_MAX) {
			r = r ? r : -EXDEV;
			continue;
		}
		sub = open_dir(dirfd(d), de->d_name);
		if (sub >= 0)
			empty(sub, dev, depth + 1);
		if (unlinkat(dirfd(d), de->d_name, AT_REMOVEDIR) != 0 && r == 0)
			r = -errno;
	}
	closedir(d);
	return r;
}

static const char *last_part(const char *path)
{
	return strrchr(path, '/') + 1;
}

static bool is_name(const char *path, const char *begin)
{
	const char *name = last_part(path);
	size_t prefix = strlen(begin), i;

	if (!text_starts(name, begin) || strlen(name) != prefix + 6)
		return false;
	for (i = prefix; name[i]; i++)
		if (!isalnum((unsigned char)name[i]))
			return false;
	return true;
}

/* Cgroups below one of ours. Files are the kernel's and go with them. */
static void remove_below(int fd, int depth)
{
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *de;

	if (!d && fd >= 0)
		close(fd);
	while (d && (de = readdir(d)) != NULL) {
		if (de->d_name[0] == '.')
			continue;
		if (unlinkat(dirfd(d), de->d_name, AT_REMOVEDIR) != 0 &&
		    errno != ENOTDIR && depth < CGROUPS_DEEP) {
			remove_below(open_dir(dirfd(d), de->d_name), depth + 1);
			unlinkat(dirfd(d), de->d_name, AT_REMOVEDIR);
		}
	}
	if (d)
		closedir(d);
}

/* A cgroup whose members are dying is busy for a moment. */
static int remove_cgroup(const char *path)
{
	static const struct timespec nap = { 0, 2000000 };
	int r = 0;

	for (int i = 0; i < BUSY_TRIES; i++) {
		remove_below(open_dir(AT_FDCWD, path), 0);
		r = rmdir(path) == 0 || errno == ENOENT ? 0 : -errno;
		if (r != -EBUSY)
			break;
		nanosleep(&nap, NULL);
	}
	return r;
}

static int remove_all(int fd, dev_t dev, const char *path)
{
	int r = empty(fd, dev, 0);

	if (rmdir(path) != 0 && r == 0 && errno != ENOENT)
		r = -errno;
	return r;
}

int scratch_remove(const char *path, struct err *e)
{
	bool cgroup = path[0] == '/' && is_name(path, SCRATCH_CGROUP);
	struct stat st;
	int fd, r;

	if (path[0] != '/' || (!cgroup && !is_name(path, SCRATCH_PREFIX)))
		return err_set(e, -EPERM,
		    "'%s' is not the name of a scratch directory, it stays",
		    path);
	fd = open_dir(AT_FDCWD, path);
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0 && (errno == ELOOP || errno == ENOTDIR))
		return err_set(e, -EPERM, "'%s' is no directory, it stays",
		    path);
	if (fd < 0)
		return err_sys(e, -errno, "cannot remove '%s'", path);
	if (fstat(fd, &st) != 0 || st.st_uid != geteuid()) {
		close(fd);
		return err_set(e, -EPERM,
		    "'%s' belongs to someone else, it stays", path);
	}
	if ((st.st_mode & 07777) != 0700 ||
	    (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)) {
		close(fd);
		return err_set(e, -EPERM,
		    "'%s' is not a dead probe's, it stays", path);
	}
	if (cgroup) {
		r = remove_cgroup(path);
		close(fd);
	} else {
		r = remove_all(fd, st.st_dev, path);
	}
	return r < 0 ? err_sys(e, r, "cannot remove '%s'", path) : 0;
}
