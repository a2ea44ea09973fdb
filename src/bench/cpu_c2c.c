/* cpu_c2c.c - a cache line goes to another CPU and comes back.
 *
 * One operation: this thread writes a number into a line, a thread on another
 * CPU sees it and writes its successor, this one sees that; ns for the round
 * trip, which is two transfers (P2). Both look all the time and make no system
 * call. The placement (P1) says how near the CPUs are; `--pin` chooses the
 * first one of them, so that every pair of a larger machine can be measured.
 * Inside the clock: the round trips. Outside: the thread.
 * Avoids P11 (the number counts), P27 (two lines' room: the neighbour is often
 * fetched as well). Source: lines of core-to-core tables elsewhere often show
 * half of a round trip. */
#include "bench/common_place.h"
#include "bench/common_thread.h"

#include <stdatomic.h>

#define ROOM 128
#define LEAST \
	1000 /* round trips of a batch: a neighbour that takes the CPU
		      during calibration must not leave it with a few */
#define STOP UINT64_MAX

struct cpu_c2c {
	_Alignas(ROOM) _Atomic uint64_t line;
	_Alignas(ROOM) uint64_t begin;
	struct common_thread thread;
};

/* Answers odd numbers. */
static int answer(void *shared)
{
	struct cpu_c2c *s = shared;
	uint64_t v;

	for (;;) {
		v = atomic_load_explicit(&s->line, memory_order_acquire);
		if (v == STOP)
			return 0;
		if (v & 1)
			atomic_store_explicit(&s->line, v + 1,
			    memory_order_release);
	}
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct cpu_c2c *s = c->state;
	uint64_t v = s->begin;

	for (; n > 0; n--, v += 2) {
		atomic_store_explicit(&s->line, v + 1, memory_order_release);
		while (atomic_load_explicit(&s->line, memory_order_acquire) !=
		    v + 2)
			;
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct cpu_c2c *s = c->state;
	uint64_t now = atomic_load(&s->line);

	if (now != s->begin + 2 * n)
		return bench_fail_why(c, "the line has another number");
	s->begin = now;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct cpu_c2c *s = c->state;
	int rc;

	c->ops_step = LEAST;
	if (c->cpu[0] < 0 || c->cpu[1] < 0 || c->cpu[0] == c->cpu[1])
		return bench_skip(c, "needs two CPUs that are not the same");
	rc = common_thread_start(c, &s->thread, c->cpu[1], answer, s);
	if (rc == 0)
		rc = run(c, 1); /* it is there when it has answered */
	return rc != 0 ? rc : tidy(c, 1);
}

static int teardown(struct bench_ctx *c)
{
	struct cpu_c2c *s = c->state;

	atomic_store(&s->line, STOP);
	return common_thread_join(c, &s->thread);
}

/* The nearest two CPUs. */
static size_t list(struct bench_case *out, size_t max)
{
	return common_place_two(out, max, BENCH_DEFAULT);
}

const struct bench cpu_c2c = {
	.name = "cpu_c2c",
	.summary = "a cache line to another CPU and back",
	.params = bench_params(
	    bench_place("cpu", "how the CPUs of the two threads are related")),
	.list = list,
	.state_size = sizeof(struct cpu_c2c),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
