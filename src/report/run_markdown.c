/* run_markdown.c - one run as Markdown that GitHub shows. */
#include "report/report.h"

#include "report/markdown.h"
#include "report/notes.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_head(const struct run *r, struct buf *out)
{
	char text[96];

	buf_add(out, "| run | measured | system | rounds |\n");
	markdown_rule(out, "lllr");
	buf_add_char(out, '|');
	markdown_cell(out, report_run_name(r, text, sizeof(text)));
	markdown_cell(out, rows_when(r->started_ns, text, sizeof(text)));
	markdown_cell(out, rows_system(r, text, sizeof(text)));
	buf_addf(out, " %u |\n\n", r->rounds);
}

static void put_row(const struct result *res, const struct estimate *e,
    struct buf *out)
{
	/* A failed or unsupported row has no number, whatever there was. */
	bool value =
	    e->status != STATUS_FAILED && e->status != STATUS_UNSUPPORTED;
	double cost = value ? e->cost : NAN;
	char text[96];

	buf_add_char(out, '|');
	row_label(res, text, sizeof(text));
	markdown_cell(out, text);
	markdown_cell(out, rows_value(res, cost, text, sizeof(text)));
	markdown_cell(out,
	    rows_range(res, cost, e->lo, e->hi, text, sizeof(text)));
	markdown_cell(out,
	    rows_percent(value ? e->half_width : NAN, text, sizeof(text)));
	buf_addf(out, " %zu |", e->n);
	markdown_cell(out, status_words[e->status]);
	buf_add_char(out, '\n');
}

void report_run_markdown(const struct run *r, const struct estimate *e,
    const bool *show, struct buf *out)
{
	const struct report_opts o = { .style = { .width = MARKDOWN_WIDE },
		.show = show };
	size_t *order = rows_sorted(r);
	struct buf lines = BUF_INIT;

	put_head(r, out);
	buf_add(out, "| row | value | 95 % interval | +- | n | status |\n");
	markdown_rule(out, "lrrrrl");
	for (size_t i = 0; i < r->n_results; i++)
		if (rows_shown(r, e, show, order[i]))
			put_row(&r->results[order[i]], &e[order[i]], out);
	buf_add_char(out, '\n');
	notes_put(r, e, &o, &lines);
	notes_remarks(r, e, &o, &lines);
	markdown_items(&lines, out);
	buf_release(&lines);
	free(order);
}
