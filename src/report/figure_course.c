/* figure_course.c - the course of a run: its rows over time, and who else used
 * the machine. */
#include "report/figure.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PANELS 12 /* more are a wall: --rows chooses */

struct course {
	struct timeline_panel panel[PANELS + 1];
	struct timeline_series series[PANELS + 1];
	char name[PANELS + 1][96];
	double *values[PANELS + 1];
	size_t n, all;
};

static void add(struct course *c, const char *name, enum axis_kind kind,
    double *at, double *value, size_t n)
{
	size_t i = c->n++;

	snprintf(c->name[i], sizeof(c->name[i]), "%s", name);
	c->values[i] = at;
	c->series[i] =
	    (struct timeline_series){ c->name[i], at, value, NULL, NULL, n };
	c->panel[i] =
	    (struct timeline_panel){ c->name[i], kind, &c->series[i], 1 };
}

static void add_row(struct course *c, const struct run *r,
    const struct result *res)
{
	double *at = xcalloc(2 * res->n_inv + 1, sizeof(*at));
	double *value = at + res->n_inv;
	char label[96];

	for (size_t k = 0; k < res->n_inv; k++) {
		double cost = run_cost(r, res, k);

		at[k] = (double)res->inv[k].start_ns / 1e9;
		value[k] = cost > 0 ? run_display(res, cost) : NAN;
	}
	row_label(res, label, sizeof(label));
	add(c, label, axis_kind_of(res->unit), at, value, res->n_inv);
}

static void add_busy(struct course *c, const struct run *r)
{
	double *at = xcalloc(2 * r->n_env + 1, sizeof(*at));

	for (size_t k = 0; k < r->n_env; k++) {
		at[k] = (double)r->env[k].at_ns / 1e9;
		at[r->n_env + k] = r->env[k].busy;
	}
	add(c, "CPUs that other programs used", AXIS_NUMBER, at, at + r->n_env,
	    r->n_env);
}

/* Whether a result, the k-th in order, is the last that a pattern matches; of a
 * run in which none matches all are as good. */
static bool is_sentinel(const struct run *r, const size_t *order, size_t k)
{
	bool any = false;

	for (size_t i = 0; report_sentinels[i]; i++) {
		size_t last = r->n_results;

		for (size_t j = 0; j < r->n_results; j++)
			if (text_glob(report_sentinels[i],
				r->results[order[j]].key))
				last = j;
		if (last == k)
			return true;
		any = any || last < r->n_results;
	}
	return !any;
}

/* Rows that were asked for; else those that are measured again and again to see
 * whether the machine stays as it is, or all where there are few. */
static bool is_wanted(const struct figure_data *d, const size_t *order,
    size_t k)
{
	const struct run *r = d->run[0];
	const struct result *res = &r->results[order[k]];

	if ((res->flags & RESULT_TAIL) || res->n_inv == 0)
		return false;
	if (d->show && d->show[0])
		return d->show[0][order[k]];
	return r->n_results <= PANELS || is_sentinel(r, order, k);
}

int figure_course(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct course *c = xcalloc(1, sizeof(*c));
	size_t *order, k;
	char name[96], note[96] = "";
	struct timeline t = { .panel = c->panel, .note = NULL };
	char *title;
	int r = 0;

	if (d->n > 1) {
		free(c);
		return err_set(e, -ENODATA, "a course is of one run, not %zu",
		    d->n);
	}
	order = d->n ? rows_sorted(d->run[0]) : NULL;
	for (k = 0; d->n && k < d->run[0]->n_results; k++) {
		if (!is_wanted(d, order, k))
			continue;
		c->all++;
		if (c->n < PANELS)
			add_row(c, d->run[0], &d->run[0]->results[order[k]]);
	}
	if (c->all > c->n)
		snprintf(note, sizeof(note), "%zu of %zu rows; --rows chooses",
		    c->n, c->all);
	if (c->all > 0)
		add_busy(c, d->run[0]);
	title = xasprintf("course of %s",
	    d->n ? report_run_name(d->run[0], name, sizeof(name)) : "nothing");
	t.title = title;
	t.note = note[0] ? note : NULL;
	t.n_panels = c->n;
	if (figure_timeline(&t, look, out) == 0)
		r = err_set(e, -ENODATA, "there is no row with a value");
	for (k = 0; k < c->n; k++)
		free(c->values[k]);
	free(title);
	free(order);
	free(c);
	return r;
}
