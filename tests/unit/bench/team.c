/* team.c - the same work in one thread or in one on each CPU. */
#include "bench/common_team.h"
#include "measure/shared.h"

#include "tap.h"

#include <stdatomic.h>

#define BLOCK 128
#define MOST  64

/* What the members did, seen from outside them. */
static atomic_int set_up, ran, tidied;
static _Atomic uint64_t ops;
static atomic_int cpus[PLAT_CPUS];
static _Atomic int64_t sizes;
static atomic_int fail_at = -1;

static int setup(struct bench_ctx *c)
{
	int cpu = plat_cpu_now();

	*(uint64_t *)c->state += 1;
	c->bytes_per_op = (uint64_t)c->arg[0];
	sizes += c->arg[0];
	if (cpu >= 0)
		cpus[cpu]++;
	return set_up++ == fail_at ? bench_fail_why(c, "a member failed") : 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	*(uint64_t *)c->state += n;
	ops += n;
	ran++;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	tidied += *(uint64_t *)c->state == n + 1;
	return 0;
}

static const struct team_hooks hooks = { sizeof(uint64_t), setup, run, tidy };

static void test_team(int64_t how, int n)
{
	static struct shared shared;
	struct engine engine = { .shared = &shared };
	struct team team = { 0 };
	struct bench_ctx c = { .engine = &engine,
		.state = &team,
		.cpu = { common_cpu(0), -1 },
		.arg = { BLOCK * MOST } };
	int used = 0;

	set_up = ran = tidied = 0;
	ops = 0;
	sizes = 0;
	for (int i = 0; i < PLAT_CPUS; i++)
		cpus[i] = 0;
	plat_pin(c.cpu[0], NULL);
	tap_ok(team_start(&c, &hooks, how, BLOCK) == 0 && set_up == n,
	    "%d are set up", n);
	for (int i = 0; i < PLAT_CPUS; i++)
		used += cpus[i] > 0;
	tap_ok(used == n || used == 0, "each on a CPU of its own");
	tap_ok(sizes <= c.arg[0] && sizes > c.arg[0] - n * BLOCK &&
		c.bytes_per_op == (uint64_t)sizes,
	    "and they divide the buffer");
	tap_ok(team_run(&c, 5) == 0 && ran == n && ops == 5 * (unsigned)n,
	    "each does all operations");
	tap_ok(team_tidy(&c, 5) == 0 && tidied == n, "and tidies its own");
	tap_ok(team_stop(&c) == 0, "and ends");
	plat_pin(-1, NULL);
}

static void test_failure(int n)
{
	static struct shared shared;
	struct engine engine = { .shared = &shared };
	struct team team = { 0 };
	struct bench_ctx c = { .engine = &engine,
		.state = &team,
		.cpu = { -1, -1 },
		.arg = { BLOCK } };

	set_up = 0;
	fail_at = n - 1;
	tap_ok(team_start(&c, &hooks, n > 1, BLOCK) != 0,
	    "the last member's failure is the row's");
	tap_str(shared.why, "a member failed", "with its reason");
	tap_ok(team_stop(&c) == 0, "and all end");
}

int main(void)
{
	int n = common_cpus();

	test_team(0, 1);
	if (n > 1)
		test_team(1, n);
	else
		tap_skip("a team", "one CPU");
	test_failure(n);
	return tap_done();
}
