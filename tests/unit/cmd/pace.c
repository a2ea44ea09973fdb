/* pace.c - rounds and time within a budget, more for the least precise. */
#include "cmd/pace.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>

#define S  1000000000ll
#define MS 1000000ll

static struct measure_opts o;
static struct pace p;
static int64_t now;

static void begin(uint32_t rounds, bool fixed, int64_t budget_ns)
{
	memset(&o, 0, sizeof(o));
	o.rounds = rounds;
	o.fixed = fixed;
	o.budget_ns = budget_ns;
	now = 5 * S;
	pace_init(&p, 2, &o, now);
	pace_begin(&p, now);
}

/* One round of both rows, each step so long and so precise; then the pace's
 * word. */
static void round_of(uint32_t done, int64_t step_ns, double a, double b)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		p.row[i].wanted = !p.row[i].done;
		p.row[i].half_width = i == 0 ? a : b;
		if (!p.row[i].wanted)
			continue;
		p.row[i].n++;
		pace_step(&p, i, step_ns);
		now += step_ns;
	}
	pace_next(&p, done, now);
}

static void is_stop(int ret, const char *want)
{
	char *words = pace_words(&p, ret);

	tap_str(words, want, "it says: %s", want);
	free(words);
	pace_release(&p);
}

static void test_fixed(void)
{
	begin(3, true, 0);
	round_of(1, 20 * MS, .5, .5);
	tap_ok(!p.over && p.middle, "fixed: the middle after one of three");
	round_of(2, 20 * MS, .5, .5);
	tap_ok(!p.over && !p.middle, "fixed: goes on");
	round_of(3, 20 * MS, .5, .5);
	tap_ok(p.over && p.full == 3, "fixed: exactly so many");
	is_stop(0, "3 rounds");
}

static void test_precise(void)
{
	uint32_t i;

	begin(12, false, 45 * S);
	for (i = 1; i <= 12; i++)
		round_of(i, 20 * MS, .01, .10);
	tap_ok(!p.over, "time is left, one row is not precise: it goes on");
	tap_ok(p.row[0].done && !p.row[1].done, "with that row alone");
	round_of(13, 20 * MS, .01, .10);
	tap_ok(!p.over && p.full == 12, "full rounds are counted apart");
	round_of(14, 20 * MS, .01, .029);
	tap_ok(p.over, "precise enough: the end");
	is_stop(0, "12 rounds, then up to 2 more of the least precise row");

	begin(12, false, 45 * S);
	for (i = 1; i <= 12; i++)
		round_of(i, 20 * MS, .01, .02);
	tap_ok(p.over, "all precise at once: no further round");
	is_stop(0, "12 rounds");

	begin(12, false, 45 * S);
	for (i = 1; i <= 100 && !p.over; i++)
		round_of(i, 20 * MS, .01, .5);
	tap_ok(p.row[1].n == 40, "a row that never gets there: 40 and the end");
	pace_release(&p);
}

static void test_budget(void)
{
	uint32_t i;

	begin(12, false, 2 * S);
	round_of(1, 100 * MS, .5, .5); /* needs 2.4 s */
	tap_ok(p.time_ns < 10 * MS && p.rounds == 12,
	    "too long: shorter invocations first");
	for (i = 2; i <= 20 && !p.over; i++)
		round_of(i, 100 * MS, .5, .5);
	tap_ok(p.full >= 8 && p.full < 12, "then fewer rounds (%u)", p.full);
	tap_ok(now - 5 * S <= 2 * S, "within the budget");
	pace_release(&p);

	begin(12, false, 1 * S);
	for (i = 1; i <= 20 && !p.over; i++)
		round_of(i, 300 * MS, .5, .5);
	tap_ok(p.full < PACE_LEAST, "a budget for two rounds is two rounds");
	is_stop(0, "2 rounds of 12, then the budget was used up");

	begin(12, false, 1 * S);
	tap_ok(!pace_spent(&p, now + 1500 * MS),
	    "the first round may take longer");
	tap_ok(pace_spent(&p, now + 2000 * MS), "but not twice as long");
	tap_ok(p.over, "and that is the end");
	is_stop(0, "0 rounds of 12, then the budget was used up");

	begin(12, true, 0);
	tap_ok(!pace_spent(&p, now + 4000 * S), "without a budget never");
	pace_release(&p);
}

static void test_rest(void)
{
	begin(12, false, 45 * S);
	pace_calibrated(&p, 500 * MS);
	pace_step(&p, 0, 520 * MS);
	tap_ok(p.row[0].cost_ns == 20 * MS, "calibration is no part of a step");
	pace_step(&p, 0, 30 * MS);
	tap_ok(p.row[0].cost_ns == 30 * MS, "and happens once");
	tap_ok(pace_left(&p, now + 46 * S) == 0, "time left is never negative");
	is_stop(-EINTR, "0 rounds, then interrupted");
	begin(12, false, 45 * S);
	round_of(1, 20 * MS, .5, .5);
	is_stop(-EIO, "1 round, then an error");
}

int main(void)
{
	test_fixed();
	test_precise();
	test_budget();
	test_rest();
	return tap_done();
}
