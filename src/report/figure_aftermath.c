/* figure_aftermath.c - rows before, during and after a load, over time. */
#include "report/figure.h"

#include "base/mem.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRESH, SURVIVOR, PROCESSES };

struct course {
	struct timeline_phase phase[AFTER_PHASES];
	struct timeline_panel *panel;
	struct timeline_series (*series)[PROCESSES];
	char (*name)[96];
	double **values;
	size_t n_phases, n, n_values;
};

static size_t count(const struct aftermath *a, const char *key)
{
	size_t n = 0;

	for (int p = 0; p < AFTER_PHASES; p++) {
		const struct result *res = run_find(&a->phase[p], key);

		n += res ? res->n_inv : 0;
	}
	return n;
}

/* The invocations of all phases, one after the other. */
static void fill(struct course *c, const struct aftermath *a, const char *key,
    struct timeline_series *s)
{
	size_t room = count(a, key), n = 0;
	double *at = xcalloc(2 * room + 1, sizeof(*at)), *value = at + room;

	c->values[c->n_values++] = at;
	for (int p = 0; p < AFTER_PHASES; p++) {
		const struct run *r = &a->phase[p];
		const struct result *res = run_find(r, key);

		for (size_t k = 0; res && k < res->n_inv; k++) {
			double cost = run_cost(r, res, k);

			at[n] = (double)res->inv[k].start_ns / 1e9;
			value[n++] = cost > 0 ? run_display(res, cost) : NAN;
		}
	}
	s->at = at;
	s->value = value;
	s->n = n;
}

static void add_row(struct course *c, const struct aftermath *a,
    const struct result *res)
{
	size_t i = c->n++;
	char *key = xasprintf("%s%s", res->key, AFTERMATH_SURVIVOR);

	row_label(res, c->name[i], sizeof(c->name[i]));
	c->series[i][FRESH].name = "fresh processes";
	c->series[i][SURVIVOR].name = "survivor";
	fill(c, a, res->key, &c->series[i][FRESH]);
	fill(c, a, key, &c->series[i][SURVIVOR]);
	c->panel[i] = (struct timeline_panel){ c->name[i],
		axis_kind_of(res->unit), c->series[i], PROCESSES };
	free(key);
}

static void course_init(struct course *c, const struct aftermath *a)
{
	const struct run *base = &a->phase[AFTER_BASELINE];
	size_t most = base->n_results + 1;

	*c = (struct course){ .n = 0 };
	c->panel = xcalloc(most, sizeof(*c->panel));
	c->series = xcalloc(most, sizeof(*c->series));
	c->name = xcalloc(most, sizeof(*c->name));
	c->values = xcalloc(PROCESSES * most, sizeof(*c->values));
	for (int p = 0; p < AFTER_PHASES; p++)
		if (a->to_ns[p] > a->from_ns[p])
			c->phase[c->n_phases++] =
			    (struct timeline_phase){ after_phase_words[p],
				    (double)a->from_ns[p] / 1e9,
				    (double)a->to_ns[p] / 1e9 };
	for (size_t k = 0; k < base->n_results; k++) {
		const struct result *res = &base->results[k];

		if (!aftermath_survives(res->key) &&
		    !(res->flags & RESULT_TAIL))
			add_row(c, a, res);
	}
}

static void course_release(struct course *c)
{
	for (size_t i = 0; i < c->n_values; i++)
		free(c->values[i]);
	free(c->values);
	free(c->name);
	free(c->series);
	free(c->panel);
}

int figure_aftermath(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	struct timeline t = { .note = "each value over the time" };
	struct course c;
	char *title;
	int r = 0;

	if (!d->aftermath)
		return err_set(e, -ENODATA,
		    "there is no aftermath: 'perfloss aftermath -o x.svg' "
		    "draws one");
	course_init(&c, d->aftermath);
	title = xasprintf("before, during and after %s",
	    d->aftermath->load.what ? d->aftermath->load.what : "a load");
	t.title = title;
	t.phase = c.phase;
	t.n_phases = c.n_phases;
	t.panel = c.panel;
	t.n_panels = c.n;
	if (figure_timeline(&t, look, out) == 0)
		r = err_set(e, -ENODATA, "there is no row with a value");
	course_release(&c);
	free(title);
	return r;
}

size_t plot_aftermath(const struct figure_data *d, const struct style *s,
    struct buf *out)
{
	struct timeline t = { .title = "" };
	struct course c;
	size_t n;

	if (!d->aftermath)
		return 0;
	course_init(&c, d->aftermath);
	t.phase = c.phase;
	t.n_phases = c.n_phases;
	t.panel = c.panel;
	t.n_panels = c.n;
	n = plot_timeline(&t, s, out);
	course_release(&c);
	return n;
}
