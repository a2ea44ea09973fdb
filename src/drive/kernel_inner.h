/* kernel_inner.h - what the files kernel*.c share. */
#ifndef PERFLOSS_DRIVE_KERNEL_INNER_H
#define PERFLOSS_DRIVE_KERNEL_INNER_H

#include "base/err.h"
#include "drive/image.h"

#include <stdint.h>

/* The files of an entry of the cache; each may be absent but one of the first
 * two. */
#define KERNEL_VMLINUX "vmlinux"
#define KERNEL_BZIMAGE "bzImage"
#define KERNEL_CONFIG  "config"

/* Fill the directory dir from the file fd (a bzImage, a compressed kernel, a
 * Debian package), which `what` names in sentences. -ENOENT when it is a
 * package without a kernel; *next is then the package that it depends on, which
 * may have it, or NULL. The caller frees it. */
int kernel_make(const char *dir, int fd, const char *what, char **next,
    struct err *e);

/* Whether the image can be booted: 0, or -ENOEXEC with a sentence why not. */
int kernel_check(const struct image *im, const char *what, struct err *e);

/* What apt-get says of a package, without fetching it. */
struct kernel_package {
	char *file; /* its name */
	char *sum;
	int64_t size;
};
int kernel_apt_find(struct kernel_package *p, const char *package,
    struct err *e);
void kernel_apt_release(struct kernel_package *p);

/* Fetch it into the directory dir. */
int kernel_apt_fetch(const struct kernel_package *p, const char *package,
    const char *dir, struct err *e);

#endif
