/* common_member.c - one thread of a team. */
#include "bench/common_member.h"

#include <sched.h>

#define SPINS 2000 /* looks before others go first: some microseconds */

void member_wait(_Atomic uint64_t *at, uint64_t value)
{
	for (unsigned spins = 0;
	     atomic_load_explicit(at, memory_order_acquire) != value; spins++)
		if (spins >= SPINS)
			sched_yield();
}

/* In the thread itself, where the failure has a way to be told. */
static bool pinned(struct team_member *m)
{
	struct err e;

	if (m->cpu < 0 || plat_pin(m->cpu, &e) == 0)
		return true;
	bench_skip(&m->c, "%s", e.text);
	return false;
}

int member_obey(struct team_member *m)
{
	const struct team_hooks *h = m->hooks;

	switch (m->order) {
	case MEMBER_SETUP:
		return pinned(m) ? h->setup(&m->c) : -1;
	case MEMBER_RUN:
		return h->run(&m->c, m->n);
	case MEMBER_TIDY:
		return h->tidy(&m->c, m->n);
	case MEMBER_END:
		break;
	}
	return 0;
}

/* A member's hooks may call bench_fail and bench_skip: errno is its own, and
 * of several reasons the first stays. */
int member_serve(void *shared)
{
	struct team_member *m = shared;
	enum member_order order;
	uint64_t i = 0;

	do {
		member_wait(&m->asked, ++i);
		order = m->order;
		m->rc = member_obey(m);
		atomic_store_explicit(&m->done, i, memory_order_release);
	} while (order != MEMBER_END);
	return 0;
}
