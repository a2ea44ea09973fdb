/* html_table.c - the table of rows: sorted and filtered where there is a
 * script, read as it is where there is none. */
#include "report/html.h"

#include "report/change.h"
#include "report/markup.h"
#include "report/rest.h"
#include "report/rows.h"

#include <math.h>
#include <string.h>

/* A column's head; kind: "num" is sorted by numbers. */
static void column(struct html *h, const char *kind, const char *text)
{
	buf_addf(h->out, "<th scope=\"col\" class=\"%s\">", kind);
	markup_text(h->out, text);
}

static void put_heads(struct html *h)
{
	column(h, "text", "row");
	if (h->many.n == 0) {
		column(h, "num",
		    run_counts(h->d->run[0]) ? "instructions" : "value");
		column(h, "num", "95 % interval");
		column(h, "num", "\u00b1");
		column(h, "num", "n");
		column(h, "none", "values");
		column(h, "word", "status");
	} else {
		column(h, "num", h->name[0]);
		if (h->many.n == 1)
			column(h, "num", h->name[1]);
		column(h, "none", h->many.n > 1 ? "course" : "values");
		for (size_t k = 1; h->many.n > 1 && k < h->d->n; k++)
			column(h, "num", h->name[k]);
	}
	if (h->many.n == 1) {
		column(h, "num", "change");
		column(h, "num", "95 % interval");
		column(h, "word", "verdict");
	}
}

static void put_word(struct html *h, const char *cls, const char *word)
{
	buf_addf(h->out, "<td class=\"text\"><b class=\"%s\">%s</b>", cls,
	    word);
}

/* Of a run: the row's value there. */
static void put_value(struct html *h, const struct html_row *row, size_t run)
{
	const struct estimate *e = html_estimate(h, row, run);
	double cost = e && e->n > 0 ? e->cost : NAN;
	char text[64];

	html_cell(h, run_display(row->res, cost),
	    rows_value(row->res, cost, text, sizeof(text)));
}

static void put_single(struct html *h, const struct html_row *row)
{
	const struct estimate *e = html_estimate(h, row, 0);
	/* A failed or unsupported row has no number, whatever there was. */
	bool value =
	    e->status != STATUS_FAILED && e->status != STATUS_UNSUPPORTED;
	double cost = value ? e->cost : NAN;
	double half = value ? e->half_width : NAN;
	char text[96];

	html_cell(h, run_display(row->res, cost),
	    rows_value(row->res, cost, text, sizeof(text)));
	html_cell(h, run_display(row->res, e->lo),
	    rows_range(row->res, cost, e->lo, e->hi, text, sizeof(text)));
	html_cell(h, half, rows_percent(half, text, sizeof(text)));
	buf_addf(h->out, "<td>%zu<td>", e->n);
	html_mini(h, row);
	put_word(h, html_status_class(e->status), status_words[e->status]);
}

static void put_double(struct html *h, const struct html_row *row)
{
	const struct comparison *c = row->cells->cell[0];
	struct change d = change_of(c);
	char text[64];

	put_value(h, row, 0);
	put_value(h, row, 1);
	buf_add(h->out, "<td>");
	html_mini(h, row);
	html_cell(h, d.by, change_text(&d, text, sizeof(text)));
	html_cell(h, d.lo, change_interval(&d, text, sizeof(text)));
	put_word(h, html_class(c->verdict), verdict_words[c->verdict]);
}

/* One of several comparisons: the change, in the colour of its verdict, which
 * stands there in short. */
static void put_cell(struct html *h, const struct comparison *c)
{
	enum verdict v = c ? c->verdict : VERDICT_MISSING;
	struct change d;
	char text[64];

	if (c && isfinite(c->change)) {
		d = change_of(c);
		buf_addf(h->out, "<td data-v=\"%.4g\">", d.by);
		markup_text(h->out, change_text(&d, text, sizeof(text)));
	} else {
		buf_add(h->out, "<td>-");
	}
	if (v != VERDICT_SAME)
		buf_addf(h->out, " <b class=\"%s\">%s</b>", html_class(v),
		    many_mark(v));
}

static void put_row(struct html *h, size_t i)
{
	const struct html_row *row = &h->row[i];
	char label[96];

	buf_add(h->out, "<tr data-word=\"");
	buf_add(h->out, html_word(h, row, NULL));
	buf_addf(h->out, "\"><th scope=\"row\"><a href=\"#r%zu\">", i + 1);
	row_label(row->res, label, sizeof(label));
	markup_text(h->out, label);
	buf_add(h->out, "</a>");
	if (h->many.n == 0) {
		put_single(h, row);
	} else if (h->many.n == 1) {
		put_double(h, row);
	} else {
		put_value(h, row, 0);
		buf_add(h->out, "<td>");
		html_mini(h, row);
		for (size_t k = 0; k < h->many.n; k++)
			put_cell(h, row->cells->cell[k]);
	}
	buf_add(h->out, "</tr>\n");
}

/* What the script shows: without it these would do nothing. */
static void put_filter(struct html *h)
{
	buf_addf(h->out,
	    "<form id=\"filter\" hidden role=\"search\">\n"
	    "<label>Filter <input id=\"words\" type=\"search\" "
	    "autocomplete=\"off\" spellcheck=\"false\" "
	    "placeholder=\"part of a name\"></label>\n"
	    "<label>%s <select id=\"word\"><option value=\"\">all</option>"
	    "</select></label>\n"
	    "<output id=\"shown\" aria-live=\"polite\"></output>\n"
	    "</form>\n",
	    h->many.n > 0 ? "Verdict" : "Status");
}

static void put_legend(struct html *h)
{
	if (h->many.n == 0)
		buf_add(h->out,
		    "<p class=\"dim\">values: every one that was measured, "
		    "slower to the right.");
	else if (h->many.n == 1)
		buf_add(h->out,
		    "<p class=\"dim\">values: every one that was measured, "
		    "slower to the right; above the first run's, below the "
		    "second's. change: of the value that is shown.");
	else
		buf_addf(h->out,
		    "<p class=\"dim\">course: the median of each run from left "
		    "to right, slower above. Each column is against %s; "
		    "without a word it is the same.",
		    many_neighbours(&h->many) ? "the run before" :
						"the first run");
	buf_add(h->out, " A row's name leads to its own part.</p>\n");
}

void html_table(struct html *h)
{
	html_section(h, "rows", "Rows");
	put_filter(h);
	put_legend(h);
	buf_add(h->out,
	    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	    "aria-label=\"table of rows\">"
	    "<table id=\"table\" class=\"rows\">\n<thead><tr>");
	put_heads(h);
	buf_add(h->out, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < h->n_rows; i++)
		put_row(h, i);
	buf_add(h->out, "</tbody></table></div>\n");
	html_section_end(h);
}
