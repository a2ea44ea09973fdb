/* figure_forest.c - the changes of comparisons, as a picture. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/change.h"
#include "report/forest.h"
#include "report/frame.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE  18.0  /* of a row that is compared once */
#define TIGHT 13.0  /* of each comparison more */
#define WORDS 190.0 /* "+12.3 % slower, maybe" */

struct picture {
	struct many m;
	struct axis x;
	double width;
	bool changed;  /* only rows that have */
	size_t hidden; /* rows without a change */
};

/* Series by word: SLOWER, FASTER and the rest. */
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

static bool has_interval(const struct comparison *c)
{
	return isfinite(c->lo) && isfinite(c->hi) && c->lo > -1;
}

static bool is_drawn(const struct picture *p, const struct many_row *row)
{
	for (size_t k = 0; p->changed && k < p->m.n; k++)
		if (row->cell[k] && change_matters(row->cell[k]->verdict))
			return forest_row_drawn(&p->m, row);
	return !p->changed && forest_row_drawn(&p->m, row);
}

/* -- Where it stands ----------------------------------------------------- */

static void fit(struct picture *p)
{
	double least, most, label = 0;
	char name[96];

	for (size_t i = 0; i < p->m.n_rows; i++) {
		const struct many_row *row = &p->m.row[i];

		if (!is_drawn(p, row)) {
			p->hidden++;
			continue;
		}
		row_label(row->res, name, sizeof(name));
		label = fmax(label, svg_text_width(name));
	}
	forest_range(&p->m, &least, &most);
	p->x.at0 = FRAME_EDGE + fmin(label, p->width * 0.35) + 14;
	p->x.at1 = p->width - FRAME_EDGE - fmin(WORDS, p->width * 0.28) - 10;
	axis_fit_change(&p->x, least, most,
	    frame_ticks(AXIS_CHANGE, p->x.at1 - p->x.at0));
}

/* -- Drawing ------------------------------------------------------------- */

static void draw_cell(const struct picture *p, const struct comparison *c,
    size_t series, const char *label, double y, struct buf *out)
{
	struct change d = change_of(c);
	char text[256], change[32], interval[64];
	double right = p->width - FRAME_EDGE, at = p->x.at1 + 10;
	bool matters = change_matters(c->verdict);

	change_text(&d, change, sizeof(change));
	if (has_interval(c))
		svg_interval_cut(out, series, axis_at(&p->x, log1p(c->lo)),
		    axis_at(&p->x, log1p(c->hi)), y, log1p(c->lo) < p->x.from,
		    log1p(c->hi) > p->x.to);
	snprintf(text, sizeof(text), "%s: %s (%s) %s", label, change,
	    change_interval(&d, interval, sizeof(interval)),
	    verdict_words[c->verdict]);
	svg_mark(out, series, axis_at(&p->x, log1p(c->change)), y, text);
	snprintf(text, sizeof(text), "%s %s", change,
	    verdict_words[c->verdict]);
	svg_text_fit(out, at, y + 4, right - at, SVG_START,
	    matters ? "head" : "dim", text);
}

static double row_height(const struct picture *p)
{
	return LINE + TIGHT * (double)(p->m.n - 1);
}

static double margin_of(const struct picture *p, const struct many_row *row)
{
	double margin = 0;

	for (size_t k = 0; k < p->m.n; k++)
		if (forest_drawn(row->cell[k]))
			margin = fmax(margin, row->cell[k]->margin);
	return margin;
}

/* The band of SAME, one area for rows below each other that have the same. */
static void draw_bands(const struct picture *p, double top, struct buf *out)
{
	double height = row_height(p), begin = top, last = 0, now;

	for (size_t i = 0; i <= p->m.n_rows; i++) {
		if (i < p->m.n_rows && !is_drawn(p, &p->m.row[i]))
			continue;
		now = i < p->m.n_rows ? margin_of(p, &p->m.row[i]) : 0;
		if (now != last && last > 0 && isfinite(last))
			svg_area(out, axis_at(&p->x, -log1p(last)), begin + 1,
			    axis_at(&p->x, log1p(last)), top - 1, "band");
		if (now != last)
			begin = top;
		last = now;
		top += height;
	}
}

static void draw_row(const struct picture *p, const struct many_row *row,
    double top, struct buf *out)
{
	double height = row_height(p), y = top + LINE / 2;
	char label[96];

	row_label(row->res, label, sizeof(label));
	svg_text_fit(out, p->x.at0 - 14, top + height / 2 + 4,
	    p->x.at0 - 14 - FRAME_EDGE, SVG_END, "", label);
	for (size_t k = 0; k < p->m.n; k++, y += TIGHT)
		if (forest_drawn(row->cell[k]))
			draw_cell(p, row->cell[k],
			    p->m.n > 1 ? k : series_of(row->cell[k]->verdict),
			    label, y, out);
}

/* Which comparison has which mark; what the marks of one mean. */
static double draw_legend(const struct picture *p, double y, struct buf *out)
{
	const char **names;

	if (p->m.n == 1)
		return y;
	names = xcalloc(p->m.n, sizeof(*names));
	for (size_t k = 0; k < p->m.n; k++)
		names[k] = p->m.name[k + 1];
	y = frame_legend(names, p->m.n, FRAME_EDGE, y,
	    p->width - 2 * FRAME_EDGE, out);
	free(names);
	return y;
}

static void draw(const struct picture *p, const struct svg_look *look,
    struct buf *out)
{
	struct buf drawn = BUF_INIT;
	char below[256], *title;
	double y, top, bottom;

	title = p->m.n == 1 ?
	    xasprintf("%s against %s", p->m.name[1], p->m.name[0]) :
	    xasprintf("%zu runs against %s", p->m.n,
		many_neighbours(&p->m) ? "the one before" : p->m.name[0]);
	if (p->m.n == 1 && p->m.pair[0].v->not_comparable)
		snprintf(below, sizeof(below), "NOT COMPARABLE: %s",
		    p->m.pair[0].v->why);
	else
		snprintf(below, sizeof(below),
		    "95 %% intervals; grey: the band of SAME%s",
		    p->hidden ? "; rows without a change are left out" : "");
	y = frame_title(title, below, p->width, &drawn);
	top = draw_legend(p, y, &drawn) + 6;
	bottom = top + row_height(p) * (double)(p->m.n_rows - p->hidden) + 4;
	frame_x(&p->x, top, bottom,
	    "change of the cost; to the right is slower", &drawn);
	svg_line(&drawn, axis_at(&p->x, 0), top, axis_at(&p->x, 0), bottom,
	    "frame");
	draw_bands(p, top, &drawn);
	y = top;
	for (size_t i = 0; i < p->m.n_rows; i++)
		if (is_drawn(p, &p->m.row[i])) {
			draw_row(p, &p->m.row[i], y, &drawn);
			y += row_height(p);
		}
	svg_whole(look, p->width, bottom + FRAME_X_LABEL, title,
	    "change of each row with its 95 % interval", &drawn, out);
	buf_release(&drawn);
	free(title);
}

int figure_forest(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct picture p = { .width = frame_width(look),
		.changed = d->changed };
	int r = 0;

	if (d->n_pairs == 0)
		return err_set(e, -ENODATA,
		    "there is nothing compared: 'perfloss compare BASE NOW -o "
		    "x.svg' draws changes");
	many_init(&p.m, d->pair, d->n_pairs);
	fit(&p);
	if (p.hidden == p.m.n_rows && d->pair[0].v->not_comparable)
		r = err_set(e, -ENODATA, "there is no picture: %s",
		    d->pair[0].v->why);
	else if (p.hidden == p.m.n_rows && p.changed)
		r = err_set(e, -ENODATA, "no row has changed");
	else if (p.hidden == p.m.n_rows)
		r = err_set(e, -ENODATA,
		    "there is no picture: no row was measured in both runs");
	else
		draw(&p, look, out);
	many_release(&p.m);
	return r;
}
