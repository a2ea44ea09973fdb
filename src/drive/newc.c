/* newc.c - writes an initramfs. */
#include "drive/newc.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK 65536

/* Six letters of magic and thirteen numbers of eight digits. */
#define HEADER 110

void newc_init(struct newc *c, int fd)
{
	memset(c, 0, sizeof(*c));
	c->fd = fd;
}

void newc_release(struct newc *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->dir[i]);
	free(c->dir);
	memset(c, 0, sizeof(*c));
}

static int put(struct newc *c, const void *data, size_t len, struct err *e)
{
	const char *at = data;
	size_t done = 0;
	ssize_t n;

	while (done < len) {
		n = write(c->fd, at + done, len - done);
		if (n < 0 && errno != EINTR)
			return err_sys(e, -errno, "cannot write the initramfs");
		done += n > 0 ? (size_t)n : 0;
	}
	c->at += len;
	return 0;
}

static int align(struct newc *c, struct err *e)
{
	return put(c, "\0\0\0", (4 - c->at % 4) % 4, e);
}

static const char *below_root(const char *path)
{
	while (*path == '/')
		path++;
	return path;
}

struct member {
	const char *path;
	unsigned mode;
	size_t size;
	unsigned major, minor;
};

static int header(struct newc *c, const struct member *m, struct err *e)
{
	const char *name = below_root(m->path);
	size_t len = strlen(name) + 1;
	char head[HEADER + 1];
	int r;

	/* ino mode uid gid nlink mtime size dev(2) rdev(2) namesize check */
	snprintf(head, sizeof(head),
	    "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X",
	    ++c->ino, m->mode, 0u, 0u, S_ISDIR(m->mode) ? 2u : 1u, 0u,
	    (unsigned)m->size, 0u, 0u, m->major, m->minor, (unsigned)len, 0u);
	r = put(c, head, HEADER, e);
	r = r < 0 ? r : put(c, name, len, e);
	return r < 0 ? r : align(c, e);
}

static bool made(const struct newc *c, const char *name)
{
	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->dir[i], name) == 0)
			return true;
	return false;
}

static int one_dir(struct newc *c, const char *name, unsigned mode,
    struct err *e)
{
	struct member m = { .path = name, .mode = S_IFDIR | mode };

	if (!*name || made(c, name))
		return 0;
	c->dir = xgrow(c->dir, c->n, &c->cap, sizeof(*c->dir));
	c->dir[c->n++] = xstrdup(name);
	return header(c, &m, e);
}

/* The directories on the way to a path that stays below the root. */
static int parents(struct newc *c, const char *path, struct err *e)
{
	const char *name = below_root(path), *slash = name;
	char *wrapped = xasprintf("/%s/", name), *dir;
	bool up = strstr(wrapped, "/../") != NULL;
	int r = 0;

	free(wrapped);
	if (up || !*name || strlen(name) >= PATH_MAX)
		return err_set(e, -EINVAL,
		    "cannot put '%.100s' into the initramfs: no path below "
		    "its root",
		    path);
	while (r == 0 && (slash = strchr(slash, '/')) != NULL) {
		dir = xstrndup(name, (size_t)(slash - name));
		r = one_dir(c, dir, 0755, e);
		free(dir);
		slash++;
	}
	return r;
}

int newc_dir(struct newc *c, const char *path, unsigned mode, struct err *e)
{
	int r = parents(c, path, e);

	return r < 0 ? r : one_dir(c, below_root(path), mode, e);
}

int newc_data(struct newc *c, const char *path, unsigned mode, const void *data,
    size_t len, struct err *e)
{
	struct member m = { .path = path,
		.mode = S_ISLNK(mode) ? S_IFLNK | 0777 : S_IFREG | mode,
		.size = len };
	int r = parents(c, path, e);

	if (r == 0 && len > UINT32_MAX)
		r = err_set(e, -EFBIG, "'%s' is too large for an initramfs",
		    path);
	r = r < 0 ? r : header(c, &m, e);
	r = r < 0 ? r : put(c, data, len, e);
	return r < 0 ? r : align(c, e);
}

/* Exactly size bytes: the header has said so. */
static int copy(struct newc *c, int fd, const char *host, size_t size,
    struct err *e)
{
	char *block = xmalloc(BLOCK);
	ssize_t n;
	int r = 0;

	while (r == 0 && size > 0) {
		n = read(fd, block, size < BLOCK ? size : BLOCK);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			r = err_sys(e, -errno, "cannot read '%s'", host);
		else if (n == 0)
			r = err_set(e, -EIO, "'%s' became shorter meanwhile",
			    host);
		else
			r = put(c, block, (size_t)n, e);
		size -= n > 0 ? (size_t)n : 0;
	}
	free(block);
	return r < 0 ? r : align(c, e);
}

int newc_file(struct newc *c, const char *path, unsigned mode, const char *host,
    struct err *e)
{
	int fd = open(host, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct member m = { .path = path, .mode = S_IFREG | mode };
	struct stat st;
	int r;

	if (fd < 0)
		return err_sys(e, -errno, "cannot open '%s'", host);
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		r = err_set(e, -EINVAL, "'%s' is no regular file", host);
	else if (st.st_size > UINT32_MAX)
		r = err_set(e, -EFBIG, "'%s' is too large for an initramfs",
		    host);
	else
		r = parents(c, path, e);
	if (r == 0) {
		m.size = (size_t)st.st_size;
		r = header(c, &m, e);
	}
	r = r < 0 ? r : copy(c, fd, host, m.size, e);
	close(fd);
	return r;
}

int newc_device(struct newc *c, const char *path, unsigned mode, unsigned major,
    unsigned minor, struct err *e)
{
	struct member m = { .path = path,
		.mode = S_IFCHR | mode,
		.major = major,
		.minor = minor };
	int r = parents(c, path, e);

	return r < 0 ? r : header(c, &m, e);
}

int newc_end(struct newc *c, struct err *e)
{
	struct member m = { .path = "TRAILER!!!" };

	return header(c, &m, e);
}
