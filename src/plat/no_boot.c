/* no_boot.c - for systems whose kernel perfloss does not start. */
#include "plat/boot.h"
#include "plat/count.h"

#include <errno.h>
#include <stdlib.h>

bool plat_boot_is_ours(const char *path)
{
	(void)path;
	return false;
}

static int none(struct err *e)
{
	return err_set(e, -ENOTSUP, "this build has no platform");
}

int plat_boot_mount(struct err *e)
{
	return none(e);
}

int plat_boot_loopback(struct err *e)
{
	return none(e);
}

int plat_boot_mix(const void *bytes, size_t n, struct err *e)
{
	(void)bytes;
	(void)n;
	return none(e);
}

int plat_boot_port(unsigned port, const void *bytes, size_t n, struct err *e)
{
	(void)port;
	(void)bytes;
	(void)n;
	return none(e);
}

_Noreturn void plat_boot_off(void)
{
	exit(2);
}

int64_t plat_busy(void)
{
	return -1;
}
