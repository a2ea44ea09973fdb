/* bisect_plot.c - the levels of measured places, and where the step may be. */
#include "report/bisect.h"

#include "base/mem.h"
#include "report/raster.h"

#include <stdlib.h>

#define LINES 7

static double shown(const struct bisect_view *v, double y)
{
	return v->rate != v->faster ? -y : y;
}

/* Means of places, and the levels to where the step most likely is. */
static void fill(struct raster *g, const struct bisect_view *v,
    const struct bisect_answer *a)
{
	size_t n, from = raster_column(g, a->first, v->b->n);
	double y;

	raster_reach(g, shown(v, v->b->level[0]));
	raster_reach(g, shown(v, v->b->level[1]));
	for (size_t k = 0; k < v->b->n; k++) {
		y = bisect_mean(v->b, k, &n);
		if (n > 0)
			raster_reach(g, shown(v, y));
	}
	raster_fit(g);
	for (size_t c = 0; c < g->columns; c++)
		raster_put(g, c, shown(v, v->b->level[c >= from]),
		    RASTER_LEVEL);
	for (size_t k = 0; k < v->b->n; k++) {
		y = bisect_mean(v->b, k, &n);
		if (n > 0)
			raster_put(g, raster_column(g, k, v->b->n), shown(v, y),
			    RASTER_POINT);
	}
}

/* The posterior, a column each; the smallest share that is shown is 1 %. */
static void put_posterior(const struct raster *g, const struct bisect_view *v,
    const struct style *style, struct buf *out)
{
	static const char *const plain[] = { " ", ".", ":", "+", "#" };
	static const char *const fine[] = { " ", "\u2581", "\u2583", "\u2585",
		"\u2588" };
	double *share = xcalloc(g->columns, sizeof(*share));
	size_t end = g->columns;

	for (size_t k = 1; k < v->b->n; k++)
		share[raster_column(g, k, v->b->n)] += v->b->post[k];
	while (end > 0 && share[end - 1] < 0.01)
		end--;
	raster_edge("it is here", style, out);
	for (size_t c = 0; c < end; c++) {
		size_t level = share[c] < 0.01 ? 0 :
		    share[c] < 0.25            ? 1 :
		    share[c] < 0.5             ? 2 :
		    share[c] < 0.75            ? 3 :
						 4;

		buf_add(out, (style->utf8 ? fine : plain)[level]);
	}
	buf_add(out, "\n");
	free(share);
}

static void say(const void *arg, double y, char *out, size_t size)
{
	const struct bisect_view *v = arg;

	bisect_number(v, shown(v, y), out, size);
}

void bisect_plot(const struct bisect_view *v, const struct style *style,
    struct buf *out)
{
	char first[64], last[64];
	struct bisect_answer a;
	struct raster g;

	if (v->b->n < 3)
		return; /* there is nothing between two */
	raster_init(&g, LINES, style);
	bisect_answer(v->b, &a);
	fill(&g, v, &a);
	buf_add(out, "\n");
	raster_print(&g, say, v, style, out);
	put_posterior(&g, v, style, out);
	bisect_name(v, 0, first, sizeof(first));
	bisect_name(v, v->b->n - 1, last, sizeof(last));
	raster_ends(&g, first, last, out);
	raster_release(&g);
}
