/* plot.c - small pictures of text in a line of a table. */
#include "report/plot.h"

#include <math.h>

enum mark { GAP, LINE, LEFT, RIGHT, POINT, MARKS };

/* Columns from 0; a value beyond the scale stands at its end. */
static size_t column(const struct plot_scale *s, double x)
{
	double span = s->most - s->least;
	double at = span > 0 ? (x - s->least) / span : 0.5;

	at = fmin(fmax(at, 0), 1) * (double)(s->columns - 1);
	return (size_t)(at + 0.5);
}

static enum mark mark_at(size_t i, size_t lo, size_t mid, size_t hi)
{
	if (i == mid)
		return POINT;
	if (i < lo || i > hi)
		return GAP;
	return i == lo ? LEFT : i == hi ? RIGHT : LINE;
}

void plot_interval(const struct plot_scale *s, double lo, double mid, double hi,
    const struct style *style, struct buf *out)
{
	static const char *const plain[MARKS] = { " ", "-", "|", "|", "o" };
	static const char *const fine[MARKS] = { " ", "\u2500", "\u251c",
		"\u2524", "\u25cf" };
	const char *const *marks = style->utf8 ? fine : plain;
	size_t at[3];

	if (s->columns == 0 || !isfinite(mid))
		return;
	at[1] = column(s, mid);
	at[0] = isfinite(lo) ? column(s, lo) : at[1];
	at[2] = isfinite(hi) ? column(s, hi) : at[1];
	for (size_t i = 0; i < s->columns && i <= at[2]; i++)
		buf_add(out, marks[mark_at(i, at[0], at[1], at[2])]);
}
