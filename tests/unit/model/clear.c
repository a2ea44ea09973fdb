/* clear.c - tests of model/clear: batches at full speed, and what is made of
 * the others. */
#include "model/run.h"

#include "base/mem.h"

#include "tap.h"

#include <stdlib.h>

#define BATCHES 10

/* An invocation of BATCHES batches, the first `slow` of them beside another
 * thread: half as long again, as their pulses are. */
static struct invocation *add(struct run *r, const char *key, double cost,
    size_t slow)
{
	struct invocation *v = result_add(run_add(r, key));

	v->ops = 10;
	v->cpu[0] = 1;
	v->n_run = v->n_pulse = BATCHES;
	v->run = xcalloc(BATCHES, sizeof(*v->run));
	v->pulse = xcalloc(BATCHES, sizeof(*v->pulse));
	for (size_t i = 0; i < BATCHES; i++) {
		double factor = i < slow ? 1.5 : 1;

		v->run[i] = (uint64_t)(cost * 10 * factor);
		v->pulse[i] = (uint64_t)(2000 * factor) + i;
	}
	invocation_pulsed(v);
	return v;
}

static void values(void)
{
	struct invocation *faster;
	struct result *res;
	struct run r;

	run_init(&r);
	add(&r, "row", 100, 0);
	add(&r, "row", 100, 7);
	add(&r, "row", 100, 8);
	add(&r, "row", 100, BATCHES);
	res = run_find(&r, "row");
	tap_ok(run_clear(&r, res, 0) && run_clear(&r, res, 1) &&
		!run_clear(&r, res, 2) && !run_clear(&r, res, 3),
	    "3 batches at full speed are enough, 2 are not");
	tap_near(run_cost(&r, res, 1), 100, 1e-9, "the median of those");
	tap_near(run_cost(&r, res, 2), 150, 1e-9, "the median of all else");
	r.all_batches = true;
	tap_ok(run_clear(&r, res, 3), "unless all are asked for");
	tap_near(run_cost(&r, res, 1), 150, 1e-9, "the median of all then");
	r.all_batches = false;
	tap_near(run_shared(&r), 25. / 40, 1e-9, "the share of the slow ones");
	tap_near(run_slowdown(&r, res), 1.25, 0.01,
	    "two are at 1, two at 1.5: %g", run_slowdown(&r, res));
	/* what comes and goes counts from then on */
	faster = add(&r, "faster", 100, 0);
	faster->round = 1;
	for (size_t i = 0; i < BATCHES; i++)
		faster->pulse[i] = 1000;
	invocation_pulsed(faster);
	res = run_find(&r, "row");
	tap_ok(!run_clear(&r, res, 0), "one that was faster came");
	run_forget_round(&r, 1, "gone");
	tap_ok(run_clear(&r, res, 0), "and went");
	res->inv[1].warm = 8;
	tap_ok(!run_clear(&r, res, 1) == false,
	    "where two count, two are enough");
	tap_near(run_cost(&r, res, 1), 100, 1e-9, "warm-up never counts");
	run_release(&r);
}

static void base(void)
{
	struct invocation *v;
	struct run r;

	run_init(&r);
	v = add(&r, "row", 100, 6);
	v->n_base = BATCHES;
	v->base = xcalloc(BATCHES, sizeof(*v->base));
	for (size_t i = 0; i < BATCHES; i++)
		v->base[i] = i < 6 ? 900 : 400;
	tap_near(run_cost(&r, run_find(&r, "row"), 0), 60, 1e-9,
	    "of the base, too");
	run_release(&r);
}

static void left_out(void)
{
	struct result *res;
	double out[12];
	struct run r;

	run_init(&r);
	for (size_t i = 0; i < 11; i++)
		add(&r, "row", 100 + (double)i, i < 5 ? BATCHES : 0);
	res = run_find(&r, "row");
	tap_ok(run_leaves_shared(&r, res) && run_costs(&r, res, out) == 6 &&
		out[0] == 105,
	    "6 clear invocations: these only");
	add(&r, "other", 100, 0);
	res = run_find(&r, "row");
	res->inv[10].pulse[0] = 0; /* one fewer at full speed: still enough */
	tap_ok(run_costs(&r, res, out) == 6, "a batch less changes nothing");
	for (size_t i = 0; i < BATCHES; i++)
		res->inv[10].pulse[i] = 2100;
	tap_ok(!run_leaves_shared(&r, res) && run_costs(&r, res, out) == 11,
	    "5: all of them");
	run_release(&r);
}

/* Full speed is the CPU's own: a slow core is no shared one. */
static void cpus(void)
{
	struct invocation *v;
	struct run r;

	run_init(&r);
	add(&r, "row", 100, 0);
	v = add(&r, "row", 100, BATCHES);
	v->cpu[0] = 2;
	tap_ok(run_clear(&r, run_find(&r, "row"), 1), "of another kind");
	v = add(&r, "row", 100, BATCHES);
	tap_ok(!run_clear(&r, run_find(&r, "row"), 2), "not of the same");
	run_release(&r);
}

static void unknown(void)
{
	struct invocation *v;
	struct run r;

	run_init(&r);
	v = add(&r, "row", 100, 6);
	v->n_pulse = 0;
	invocation_pulsed(v);
	tap_ok(run_clear(&r, run_find(&r, "row"), 0) && isnan(run_shared(&r)),
	    "without pulses nothing is known");
	tap_near(run_cost(&r, run_find(&r, "row"), 0), 150, 1e-9,
	    "and all batches count");
	v->n_pulse = 4;
	invocation_pulsed(v);
	tap_near(run_cost(&r, run_find(&r, "row"), 0), 150, 1e-9,
	    "nor with a stranger's number of them");
	run_release(&r);
}

int main(void)
{
	values();
	base();
	left_out();
	cpus();
	unknown();
	return tap_done();
}
