/* html_steps.c - runs of a page as a history: since when is a row slower. */
#include "report/html.h"

#include "base/mem.h"
#include "base/num.h"
#include "report/markup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs that are a history: a level on each side of a step, and the least in
 * which one can be sure of any. */
#define HISTORY (2 * STEP_LEAST)

void html_steps_init(struct html *h)
{
	const struct trend_opts o = { .alpha = TREND_ALPHA,
		.family = TREND_FAMILY,
		.delta = TREND_DELTA,
		.newest = 1 };
	struct session s;

	if (h->d->n < HISTORY)
		return;
	h->past = xcalloc(h->d->n, sizeof(*h->past));
	for (size_t i = 0; i < h->d->n; i++) {
		session_init(&s);
		judge_session(h->d->run[i], &s);
		for (size_t k = 0; k < s.n; k++)
			trend_add(&h->trend, s.host, s.row[k].key, s.row[k].how,
			    i, s.row[k].y);
		session_release(&s);
		h->past[i] = (struct trend_run){ .id = h->d->run[i]->id,
			.started_ns = h->d->run[i]->started_ns,
			.name = h->name[i] };
	}
	trend_judge(&h->trend, &o);
}

void html_steps_release(struct html *h)
{
	trend_release(&h->trend);
	free(h->past);
}

/* The n-th step of a row, on any machine; NULL = there is none. */
const struct trend_step *html_step(const struct html *h,
    const struct html_row *row, size_t n, const struct trend_series **of)
{
	for (size_t i = 0; i < h->trend.n; i++) {
		const struct trend_series *s = &h->trend.series[i];

		if (strcmp(s->res.key, row->res->key) != 0)
			continue;
		if (n < s->steps) {
			*of = s;
			return &s->step[n];
		}
		n -= s->steps;
	}
	return NULL;
}

const char *html_step_text(const struct html *h, const struct html_row *row,
    const struct trend_step *step, const struct trend_series *s, char *out,
    size_t size)
{
	const struct trend_view v = { .t = &h->trend,
		.run = h->past,
		.runs = h->d->n };
	struct trend_series shown = *s; /* the unit is the row's */
	char where[320], by[32];

	shown.res.unit = row->res->unit;
	trend_where(&v, s, &step->s, where, sizeof(where));
	snprintf(out, size, "%s, %s %s", trend_word(step),
	    num_change(trend_shown(&shown, step->by), by, sizeof(by)), where);
	return out;
}

void html_steps(struct html *h)
{
	const struct trend_series *s;
	const struct trend_step *step;
	char text[400], label[96];
	size_t all = 0;

	if (h->trend.n == 0)
		return;
	buf_add(h->out, "<h3>Steps over the runs, in their order</h3>\n<ul>\n");
	for (size_t i = 0; i < h->n_rows; i++)
		for (size_t n = 0; (step = html_step(h, &h->row[i], n, &s));
		     n++, all++) {
			row_label(h->row[i].res, label, sizeof(label));
			buf_addf(h->out, "<li><a href=\"#r%zu\">", i + 1);
			markup_text(h->out, label);
			buf_add(h->out, "</a>: ");
			markup_text(h->out,
			    html_step_text(h, &h->row[i], step, s, text,
				sizeof(text)));
			buf_add(h->out, "</li>\n");
		}
	if (all == 0)
		buf_add(h->out, "<li>none</li>\n");
	buf_add(h->out, "</ul>\n");
}
