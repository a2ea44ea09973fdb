/* bisect_plot.c - the levels of measured places, and where the step may be. */
#include "report/bisect.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES  7
#define MARGIN 12 /* columns of the values at the left */
#define NARROW 20 /* columns at least */
#define WIDEST 100

enum mark { GAP, LEVEL, POINT, MARKS };

struct grid {
	unsigned char *cell; /* enum mark; LINES of columns */
	size_t columns;
	double least, most; /* of y, as it is shown: upwards is more */
};

static double shown(const struct bisect_view *v, double y)
{
	return v->rate != v->faster ? -y : y;
}

static size_t column_of(const struct grid *g, const struct bisect_view *v,
    size_t place)
{
	return place * (g->columns - 1) / (v->b->n - 1);
}

static void put_mark(struct grid *g, size_t column, double y, enum mark m)
{
	double share = (y - g->least) / (g->most - g->least);
	size_t line;

	share = fmin(fmax(share, 0), 1);
	line = (LINES - 1) - (size_t)(share * (LINES - 1) + 0.5);
	g->cell[line * g->columns + column] = (unsigned char)m;
}

static void widen(struct grid *g, double y)
{
	g->least = fmin(g->least, y);
	g->most = fmax(g->most, y);
}

/* Means of places, and the levels to where the step most likely is. */
static void fill(struct grid *g, const struct bisect_view *v,
    const struct bisect_answer *a)
{
	size_t n, from = column_of(g, v, a->first);
	double y;

	g->least = INFINITY;
	g->most = -INFINITY;
	widen(g, shown(v, v->b->level[0]));
	widen(g, shown(v, v->b->level[1]));
	for (size_t k = 0; k < v->b->n; k++) {
		y = bisect_mean(v->b, k, &n);
		if (n > 0)
			widen(g, shown(v, y));
	}
	/* a hundredth at least: noise of less is a line */
	y = fmax(0, 0.01 - (g->most - g->least)) / 2;
	g->least -= y;
	g->most += y;
	for (size_t c = 0; c < g->columns; c++)
		put_mark(g, c, shown(v, v->b->level[c >= from]), LEVEL);
	for (size_t k = 0; k < v->b->n; k++) {
		y = bisect_mean(v->b, k, &n);
		if (n > 0)
			put_mark(g, column_of(g, v, k), shown(v, y), POINT);
	}
}

static void put_line(const struct grid *g, size_t line,
    const struct style *style, struct buf *out)
{
	static const char *const plain[MARKS] = { " ", "-", "o" };
	static const char *const fine[MARKS] = { " ", "\u2500", "\u25cf" };
	const unsigned char *cell = g->cell + line * g->columns;
	size_t end = g->columns;

	while (end > 0 && cell[end - 1] == GAP)
		end--;
	for (size_t i = 0; i < end; i++)
		buf_add(out, (style->utf8 ? fine : plain)[cell[i]]);
	buf_add(out, "\n");
}

/* The posterior, a column each; the smallest share that is shown is 1 %. */
static void put_posterior(const struct grid *g, const struct bisect_view *v,
    const struct style *style, struct buf *out)
{
	static const char *const plain[] = { " ", ".", ":", "+", "#" };
	static const char *const fine[] = { " ", "\u2581", "\u2583", "\u2585",
		"\u2588" };
	double *share = xcalloc(g->columns, sizeof(*share));
	size_t end = g->columns;

	for (size_t k = 1; k < v->b->n; k++)
		share[column_of(g, v, k)] += v->b->post[k];
	while (end > 0 && share[end - 1] < 0.01)
		end--;
	buf_addf(out, "%*s %s", MARGIN - 2, "it is here",
	    style->utf8 ? "\u2502" : "|");
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

void bisect_plot(const struct bisect_view *v, const struct style *style,
    struct buf *out)
{
	struct grid g = { .columns = style->width > MARGIN + NARROW ?
		    style->width - MARGIN - 1 :
		    NARROW };
	char value[48], first[64], last[64];
	struct bisect_answer a;
	size_t pad;

	if (v->b->n < 3)
		return; /* there is nothing between two */
	if (g.columns > WIDEST)
		g.columns = WIDEST;
	g.cell = xcalloc(LINES * g.columns, 1);
	bisect_answer(v->b, &a);
	fill(&g, v, &a);
	buf_add(out, "\n");
	for (size_t i = 0; i < LINES; i++) {
		double at =
		    g.most - (g.most - g.least) * (double)i / (LINES - 1);

		value[0] = '\0';
		if (i % (LINES / 2) == 0)
			bisect_number(v, shown(v, at), value, sizeof(value));
		buf_addf(out, "%*s %s", MARGIN - 2, value,
		    style->utf8 ? "\u2502" : "|");
		put_line(&g, i, style, out);
	}
	put_posterior(&g, v, style, out);
	bisect_name(v, 0, first, sizeof(first));
	bisect_name(v, v->b->n - 1, last, sizeof(last));
	pad = text_width(first) + text_width(last);
	pad = pad + 1 < g.columns ? g.columns - pad : 1;
	buf_addf(out, "%*s%s%*s%s\n", MARGIN, "", first, (int)pad, "", last);
	free(g.cell);
}
