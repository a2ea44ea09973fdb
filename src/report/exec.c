/* exec.c - commands that were measured: a table, and what follows from it. */
#include "report/report.h"

#include "base/num.h"
#include "base/text.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX 24 /* columns of a command's name before a finding */

static const char *time_text(double ns, char *out, size_t size)
{
	if (!isfinite(ns))
		snprintf(out, size, "-");
	else if (ns == 0)
		snprintf(out, size, "0");
	else
		num_time(ns, out, size);
	return out;
}

static const char *bytes_text(double bytes, char *out, size_t size)
{
	char number[32];

	if (isfinite(bytes))
		snprintf(out, size, "%s MB",
		    num_digits(bytes / 1e6, 3, number, sizeof(number)));
	else
		snprintf(out, size, "-");
	return out;
}

static void add_command(struct table *t, const struct report_command *c)
{
	char text[96];

	table_cell(t, c->name);
	table_cellf(t, "%zu", c->u.n);
	table_cell(t, rows_value(c->res, c->est.cost, text, sizeof(text)));
	table_cell(t,
	    rows_range(c->res, c->est.cost, c->est.lo, c->est.hi, text,
		sizeof(text)));
	table_cell(t, time_text(c->u.user, text, sizeof(text)));
	table_cell(t, time_text(c->u.sys, text, sizeof(text)));
	table_cell(t, bytes_text(c->u.max_rss, text, sizeof(text)));
}

static void put_findings(const struct report_command *c, size_t n,
    const struct usage_costs *costs, const struct report_opts *o,
    struct buf *out)
{
	struct finding found[USAGE_FINDINGS];

	for (size_t i = 0; i < n; i++) {
		size_t m = usage_findings(c[i].r, &c[i].u, costs, found);

		if (m == 0)
			continue;
		buf_addf(out, "\n%s\n", c[i].name);
		for (size_t k = 0; k < m; k++) {
			buf_add(out, "  - ");
			table_wrap(out, found[k].text, o->style.width, 4);
		}
	}
}

static void put_differences(const struct report_command *c, size_t n,
    size_t reference, const struct report_opts *o, struct buf *out)
{
	struct finding found;

	for (size_t i = 0; i < n; i++) {
		struct buf line = BUF_INIT;

		if (i == reference ||
		    !usage_difference(&c[reference].u, &c[i].u, &found))
			continue;
		buf_addf(&line, "%.*s: %s", (int)text_fit(c[i].name, NAME_MAX),
		    c[i].name, found.text);
		buf_add(out, "where   ");
		table_wrap(out, buf_str(&line), o->style.width, 8);
		buf_release(&line);
	}
}

void report_commands(const struct report_command *c, size_t n, size_t reference,
    const struct usage_costs *costs, const struct report_opts *o,
    struct buf *out)
{
	static const char *const heads[] = { "command", "runs", "real",
		"95 % interval", "user", "sys", "max RSS", NULL };
	struct table *t = table_new(heads, "Lrrrrrr");

	for (size_t i = 0; i < n; i++)
		if (c[i].res && c[i].u.n > 0)
			add_command(t, &c[i]);
	table_print(t, &o->style, out);
	table_free(t);
	if (n > 1)
		put_differences(c, n, reference, o, out);
	put_findings(c, n, costs, o, out);
}

/* -- JSON ---------------------------------------------------------------- */

static void put_usage(const struct usage *u, struct json *j)
{
	json_put_double(j, "real_ns", u->real);
	json_put_double(j, "least_ns", u->least);
	json_put_double(j, "most_ns", u->most);
	json_put_double(j, "user_ns", u->user);
	json_put_double(j, "sys_ns", u->sys);
	json_put_double(j, "max_rss", u->max_rss);
	json_put_double(j, "minflt", u->minflt);
	json_put_double(j, "majflt", u->majflt);
	json_put_double(j, "nvcsw", u->nvcsw);
	json_put_double(j, "nivcsw", u->nivcsw);
	json_put_double(j, "in_blocks", u->in_blocks);
	json_put_double(j, "out_blocks", u->out_blocks);
	json_put_uint(j, "failed", u->failed);
	json_put_uint(j, "left", u->left);
}

void report_commands_json(const struct report_command *c, size_t n,
    const struct usage_costs *costs, struct json *j)
{
	struct finding found[USAGE_FINDINGS];

	json_begin_array(j);
	for (size_t i = 0; i < n; i++) {
		size_t m = 0;

		json_begin_object(j);
		json_put_string(j, "name", c[i].name);
		json_put_string(j, "command", c[i].text);
		json_put_uint(j, "runs", c[i].u.n);
		json_put_double(j, "lo_ns", c[i].est.lo);
		json_put_double(j, "hi_ns", c[i].est.hi);
		json_put_double(j, "cv", c[i].est.cv);
		put_usage(&c[i].u, j);
		json_key(j, "times_ns");
		json_begin_array(j);
		for (size_t k = 0; c[i].res && k < c[i].res->n_inv; k++)
			json_uint(j, c[i].res->inv[k].run[0]);
		json_end_array(j);
		json_key(j, "findings");
		json_begin_array(j);
		if (c[i].u.n > 0)
			m = usage_findings(c[i].r, &c[i].u, costs, found);
		for (size_t k = 0; k < m; k++)
			json_string(j, found[k].text);
		json_end_array(j);
		json_end_object(j);
	}
	json_end_array(j);
}
