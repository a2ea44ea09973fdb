/* html_each.c - the part of each row: its values, what is known of them, what
 * was measured. */
#include "report/html.h"

#include "base/num.h"
#include "report/change.h"
#include "report/markup.h"
#include "report/page.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of many runs the table has what tells them apart; all of it would be half of
 * the page. Numbers and words stand in cells as short as they can be, too. */
static bool is_few(const struct html *h)
{
	return h->d->n <= HTML_FEW;
}

static void head(struct html *h, const char *const *names)
{
	for (; *names; names++)
		html_head(h, "col", *names);
}

static void put_heads(struct html *h)
{
	static const char *const one[] = { "run", "value", NULL };
	static const char *const full[] = { "95 % interval", "spread", NULL };
	static const char *const both[] = { "\u00b1", "n", NULL };
	static const char *const status[] = { "status", NULL };
	static const char *const change[] = { "change", "95 % interval", NULL };
	static const char *const test[] = { "margin", "p (Holm)", NULL };
	static const char *const verdict[] = { "verdict", NULL };
	bool few = is_few(h);

	buf_add(h->out,
	    "<div class=\"scroll\"><table class=\"nums\">\n<thead><tr>");
	head(h, one);
	if (few)
		head(h, full);
	head(h, both);
	if (few)
		head(h, status);
	if (h->many.n > 0)
		head(h, change);
	if (h->many.n > 0 && few)
		head(h, test);
	if (h->many.n > 0)
		head(h, verdict);
	buf_add(h->out, "</tr></thead>\n<tbody>\n");
}

static void put_estimate(struct html *h, const struct html_row *row,
    const struct estimate *e)
{
	const char *status = e ? status_words[e->status] : "missing";
	bool few = is_few(h);
	char text[96];

	if (!e || e->n == 0) {
		buf_addf(h->out, "<td colspan=\"%d\">%s", few ? 6 : 3, status);
		return;
	}
	html_element(h, "td", NULL,
	    rows_value(row->res, e->cost, text, sizeof(text)));
	if (few) {
		html_element(h, "td", NULL,
		    rows_range(row->res, e->cost, e->lo, e->hi, text,
			sizeof(text)));
		html_element(h, "td", NULL,
		    rows_percent(e->cv, text, sizeof(text)));
	}
	html_element(h, "td", NULL,
	    rows_percent(e->half_width, text, sizeof(text)));
	buf_addf(h->out, "<td>%zu", e->n);
	if (few)
		html_element(h, "td", NULL, status);
}

static void put_test(struct html *h, const struct comparison *c)
{
	char text[64];

	html_element(h, "td", NULL,
	    rows_percent(c->margin > 0 ? c->margin : NAN, text, sizeof(text)));
	if (isfinite(c->p_holm))
		buf_addf(h->out, "<td>%.2g", c->p_holm);
	else
		buf_add(h->out, "<td>-");
}

static void put_comparison(struct html *h, const struct comparison *c)
{
	struct change d;
	char text[64];

	if (!c) {
		buf_addf(h->out, "<td colspan=\"%d\">not measured",
		    is_few(h) ? 5 : 3);
		return;
	}
	d = change_of(c);
	html_element(h, "td", NULL, change_text(&d, text, sizeof(text)));
	html_element(h, "td", NULL, change_interval(&d, text, sizeof(text)));
	if (is_few(h))
		put_test(h, c);
	/* a thousand cells of a large page are such */
	if (c->verdict == VERDICT_SAME)
		html_element(h, "td", "dim", verdict_words[c->verdict]);
	else
		buf_addf(h->out, "<td><b class=\"%s\">%s</b>",
		    html_class(c->verdict), verdict_words[c->verdict]);
}

static void put_numbers(struct html *h, const struct html_row *row)
{
	put_heads(h);
	for (size_t i = 0; i < h->d->n; i++) {
		buf_add(h->out, "<tr>");
		html_head(h, "row", h->name[i]);
		put_estimate(h, row, html_estimate(h, row, i));
		if (h->many.n > 0 && i == 0)
			buf_addf(h->out, "<td colspan=\"%d\">the first",
			    is_few(h) ? 5 : 3);
		else if (h->many.n > 0)
			put_comparison(h, row->cells->cell[i - 1]);
		buf_add(h->out, "</tr>\n");
	}
	buf_add(h->out, "</tbody></table></div>\n");
}

/* A term, of one of several runs. */
static void term_of(struct html *h, const char *head, size_t run,
    const char *text)
{
	char both[MANY_NAME + 32];

	if (h->d->n == 1)
		snprintf(both, sizeof(both), "%s", head);
	else
		snprintf(both, sizeof(both), "%s, %s", head, h->name[run]);
	html_term(h, both, text);
}

/* For readers that see no picture: each value, in the order taken. */
static void put_raw(struct html *h, const struct html_row *row, size_t run)
{
	const struct run *r = h->d->run[run];
	struct buf line = BUF_INIT;
	const struct result *res;
	char text[48];
	double cost;

	if (row->at[run] == HTML_NONE || h->d->n > HTML_FEW)
		return;
	res = &r->results[row->at[run]];
	for (size_t k = 0; k < res->n_inv; k++) {
		cost = run_cost(r, res, k);
		if (isfinite(cost))
			buf_addf(&line, "%s%s", line.len ? ", " : "",
			    rows_value(res, cost, text, sizeof(text)));
	}
	term_of(h, "values", run, buf_str(&line));
	buf_release(&line);
}

static void put_terms(struct html *h, const struct html_row *row)
{
	const struct page *p = page_find(row->res->name);
	const struct trend_series *s;
	const struct trend_step *step;
	const struct comparison *c;
	const struct estimate *e;
	char text[400];

	buf_add(h->out, "<dl>\n");
	html_term(h, "key", row->res->key);
	if (p) {
		html_term(h, "what", p->title);
		html_term(h, "one operation", p->part[PAGE_OPERATION]);
	}
	for (size_t i = 0; i < h->d->n; i++) {
		e = html_estimate(h, row, i);
		if (e && e->status != STATUS_OK)
			term_of(h, status_words[e->status], i, e->why);
	}
	for (size_t n = 0; (step = html_step(h, row, n, &s)); n++)
		html_term(h, "step",
		    html_step_text(h, row, step, s, text, sizeof(text)));
	for (size_t k = 0; k < h->many.n; k++) {
		c = row->cells->cell[k];
		if (c)
			term_of(h, "note", k + 1, c->note);
	}
	for (size_t i = 0; i < h->d->n; i++)
		put_raw(h, row, i);
	buf_add(h->out, "</dl>\n");
}

static void put_row(struct html *h, size_t i)
{
	const struct html_row *row = &h->row[i];
	const struct comparison *c;
	const char *word, *cls;
	struct change d;
	char text[96];

	buf_addf(h->out, "<details class=\"row\" id=\"r%zu\"><summary>", i + 1);
	row_label(row->res, text, sizeof(text));
	markup_text(h->out, text);
	c = h->many.n == 1 ? row->cells->cell[0] : NULL;
	if (c && change_matters(c->verdict)) {
		d = change_of(c);
		buf_add_char(h->out, ' ');
		markup_text(h->out, change_text(&d, text, sizeof(text)));
	}
	word = html_word(h, row, &cls);
	buf_addf(h->out, " <b class=\"%s\">%s</b></summary>\n", cls, word);
	html_values(h, row);
	put_numbers(h, row);
	put_terms(h, row);
	buf_add(h->out,
	    "<p><a href=\"#rows\">to the table</a></p></details>\n");
}

void html_each(struct html *h)
{
	const char *family = "";

	html_section(h, "each", "Row by row");
	for (size_t i = 0; i < h->n_rows; i++) {
		/* of several runs what matters most stands first instead */
		if (h->many.n == 0 &&
		    strcmp(family, rows_family(h->row[i].res)) != 0) {
			family = rows_family(h->row[i].res);
			html_element(h, "h3", NULL, family);
		}
		put_row(h, i);
	}
	html_section_end(h);
}
