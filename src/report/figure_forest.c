/* figure_forest.c - the changes of a comparison, as a picture. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/axis.h"
#include "report/change.h"
#include "report/report.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 760.0
#define LEFT  210.0
#define RIGHT 150.0
#define TOP   60.0
#define LINE  18.0
#define UNDER 50.0

/* Changes beyond a factor of this are cut: the rest would be a point. */
#define FAR 4.0

/* Series by word: SLOWER, FASTER and the rest in colours of their own. */
static size_t series_of(enum verdict v)
{
	switch (v) {
	case VERDICT_SLOWER:
	case VERDICT_MAYBE_SLOWER:
		return 1;
	case VERDICT_FASTER:
	case VERDICT_MAYBE_FASTER:
		return 2;
	default:
		return 7;
	}
}

static bool is_drawn(const struct comparison *c)
{
	return isfinite(c->change) && isfinite(c->lo) && isfinite(c->hi) &&
	    c->change > -1 && c->lo > -1;
}

static double cut(double log_ratio)
{
	return fmin(fmax(log_ratio, -log(FAR)), log(FAR));
}

static void draw_row(const struct axis *a, const struct comparison *c, double y,
    struct buf *out)
{
	struct change d = change_of(c);
	char label[96], text[256], change[32], interval[64];
	size_t series = series_of(c->verdict);
	double band = isfinite(c->margin) && c->margin > 0 ? c->margin : 0;

	row_label(comparison_any(c), label, sizeof(label));
	svg_text(out, LEFT - 10, y + 4, SVG_END, "", label);
	if (band > 0)
		svg_line(out, axis_at(a, cut(-log1p(band))), y + LINE / 2 - 2,
		    axis_at(a, cut(log1p(band))), y + LINE / 2 - 2, "grid");
	svg_interval(out, series, axis_at(a, cut(log1p(c->lo))), y,
	    axis_at(a, cut(log1p(c->hi))), y);
	change_text(&d, change, sizeof(change));
	change_interval(&d, interval, sizeof(interval));
	snprintf(text, sizeof(text), "%s: %s (%s) %s", label, change, interval,
	    verdict_words[c->verdict]);
	svg_mark(out, series, axis_at(a, cut(log1p(c->change))), y, text);
	snprintf(text, sizeof(text), "%s %s", change,
	    verdict_words[c->verdict]);
	svg_text(out, WIDTH - RIGHT + 10, y + 4, SVG_START,
	    change_matters(c->verdict) ? "head" : "dim", text);
}

static void draw_axis(const struct axis *a, double bottom, struct buf *out)
{
	char text[48];

	for (size_t i = 0; i < a->n_ticks; i++) {
		double at = axis_at(a, a->tick[i]);

		svg_line(out, at, TOP - 10, at, bottom, "grid");
		svg_text(out, at, bottom + 18, SVG_MIDDLE, "",
		    axis_text(a, a->tick[i], text, sizeof(text)));
	}
	svg_line(out, axis_at(a, 0), TOP - 10, axis_at(a, 0), bottom, "frame");
	svg_text(out, (a->at0 + a->at1) / 2, bottom + 36, SVG_MIDDLE, "",
	    "change of the cost; to the right is slower");
}

/* Ticks at round changes. */
static void fit(struct axis *a, double least, double most)
{
	static const double at[] = { -0.5, -0.2, -0.1, -0.05, -0.02, 0, 0.02,
		0.05, 0.1, 0.2, 0.5, 1, 3 };
	double span;

	*a = (struct axis){ .kind = AXIS_CHANGE,
		.at0 = LEFT,
		.at1 = WIDTH - RIGHT };
	least = fmin(least, -0.02);
	most = fmax(most, 0.02);
	span = most - least;
	a->from = least - span / 20;
	a->to = most + span / 20;
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		double v = log1p(at[i]),
		       last = a->n_ticks ? a->tick[a->n_ticks - 1] : -INFINITY;

		if (v < a->from || v > a->to)
			continue;
		/* room for the words, and 0 always has it */
		if (v - last < span / 12 && at[i] != 0)
			continue;
		if (v - last < span / 12)
			a->n_ticks--;
		if (a->n_ticks < AXIS_TICKS)
			a->tick[a->n_ticks++] = v;
	}
}

size_t figure_forest(const struct run *base, const struct run *now,
    const struct verdict_set *v, struct buf *out)
{
	const struct comparison **order = change_sorted(v);
	double least = 0, most = 0, y = TOP;
	char a[96], b[96], *title;
	struct axis axis;
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++) {
		if (!is_drawn(order[i]))
			continue;
		n++;
		least = fmin(least, cut(log1p(order[i]->lo)));
		most = fmax(most, cut(log1p(order[i]->hi)));
	}
	if (n > 0) {
		fit(&axis, least, most);
		title = xasprintf("%s against %s",
		    report_run_name(now, b, sizeof(b)),
		    report_run_name(base, a, sizeof(a)));
		svg_begin(out, WIDTH, TOP + LINE * (double)n + UNDER, title,
		    "change of each row with its 95 % interval");
		svg_text(out, 20, 24, SVG_START, "head", title);
		draw_axis(&axis, TOP + LINE * (double)n, out);
		for (size_t i = 0; i < v->n; i++)
			if (is_drawn(order[i])) {
				draw_row(&axis, order[i], y, out);
				y += LINE;
			}
		svg_end(out);
		free(title);
	}
	free(order);
	return n;
}
