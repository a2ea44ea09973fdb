/* many.c - several comparisons are one family: one alarm in twenty tables. */
#include "judge/judge.h"

#include "../noise.h"
#include "made.h"
#include "tap.h"

#define RUNS 4

static struct rng rng;

/* Runs of rows that are normal about 100 with an sd of 2 %. */
static void make(struct run *r, size_t n_runs, size_t rows, size_t n)
{
	double v[64];
	char key[32];

	for (size_t k = 0; k < n_runs; k++) {
		run_init(&r[k]);
		made_host(&r[k], "cpu", "boot");
		for (size_t i = 0; i < rows; i++) {
			snprintf(key, sizeof(key), "row%zu", i);
			noise_fill(&rng, NOISE_NORMAL, v, n);
			for (size_t j = 0; j < n; j++)
				v[j] = 100 * exp(0.02 * v[j]);
			made_row(&r[k], key, v, n);
		}
	}
}

static void judge(const struct run *r, size_t n_runs, struct verdict_set *v)
{
	struct judge_pair pair[RUNS];

	for (size_t k = 1; k < n_runs; k++) {
		pair[k - 1] =
		    (struct judge_pair){ &r[0], &r[k], judge_defaults };
		/* no margin, so that the correction alone is tried */
		pair[k - 1].opts.delta = 1e-9;
		pair[k - 1].opts.floors = &made_no_floors;
	}
	judge_compare_many(pair, n_runs - 1, v);
}

static void end(struct run *r, size_t n_runs, struct verdict_set *v)
{
	for (size_t k = 0; k < n_runs; k++)
		run_release(&r[k]);
	for (size_t k = 0; k + 1 < n_runs; k++)
		verdict_set_release(&v[k]);
}

/* Holm by hand over all cells: the smallest p times their number. */
static void test_family(void)
{
	struct verdict_set v[RUNS], alone;
	const struct comparison *least = NULL;
	struct judge_opts o = judge_defaults;
	struct run r[RUNS];
	bool no_less = true;

	make(r, RUNS, 20, 12);
	made_spread(&r[2], "twice", 200, 0.02, 12);
	made_spread(&r[0], "twice", 100, 0.02, 12);
	judge(r, RUNS, v);
	o.delta = 1e-9;
	o.floors = &made_no_floors;
	judge_compare(&r[0], &r[2], &o, &alone);
	for (size_t k = 0; k + 1 < RUNS; k++)
		for (size_t i = 0; i < v[k].n; i++)
			if (!least || v[k].rows[i].p < least->p)
				least = &v[k].rows[i];
	tap_str(least->key, "twice", "the row that changed");
	/* 20 rows in three comparisons, and one in one of them */
	tap_near(least->p_holm, least->p * 61, 1e-12, "61 cells");
	tap_ok(least->verdict == VERDICT_SLOWER, "it is SLOWER all the same");
	tap_ok(least->lo < alone.rows[alone.n - 1].lo ||
		least->hi > alone.rows[alone.n - 1].hi,
	    "with a wider interval than alone");
	for (size_t i = 0; i < v[1].n; i++)
		no_less &= v[1].rows[i].p_holm >= alone.rows[i].p_holm;
	tap_ok(no_less, "no row is surer for standing in a larger table");
	tap_ok(v[0].count[VERDICT_MISSING] == 1, "missing elsewhere");
	verdict_set_release(&alone);
	end(r, RUNS, v);
}

/* One comparison is what judge_compare makes of it. */
static void test_one(void)
{
	struct verdict_set v[1], w;
	struct judge_opts o = judge_defaults;
	struct run r[2];
	bool same;

	make(r, 2, 10, 12);
	judge(r, 2, v);
	o.delta = 1e-9;
	o.floors = &made_no_floors;
	judge_compare(&r[0], &r[1], &o, &w);
	same = v[0].n == w.n;
	for (size_t i = 0; i < w.n && same; i++)
		same = v[0].rows[i].p_holm == w.rows[i].p_holm &&
		    v[0].rows[i].verdict == w.rows[i].verdict;
	tap_ok(same, "one comparison is no other than before");
	verdict_set_release(&w);
	end(r, 2, v);
}

/* A comparison of two machines has no words, and takes no share of alpha. */
static void test_guarded(void)
{
	const struct comparison *least;
	struct verdict_set v[2];
	struct run r[3];

	make(r, 3, 10, 12);
	host_set(&r[2].host, "cpu.model", FACT_IDENTITY, "another");
	made_spread(&r[1], "row0", 110, 0.02, 12);
	judge(r, 3, v);
	least = &v[0].rows[0];
	tap_ok(v[1].not_comparable && !v[0].not_comparable,
	    "one of two is not comparable");
	for (size_t i = 1; i < v[0].n; i++)
		if (v[0].rows[i].p < least->p)
			least = &v[0].rows[i];
	tap_near(least->p_holm, fmin(least->p * 10, 1), 1e-12,
	    "ten cells, not twenty");
	end(r, 3, v);
}

/* No true difference: tables with an alarm, 99 % bound of one in twenty. */
static void test_alarms(size_t tables)
{
	size_t alarms = 0, any;

	for (size_t k = 0; k < tables; k++) {
		struct verdict_set v[RUNS];
		struct run r[RUNS];

		make(r, RUNS, 15, 12);
		judge(r, RUNS, v);
		any = 0;
		for (size_t i = 0; i + 1 < RUNS; i++)
			any += v[i].count[VERDICT_SLOWER] +
			    v[i].count[VERDICT_FASTER];
		alarms += any > 0;
		end(r, RUNS, v);
	}
	tap_ok((double)alarms <= 0.05 * (double)tables +
		    2.33 * sqrt(0.05 * 0.95 * (double)tables),
	    "three comparisons of 15 rows: alarms in %zu tables of %zu", alarms,
	    tables);
}

int main(void)
{
	rng_seed(&rng, 20261130);
	test_family();
	test_one();
	test_guarded();
	test_alarms(200);
	return tap_done();
}
