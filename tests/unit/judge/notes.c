/* notes.c - what is said of the values of a row beside its word, and when
 * nothing is. */
#include "judge/judge.h"

#include "../noise.h"
#include "base/rng.h"
#include "two.h"

static struct rng rng;

static void begin(bool paired)
{
	if (paired)
		begin_pair(0);
	else
		begin_two();
	rng_seed(&rng, 9);
}

/* Values of both sides from one function of the round. */
static void both(const char *key, size_t n, double (*cost)(size_t i, bool now))
{
	for (size_t i = 0; i < n; i++) {
		made_value(&a, key, cost(i, false));
		made_value(&b, key, cost(i, true));
	}
}

static double jitter(double cost, double sd)
{
	return cost * exp(sd * noise_normal(&rng));
}

static double ticks(size_t i, bool now)
{
	return (i + now) % 3 ? 20 : 25;
}

static double same_tick(size_t i, bool now)
{
	(void)now;
	return i % 5 ? 20 : 25;
}

static double modes_shift(size_t i, bool now)
{
	bool low = now ? i % 10 != 0 : i % 2;

	return jitter(low ? 5 : 10, 0.005);
}

static double modes_move(size_t i, bool now)
{
	return jitter((now ? 1.2 : 1) * (i % 2 ? 5 : 10), 0.005);
}

static double wider(size_t i, bool now)
{
	(void)i;
	return jitter(100, now ? 0.03 : 0.005);
}

static double drifts(size_t i, bool now)
{
	(void)now;
	return jitter(100 * (1 + 0.01 * (double)i), 0.002);
}

static double warms(size_t i, bool now)
{
	(void)now;
	return jitter(i < 3 ? 130 - 5 * (double)i : 100, 0.002);
}

static double waves(size_t i, bool now)
{
	return jitter(i / 10 % 2 == (size_t)now ? 100 : 103, 0.002);
}

static double skewed(size_t i, bool now)
{
	/* a tail of the differences on one side */
	static const double tail[10] = { 0, 0.001, 0.002, 0.003, 0.004, 0.005,
		0.03, 0.05, 0.08, 0.12 };

	return now ? 100 * (1 + tail[i * 7 % 10] + 1e-5 * (double)i) : 100;
}

static double plain(size_t i, bool now)
{
	(void)i;
	(void)now;
	return jitter(100, 0.01);
}

static void fill(void)
{
	both("ticks", 20, ticks);
	both("same_tick", 20, same_tick);
	both("modes_shift", 40, modes_shift);
	both("modes_move", 40, modes_move);
	both("wider", 30, wider);
	both("drifts", 30, drifts);
	both("warms", 30, warms);
	both("waves", 40, waves);
	both("skewed", 40, skewed);
	both("plain", 30, plain);
}

static void test_common(void)
{
	says("ticks", "steps of 5.00 ns, 25 % of the cost");
	tap_ok(row("same_tick")->verdict == VERDICT_CANNOT_TELL &&
		row("same_tick")->coarse && row("same_tick")->n_more == 0,
	    "equal ticks are not SAME, and more of them do not help");
	tap_ok(row("same_tick")->band > 0.2, "nor is any band below a tick");
	says("same_tick", "no smaller change shows");
	says("modes_shift", "two modes");
	says("modes_shift",
	    "the lower has 50 % before and 90 % after, which is no accident");
	says("modes_move", "before 5.0");
	says("modes_move", "after 6.0");
	says("wider", "times more variable");
	tap_ok(row("wider")->spread > 3 && row("wider")->spread < 12,
	    "%g times", row("wider")->spread);
	tap_ok(isnan(row("plain")->spread), "no spread where none differs");
	tap_str(row("plain")->note, "", "nothing to say of plain values");
}

static void test_pairs(void)
{
	begin(true);
	fill();
	compare(NULL);
	test_common();
	says("drifts", "both drift by +2");
	tap_ok(row("drifts")->verdict == VERDICT_SAME, "pairs cancel it");
	says("warms", "the first 3 rounds");
	says("waves", "neighbouring pairs are alike");
	says("skewed", "skewed: by their median");
	says("skewed", "the more careful one is given");
	end();
}

static void test_apart(void)
{
	begin(false);
	fill();
	compare(NULL);
	test_common();
	says("drifts", "before drifts by +2");
	says("drifts", "after drifts by +2");
	says("warms", "the first 3 values of before");
	says("waves", "before comes in waves");
	end();
}

/* A mean of two modes is nobody's cost. */
static void test_between(void)
{
	begin(true);
	both("modes_move", 40, modes_move);
	compare(NULL);
	tap_ok(row("modes_move")->cost_a < 5.2, "cost %g is one of them",
	    row("modes_move")->cost_a);
	end();
}

/* The clock of the run may be coarser than the values show. */
static void test_clock(void)
{
	begin(true);
	both("x", 20, plain);
	for (size_t i = 0; i < 20; i++) {
		run_find(&a, "x")->inv[i].run[0] = 100000000;
		run_find(&b, "x")->inv[i].run[0] = 100000000;
	}
	compare(NULL);
	tap_ok(row("x")->verdict == VERDICT_SAME, "equal by a fine clock");
	b.clock_step_ns = 4000000.0 * MADE_OPS / 1e6;
	compare(NULL);
	tap_ok(row("x")->verdict == VERDICT_CANNOT_TELL && row("x")->coarse,
	    "by one of 4 ms steps nobody can tell");
	end();
}

/* Values without any shape: few rows have something said of them. */
static void test_silence(void)
{
	size_t said = 0;
	char key[16];

	begin(true);
	for (int i = 0; i < 200; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		both(key, 20, plain);
	}
	compare(NULL);
	for (size_t i = 0; i < v.n; i++)
		said += v.rows[i].note[0] != '\0';
	/* neighbours alike and skewed: at most 5.5 % of rows by chance; more
	 * than 22 of 200 has probability .002 */
	tap_ok(said <= 22, "notes on %zu of 200 rows of plain values", said);
	end();
}

/* Few values have no spread that could be judged, and 2 pairs ask for those
 * that an interval takes. */
static void test_few(void)
{
	begin(true);
	both("two", 2, wider);
	both("four", 4, wider);
	compare(NULL);
	tap_ok(isnan(row("two")->spread), "2 values of each do not vary");
	tap_ok(isnan(row("four")->spread), "nor do 4");
	tap_ok(row("two")->n_more == 4, "2 pairs: %u more", row("two")->n_more);
	tap_ok(row("four")->n_more == 2, "4 pairs: %u more",
	    row("four")->n_more);
	end();
}

int main(void)
{
	test_few();
	test_pairs();
	test_apart();
	test_between();
	test_clock();
	test_silence();
	return tap_done();
}
