/* calib.c - how many operations make a batch: a decision without a clock. */
#include "measure/calib.h"

#include "plat/count.h"

#include <math.h>
#include <string.h>

#define BATCHES 20   /* batches of an invocation, about */
#define STEPS   1000 /* clock steps in a batch: error 0.1 % */
#define COSTS   100  /* clock readings in a batch: overhead 1 % */
#define REPEATS 3    /* trials at the last size */
#define BUDGET  80   /* batches' worth of trials: 4 x the wanted time */
#define STALLS  10   /* budgets that a stall may take: .4 s of 10 ms */
#define NEAR    4    /* a trial this part of a batch is near enough */
/* Instructions of a batch where these are counted: reading the clock costs two,
 * and of so short batches less than half have a tick of the kernel in them, at
 * 1000 Hz, too, so that the median has none. */
#define COUNTED   200000
#define OPS_LIMIT (UINT64_C(1) << 40) /* a hook that does nothing at all */

double calib_batch_ns(const struct plat_clock *clock, int64_t time_ns)
{
	double want = (double)time_ns / BATCHES;

	if (clock->id == PLAT_COUNT)
		return fmin(want, COUNTED);
	want = fmax(want, STEPS * clock->step_ns);
	return fmax(want, COSTS * clock->cost_ns);
}

void calib_init(struct calib *c, double want_ns, uint64_t max_ops)
{
	memset(c, 0, sizeof(*c));
	c->ops = c->step = 1;
	c->max_ops = max_ops && max_ops < OPS_LIMIT ? max_ops : OPS_LIMIT;
	c->want_ns = want_ns;
	c->budget_ns = BUDGET * want_ns;
	c->op_ns = INFINITY;
}

void calib_step(struct calib *c, uint64_t step)
{
	if (step <= 1)
		return;
	c->ops = c->step = step;
	c->max_ops -= c->max_ops % step;
	if (c->max_ops == 0)
		c->max_ops = step;
}

static uint64_t fit(const struct calib *c)
{
	double step = (double)c->step;
	double steps = c->op_ns > 0 ? c->want_ns / c->op_ns / step : HUGE_VAL;

	if (!(steps < (double)c->max_ops / step))
		return c->max_ops;
	return (steps < 1 ? 1 : (uint64_t)(steps + 0.5)) * c->step;
}

bool calib_feed(struct calib *c, uint64_t ns)
{
	double t = (double)ns, op = t / (double)c->ops;

	c->spent_ns += t;
	if (t < c->want_ns / NEAR && c->ops < c->max_ops &&
	    c->spent_ns < c->budget_ns) {
		/* What small trials took per operation is mostly the fixed
		 * cost of a batch: forget it. */
		c->op_ns = INFINITY;
		c->repeats = 0;
		c->ops = c->ops <= c->max_ops / 2 ? c->ops * 2 : c->max_ops;
		return false;
	}
	c->op_ns = fmin(c->op_ns, op);
	c->repeats++;
	/* One trial may have met a stall (a journal's commit) of many batches,
	 * and the row would keep that size for the whole run. */
	if ((c->repeats == 1 && t < STALLS * c->budget_ns) ||
	    (c->repeats < REPEATS && c->spent_ns + t <= c->budget_ns))
		return false;
	c->ops = fit(c);
	return true;
}

unsigned calib_min_batches(double batch_ns, int64_t time_ns)
{
	return 5 * batch_ns <= 2 * (double)time_ns ? 5 : 3;
}
