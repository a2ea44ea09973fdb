/* html_aftermath.c - what a load did to the rows of runs and what it left, in a
 * page. */
#include "report/html.h"

#include "base/text.h"
#include "report/aftermath.h"
#include "report/markup.h"

#include <stdlib.h>

#define HEAD 8 /* columns of a line's head (report_line) */

/* Lines are not wrapped: the browser does that. */
static const struct style wide = { .width = 100000, .utf8 = true };

static void put_row(struct html *h, const struct after_row *r)
{
	static const char *const cls[AFTER_WORDS] = { "good", "bad", "warn" };
	struct after_cells c;

	aftermath_cells(r, &c);
	buf_add(h->out, "<tr>");
	html_head(h, "row", c.label);
	html_element(h, "td", NULL, r->survivor ? "survivor" : "fresh");
	html_element(h, "td", "num", c.cost);
	html_element(h, "td", "num", c.load);
	html_element(h, "td", "num", c.after);
	html_element(h, "td", "num", c.range);
	buf_add(h->out, "<td>");
	html_element(h, "b", cls[r->word], c.word);
	buf_add(h->out, "</tr>\n");
}

static void put_rows(struct html *h, const struct after_judged *j)
{
	const struct after_row **row = aftermath_sorted(j);

	buf_add(h->out,
	    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	    "aria-label=\"rows before, during and after the load\">"
	    "<table class=\"runs\">\n<thead><tr>"
	    "<th scope=\"col\">row<th scope=\"col\">process"
	    "<th scope=\"col\" class=\"num\">baseline"
	    "<th scope=\"col\" class=\"num\">load"
	    "<th scope=\"col\" class=\"num\">after"
	    "<th scope=\"col\" class=\"num\">95 % interval"
	    "<th scope=\"col\">recovered</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < j->n; i++)
		put_row(h, row[i]);
	buf_add(h->out, "</tbody></table></div>\n");
	free(row);
}

void html_aftermath(struct html *h)
{
	const struct figure_data d = { .aftermath = h->d->aftermath };
	struct buf line = BUF_INIT;
	struct after_judged j;

	if (!d.aftermath)
		return;
	judge_aftermath(d.aftermath, &judge_defaults, &j);
	html_section(h, "aftermath", "Aftermath of a load");
	aftermath_verdict(d.aftermath, &j, &line);
	html_element(h, "p", "lead", buf_str(&line));
	buf_clear(&line);
	aftermath_lines(d.aftermath, &j, &wide, &line);
	html_lines(h, &line, HEAD);
	if (j.n > 0)
		put_rows(h, &j);
	html_draw(h, &d, figure_aftermath);
	html_section_end(h);
	buf_release(&line);
	after_judged_release(&j);
}

/* -- Runs of an older perfloss -------------------------------------------- */

/* Its three runs are stored as any others; their labels tell. */
static bool is_aftermath(const struct html *h)
{
	for (size_t i = 0; h->d->n == AFTER_PHASES && i < h->d->n; i++) {
		const struct run *r = h->d->run[i];

		if (!r->label || !text_ends(r->label, after_phase_words[i]) ||
		    r->seed != h->d->run[0]->seed)
			return false;
	}
	return h->d->n == AFTER_PHASES;
}

/* From the first start of a phase to the last end. */
static void span(const struct run *r, int64_t *from, int64_t *to)
{
	*from = INT64_MAX;
	*to = 0;
	for (size_t k = 0; k < r->n_results; k++)
		for (size_t i = 0; i < r->results[k].n_inv; i++) {
			const struct invocation *inv = &r->results[k].inv[i];
			int64_t start = (int64_t)inv->start_ns;

			*from = start < *from ? start : *from;
			start += (int64_t)inv->wall_ns;
			*to = start > *to ? start : *to;
		}
	*from = *from < *to ? *from : *to;
}

bool html_timeline(struct html *h)
{
	struct aftermath a = { .n_left = 0 };
	struct figure_data d = { .aftermath = &a };

	if (h->d->aftermath || !is_aftermath(h))
		return false;
	for (int i = 0; i < AFTER_PHASES; i++) {
		a.phase[i] = *h->d->run[i]; /* borrowed, as all in it */
		span(&a.phase[i], &a.from_ns[i], &a.to_ns[i]);
	}
	return html_draw(h, &d, figure_aftermath);
}
