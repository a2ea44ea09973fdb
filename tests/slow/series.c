/* series.c - the steps of series on standard input, for tools/slow T13.
 *
 * In: lines "NAME N VALUE...". Out: lines "NAME INDEX...". */
#include "base/mem.h"
#include "stats/step.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 256

static int one(const char *name, size_t n)
{
	struct step_opts o = { .alpha = 0.01 };
	double *y = xcalloc(n + 1, sizeof(*y)), rho;
	double *scratch = xcalloc(step_room(n), sizeof(*scratch));
	size_t *indices = xcalloc(step_indices(n), sizeof(*indices));
	struct step step[MOST];
	size_t read = 0, steps;

	while (read < n && scanf("%lf", &y[read]) == 1)
		read++;
	steps = step_find(y, read, &o, step, MOST, &rho, scratch, indices);
	printf("%s", name);
	for (size_t i = 0; i < steps; i++)
		printf(" %zu", step[i].at);
	printf("\n");
	free(y);
	free(scratch);
	free(indices);
	return read == n ? 0 : -1;
}

int main(void)
{
	char name[128];
	size_t n;

	while (scanf("%127s %zu", name, &n) == 2)
		if (n > STEP_MOST || one(name, n) != 0) {
			fprintf(stderr, "series: '%s' is no series\n", name);
			return 2;
		}
	return 0;
}
