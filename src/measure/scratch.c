/* scratch.c - directories on the disk under test that leave nothing behind. */
#include "measure/scratch.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "perfloss-scratch-"
#define RANDOM "XXXXXX" /* mkdtemp(3) */
#define TRIES  10
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

/* Lock a directory by name; nobody else may hold it. Returns a descriptor or
 * -errno. */
static int lock_dir(int at, const char *name)
{
	int fd, r;

	fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	r = -errno;
	close(fd);
	return r;
}

static bool is_ours(int at, const char *name)
{
	struct stat st;

	return strlen(name) == strlen(PREFIX) + strlen(RANDOM) &&
	    text_starts(name, PREFIX) &&
	    fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
	    (st.st_mode & 07777) == 0700;
}

static void sweep(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *ent;
	int lock;

	if (!d)
		return;
	while ((ent = readdir(d)) != NULL) {
		if (!is_ours(dirfd(d), ent->d_name))
			continue;
		lock = lock_dir(dirfd(d), ent->d_name);
		if (lock < 0)
			continue;
		remove_dir(dirfd(d), ent->d_name, 0, 0);
		close(lock);
	}
	closedir(d);
}

/* Whether the locked directory still stands under its name: another probe may
 * have swept it before it was locked. */
static bool still_there(const struct scratch *s)
{
	struct stat a, b;

	return fstat(s->lock, &a) == 0 && lstat(s->path, &b) == 0 &&
	    a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* 1 = made, 0 = try again. */
static int make_one(struct scratch *s, const char *dir)
{
	int n;

	n = snprintf(s->path, sizeof(s->path), "%s/" PREFIX RANDOM, dir);
	if (n < 0 || (size_t)n >= sizeof(s->path))
		return -ENAMETOOLONG;
	if (!mkdtemp(s->path))
		return -errno;
	s->lock = lock_dir(AT_FDCWD, s->path);
	/* A file system without locks: nobody sweeps there either. */
	if (s->lock < 0)
		return s->lock == -ENOENT || s->lock == -EWOULDBLOCK ? 0 : 1;
	if (still_there(s))
		return 1;
	close(s->lock);
	s->lock = -1;
	return 0;
}

void scratch_init(struct scratch *s)
{
	s->path[0] = '\0';
	s->lock = -1;
}

/* A relative directory would be another one to whoever is told of it. */
static int absolute(const char *dir, char *out, size_t size)
{
	size_t len = 0;

	if (dir[0] != '/') {
		if (!getcwd(out, size))
			return -errno;
		len = strlen(out);
		out[len++] = '/';
	}
	if (strlen(dir) >= size - len)
		return -ENAMETOOLONG;
	memcpy(out + len, dir, strlen(dir) + 1);
	return 0;
}

int scratch_make(struct scratch *s, const char *dir, struct err *e)
{
	char path[4096];
	int tries, r = absolute(dir, path, sizeof(path));

	scratch_init(s);
	if (r == 0)
		sweep(path);
	for (tries = 0; tries < TRIES && r == 0; tries++)
		r = make_one(s, path);
	if (r > 0)
		return 0;
	scratch_init(s);
	return err_sys(e, r < 0 ? r : -EAGAIN,
	    "cannot make a scratch directory in '%.100s'", dir);
}

void scratch_release(struct scratch *s)
{
	if (!s)
		return;
	if (s->path[0])
		scratch_remove(s->path, NULL);
	if (s->lock >= 0)
		close(s->lock);
	scratch_init(s);
}

void scratch_forget(struct scratch *s)
{
	if (s->lock >= 0)
		close(s->lock);
	scratch_init(s);
}
