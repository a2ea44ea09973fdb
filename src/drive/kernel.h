/* kernel.h - a kernel that a person names, ready to be booted in the lab. */
#ifndef PERFLOSS_DRIVE_KERNEL_H
#define PERFLOSS_DRIVE_KERNEL_H

#include "base/err.h"

struct kernel {
	char *name;     /* as it was asked for */
	char *boot;     /* path of what QEMU boots: a vmlinux, or a bzImage that
			   QEMU cannot start uncompressed */
	char *fallback; /* path of the bzImage that boot came from, or NULL */
	char *release;  /* "6.1.0-50-cloud-amd64"; NULL = unknown */
	char *config;   /* text of its configuration; NULL = unknown */
	char *hash;     /* of the content of boot, 16 hexadecimal digits */
};

/* Find the kernel and make it ready: "running", "deb:PACKAGE" (fetched by
 * apt-get, not installed; "deb:PACKAGE=VERSION" too), a file (bzImage, vmlinux,
 * one of them compressed, a Debian package) or a directory (one like /boot with
 * one kernel in it, a build tree, an unpacked package). What was unpacked is
 * kept in the cache (cache.h), where its files stay for at least an hour.
 * Fetching says so with a note. 0, or the reason: -ENOEXEC where it is no
 * kernel, cut short, or for another architecture. Release in any case. */
int kernel_open(struct kernel *k, const char *what, struct err *e);
void kernel_release(struct kernel *k);

#endif
