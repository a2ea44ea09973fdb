/* vm_shootdown.c - change a page that other CPUs know.
 *
 * One operation: mprotect(2) of one page, in turn to read-only and back, while
 * `threads` other threads of the process run on CPUs of their own: these must
 * forget what they know of the page, which they are interrupted for and waited
 * on (a "TLB shootdown"; Linux 6.18: for either call); ns. Without them it is
 * vm_mprotect with 4 KB. Inside the clock: the call, checked
 * (P11). Outside: starting the threads, which do nothing but count, which is
 * looked at. All are pinned (P1), no two to one CPU (P29). */
#include "bench/common_event.h"
#include "bench/common_pages.h"
#include "bench/common_thread.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

#define THREADS 64
#define WAIT_NS 2000000000u /* for all batches together */

struct spinner { /* a line each (P27) */
	_Alignas(64) atomic_ulong turns;
	atomic_bool *stop;
};

struct state {
	struct spinner spin[THREADS];
	struct common_thread thread[THREADS];
	unsigned long seen[THREADS];
	unsigned batches, good; /* good: all threads ran */
	uint64_t waited;        /* ns */
	atomic_bool stop;
	bool closed; /* read-only now */
	struct pages m;
};

static int spin(void *shared)
{
	struct spinner *s = shared;

	while (!atomic_load_explicit(s->stop, memory_order_relaxed))
		atomic_fetch_add_explicit(&s->turns, 1, memory_order_relaxed);
	return 0;
}

/* Whether it counts just now, not only while the caller was kept waiting */
static bool counts(struct spinner *s)
{
	for (int i = 0; i < 3; i++) {
		const unsigned long was = atomic_load(&s->turns);
		for (int k = 0; k < 100; k++)
			bench_hide(k);
		if (atomic_load(&s->turns) == was)
			return false;
	}
	return true;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	const uint64_t from = common_now();
	struct state *s = c->state;
	/* one may be on this CPU still, or others have its own */
	for (int i = 0; i < c->arg[0]; i++) {
		while (!counts(&s->spin[i]) &&
		    s->waited + common_now() - from < WAIT_NS)
			sched_yield();
		s->seen[i] = atomic_load(&s->spin[i].turns);
	}
	s->waited += common_now() - from;
	(void)n;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc, at = 0;

	if (c->arg[0] >= common_cpus())
		return bench_skip(c, "needs %d CPUs, this process may use %d",
		    (int)c->arg[0] + 1, common_cpus());
	rc = pages_make(c, &s->m, 1, 1);
	for (int i = 0; i < c->arg[0] && rc == 0; i++, at++) {
		s->spin[i].stop = &s->stop;
		if (common_cpu(at) == c->cpu[0])
			at++;
		rc = common_thread_start(c, &s->thread[i], common_cpu(at), spin,
		    &s->spin[i]);
	}
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	for (; n > 0; n--, s->closed = !s->closed)
		if (mprotect(s->m.p, s->m.size,
			s->closed ? PROT_READ | PROT_WRITE : PROT_READ) != 0)
			return bench_fail(c, "mprotect");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	bool ran = n > 0;
	for (int i = 0; i < c->arg[0]; i++)
		ran &= atomic_load(&s->spin[i].turns) != s->seen[i];
	s->batches++, s->good += ran;
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = 0;

	atomic_store(&s->stop, true);
	for (int i = 0; i < c->arg[0] && rc == 0; i++)
		rc = common_thread_join(c, &s->thread[i]);
	/* for a batch or two somebody else may have had the CPUs */
	if (rc == 0 && s->batches > 2 && s->good == 0)
		return bench_skip(c, "other programs have the other CPUs");
	return rc;
}

const struct bench vm_shootdown = {
	.name = "vm_shootdown",
	.summary = "change a page that other CPUs know",
	.params =
	    bench_params(bench_count("threads", 1, THREADS, "other threads")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 1)),
	.state_size = sizeof(struct state),
	.calls = "mprotect=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
