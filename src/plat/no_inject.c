/* no_inject.c - of platforms that have no way to slow a process down. */
#include "plat/plat.h"

#include <errno.h>

int plat_filter_calls(unsigned filters, unsigned instructions, struct err *e)
{
	(void)filters;
	(void)instructions;
	return err_set(e, -ENOTSUP, "this platform has no seccomp");
}

int plat_quota_make(struct plat_quota *q, double share, int64_t period_us,
    struct err *e)
{
	(void)share;
	(void)period_us;
	q->dir[0] = '\0';
	q->lock = -1;
	return err_set(e, -ENOTSUP, "this platform has no cgroups");
}

int plat_quota_enter(const struct plat_quota *q, struct err *e)
{
	(void)q;
	return err_set(e, -ENOTSUP, "this platform has no cgroups");
}

int64_t plat_quota_stops(const struct plat_quota *q)
{
	(void)q;
	return -1;
}

int plat_cgroup_make(struct plat_quota *q, const char *controller,
    struct err *e)
{
	(void)controller;
	q->dir[0] = '\0';
	q->lock = -1;
	return err_set(e, -ENOTSUP, "this platform has no cgroups");
}

void plat_cgroup_clear(const struct plat_quota *q)
{
	(void)q;
}

void plat_quota_remove(struct plat_quota *q)
{
	(void)q;
}
