/* disturb.c - what others and the hypervisor took of the CPUs meanwhile. */
#include "measure/disturb.h"

#include <sys/resource.h>
#include <sys/time.h>

static double spent_s(int who)
{
	struct rusage u;

	getrusage(who, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	    (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

double disturb_own_s(void)
{
	return spent_s(RUSAGE_SELF) + spent_s(RUSAGE_CHILDREN);
}

void disturb_begin(struct disturb *d)
{
	*d = (struct disturb){ 0 };
	plat_load(&d->from);
	d->ours = disturb_own_s();
}

void disturb_of(struct disturb *d, double busy_s, double steal_s)
{
	double other = busy_s - (disturb_own_s() - d->ours);

	d->known = true;
	d->steal_ns = (int64_t)(steal_s * 1e9);
	d->other_ns = other > 0 ? (int64_t)(other * 1e9) : 0;
}

void disturb_end(struct disturb *d)
{
	struct plat_load to;

	plat_load(&to);
	if (d->from.known && to.known)
		disturb_of(d, to.busy_s - d->from.busy_s,
		    to.steal_s - d->from.steal_s);
}
