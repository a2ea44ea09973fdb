/* kernel.c - a kernel that a person names, ready to be booted in the lab. */
#include "drive/kernel.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "drive/cache.h"
#include "drive/kernel_inner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#define DEB        "deb:"
#define CONFIG_MAX (8 << 20)

/* Of packages that only depend on the next one. */
#define PACKAGES_DEEP 3

/* Part of each key: what was unpacked otherwise is not used again. */
#define FORM 1

static char *joined(const char *dir, const char *name)
{
	return xasprintf("%s/%s", dir, name);
}

static char *if_there(char *path)
{
	if (path && access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* -- What belongs to an image -------------------------------------------- */

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "re");
	struct buf b = BUF_INIT;
	char block[4096];
	size_t n;

	while (f && b.len < CONFIG_MAX &&
	    (n = fread(block, 1, sizeof(block), f)) > 0)
		buf_add_mem(&b, block, n);
	if (f)
		fclose(f);
	if (b.len > 0 && strlen(b.s) == b.len && strstr(b.s, "CONFIG_"))
		return buf_take(&b);
	buf_release(&b);
	return NULL;
}

/* Where the configuration of the kernel at path may stand: /boot/config-R for
 * /boot/vmlinuz-R, "config" beside, and the .config of a build tree. */
static char *config_beside(const char *path)
{
	const char *slash = strrchr(path, '/');
	int len = slash ? (int)(slash - path) : 0;
	const char *dir = slash ? path : ".", *dash, *base;
	char *hit = NULL, *text;

	if (!slash)
		len = 1;
	base = slash ? slash + 1 : path;
	dash = strchr(base, '-');
	if (text_starts(base, "vmlinu") && dash)
		hit = if_there(xasprintf("%.*s/config%s", len, dir, dash));
	if (!hit)
		hit = if_there(xasprintf("%.*s/config", len, dir));
	if (!hit && strcmp(base, "vmlinux") == 0)
		hit = if_there(xasprintf("%.*s/.config", len, dir));
	if (!hit && strcmp(base, "bzImage") == 0)
		hit = if_there(xasprintf("%.*s/../../../.config", len, dir));
	text = hit ? read_text(hit) : NULL;
	free(hit);
	return text;
}

/* k->boot is set: fill in what the file itself says. */
static int describe(struct kernel *k, struct err *e)
{
	int fd = open(k->boot, O_RDONLY | O_CLOEXEC), r;
	struct buf config = BUF_INIT;
	struct image im;
	int64_t size;
	uint64_t sum;

	if (fd < 0)
		return err_sys(e, -errno, "cannot open '%s'", k->boot);
	r = image_look(&im, fd, e);
	if (r == 0 && im.release[0])
		k->release = xstrdup(im.release);
	if (r == 0 && !k->config && image_config(fd, &config) == 1)
		k->config = buf_take(&config);
	close(fd);
	r = r < 0 ? r : cache_sum(k->boot, &sum, &size, e);
	if (r == 0)
		k->hash = xasprintf("%016" PRIx64, sum);
	return r;
}

/* From the entry of the cache at path, which is freed. */
static int from_entry(struct kernel *k, char *path, struct err *e)
{
	char *vmlinux = if_there(joined(path, KERNEL_VMLINUX));
	char *bzimage = if_there(joined(path, KERNEL_BZIMAGE));
	char *config = joined(path, KERNEL_CONFIG);

	k->boot = vmlinux ? vmlinux : bzimage;
	k->fallback = vmlinux ? bzimage : NULL;
	if (!k->config)
		k->config = read_text(config);
	free(config);
	free(path);
	return k->boot ? describe(k, e) :
			 err_set(e, -EIO, "the cache has lost '%s'", k->name);
}

/* -- Files --------------------------------------------------------------- */

/* What is to be unpacked first: once, then from the cache. */
static int open_packed(struct kernel *k, int fd, const char *path,
    struct err *e)
{
	char *dir = cache_dir(e), *key = NULL, *entry = NULL, *next = NULL;
	struct cache_new n = { NULL, -1 };
	int64_t size;
	uint64_t sum;
	int r = dir ? cache_sum(path, &sum, &size, e) : e->code;

	if (r == 0) {
		key = xasprintf("file%d-%016" PRIx64, FORM, sum);
		entry = cache_find(dir, key);
	}
	if (r == 0 && !entry) {
		r = cache_begin(&n, dir, e);
		r = r < 0 ? r : kernel_make(n.path, fd, k->name, &next, e);
		if (r == 0)
			entry = cache_keep(&n, dir, key, e);
		else
			cache_drop(&n);
		r = r == 0 && !entry ? e->code : r;
	}
	free(next);
	free(key);
	free(dir);
	return r == 0 ? from_entry(k, entry, e) : r;
}

static int open_file(struct kernel *k, const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), r;
	struct image im;

	if (fd < 0)
		return err_sys(e, -errno, "cannot open the kernel '%s'", path);
	r = image_look(&im, fd, e);
	if (r < 0)
		err_prefix(e, "cannot read '%s'", path);
	k->config = r == 0 ? config_beside(path) : NULL;
	if (r == 0 && im.kind != IMAGE_VMLINUX && im.kind != IMAGE_DEB &&
	    im.kind != IMAGE_PACKED)
		r = kernel_check(&im, k->name, e);
	if (r == 0 && im.kind != IMAGE_VMLINUX) {
		r = open_packed(k, fd, path, e);
		close(fd);
		return r;
	}
	close(fd);
	r = r < 0 ? r : kernel_check(&im, k->name, e);
	if (r == 0 && !im.pvh)
		r = err_set(e, -ENOEXEC,
		    "'%s' cannot be started as it is (it was built without "
		    "CONFIG_PVH); its bzImage can",
		    k->name);
	if (r == 0)
		k->boot = realpath(path, NULL);
	if (r == 0 && !k->boot)
		r = err_sys(e, -errno, "cannot find '%s'", path);
	return r < 0 ? r : describe(k, e);
}

/* -- Directories --------------------------------------------------------- */

/* Kernels by name in dir: how many, and the path of one. A link to another of
 * them is not one more. */
static unsigned count(const char *dir, char **one, struct buf *names)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	struct stat st;
	unsigned n = 0;

	while (d && (de = readdir(d)) != NULL) {
		if (!text_starts(de->d_name, "vmlinu") ||
		    strstr(de->d_name, ".o") ||
		    fstatat(dirfd(d), de->d_name, &st, AT_SYMLINK_NOFOLLOW) !=
			0 ||
		    !S_ISREG(st.st_mode))
			continue;
		buf_addf(names, "%s%s", n ? ", " : "", de->d_name);
		free(*one);
		*one = joined(dir, de->d_name);
		n++;
	}
	if (d)
		closedir(d);
	return n;
}

/* lib/modules/RELEASE/vmlinuz, also below usr. */
static unsigned count_modules(const char *dir, char **one, struct buf *names)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	unsigned n = 0;
	char *sub;

	while (d && (de = readdir(d)) != NULL) {
		if (de->d_name[0] == '.')
			continue;
		sub = joined(dir, de->d_name);
		n += count(sub, one, names);
		free(sub);
	}
	if (d)
		closedir(d);
	return n;
}

static int open_directory(struct kernel *k, const char *dir, struct err *e)
{
	static const char *const below[] = { "", "/boot", "/lib/modules",
		"/usr/lib/modules" };
	char *one = if_there(joined(dir, "arch/x86/boot/bzImage")), *sub;
	struct buf names = BUF_INIT;
	unsigned n = one ? 1 : 0;
	int r;

	for (size_t i = 0; i < sizeof(below) / sizeof(below[0]) && n == 0;
	     i++) {
		sub = xasprintf("%s%s", dir, below[i]);
		n = i < 2 ? count(sub, &one, &names) :
			    count_modules(sub, &one, &names);
		free(sub);
	}
	if (n == 1)
		r = open_file(k, one, e);
	else if (n == 0)
		r = err_set(e, -ENOENT,
		    "no kernel in '%s': neither arch/x86/boot/bzImage nor "
		    "vmlinuz*, nor one in boot or lib/modules",
		    dir);
	else
		r = err_set(e, -EINVAL,
		    "%u kernels in '%s', name one of them: %.200s", n, dir,
		    text_clean(names.s));
	buf_release(&names);
	free(one);
	return r;
}

/* -- By other names ------------------------------------------------------ */

static int open_running(struct kernel *k, struct err *e)
{
	static const char *const places[] = { "/boot/vmlinuz-%s",
		"/lib/modules/%s/vmlinuz", "/usr/lib/modules/%s/vmlinuz" };
	struct utsname u;
	char *path;
	int r;

	if (uname(&u) != 0)
		return err_sys(e, -errno, "cannot tell the running kernel");
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		path = xasprintf(places[i], u.release);
		if (access(path, F_OK) != 0) {
			free(path);
			continue;
		}
		r = open_file(k, path, e);
		free(path);
		if (r == -EACCES)
			return err_set(e, r,
			    "only root may read the running kernel's file; "
			    "'deb:linux-image-%s' may be the same",
			    u.release);
		return r;
	}
	return err_set(e, -ENOENT,
	    "the running kernel '%s' has no file here: neither "
	    "/boot/vmlinuz-%s nor /lib/modules/%s/vmlinuz",
	    u.release, u.release, u.release);
}

/* Fetch and unpack a package into an entry. */
static int fetch(struct kernel *k, const char *package,
    const struct kernel_package *p, const char *dir, const char *key,
    char **entry, char **next, struct err *e)
{
	struct cache_new n = { NULL, -1 };
	int fd, r = cache_begin(&n, dir, e);
	char *file;

	r = r < 0 ? r : kernel_apt_fetch(p, package, n.path, e);
	if (r < 0) {
		cache_drop(&n);
		return r;
	}
	file = joined(n.path, p->file);
	fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		r = err_sys(e, -errno, "cannot open '%s'", file);
	else
		r = kernel_make(n.path, fd, k->name, next, e);
	if (fd >= 0)
		close(fd);
	unlink(file);
	free(file);
	if (r == 0) {
		*entry = cache_keep(&n, dir, key, e);
		return *entry ? 0 : e->code;
	}
	cache_drop(&n);
	return r;
}

/* One package: 0, or -ENOENT with what it depends on in *next. */
static int open_one(struct kernel *k, const char *package, const char *dir,
    char **next, struct err *e)
{
	struct kernel_package p;
	char *key, *entry;
	int r = kernel_apt_find(&p, package, e);

	*next = NULL;
	if (r < 0)
		return r;
	/* By its version and architecture, which the file's name has. */
	key = xasprintf("deb%d-%s-%.32s", FORM, p.file,
	    strchr(p.sum, ':') ? strchr(p.sum, ':') + 1 : p.sum);
	entry = cache_find(dir, key);
	if (!entry)
		r = fetch(k, package, &p, dir, key, &entry, next, e);
	if (r == 0)
		r = from_entry(k, entry, e);
	free(key);
	kernel_apt_release(&p);
	return r;
}

static int open_deb(struct kernel *k, const char *package, struct err *e)
{
	char *dir = cache_dir(e), *name = xstrdup(package), *next = NULL;
	int r = dir ? -ENOENT : e->code;

	for (int i = 0; i < PACKAGES_DEEP && r == -ENOENT && name; i++) {
		r = open_one(k, name, dir, &next, e);
		free(name);
		name = next;
	}
	free(name);
	free(dir);
	return r;
}

int kernel_open(struct kernel *k, const char *what, struct err *e)
{
	struct stat st;

	memset(k, 0, sizeof(*k));
	k->name = xstrdup(what);
	if (strcmp(what, "running") == 0)
		return open_running(k, e);
	if (text_starts(what, DEB))
		return open_deb(k, what + sizeof(DEB) - 1, e);
	if (stat(what, &st) != 0)
		return errno == ENOENT && text_starts(what, "linux-image-") ?
		    err_set(e, -ENOENT, "no file '%s'; a package is 'deb:%s'",
			what, what) :
		    err_sys(e, -errno, "cannot open the kernel '%s'", what);
	return S_ISDIR(st.st_mode) ? open_directory(k, what, e) :
				     open_file(k, what, e);
}

void kernel_release(struct kernel *k)
{
	free(k->name);
	free(k->boot);
	free(k->fallback);
	free(k->release);
	free(k->config);
	free(k->hash);
	memset(k, 0, sizeof(*k));
}
