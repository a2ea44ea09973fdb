/* counted.c - what CPU and kernel counted of a command. */
#include "judge/counted.h"

#include "base/mem.h"
#include "stats/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double median_of(const struct result *res, const char *key)
{
	double *x = xcalloc(res->n_inv, sizeof(*x)), m;
	size_t n = 0;

	for (size_t i = 0; i < res->n_inv; i++) {
		x[n] = invocation_number(&res->inv[i], key);
		n += isfinite(x[n]) != 0;
	}
	order_sort(x, n);
	m = n > 0 ? order_median(x, n) : NAN;
	free(x);
	return m;
}

size_t counted_of(const struct result *res, struct counted out[COUNTED_MOST])
{
	char **note = res && res->n_inv > 0 ? res->inv[0].notes : NULL;
	size_t n = 0;

	for (; note && *note && n < COUNTED_MOST; note += 2) {
		bool counts = strncmp(note[0], "counter.", 8) == 0;

		if (!counts && strncmp(note[0], "uncounted.", 10) != 0)
			continue;
		snprintf(out[n].name, sizeof(out[n].name), "%s",
		    note[0] + (counts ? 8 : 10));
		out[n].value = counts ? median_of(res, note[0]) : NAN;
		out[n++].why = counts ? NULL : note[1];
	}
	return n;
}
