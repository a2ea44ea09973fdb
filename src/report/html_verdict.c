/* html_verdict.c - the first parts of a page: what came out, and the facts that
 * differ. */
#include "report/html.h"

#include "base/mem.h"
#include "report/change.h"
#include "report/confound.h"
#include "report/differ.h"
#include "report/markup.h"
#include "report/notes.h"
#include "report/pairs.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines are not wrapped: the browser does that. */
static const struct report_opts wide = { .style = { .width = 100000,
					     .utf8 = true } };

/* -- Runs ---------------------------------------------------------------- */

static void put_runs(struct html *h)
{
	char text[128];

	buf_add(h->out,
	    "<div class=\"scroll\"><table class=\"runs\">\n<thead><tr>"
	    "<th scope=\"col\">run<th scope=\"col\">measured (UTC)"
	    "<th scope=\"col\">system"
	    "<th scope=\"col\" class=\"num\">rounds</tr>"
	    "</thead>\n<tbody>\n");
	for (size_t i = 0; i < h->d->n; i++) {
		const struct run *r = h->d->run[i];

		buf_add(h->out, "<tr><th scope=\"row\">");
		report_run_name(r, text, sizeof(text));
		if (!strstr(text, h->name[i])) {
			markup_text(h->out, h->name[i]);
			buf_add(h->out, ": ");
		}
		markup_text(h->out, text);
		html_element(h, "td", NULL,
		    rows_when(r->started_ns, text, sizeof(text)));
		html_element(h, "td", NULL, rows_system(r, text, sizeof(text)));
		buf_addf(h->out, "<td class=\"num\">%u</tr>\n", r->rounds);
	}
	buf_add(h->out, "</tbody></table></div>\n");
}

/* -- What came out ------------------------------------------------------- */

static void badge(struct html *h, size_t n, const char *cls, const char *word)
{
	if (n > 0)
		buf_addf(h->out, "<li class=\"%s\"><b>%zu</b> %s</li>\n", cls,
		    n, word);
}

static void put_verdicts(struct html *h, const struct verdict_set *v)
{
	buf_add(h->out, "<ul class=\"badges\">\n");
	for (int i = 0; i < VERDICTS; i++)
		badge(h, v->count[i], html_class((enum verdict)i),
		    verdict_words[i]);
	buf_add(h->out, "</ul>\n");
}

/* "head    text" as the text of a comparison has them. */
static void add_line(struct buf *lines, const char *head, const char *text)
{
	if (*text)
		buf_addf(lines, "%-8s%s\n", head, text);
}

static void put_counts(struct html *h, size_t k, const char *tag)
{
	const struct report_pair *p = &h->many.pair[k];
	struct buf line = BUF_INIT;

	change_counts(p->base, p->now, p->v, &wide.style, 0, &line);
	html_element(h, tag, "lead", buf_str(&line));
	buf_release(&line);
}

/* What stands around the numbers of a comparison. */
static void put_around(struct html *h, size_t k)
{
	const struct report_pair *p = &h->many.pair[k];
	const struct comparison **order = change_sorted(p->v);
	struct buf lines = BUF_INIT;

	add_line(&lines, "order", p->v->order);
	pairs_put(p->base, p->now, p->v, &wide.style, &lines);
	add_line(&lines, "rounds", p->v->advice);
	html_lines(h, &lines, 8);
	buf_clear(&lines);
	change_where(p->base, p->now, &wide.style, &lines);
	html_lines(h, &lines, 8);
	buf_clear(&lines);
	rest_put(order, p->v, &wide, &lines);
	change_put_suite(p->v, &wide.style, &lines);
	html_lines(h, &lines, 0);
	buf_release(&lines);
	free(order);
}

static void put_compared(struct html *h)
{
	struct buf line = BUF_INIT, lines = BUF_INIT;
	size_t verdicts = 0;
	bool one = h->many.n == 1;

	for (size_t k = 0; k < h->many.n; k++) {
		if (!one) {
			buf_add(h->out, "<details class=\"pair\"><summary>");
			markup_text(h->out, h->name[k + 1]);
			buf_add(h->out, " against ");
			markup_text(h->out, h->name[html_base(h, k)]);
			buf_add(h->out, ": ");
		}
		put_counts(h, k, one ? "p" : "span");
		if (!one)
			buf_add(h->out, "</summary>\n");
		put_verdicts(h, h->many.pair[k].v);
		put_around(h, k);
		if (!one)
			buf_add(h->out, "</details>\n");
		verdicts += judge_tested(h->many.pair[k].v);
	}
	many_alone(&h->many, &line);
	add_line(&lines, "alone", buf_str(&line));
	buf_clear(&line);
	confound_put(h->d->run, h->d->n, &wide.style, &lines);
	html_lines(h, &lines, 8);
	if (h->many.n > 1 && verdicts > 0)
		buf_addf(h->out,
		    "<p>The %zu verdicts are corrected together: if nothing "
		    "differs, one such table in twenty raises an alarm.</p>\n",
		    verdicts);
	buf_release(&line);
	buf_release(&lines);
}

static void put_single(struct html *h)
{
	const bool *show = h->d->show ? h->d->show[0] : NULL;
	const struct report_opts o = { wide.style, false, show };
	size_t count[STATUSES] = { 0 };
	struct buf lines = BUF_INIT;

	for (size_t i = 0; i < h->n_rows; i++)
		count[html_estimate(h, &h->row[i], 0)->status]++;
	buf_add(h->out, "<ul class=\"badges\">\n");
	for (int s = 0; s < STATUSES; s++)
		badge(h, count[s], html_status_class((enum status)s),
		    status_words[s]);
	buf_add(h->out, "</ul>\n");
	notes_put(h->d->run[0], h->d->est[0], &o, &lines);
	notes_remarks(h->d->run[0], h->d->est[0], &o, &lines);
	html_lines(h, &lines, NOTES_HEAD);
	buf_release(&lines);
}

void html_verdict(struct html *h)
{
	html_section(h, "verdict", "Verdict");
	if (h->many.n > 0)
		put_compared(h);
	else
		put_single(h);
	put_runs(h);
	html_section_end(h);
}

/* -- Facts --------------------------------------------------------------- */

#define LONG 60 /* a value of so many bytes is folded */

static void put_value(struct html *h, const char *value)
{
	if (value && strlen(value) > LONG) {
		buf_add(h->out, "<td><details><summary>");
		buf_addf(h->out, "%zu characters</summary>", strlen(value));
		markup_text(h->out, value);
		buf_add(h->out, "</details>");
	} else {
		html_element(h, "td", NULL, value ? value : "unknown");
	}
}

/* A fact in all runs, n of them from the first on. */
static void put_fact(struct html *h, const char *key, size_t n)
{
	buf_add(h->out, "<tr>");
	html_head(h, "row", key);
	for (size_t i = 0; i < n; i++)
		put_value(h, host_get(&h->d->run[i]->host, key));
	buf_add(h->out, "</tr>\n");
}

static void begin_facts(struct html *h, size_t n)
{
	buf_add(h->out,
	    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	    "aria-label=\"facts\"><table class=\"facts\">\n<thead><tr>"
	    "<th scope=\"col\">fact");
	for (size_t i = 0; i < n; i++)
		html_head(h, "col", h->name[i]);
	buf_add(h->out, "</tr></thead>\n<tbody>\n");
}

static void put_all_facts(struct html *h)
{
	const struct run *r = h->d->run[0];

	buf_add(h->out, "<details><summary>All facts of ");
	markup_text(h->out, h->name[0]);
	buf_addf(h->out, " (%zu)</summary>\n", r->host.n);
	begin_facts(h, 1);
	for (size_t i = 0; i < r->host.n; i++)
		put_fact(h, r->host.facts[i].key, 1);
	buf_add(h->out, "</tbody></table></div></details>\n");
}

void html_facts(struct html *h)
{
	struct differ f;

	html_section(h, "facts",
	    h->many.n > 0 ? "Facts that differ" : "Facts of the machine");
	if (h->many.n > 0) {
		differ_init(&f, &h->many);
		if (f.n == 0)
			buf_add(h->out, "<p>None of those that are known.</p>");
		else
			begin_facts(h, h->d->n);
		for (size_t i = 0; i < f.n; i++)
			put_fact(h, f.key[i], h->d->n);
		if (f.n > 0)
			buf_add(h->out, "</tbody></table></div>\n");
		differ_release(&f);
	}
	put_all_facts(h);
	html_section_end(h);
}
