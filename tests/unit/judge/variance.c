/* variance.c - tests of where the spread of a row comes from. */
#include "judge/variance.h"

#include "../noise.h"
#include "base/rng.h"
#include "made.h"
#include "tap.h"

#define N       40
#define BATCHES 20

static struct run r;
static struct rng rng;

/* Invocations of batches, with relative sds of both. */
static const struct result *make(double process, double batch, size_t n,
    size_t batches)
{
	struct result *res;

	run_init(&r);
	res = run_add(&r, "sys_null");
	res->outcome = OUTCOME_OK;
	for (size_t i = 0; i < n; i++) {
		struct invocation *inv = result_add(res);
		double level = 1e6 * exp(process * noise_normal(&rng));

		inv->round = (uint32_t)i;
		inv->ops = 1000;
		inv->wall_ns = 10000000;
		inv->warm = 1;
		inv->n_run = batches + 1;
		inv->run = xcalloc(inv->n_run, sizeof(*inv->run));
		inv->run[0] = 50000000; /* warm-up does not count */
		for (size_t k = 1; k < inv->n_run; k++)
			inv->run[k] =
			    (uint64_t)(level * exp(batch * noise_normal(&rng)));
	}
	return run_find(&r, "sys_null");
}

static void test_shares(void)
{
	struct variance v;

	rng_seed(&rng, 11);
	tap_ok(judge_variance(&r, make(0.02, 0.005, N, BATCHES), &v),
	    "enough of both");
	tap_near(v.process, 0.02, 0.35, "processes");
	tap_near(v.batch, 0.005, 0.15, "batches");
	tap_ok(v.more, "more processes are what helps");
	run_release(&r);
	judge_variance(&r, make(0, 0.05, N, BATCHES), &v);
	tap_near(v.batch, 0.05, 0.15, "batches alone");
	tap_ok(v.process < 0.014, "no share of processes: %g", v.process);
	tap_ok(!v.more, "longer ones would do as well");
	run_release(&r);
}

static void test_none(void)
{
	struct variance v;
	struct result *res;

	tap_ok(!judge_variance(&r, make(0.01, 0.01, 5, BATCHES), &v),
	    "five invocations are too few");
	run_release(&r);
	tap_ok(!judge_variance(&r, make(0.01, 0.01, N, 2), &v),
	    "so are two batches");
	run_release(&r);
	make(0.01, 0.01, N, BATCHES);
	res = run_find(&r, "sys_null");
	res->inv[0].events = xcalloc(1, sizeof(*res->inv[0].events));
	res->inv[0].n_events = 1;
	tap_ok(!judge_variance(&r, res, &v), "single events are no batches");
	run_release(&r);
}

int main(void)
{
	test_shares();
	test_none();
	return tap_done();
}
