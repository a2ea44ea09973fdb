/* around.c - what stood in the way of a command while it ran. */
#include "measure/around.h"

#include "measure/watch.h"

void around_begin(struct around *a, bool counters)
{
	*a = (struct around){ .disturb.ours = disturb_own_s(),
		.counted = counters };
	if (counters)
		plat_counters_open(&a->counters);
	plat_meter(&a->from);
	a->at_ns = watch_now();
}

static int64_t since(int64_t from, int64_t to)
{
	return from < 0 || to < from ? -1 : to - from;
}

void around_end(struct around *a)
{
	int64_t took = watch_now() - a->at_ns;
	struct plat_meter to;

	if (a->counted)
		plat_counters_close(&a->counters);
	plat_meter(&to);
	a->throttled_ns = since(a->from.throttled_ns, to.throttled_ns);
	for (int i = 0; i < PLAT_PSI; i++)
		a->psi_ns[i] = took < 2 * PLAT_PSI_NS ?
		    -1 :
		    since(a->from.psi_ns[i], to.psi_ns[i]);
	if (a->from.known && to.known)
		disturb_of(&a->disturb, to.busy_s - a->from.busy_s,
		    to.steal_s - a->from.steal_s);
}
