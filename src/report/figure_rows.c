/* figure_rows.c - what the rows of runs cost, as a picture. */
#include "report/figure.h"

#include "base/mem.h"
#include "report/frame.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE  17.0
#define HEAD  20.0 /* of a family */
#define VALUE 90.0 /* "12.3 MB/s" at the right */

struct picture {
	const struct figure_data *d;
	size_t *order; /* of the first run */
	double width, left, right;
};

/* One scale for each unit, below one another. */
struct panel {
	enum unit unit;
	struct axis x;
	size_t n; /* rows */
};

static bool is_shown(const struct picture *p, size_t k)
{
	const struct result *res = &p->d->run[0]->results[k];
	bool shown = !p->d->show || !p->d->show[0] || p->d->show[0][k];

	/* a curve has a picture of its own */
	return shown && !(res->flags & RESULT_TAIL) &&
	    isfinite(p->d->est[0][k].cost) &&
	    (!(res->flags & RESULT_CURVE) || (p->d->show && p->d->show[0]));
}

/* The estimate of a row in a run, NULL = none. */
static const struct estimate *find(const struct picture *p, size_t run,
    const struct result *res)
{
	const struct result *mine = run_find(p->d->run[run], res->key);
	const struct estimate *e;

	if (!mine || mine->unit != res->unit)
		return NULL;
	e = &p->d->est[run][mine - p->d->run[run]->results];
	return isfinite(e->cost) ? e : NULL;
}

static void take(double *least, double *most, double value)
{
	if (!isfinite(value) || value <= 0)
		return;
	*least = fmin(*least, value);
	*most = fmax(*most, value);
}

static void fit(struct picture *p, struct panel *panel)
{
	const struct run *r = p->d->run[0];
	double least = INFINITY, most = -INFINITY;

	panel->n = 0;
	for (size_t k = 0; k < r->n_results; k++) {
		const struct result *res = &r->results[k];

		if (res->unit != panel->unit || !is_shown(p, k))
			continue;
		panel->n++;
		for (size_t i = 0; i < p->d->n; i++) {
			const struct estimate *e = find(p, i, res);

			if (!e)
				continue;
			take(&least, &most, run_display(res, e->cost));
			take(&least, &most, run_display(res, e->lo));
			take(&least, &most, run_display(res, e->hi));
		}
	}
	panel->x = (struct axis){ .kind = axis_kind_of(panel->unit),
		.log = true,
		.at0 = p->left,
		.at1 = p->right };
	axis_fit(&panel->x, least, most,
	    frame_ticks(panel->x.kind, p->right - p->left));
}

/* -- Drawing ------------------------------------------------------------- */

static void draw_mark(const struct picture *p, const struct panel *panel,
    size_t run, const struct result *res, double y, struct buf *out)
{
	const struct estimate *e = find(p, run, res);
	char label[96], name[96], value[48], range[64], tip[400];

	if (!e)
		return;
	row_label(res, label, sizeof(label));
	rows_value(res, e->cost, value, sizeof(value));
	snprintf(tip, sizeof(tip), "%s, %s: %s (%s)", label,
	    report_run_name(p->d->run[run], name, sizeof(name)), value,
	    rows_range(res, e->cost, e->lo, e->hi, range, sizeof(range)));
	if (isfinite(e->lo) && isfinite(e->hi))
		svg_interval(out, run,
		    axis_at(&panel->x, run_display(res, e->lo)), y,
		    axis_at(&panel->x, run_display(res, e->hi)), y);
	svg_mark(out, run, axis_at(&panel->x, run_display(res, e->cost)), y,
	    tip);
	if (run == 0)
		svg_text_fit(out, p->right + 10, y + 4, VALUE, SVG_START,
		    e->status == STATUS_OK ? "" : "dim", value);
}

static double draw_rows(const struct picture *p, const struct panel *panel,
    double y, struct buf *out)
{
	const struct run *r = p->d->run[0];
	const char *family = "";
	char label[96];

	for (size_t k = 0; k < r->n_results; k++) {
		const struct result *res = &r->results[p->order[k]];

		if (res->unit != panel->unit || !is_shown(p, p->order[k]))
			continue;
		if (strcmp(family, rows_family(res)) != 0) {
			family = rows_family(res);
			svg_text_fit(out, FRAME_EDGE, y + HEAD - 5,
			    p->width - 2 * FRAME_EDGE, SVG_START, "head",
			    family);
			y += HEAD;
		}
		row_label(res, label, sizeof(label));
		svg_text_fit(out, p->left - 14, y + LINE / 2 + 4,
		    p->left - 14 - FRAME_EDGE, SVG_END, "", label);
		for (size_t i = p->d->n; i-- > 0;)
			draw_mark(p, panel, i, res, y + LINE / 2, out);
		y += LINE;
	}
	return y;
}

/* The grid is below the rows, which are drawn first to know how many lines they
 * take. */
static double draw_panel(struct picture *p, enum unit unit, double top,
    struct buf *out)
{
	static const char *const labels[UNITS] = {
		[UNIT_NS] = "time; to the left is faster",
		[UNIT_RATE] = "to the right is faster",
		[UNIT_HZ] = "to the right is faster",
		[UNIT_INSN] = "instructions; to the left is less",
	};
	struct panel panel = { .unit = unit };
	struct buf rows = BUF_INIT;
	double bottom;

	fit(p, &panel);
	if (panel.n == 0)
		return top;
	bottom = draw_rows(p, &panel, top, &rows) + 4;
	frame_x(&panel.x, top, bottom, labels[unit], out);
	buf_add_mem(out, buf_str(&rows), rows.len);
	buf_release(&rows);
	return bottom + FRAME_X_LABEL + 6;
}

static double label_width(const struct picture *p)
{
	double width = 0;
	char label[96];

	for (size_t k = 0; k < p->d->run[0]->n_results; k++)
		if (is_shown(p, k)) {
			row_label(&p->d->run[0]->results[k], label,
			    sizeof(label));
			width = fmax(width, svg_text_width(label));
		}
	return width;
}

static double draw_legend(const struct picture *p, double y, struct buf *out)
{
	const char **names = xcalloc(p->d->n, sizeof(*names));
	char(*text)[96] = xcalloc(p->d->n, sizeof(*text));

	for (size_t i = 0; i < p->d->n; i++)
		names[i] =
		    report_run_name(p->d->run[i], text[i], sizeof(text[i]));
	y = frame_legend(names, p->d->n, FRAME_EDGE, y,
	    p->width - 2 * FRAME_EDGE, out);
	free(text);
	free(names);
	return y;
}

int figure_rows(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct picture p = { .d = d, .width = frame_width(look) };
	struct buf drawn = BUF_INIT;
	char name[96], title[128];
	double y, label;

	label = d->n > 0 ? label_width(&p) : 0;
	if (label == 0)
		return err_set(e, -ENODATA, "there is no row with a value");
	p.order = rows_sorted(d->run[0]);
	p.left = FRAME_EDGE + fmin(label, p.width * 0.35) + 14;
	p.right = p.width - FRAME_EDGE - VALUE - 10;
	snprintf(title, sizeof(title), "%s",
	    report_run_name(d->run[0], name, sizeof(name)));
	if (d->n > 1)
		snprintf(title, sizeof(title), "%zu runs", d->n);
	y = frame_title(title,
	    d->n > 1 ?
		"medians with 95 % intervals; in numbers: the first run" :
		"median of each row and its 95 % interval",
	    p.width, &drawn);
	y = d->n > 1 ? draw_legend(&p, y, &drawn) : y;
	for (int unit = 0; unit < UNITS; unit++)
		y = draw_panel(&p, (enum unit)unit, y, &drawn);
	svg_whole(look, p.width, y, title,
	    "median of each row and its 95 % interval", &drawn, out);
	buf_release(&drawn);
	free(p.order);
	return 0;
}
