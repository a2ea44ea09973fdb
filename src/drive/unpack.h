/* unpack.h - takes apart what is compressed or packed; by libarchive, where
 * this program was built with it.
 *
 * Nothing that stands in an archive is trusted: no path in it is ever a path
 * here, sizes are bounded, and only contents of regular files come out. */
#ifndef PERFLOSS_DRIVE_UNPACK_H
#define PERFLOSS_DRIVE_UNPACK_H

#include "base/buf.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Where unpacked bytes go: a file, or a text with fd -1. More than max of them
 * is an error (-EFBIG). */
struct unpack_to {
	int fd;
	struct buf *text;
	int64_t max;
};

/* The version of libarchive, or NULL: built without; then the functions below
 * return -ENOSYS. */
const char *unpack_version(void);

/* Decompress the len bytes from the offset at of file fd, whatever they are
 * compressed by (gzip, bzip2, lzma, xz, lz4, zstd). -ENOTSUP: by something
 * else. */
int unpack_stream(int fd, off_t at, int64_t len, const struct unpack_to *to,
    struct err *e);

/* Which member is wanted: NULL = passed over. part: "control" or "data"; path
 * without "./" in front, of a regular file. */
typedef const struct unpack_to *unpack_want(void *arg, const char *part,
    const char *path);

/* Go through the two archives in a Debian package. name: for sentences. */
int unpack_deb(int fd, const char *name, unpack_want *want, void *arg,
    struct err *e);

#endif
