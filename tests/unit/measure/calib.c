/* calib.c - batch sizes from simulated times. */
#include "measure/calib.h"

#include "plat/count.h"

#include "tap.h"

/* Feed an operation of op_ns with a fixed cost a batch; the first trials are
 * cold times slower. Returns the trials. */
static int simulate(struct calib *c, double op_ns, double fixed_ns, double cold,
    int cold_trials)
{
	int n = 0;
	double t;

	do {
		t = op_ns * (double)c->ops + fixed_ns;
		if (n < cold_trials)
			t *= cold;
		n++;
	} while (!calib_feed(c, (uint64_t)t) && n < 10000);
	return n;
}

static void test_length(void)
{
	struct plat_clock fine = { .cost_ns = 20, .step_ns = 1 };
	struct plat_clock coarse = { .cost_ns = 20, .step_ns = 1000 };
	struct plat_clock counted = { .id = PLAT_COUNT, .step_ns = 1 };
	struct plat_clock dear = { .cost_ns = 2000, .step_ns = 1 };

	tap_near(calib_batch_ns(&counted, 50000000), 200000, 1e-9,
	    "instructions: no longer than a tick is apart from the next");
	tap_near(calib_batch_ns(&counted, 1000000), 50000, 1e-9,
	    "or a twentieth");
	tap_near(calib_batch_ns(&fine, 10000000), 500000, 1e-9,
	    "a twentieth of 10 ms");
	tap_near(calib_batch_ns(&fine, 1000), 2000, 1e-9,
	    "at least 100 readings");
	tap_near(calib_batch_ns(&coarse, 10000000), 1000000, 1e-9,
	    "at least 1000 steps");
	tap_near(calib_batch_ns(&dear, 1000000), 200000, 1e-9,
	    "at least 100 dear readings");
}

static void test_fast(void)
{
	struct calib c;
	int n;

	calib_init(&c, 500000, 0);
	n = simulate(&c, 0.3, 25, 1, 0);
	tap_near((double)c.ops, 500000 / 0.3, 0.01, "0.3 ns an operation");
	tap_ok(n < 30, "in %d trials", n);
	tap_ok(c.spent_ns < 6 * c.want_ns, "in under 6 batches' time");
	calib_init(&c, 500000, 1000);
	simulate(&c, 0.3, 25, 1, 0);
	tap_ok(c.ops == 1000, "max_ops holds");
	calib_init(&c, 500000, 0);
	n = simulate(&c, 0, 0, 1, 0);
	tap_ok(n < 60 && c.ops > 0, "no time at all ends too");
}

static void test_slow(void)
{
	struct calib c;
	int n;

	calib_init(&c, 500000, 0);
	n = simulate(&c, 30e6, 0, 1, 0);
	tap_ok(c.ops == 1, "an operation of 30 ms");
	tap_ok(n <= 2, "in %d trials", n);
	calib_init(&c, 500000, 0);
	n = simulate(&c, 5e9, 0, 1, 0);
	tap_ok(c.ops == 1 && n == 1, "one of 5 s is tried once");
	calib_init(&c, 500000, 0);
	simulate(&c, 100000, 0, 30, 1);
	tap_ok(c.ops == 5, "a cold start does not count");
	calib_init(&c, 500000, 0);
	simulate(&c, 25000, 0, 1200, 1);
	tap_ok(c.ops == 20, "nor a stall of 30 ms (%d operations)", (int)c.ops);
	calib_init(&c, 500000, 0);
	simulate(&c, 25000, 0, 4000, 1);
	tap_ok(c.ops == 20, "nor one of 100 ms (%d)", (int)c.ops);
	calib_init(&c, 500000, 0);
	simulate(&c, 480000, 0, 1, 0);
	tap_ok(c.ops == 1, "one that fills the batch");
}

/* P25: times that never agree end all the same. */
static void test_noisy(void)
{
	struct calib c;
	int n = 0;

	calib_init(&c, 500000, 0);
	while (!calib_feed(&c, (uint64_t)(c.ops * (n % 2 ? 100 : 3000))) &&
	    n < 1000)
		n++;
	tap_ok(n < 40, "noise of a factor of 30 ends after %d", n);
	tap_ok(c.ops >= 100 && c.ops <= 10000, "at %d operations", (int)c.ops);
}

static void test_least(void)
{
	tap_ok(calib_min_batches(1e6, 10000000) == 5, "five of 1 ms in 10 ms");
	tap_ok(calib_min_batches(4e6, 10000000) == 5, "five of 4 ms in 10 ms");
	tap_ok(calib_min_batches(4.1e6, 10000000) == 3, "three of 4.1 ms");
	tap_ok(calib_min_batches(1e9, 10000000) == 3, "three of 1 s");
}

/* A row whose operations come in rounds. */
static void test_step(void)
{
	static const double op_ns[] = { 1, 40, 300, 9000 };
	struct calib c;

	for (size_t i = 0; i < 4; i++) {
		calib_init(&c, 500000, 0);
		calib_step(&c, 2048);
		simulate(&c, op_ns[i], 100, 1, 0);
		tap_ok(c.ops >= 2048 && c.ops % 2048 == 0 &&
			(double)c.ops * op_ns[i] < 500000 + 2048 * op_ns[i],
		    "%g ns: %llu operations are whole rounds", op_ns[i],
		    (unsigned long long)c.ops);
	}
	calib_init(&c, 500000, 5000);
	calib_step(&c, 2048);
	simulate(&c, 1, 0, 1, 0);
	tap_ok(c.ops == 4096, "the limit is rounded down to whole rounds");
	calib_init(&c, 500000, 1000);
	calib_step(&c, 2048);
	simulate(&c, 1, 0, 1, 0);
	tap_ok(c.ops == 2048, "but one round there is");
}

int main(void)
{
	test_length();
	test_fast();
	test_slow();
	test_noisy();
	test_least();
	test_step();
	return tap_done();
}
