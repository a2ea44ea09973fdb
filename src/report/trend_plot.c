/* trend_plot.c - a history of values as a picture of text. */
#include "report/trend.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES  9
#define MARGIN 12 /* columns of the values at the left */
#define NARROW 20 /* columns at least */
#define WIDEST 100

enum mark { GAP, LEVEL, POINT, ABOVE, BELOW, MARKS };

struct grid {
	unsigned char *cell; /* enum mark; LINES of columns */
	size_t columns;
	double least, most;
};

static bool in_spike(const struct trend_series *s, size_t i)
{
	for (size_t k = 0; k < s->spikes; k++)
		if (i >= s->spike[k].from && i <= s->spike[k].to)
			return true;
	return false;
}

/* What is shown grows upwards, of rates, too. */
static double shown(const struct trend_series *s, double y)
{
	return unit_is_rate(s->res.unit) ? -y : y;
}

/* Spikes do not stretch the picture: they stand at its edge. */
static void fit(struct grid *g, const struct trend_series *s)
{
	double around;

	g->least = INFINITY;
	g->most = -INFINITY;
	for (size_t i = 0; i < s->n; i++) {
		if (in_spike(s, i))
			continue;
		g->least = fmin(g->least, shown(s, s->y[i]));
		g->most = fmax(g->most, shown(s, s->y[i]));
	}
	/* a hundredth at least: noise of less is a line */
	around = fmax(0, 0.01 - (g->most - g->least)) / 2;
	g->least -= around;
	g->most += around;
}

static size_t column_of(const struct grid *g, const struct trend_series *s,
    size_t i)
{
	return s->n > 1 ? i * (g->columns - 1) / (s->n - 1) : 0;
}

static void put_mark(struct grid *g, const struct trend_series *s,
    size_t column, double y, enum mark m)
{
	double share = (shown(s, y) - g->least) / (g->most - g->least);
	size_t line;

	if (share > 1.0001)
		m = ABOVE;
	if (share < -0.0001)
		m = BELOW;
	share = fmin(fmax(share, 0), 1);
	line = (LINES - 1) - (size_t)(share * (LINES - 1) + 0.5);
	g->cell[line * g->columns + column] = (unsigned char)m;
}

/* Levels first: values stand on them. */
static void fill(struct grid *g, const struct trend_series *s)
{
	size_t begin = 0;

	for (size_t k = 0; k <= s->steps; k++) {
		size_t end = k < s->steps ? s->step[k].s.at : s->n;

		for (size_t c = column_of(g, s, begin);
		     c <= column_of(g, s, end - 1); c++)
			put_mark(g, s, c, s->levels[k], LEVEL);
		begin = end;
	}
	for (size_t i = 0; i < s->n; i++)
		put_mark(g, s, column_of(g, s, i), s->y[i], POINT);
}

static void put_line(const struct grid *g, size_t line,
    const struct style *style, struct buf *out)
{
	static const char *const plain[MARKS] = { " ", "-", "o", "^", "v" };
	static const char *const fine[MARKS] = { " ", "\u2500", "\u25cf",
		"\u25b2", "\u25bc" };
	const unsigned char *cell = g->cell + line * g->columns;
	size_t end = g->columns;

	while (end > 0 && cell[end - 1] == GAP)
		end--;
	for (size_t i = 0; i < end; i++)
		buf_add(out, (style->utf8 ? fine : plain)[cell[i]]);
	buf_add_char(out, '\n');
}

void trend_plot(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out)
{
	struct grid g = { .columns = style->width > MARGIN + NARROW ?
		    style->width - MARGIN - 1 :
		    NARROW };
	char value[48], x[96], y[96];
	size_t pad;

	if (g.columns > WIDEST)
		g.columns = WIDEST;
	g.cell = xcalloc(LINES * g.columns, 1);
	fit(&g, s);
	fill(&g, s);
	for (size_t i = 0; i < LINES; i++) {
		double at =
		    g.most - (g.most - g.least) * (double)i / (LINES - 1);

		value[0] = '\0';
		if (i % (LINES / 2) == 0)
			rows_value(&s->res, exp(shown(s, at)), value,
			    sizeof(value));
		buf_addf(out, "%*s %s", MARGIN - 2, value,
		    style->utf8 ? "\u2502" : "|");
		put_line(&g, i, style, out);
	}
	trend_name(&v->run[s->run[0]], x, sizeof(x));
	trend_name(&v->run[s->run[s->n - 1]], y, sizeof(y));
	pad = text_width(x) + text_width(y);
	pad = pad + 1 < g.columns ? g.columns - pad : 1;
	buf_addf(out, "%*s%s%*s%s\n\n", MARGIN, "", x, (int)pad, "", y);
	free(g.cell);
}
