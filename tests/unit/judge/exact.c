/* exact.c - tests of judge/exact: boots that count instructions. */
#include "../noise.h"
#include "two.h"

#define ROWS 30

static struct rng rng;

/* Two labs, of one pair where they are told so. */
static void begin_lab(void)
{
	begin_two();
	a.clock_name = xstrdup(RUN_INSTRUCTIONS);
	b.clock_name = xstrdup(RUN_INSTRUCTIONS);
}

static void put(struct run *r, const char *key, const double *cost, size_t n)
{
	made_row(r, key, cost, n);
	run_find(r, key)->unit = UNIT_INSN;
	r->rounds = (uint32_t)n;
}

#define PUT(r, key, ...) \
	put(r, key, (const double[]){ __VA_ARGS__ }, \
	    sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

/* -- Words --------------------------------------------------------------- */

static void test_exact(void)
{
	begin_lab();
	PUT(&a, "sys_null", 1000, 1000, 1000);
	PUT(&b, "sys_null", 1003, 1003, 1003);
	PUT(&a, "sys_read", 1000, 1000, 1000);
	PUT(&b, "sys_read", 1001, 1001, 1001);
	PUT(&a, "sys_stat", 1000, 1000, 1000);
	PUT(&b, "sys_stat", 990, 990, 990);
	PUT(&a, "sys_write", 500, 500, 500);
	PUT(&b, "sys_write", 500, 500, 500);
	compare(NULL);
	is("sys_null", VERDICT_SLOWER);
	tap_near(row("sys_null")->change, 0.003, 1e-9, "the change");
	tap_near(row("sys_null")->lo, 0.003, 1e-9, "is known exactly");
	tap_near(row("sys_null")->hi, 0.003, 1e-9, "on both sides");
	tap_near(row("sys_null")->cost_b, 1003, 1e-9, "so is the count");
	is("sys_read", VERDICT_SAME);
	is("sys_stat", VERDICT_FASTER);
	is("sys_write", VERDICT_SAME);
	tap_ok(v.pairing == PAIRING_COUNTED, "boots are not interleaved");
	tap_str(v.order,
	    "instructions, not time; 3 and 3 boots; a change counts beyond "
	    "0.2 %",
	    "what the numbers are");
	tap_near(v.suite, pow(1.003 * 1.001 * 0.99, 0.25) - 1, 1e-9, "suite");
	tap_near(v.suite_lo, v.suite, 1e-9, "as exact");
	end();
}

static void test_margin(void)
{
	struct judge_opts o = judge_defaults;

	begin_lab();
	PUT(&a, "sys_null", 1000, 1000, 1000);
	PUT(&b, "sys_null", 1003, 1003, 1003);
	o.counts = 0.01;
	compare(&o);
	is("sys_null", VERDICT_SAME);
	tap_ok(row("sys_null")->margins.from == MARGIN_ASKED, "was asked for");
	o.counts = 0;
	o.delta = 0.05;
	compare(&o);
	is("sys_null", VERDICT_SLOWER);
	end();
}

static void test_spread(void)
{
	begin_lab();
	PUT(&a, "proc_fork", 100000, 100050, 99950);
	PUT(&b, "proc_fork", 102000, 102050, 101950);
	PUT(&a, "proc_exec", 100000, 100050, 99950);
	PUT(&b, "proc_exec", 100010, 100060, 99960);
	PUT(&a, "vm_fault", 100000, 100500, 99500);
	PUT(&b, "vm_fault", 100250, 100750, 99750);
	compare(NULL);
	is("proc_fork", VERDICT_SLOWER);
	tap_ok(row("proc_fork")->lo > 0.017 && row("proc_fork")->hi < 0.023,
	    "Student's interval, after Holm");
	is("proc_exec", VERDICT_SAME);
	is("vm_fault", VERDICT_CANNOT_TELL);
	tap_ok(row("vm_fault")->n_more > 0, "%u boots more",
	    row("vm_fault")->n_more);
	end();
}

/* What CANNOT TELL asks for tells. */
static void test_more(void)
{
	double x[256], y[256];
	uint32_t n;

	for (size_t i = 0; i < 256; i++) {
		x[i] = 1000 + (double)(i * 7 % 3) * 4;
		y[i] = x[i] + 8;
	}
	begin_lab();
	put(&a, "row", x, 3);
	put(&b, "row", y, 3);
	PUT(&a, "other", 1000, 1002, 1001);
	PUT(&b, "other", 1000, 1002, 1001);
	compare(NULL);
	is("row", VERDICT_CANNOT_TELL);
	n = 3 + row("row")->n_more;
	tap_ok(n > 3 && n < 40, "%u boots are asked for", n);
	end();
	begin_lab();
	put(&a, "row", x, n);
	put(&b, "row", y, n);
	PUT(&a, "other", 1000, 1002, 1001);
	PUT(&b, "other", 1000, 1002, 1001);
	compare(NULL);
	is("row", VERDICT_SLOWER);
	end();
}

static void test_few(void)
{
	begin_lab();
	PUT(&a, "sys_null", 1000);
	PUT(&b, "sys_null", 1200);
	PUT(&a, "sys_read", 1000, 1000);
	PUT(&b, "sys_read", 1200, 1200);
	PUT(&a, "sys_stat", 1000, 1000, 1000);
	PUT(&b, "sys_stat", 1200);
	compare(NULL);
	is("sys_null", VERDICT_CANNOT_TELL);
	says("sys_null", "one boot each");
	tap_ok(row("sys_null")->n_more == 2, "two more boots");
	is("sys_read", VERDICT_MAYBE_SLOWER);
	says("sys_read", "3 boots a side would be sure");
	is("sys_stat", VERDICT_CANNOT_TELL);
	says("sys_stat", "one boot after");
	end();
}

/* Several invocations in a boot say nothing of boots. */
static void test_boots(void)
{
	struct result *res;

	begin_lab();
	PUT(&a, "row", 1000, 1000, 1000, 1000, 1000, 1000);
	PUT(&b, "row", 1100, 1100, 1100, 1100, 1100, 1100);
	for (int side = 0; side < 2; side++) {
		res = run_find(side ? &b : &a, "row");
		for (size_t i = 0; i < res->n_inv; i++)
			res->inv[i].round = (uint32_t)(i / 3);
	}
	compare(NULL);
	tap_ok(row("row")->na == 2 && row("row")->nb == 2, "two boots a side");
	is("row", VERDICT_MAYBE_SLOWER);
	end();
}

/* A row that falls apart proves nothing while others jump as far by chance. */
static void test_luck(void)
{
	begin_lab();
	PUT(&a, "jump", 1000, 1010, 1000);
	PUT(&b, "jump", 1010, 1000, 1000);
	PUT(&a, "apart", 1000, 1000, 1000);
	PUT(&b, "apart", 1008, 1008, 1008);
	PUT(&a, "far", 1000, 1000, 1000);
	PUT(&b, "far", 1020, 1020, 1020);
	compare(NULL);
	is("apart", VERDICT_MAYBE_SLOWER);
	says("apart", "1 other row moves as far from boot to boot: 4 boots");
	is("far", VERDICT_SLOWER);
	end();
	begin_lab();
	PUT(&a, "jump", 1000, 1010, 1000, 1000);
	PUT(&b, "jump", 1010, 1000, 1000, 1000);
	PUT(&a, "apart", 1000, 1000, 1000, 1000);
	PUT(&b, "apart", 1008, 1008, 1008, 1008);
	compare(NULL);
	is("apart", VERDICT_SLOWER);
	end();
	/* a row that spreads is not one that jumps */
	begin_lab();
	PUT(&a, "noise", 1000, 1004, 1013);
	PUT(&b, "noise", 1002, 1006, 1015);
	PUT(&a, "apart", 1000, 1000, 1000);
	PUT(&b, "apart", 1008, 1008, 1008);
	compare(NULL);
	is("apart", VERDICT_SLOWER);
	end();
}

static void test_guards(void)
{
	begin_lab();
	PUT(&a, "sys_null", 1000, 1000, 1000);
	PUT(&b, "sys_null", 1000, 1000, 1000);
	free(b.clock_name);
	b.clock_name = NULL;
	run_find(&b, "sys_null")->unit = UNIT_NS;
	compare(NULL);
	tap_ok(v.not_comparable, "instructions and time");
	tap_str(v.why, "one run counts instructions, the other measures time",
	    "why");
	end();
}

/* -- How often it is wrong ----------------------------------------------- */

enum spread {
	NORMAL, /* of a standard deviation of 0.01 to 1 % */
	TWO,    /* one of two ways, half of the boots each, 0.1 to 3 % apart */
	SOME,   /* a few rows have two ways, the others never move */
	MIXED,  /* every second row never moves, the others are normal */
	SPREADS
};

static const char *const words[SPREADS] = { "normal", "two ways",
	"some with two ways", "normal, half of them exact" };

static void make_boots(enum spread kind, size_t i, double *cost, size_t n,
    double size)
{
	for (size_t k = 0; k < n; k++) {
		double z = 0;

		if (kind == NORMAL || (kind == MIXED && i % 2))
			z = size * noise_normal(&rng);
		else if (kind == TWO || (kind == SOME && i < 3))
			z = rng_below(&rng, 2) ? 3 * size : 0;
		cost[k] = 10000 * exp(z);
	}
}

/* Tables of 30 rows of one kernel twice: how many raise an alarm. */
static unsigned alarms(enum spread kind, size_t n, unsigned tables)
{
	double cost[16];
	unsigned bad = 0;
	char key[32];

	for (unsigned t = 0; t < tables; t++) {
		begin_lab();
		for (size_t i = 0; i < ROWS; i++) {
			double size = 1e-4 * exp(log(100) * rng_unit(&rng));

			snprintf(key, sizeof(key), "row%zu", i);
			make_boots(kind, i, cost, n, size);
			put(&a, key, cost, n);
			make_boots(kind, i, cost, n, size);
			put(&b, key, cost, n);
		}
		compare(NULL);
		bad += v.count[VERDICT_SLOWER] + v.count[VERDICT_FASTER] > 0;
		end();
	}
	return bad;
}

/* 400 tables: 5 % and what the binomial allows beyond with 99.9 %. */
static void test_alarms(void)
{
	for (int kind = 0; kind < SPREADS; kind++)
		for (size_t n = 3; n <= 5; n += 2) {
			unsigned bad = alarms((enum spread)kind, n, 400);

			tap_ok(bad <= 35, "%zu + %zu boots, %s: %.1f %%", n, n,
			    words[kind], bad / 4.0);
		}
}

/* -- One run ------------------------------------------------------------- */

static void test_estimate(void)
{
	struct estimate e;

	begin_lab();
	PUT(&a, "exact", 1000, 1000, 1000);
	PUT(&a, "spread", 1000, 1010, 990);
	PUT(&a, "once", 1000);
	judge_estimate(&a, run_find(&a, "exact"), &e);
	tap_ok(e.status == STATUS_OK && e.n == 3, "three equal boots are fine");
	tap_near(e.lo, 1000, 1e-9, "and exact");
	judge_estimate(&a, run_find(&a, "spread"), &e);
	tap_near(e.cost, cbrt(1000.0 * 1010 * 990), 1e-9, "the mean");
	tap_near(e.half_width, 4.302653 * 0.01 / sqrt(3), 1e-3, "Student's");
	judge_estimate(&a, run_find(&a, "once"), &e);
	tap_ok(e.status == STATUS_FEW, "one boot has no interval");
	end();
}

int main(void)
{
	rng_seed(&rng, 7);
	test_exact();
	test_margin();
	test_spread();
	test_more();
	test_few();
	test_boots();
	test_luck();
	test_guards();
	test_alarms();
	test_estimate();
	return tap_done();
}
