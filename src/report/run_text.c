/* run_text.c - one run as text: a table by family and what it is worth. */
#include "report/report.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/notes.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *report_run_name(const struct run *r, char *out, size_t size)
{
	if (r->label && r->id > 0)
		snprintf(out, size, "#%lld %s", (long long)r->id, r->label);
	else if (r->label)
		snprintf(out, size, "%s", r->label);
	else if (r->id > 0)
		snprintf(out, size, "#%lld", (long long)r->id);
	else
		snprintf(out, size, "%s", r->source ? r->source : r->uuid);
	return out;
}

void report_run_head(const struct run *r, const struct style *s,
    struct buf *out)
{
	char name[80], when[32], rounds[32], system[80];

	struct buf line = BUF_INIT;

	report_run_name(r, name, sizeof(name));
	rows_when(r->started_ns, when, sizeof(when));
	rows_system(r, system, sizeof(system));
	rows_rounds(r, rounds, sizeof(rounds));
	buf_addf(&line, "%s  %s  %s  %s", name, when, system, rounds);
	if (text_width(buf_str(&line)) <= s->width) {
		buf_addf(out, "%s%s%s  %s  %s  %s", style_on(s, BOLD), name,
		    style_off(s, BOLD), when, system, rounds);
	} else {
		table_wrap(out, buf_str(&line), s->width, 0);
		out->s[--out->len] = '\0'; /* the line's end is the caller's */
	}
	buf_release(&line);
}

void report_run_command(const struct run *r, const struct style *s,
    struct buf *out)
{
	const char *command = host_get(&r->host, FACT_COMMAND);

	if (command)
		report_line("command", command, s, out);
}

static enum colour status_colour(enum status s)
{
	switch (s) {
	case STATUS_SUSPECT:
	case STATUS_FAILED:
		return RED;
	case STATUS_FEW:
	case STATUS_NOISY:
	case STATUS_QUANTISED:
		return YELLOW;
	case STATUS_UNSUPPORTED:
		return DIM;
	case STATUS_OK:
	case STATUSES:
		break;
	}
	return PLAIN;
}

static void add_row(struct table *t, const struct result *res,
    const struct estimate *e)
{
	/* A failed or unsupported row has no number, whatever there was. */
	bool value =
	    e->status != STATUS_FAILED && e->status != STATUS_UNSUPPORTED;
	double cost = value ? e->cost : NAN;
	char text[96];

	row_label(res, text, sizeof(text));
	table_cell(t, text);
	table_cell(t, rows_value(res, cost, text, sizeof(text)));
	table_cell(t, rows_range(res, cost, e->lo, e->hi, text, sizeof(text)));
	table_cell(t,
	    rows_percent(value ? e->half_width : NAN, text, sizeof(text)));
	table_cellf(t, "%zu", e->n);
	table_cell(t, status_words[e->status]);
	table_colour(t, status_colour(e->status));
}

static void put_table(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	const char *heads[] = { "row", run_counts(r) ? "instructions" : "value",
		"95 % interval", "+-", "n", "status", NULL };
	struct table *t = table_new(heads, "LrrrrL");
	size_t *order = rows_sorted(r), i, k;
	const char *family = "", *now;

	for (i = 0; i < r->n_results; i++) {
		k = order[i];
		if (!rows_shown(r, e, o->show, k))
			continue;
		now = rows_family(&r->results[k]);
		if (strcmp(now, family) != 0)
			table_heading(t, now);
		family = now;
		add_row(t, &r->results[k], &e[k]);
	}
	if (table_rows(t) > 0)
		table_print(t, &o->style, out);
	free(order);
	table_free(t);
}

void report_run(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	put_table(r, e, o, out);
	notes_remarks(r, e, o, out);
	buf_add_char(out, '\n');
	notes_put(r, e, o, out);
}
