/* hist.c - a histogram of whole numbers, and its percentiles as rows. */
#include "import/hist.h"

#include "base/mem.h"
#include "model/tails.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hist_add(struct hist *h, double at, double count)
{
	if (!(count > 0) || !isfinite(count) || !(at >= 0))
		return;
	h->bin = xgrow(h->bin, h->n, &h->cap, sizeof(*h->bin));
	h->bin[h->n++] = (struct bin){ at, count };
}

void hist_release(struct hist *h)
{
	free(h->bin);
	memset(h, 0, sizeof(*h));
}

static int by_place(const void *a, const void *b)
{
	double x = ((const struct bin *)a)->at, y = ((const struct bin *)b)->at;

	return (x > y) - (x < y);
}

/* The least bin that is not below so many thousandths of all; NAN where that is
 * beyond the last. */
static double percentile(const struct hist *h, double total, unsigned permille)
{
	double want = ceil(total * permille / 1000), seen = 0;

	for (size_t i = 0; i < h->n; i++) {
		seen += h->bin[i].count;
		if (seen >= want)
			return h->bin[i].at;
	}
	return NAN;
}

void hist_put(struct hist *h, struct import *im, struct run *run,
    const char *format, const char *name, double scale)
{
	static const struct {
		const char *word;
		unsigned permille;
	} rows[] = { { "p50", 500 }, { "p95", 950 }, { "p99", 990 } };
	double total = h->over;
	char key[PUT_KEY];

	for (size_t i = 0; i < h->n; i++)
		total += h->bin[i].count;
	if (h->n > 1)
		qsort(h->bin, h->n, sizeof(*h->bin), by_place);
	for (size_t k = 0; k < 3; k++) {
		struct figure f = { .step = 1 };
		char *row;

		f.value = percentile(h, total, rows[k].permille);
		if (total < (double)tails_least(rows[k].permille) ||
		    !isfinite(f.value))
			continue;
		row = xasprintf("%s/%s", name, rows[k].word);
		put_key(key, format, row);
		put_value(im, run, key, UNIT_NS, &f, scale);
		free(row);
	}
}
