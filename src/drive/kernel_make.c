/* kernel_make.c - takes a kernel apart, into an entry of the cache. */
#include "drive/kernel_inner.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "drive/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KERNEL_MAX  (1ll << 30)
#define CONFIG_MAX  (8 << 20)
#define CONTROL_MAX (1 << 20)
#define BLOCK       65536

int kernel_check(const struct image *im, const char *what, struct err *e)
{
	if (im->kind == IMAGE_FOREIGN)
		return err_set(e, -ENOEXEC,
		    "'%s' is for %s, the lab is an x86-64 machine", what,
		    im->arch);
	if (im->kind == IMAGE_PROGRAM)
		return err_set(e, -ENOEXEC, "'%s' is a program, no kernel",
		    what);
	if (im->kind != IMAGE_BZIMAGE && im->kind != IMAGE_VMLINUX)
		return err_set(e, -ENOEXEC,
		    "'%s' is not a kernel: neither a bzImage nor a vmlinux nor "
		    "a Debian package with one",
		    what);
	if (im->need > im->size)
		return err_set(e, -ENOEXEC,
		    "'%s' is cut short: its header speaks of more than the "
		    "%lld bytes that it has",
		    what, (long long)im->size);
	return 0;
}

static int create(const char *dir, const char *name, struct err *e)
{
	char *path = xasprintf("%s/%s", dir, name);
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0)
		fd = err_sys(e, -errno, "cannot make '%s'", path);
	free(path);
	return fd;
}

static int put(int to, const char *data, size_t len, struct err *e)
{
	ssize_t n;

	for (; len > 0; data += n, len -= (size_t)n) {
		n = write(to, data, len);
		if (n < 0 && errno != EINTR)
			return err_sys(e, -errno,
			    "cannot write into the cache");
		n = n < 0 ? 0 : n;
	}
	return 0;
}

static int copy(int from, int to, struct err *e)
{
	char *block = xmalloc(BLOCK);
	off_t at = 0;
	ssize_t n;
	int r = 0;

	while (r == 0 && (n = pread(from, block, BLOCK, at)) != 0) {
		if (n < 0)
			r = err_sys(e, -errno, "cannot read the kernel");
		else
			r = put(to, block, (size_t)n, e);
		at += n > 0 ? n : 0;
	}
	free(block);
	return r;
}

/* A name within the entry's directory is moved or taken away. */
static void move(const char *dir, const char *from, const char *to)
{
	char *a = xasprintf("%s/%s", dir, from);
	char *b = to ? xasprintf("%s/%s", dir, to) : NULL;

	if (b ? rename(a, b) : unlink(a))
		errno = 0; /* what is missing is found so by whoever reads */
	free(a);
	free(b);
}

/* -- Images -------------------------------------------------------------- */

/* All ends in the size of what is unpacked, of which only gzip knows. */
static int payload(const struct image *im, int fd, int to, struct err *e)
{
	const struct unpack_to out = { .fd = to, .max = KERNEL_MAX };
	unsigned char head[2] = { 0, 0 }, end[4];
	int64_t len = im->payload_len;
	uint32_t want;
	int r;

	if (len < 8 || pread(fd, head, sizeof(head), (off_t)im->payload) != 2 ||
	    pread(fd, end, sizeof(end), (off_t)(im->payload + len - 4)) != 4)
		return err_set(e, -ENOEXEC, "it has no compressed kernel");
	if (head[0] != 0x1f || head[1] != 0x8b)
		len -= 4;
	r = unpack_stream(fd, (off_t)im->payload, len, &out, e);
	if (r < 0)
		return r;
	want = end[0] | (uint32_t)end[1] << 8 | (uint32_t)end[2] << 16 |
	    (uint32_t)end[3] << 24;
	if ((uint32_t)lseek(to, 0, SEEK_CUR) != want)
		return err_set(e, -ENOEXEC,
		    "it unpacks to another size than it says");
	return 0;
}

/* The bzImage stands in dir. What QEMU can start uncompressed, is; one that is
 * compressed in a way of its own unpacks itself. */
static int from_bzimage(const char *dir, const struct image *im, int fd,
    const char *what, struct err *e)
{
	int to = create(dir, KERNEL_VMLINUX, e), r = to < 0 ? to : 0;
	struct image inside = { .kind = IMAGE_UNKNOWN };

	r = r < 0 ? r : payload(im, fd, to, e);
	if (r == -ENOTSUP) {
		move(dir, KERNEL_VMLINUX, NULL);
		close(to);
		return 0;
	}
	if (r < 0 && r != -ENOSYS && r != -EINTR)
		err_prefix(e, "cannot unpack '%s'", what);
	r = r < 0 ? r : image_look(&inside, to, e);
	r = r < 0 ? r : kernel_check(&inside, what, e);
	if (r == 0 && (inside.kind != IMAGE_VMLINUX || !inside.pvh))
		move(dir, KERNEL_VMLINUX, NULL);
	if (to >= 0)
		close(to);
	return r;
}

/* "image" in dir becomes what it is. */
static int from_image(const char *dir, int fd, const char *what, struct err *e)
{
	struct image im;
	int r = image_look(&im, fd, e);

	r = r < 0 ? r : kernel_check(&im, what, e);
	if (r < 0)
		return r;
	if (im.kind == IMAGE_BZIMAGE) {
		move(dir, "image", KERNEL_BZIMAGE);
		return from_bzimage(dir, &im, fd, what, e);
	}
	move(dir, "image", KERNEL_VMLINUX);
	return im.pvh ? 0 :
			err_set(e, -ENOEXEC,
			    "'%s' cannot be started as it is (it was built "
			    "without CONFIG_PVH); its bzImage can",
			    what);
}

/* -- Packages ------------------------------------------------------------ */

struct deb {
	struct unpack_to image, config, control;
	struct buf words; /* of control */
	unsigned images, configs;
};

/* "boot/NAME...", or "lib/modules/RELEASE/NAME" also below usr. */
static bool is_named(const char *path, const char *in_boot,
    const char *in_modules)
{
	const char *slash;

	if (text_starts(path, "boot/"))
		return text_starts(path + 5, in_boot) && !strchr(path + 5, '/');
	if (text_starts(path, "usr/"))
		path += 4;
	if (!text_starts(path, "lib/modules/"))
		return false;
	slash = strchr(path + 12, '/');
	return slash && strcmp(slash + 1, in_modules) == 0;
}

static const struct unpack_to *want(void *arg, const char *part,
    const char *path)
{
	struct deb *d = arg;

	if (strcmp(part, "control") == 0)
		return strcmp(path, "control") == 0 && d->words.len == 0 ?
		    &d->control :
		    NULL;
	if (is_named(path, "vmlinu", "vmlinuz"))
		return d->images++ == 0 ? &d->image : NULL;
	if (is_named(path, "config-", "config"))
		return d->configs++ == 0 ? &d->config : NULL;
	return NULL;
}

/* Value of a field of the control file, its first line; the caller frees. */
static char *field(const struct deb *d, const char *name)
{
	const char *at = buf_str(&d->words);
	size_t len = strlen(name);

	while (at && strncmp(at, name, len) != 0)
		at = (at = strchr(at, '\n')) != NULL ? at + 1 : NULL;
	if (!at)
		return NULL;
	at += len + strspn(at + len, " ");
	return xstrndup(at, strcspn(at, "\n"));
}

/* The kernel that a package without one only depends on. */
static char *depends(const struct deb *d)
{
	char *all = field(d, "Depends:"), *at, *name = NULL;

	at = all ? strstr(all, "linux-image-") : NULL;
	if (at)
		name = xstrndup(at, strcspn(at, " ,(|:"));
	free(all);
	return name;
}

static int judge(const struct deb *d, const char *what, char **next,
    struct err *e)
{
	char *arch = field(d, "Architecture:");
	int r = 0;

	if (arch && strcmp(arch, "amd64") != 0 && strcmp(arch, "all") != 0)
		r = err_set(e, -ENOEXEC,
		    "'%s' is for %s, the lab is an x86-64 machine", what,
		    text_clean(arch));
	else if (d->images > 1)
		r = err_set(e, -ENOEXEC,
		    "'%s' has %u kernels in it, and which is meant cannot be "
		    "told",
		    what, d->images);
	else if (d->images == 0)
		*next = depends(d);
	if (r == 0 && d->images == 0)
		r = err_set(e, -ENOENT, "'%s' has no kernel in it%s%s%s", what,
		    *next ? ", it depends on 'deb:" : "", *next ? *next : "",
		    *next ? "'" : "");
	free(arch);
	return r;
}

static int from_deb(const char *dir, int fd, int image, const char *what,
    char **next, struct err *e)
{
	struct deb d = { .image = { image, NULL, KERNEL_MAX },
		.config = { -1, NULL, CONFIG_MAX },
		.control = { -1, NULL, CONTROL_MAX } };
	int r;

	d.control.text = &d.words;
	d.config.fd = create(dir, KERNEL_CONFIG, e);
	r = d.config.fd < 0 ? d.config.fd : unpack_deb(fd, what, want, &d, e);
	if (d.config.fd >= 0)
		close(d.config.fd);
	if (d.configs == 0)
		move(dir, KERNEL_CONFIG, NULL);
	r = r < 0 ? r : judge(&d, what, next, e);
	buf_release(&d.words);
	return r;
}

/* A kernel that is compressed as a whole, in dir, in its place. */
static int from_packed(int fd, int64_t size, int image, const char *what,
    struct err *e)
{
	const struct unpack_to out = { .fd = image, .max = KERNEL_MAX };
	int r = unpack_stream(fd, 0, size, &out, e);

	return r < 0 && r != -EINTR && r != -ENOSYS ?
	    err_prefix(e, "cannot unpack '%s'", what) :
	    r;
}

int kernel_make(const char *dir, int fd, const char *what, char **next,
    struct err *e)
{
	int image = create(dir, "image", e), r;
	struct image im;

	*next = NULL;
	r = image < 0 ? image : image_look(&im, fd, e);
	if (r == 0 && im.kind == IMAGE_DEB)
		r = from_deb(dir, fd, image, what, next, e);
	else if (r == 0 && im.kind == IMAGE_PACKED)
		r = from_packed(fd, im.size, image, what, e);
	else if (r == 0)
		r = copy(fd, image, e);
	r = r < 0 ? r : from_image(dir, image, what, e);
	if (image >= 0)
		close(image);
	return r;
}
