/* analysis.c - time to judge two runs of 60 rows with 80 values a row, side by
 * side or not. */
#include "judge/judge.h"

#include "../unit/judge/made.h"
#include "../unit/noise.h"

#include <stdio.h>
#include <time.h>

#define ROWS 60

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void fill(struct run *r, struct rng *rng, size_t n, double grid)
{
	double v[128];
	char key[32];

	run_init(r);
	made_host(r, "cpu", "boot");
	for (int i = 0; i < ROWS; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		noise_fill(rng, NOISE_SKEWED, v, n);
		for (size_t k = 0; k < n; k++) {
			v[k] = 100 * exp(0.02 * v[k]);
			if (grid > 0)
				v[k] = grid * round(v[k] / grid);
		}
		made_row(r, key, v, n);
	}
}

static void measure(size_t n, double grid, bool paired)
{
	double best = 1e9;
	struct run a, b;
	struct rng rng;

	rng_seed(&rng, 1);
	fill(&a, &rng, n, grid);
	fill(&b, &rng, n, grid);
	if (paired) {
		made_arm(&a, "a", 80);
		made_arm(&b, "b", 80);
	}
	for (int i = 0; i < 5; i++) {
		double begin = now_ms(), took;
		struct verdict_set v;

		judge_compare(&a, &b, NULL, &v);
		took = now_ms() - begin;
		best = took < best ? took : best;
		verdict_set_release(&v);
	}
	printf("%d rows, %zu %s%s: %.1f ms\n", ROWS, n,
	    paired ? "pairs, all looks" : "values a side",
	    grid > 0 ? ", tied" : "", best);
	run_release(&a);
	run_release(&b);
}

int main(void)
{
	measure(12, 0, false);
	measure(40, 0, false);
	measure(40, 0.5, false);
	measure(50, 0.5, false);
	measure(80, 0, false);
	measure(80, 0.5, false);
	measure(60, 0, true);
	measure(80, 0, true);
	measure(60, 0.5, true);
	measure(80, 0.5, true);
	return 0;
}
