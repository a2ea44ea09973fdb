/* trend_plot.c - a history of values as a picture of text. */
#include "report/trend.h"

#include "report/raster.h"
#include "report/rows.h"

#include <math.h>

#define LINES 9

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
static void fit(struct raster *g, const struct trend_series *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (!in_spike(s, i))
			raster_reach(g, shown(s, s->y[i]));
	raster_fit(g);
}

/* Levels first: values stand on them. */
static void fill(struct raster *g, const struct trend_series *s)
{
	size_t begin = 0;

	for (size_t k = 0; k <= s->steps; k++) {
		size_t end = k < s->steps ? s->step[k].s.at : s->n;

		for (size_t c = raster_column(g, begin, s->n);
		     c <= raster_column(g, end - 1, s->n); c++)
			raster_put(g, c, shown(s, s->levels[k]), RASTER_LEVEL);
		begin = end;
	}
	for (size_t i = 0; i < s->n; i++)
		raster_put(g, raster_column(g, i, s->n), shown(s, s->y[i]),
		    RASTER_POINT);
}

static void say(const void *arg, double y, char *out, size_t size)
{
	const struct trend_series *s = arg;

	rows_value(&s->res, exp(shown(s, y)), out, size);
}

void trend_plot(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out)
{
	char first[96], last[96];
	struct raster g;

	raster_init(&g, LINES, style);
	fit(&g, s);
	fill(&g, s);
	raster_print(&g, say, s, style, out);
	trend_name(&v->run[s->run[0]], first, sizeof(first));
	trend_name(&v->run[s->run[s->n - 1]], last, sizeof(last));
	raster_ends(&g, first, last, out);
	buf_add_char(out, '\n');
	raster_release(&g);
}
