/* unpack_none.c - without libarchive nothing is taken apart. */
#include "drive/unpack.h"

#include <errno.h>
#include <stddef.h>

#define WITHOUT \
	"this perfloss was built without libarchive, which takes packages " \
	"and compressed kernels apart; what it can boot is a vmlinux"

const char *unpack_version(void)
{
	return NULL;
}

int unpack_stream(int fd, off_t at, int64_t len, const struct unpack_to *to,
    struct err *e)
{
	(void)fd, (void)at, (void)len, (void)to;
	return err_set(e, -ENOSYS, WITHOUT);
}

int unpack_deb(int fd, const char *name, unpack_want *want, void *arg,
    struct err *e)
{
	(void)fd, (void)name, (void)want, (void)arg;
	return err_set(e, -ENOSYS, WITHOUT);
}
