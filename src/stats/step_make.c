/* step_make.c - makes step_table.c: how large the statistic of step.h becomes
 * without a step. step_make [DIVISOR [MOST]]: repetitions over DIVISOR, sizes
 * up to MOST. Ten minutes; "ninja -C build src/stats/step-make". */
#include "base/rng.h"
#include "stats/order.h"
#include "stats/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double levels[] = { 0.1, 0.01, 0.001 };

static const size_t sizes[] = { 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
	20, 22, 24, 27, 30, 35, 40, 50, 60, 80, 100, 140, 200, 300, 500, 800,
	1200, 2000, 3000 };

static size_t repetitions(size_t n)
{
	return n <= 100 ? 200000 : n <= 300 ? 60000 : n <= 1200 ? 20000 : 10000;
}

/* The least value that is reached at most in a share `level` of the sorted
 * ones; 0 = none is. */
static double quantile(const double *sorted, size_t n, double level)
{
	size_t m = (size_t)floor(level * (double)n), i = n - m;

	while (i < n && sorted[i] - sorted[i - 1] < 1e-9)
		i++;
	return i < n ? sorted[i] : 0;
}

static void simulate(size_t n, size_t times)
{
	double *v = calloc(times, sizeof(*v)), *y = calloc(n, sizeof(*y));
	double *scratch = calloc(step_room(n), sizeof(*scratch));
	size_t *indices = calloc(step_indices(n), sizeof(*indices));
	struct rng r;

	if (!v || !y || !scratch || !indices)
		exit(2);
	rng_seed(&r, n);
	for (size_t i = 0; i < times; i++) {
		for (size_t k = 0; k < n; k++)
			y[k] = rng_unit(&r);
		v[i] = step_greatest(y, n, scratch, indices);
	}
	order_sort(v, times);
	printf("\t{ %zu, {", n);
	for (int i = 0; i < 3; i++)
		printf("%s %.4f", i ? "," : "",
		    floor(quantile(v, times, levels[i]) * 1e4) / 1e4);
	printf(" } },\n");
	fflush(stdout);
	free(v);
	free(y);
	free(scratch);
	free(indices);
}

int main(int argc, char **argv)
{
	size_t divisor = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	size_t most = argc > 2 ? strtoul(argv[2], NULL, 10) : STEP_MOST;

	if (divisor == 0) {
		fprintf(stderr, "step_make: DIVISOR is 1 or more\n");
		return 2;
	}
	printf("/* step_table.c - made by step_make.c, which see. */\n"
	       "#include \"stats/step_inner.h\"\n\n"
	       "const struct step_row step_table[] = {\n");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (sizes[i] <= most)
			simulate(sizes[i], repetitions(sizes[i]) / divisor);
	printf("};\nconst size_t step_sizes =\n"
	       "    sizeof(step_table) / sizeof(step_table[0]);\n");
	return 0;
}
