/* strips.c - raw values of rows or commands beside one another. */
#include "report/strips.h"

#include "base/mem.h"
#include "report/exec.h"
#include "report/rows.h"
#include "stats/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Costs of all invocations; nothing is added where there are none. */
static struct strip *add(struct strips *t, const struct run *r,
    const struct result *res, const struct estimate *e)
{
	struct strip s = { .res = res, .est = e };

	s.value = xcalloc(res->n_inv + 1, sizeof(*s.value));
	s.n = run_costs(r, res, s.value);
	s.mid = e->cost;
	s.lo = e->lo;
	s.hi = e->hi;
	if (s.n == 0) {
		free(s.value);
		return NULL;
	}
	t->s = xreallocarray(t->s, t->n + 1, sizeof(*t->s));
	t->s[t->n] = s;
	return &t->s[t->n++];
}

static void add_run(struct strips *t, const struct figure_data *d, size_t i)
{
	const struct run *r = d->run[i];
	size_t *order = rows_sorted(r);

	for (size_t k = 0; k < r->n_results; k++) {
		const struct result *res = &r->results[order[k]];
		struct strip *s;

		if ((res->flags & RESULT_TAIL) ||
		    (d->show && d->show[i] && !d->show[i][order[k]]))
			continue;
		s = add(t, r, res, &d->est[i][order[k]]);
		if (!s)
			continue;
		s->run = i;
		row_label(res, s->name, sizeof(s->name));
	}
	free(order);
}

static void add_commands(struct strips *t, const struct figure_data *d)
{
	for (size_t k = 0; k < d->n_commands; k++) {
		const struct report_command *c = &d->command[k];
		struct strip *s = c->res ? add(t, c->r, c->res, &c->est) : NULL;

		if (!s)
			continue;
		snprintf(s->name, sizeof(s->name), "%s", c->name);
		s->against = exec_row(c, "");
	}
}

/* One row of several runs stands together. */
static int by_row(const void *a, const void *b)
{
	const struct strip *p = a, *q = b;
	int d = rows_compare(p->res, q->res);

	return d ? d : (p->run > q->run) - (p->run < q->run);
}

/* -- Scales -------------------------------------------------------------- */

/* Whether all can stand on one scale without becoming a point. */
static bool one_scale(const struct strips *t)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (t->s[i].res->unit != t->s[0].res->unit)
			return false;
		for (size_t k = 0; k < t->s[i].n; k++) {
			least = fmin(least, t->s[i].value[k]);
			most = fmax(most, t->s[i].value[k]);
		}
	}
	return most <= AXIS_LOG_FROM * least;
}

static double scaled(const struct strips *t, const struct strip *s,
    double median, double cost)
{
	if (!isfinite(cost) || (t->relative && !(cost > 0)))
		return NAN;
	return t->relative ? log(cost / median) : run_display(s->res, cost);
}

static void scale(struct strips *t, struct strip *s)
{
	double *sorted = xcalloc(s->n, sizeof(*sorted)), median, ends[2];

	memcpy(sorted, s->value, s->n * sizeof(*sorted));
	order_sort(sorted, s->n);
	median = order_median(sorted, s->n);
	for (size_t k = 0; k < s->n; k++)
		sorted[k] = s->value[k] = scaled(t, s, median, s->value[k]);
	order_sort(sorted, s->n);
	for (int q = 0; q < 5; q++)
		s->quartile[q] = order_quantile(sorted, s->n, 0.25 * q, 7);
	free(sorted);
	s->mid = scaled(t, s, median, s->mid);
	ends[0] = scaled(t, s, median, s->lo);
	ends[1] = scaled(t, s, median, s->hi);
	s->lo = isfinite(ends[0]) ? fmin(ends[0], ends[1]) : NAN;
	s->hi = isfinite(ends[1]) ? fmax(ends[0], ends[1]) : NAN;
	t->least = fmin(t->least, fmin(s->quartile[0], s->lo));
	t->most = fmax(t->most, fmax(s->quartile[4], s->hi));
}

void strips_init(struct strips *t, const struct figure_data *d)
{
	*t = (struct strips){ .least = INFINITY, .most = -INFINITY };
	if (d->n_commands > 0)
		add_commands(t, d);
	for (size_t i = 0; i < d->n && d->n_commands == 0; i++)
		add_run(t, d, i);
	if (t->n == 0)
		return;
	if (d->n_commands == 0)
		qsort(t->s, t->n, sizeof(*t->s), by_row);
	t->log = !one_scale(t);
	t->relative = t->log && d->n_commands == 0;
	t->kind = t->relative ? AXIS_CHANGE : axis_kind_of(t->s[0].res->unit);
	for (size_t i = 0; i < t->n; i++)
		scale(t, &t->s[i]);
}

void strips_release(struct strips *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->s[i].value);
	free(t->s);
}
