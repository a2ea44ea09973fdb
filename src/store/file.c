/* file.c - the file of a store, open once, and the claims on its runs. */
#include "store/file.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Locks of the open file and not of the process (POSIX.1-2024; the build looks
 * up their numbers where the headers hide them): they stay while SQLite opens
 * and closes the file for itself, and two handles of a process differ. */
#ifndef OFD_SETLK
#define OFD_SETLK F_SETLK
#define OFD_GETLK F_GETLK
#endif

/* Far behind SQLite's own locks, which are at 1 GiB, and behind any content. */
#define CLAIMS (INT64_C(1) << 62)

struct file {
	struct file *next;
	dev_t dev;
	ino_t ino;
	int fd;
	unsigned users;
};

static struct file *files;

static struct file *find(const struct stat *st)
{
	struct file *f = files;

	while (f && (f->dev != st->st_dev || f->ino != st->st_ino))
		f = f->next;
	return f;
}

static int check_kind(const char *path, const struct stat *st, struct err *e)
{
	if (S_ISDIR(st->st_mode))
		return err_sys(e, -EISDIR, "cannot open store '%s'", path);
	if (!S_ISREG(st->st_mode))
		return err_set(e, -EINVAL, "'%s' is not a store of perfloss",
		    path);
	return 0;
}

static int add(struct file **to, const char *path, int fd, struct err *e)
{
	struct stat st;
	struct file *f;
	int code = 0;

	if (fstat(fd, &st) != 0)
		code = err_sys(e, -errno, "cannot open store '%s'", path);
	if (code == 0)
		code = check_kind(path, &st, e);
	if (code)
		return code;
	f = xcalloc(1, sizeof(*f));
	*f = (struct file){ files, st.st_dev, st.st_ino, fd, 1 };
	files = *to = f;
	return 0;
}

int file_open(struct file **f, const char *path, bool make, bool *fresh,
    struct err *e)
{
	struct stat st;
	int fd, code;

	*f = stat(path, &st) == 0 ? find(&st) : NULL;
	*fresh = !*f;
	if (*f) {
		(*f)->users++;
		return 0;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	/* made here and not by SQLite, which would not say why it cannot */
	if (fd < 0 && errno == ENOENT && make)
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return err_sys(e, -errno, "cannot open store '%s'", path);
	code = add(f, path, fd, e);
	if (code)
		close(fd);
	return code;
}

void file_close(struct file *f)
{
	struct file **at = &files;

	if (!f || --f->users > 0)
		return;
	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	close(f->fd);
	free(f);
}

int file_descriptor(const struct file *f)
{
	return f->fd;
}

bool file_is_removed(const struct file *f)
{
	struct stat st;

	return fstat(f->fd, &st) == 0 && st.st_nlink == 0;
}

static int control(const struct file *f, int how, short type, int64_t run,
    struct flock *l)
{
	if (run < 0 || run >= CLAIMS)
		return -EOVERFLOW;
	*l = (struct flock){ 0 };
	l->l_type = type;
	l->l_whence = SEEK_SET;
	l->l_start = (off_t)(CLAIMS + run);
	l->l_len = 1;
	return fcntl(f->fd, how, l) == 0 ? 0 : -errno;
}

void file_claim(struct file *f, int64_t run)
{
	struct flock l;

	/* to be read: a descriptor that may only read can have that */
	if (f)
		control(f, OFD_SETLK, F_RDLCK, run, &l);
}

void file_unclaim(struct file *f, int64_t run)
{
	struct flock l;

	if (f)
		control(f, OFD_SETLK, F_UNLCK, run, &l);
}

int file_is_claimed(const struct file *f, int64_t run)
{
	struct flock l;
	int code = f ? control(f, OFD_GETLK, F_WRLCK, run, &l) : -ENOENT;

	return code ? code : l.l_type != F_UNLCK;
}
