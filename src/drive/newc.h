/* newc.h - writes an initramfs: the "newc" form of cpio, which Linux unpacks
 * (Documentation/driver-api/early-userspace/buffer-format.rst).
 *
 * All is owned by root and dated 1970, so that the same content is the same
 * bytes. Directories on the way to a file are made, once. */
#ifndef PERFLOSS_DRIVE_NEWC_H
#define PERFLOSS_DRIVE_NEWC_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

struct newc {
	int fd;       /* borrowed: where it is written to */
	uint32_t ino; /* of the last member */
	uint64_t at;  /* bytes written */
	char **dir;   /* made so far */
	size_t n, cap;
};

void newc_init(struct newc *c, int fd);
void newc_release(struct newc *c);

/* Add a member; path is absolute or relative to the root. mode: permissions
 * (0755), for newc_data also S_IFLNK, whose data is what it points to. 0, or
 * the reason: -EFBIG for a file of 4 GiB and more, which newc cannot have, and
 * -EINVAL for a path with "..". */
int newc_dir(struct newc *c, const char *path, unsigned mode, struct err *e);
int newc_data(struct newc *c, const char *path, unsigned mode, const void *data,
    size_t len, struct err *e);
int newc_file(struct newc *c, const char *path, unsigned mode, const char *host,
    struct err *e);
int newc_device(struct newc *c, const char *path, unsigned mode, unsigned major,
    unsigned minor, struct err *e); /* a character device */

/* The end mark. */
int newc_end(struct newc *c, struct err *e);

#endif
