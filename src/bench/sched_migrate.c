/* sched_migrate.c - a running thread is moved to another CPU and back.
 *
 * One operation: two calls of sched_setaffinity(2), to one CPU and to the
 * other, each of which moves the caller before it returns; ns. Inside the
 * clock: the calls and a look at which CPU it is. The move itself is made by a
 * kernel thread that stops the CPU, so the two are a few wake-ups as well.
 * Outside: nothing. Avoids P1 (how the CPUs are related is part of the row),
 * P2 (two moves), P11. */
#include "bench/common_place.h"

#include <sched.h>

static int move(struct bench_ctx *c, int cpu, const cpu_set_t *set)
{
	int now;

	if (sched_setaffinity(0, sizeof(*set), set) != 0)
		return bench_fail(c, "sched_setaffinity");
	now = sched_getcpu();
	if (now != cpu)
		return bench_fail_why(c, "on CPU %d after a move to %d", now,
		    cpu);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	cpu_set_t set[2];

	for (int i = 0; i < 2; i++) {
		CPU_ZERO(&set[i]);
		CPU_SET((size_t)c->cpu[i], &set[i]);
	}
	while (n-- > 0)
		if (move(c, c->cpu[1], &set[1]) != 0 ||
		    move(c, c->cpu[0], &set[0]) != 0)
			return -1;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	if (c->cpu[0] < 0 || c->cpu[0] == c->cpu[1])
		return bench_skip(c, "needs two CPUs to move between");
	if (c->cpu[0] >= CPU_SETSIZE || c->cpu[1] >= CPU_SETSIZE)
		return bench_skip(c, "the CPUs have too high numbers");
	return 0;
}

static size_t list(struct bench_case *out, size_t max)
{
	return common_place_two(out, max, BENCH_FULL);
}

const struct bench sched_migrate = {
	.name = "sched_migrate",
	.summary = "move a running thread to another CPU and back",
	.params =
	    bench_params(bench_place("cpu", "how the two CPUs are related")),
	.list = list,
	.calls = "sched_setaffinity=2",
	.setup = setup,
	.run = run,
};
