/* run_csv.c - rows of one run as comma-separated values: a column for each
 * argument, so that a program can draw one over the others. */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "report/csv.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of arguments in the order in which the rows have them first. */
struct columns {
	char **name;
	size_t n, cap;
};

static void add_column(struct columns *c, const char *name, size_t len)
{
	for (size_t i = 0; i < c->n; i++)
		if (strlen(c->name[i]) == len &&
		    memcmp(c->name[i], name, len) == 0)
			return;
	c->name = xgrow(c->name, c->n, &c->cap, sizeof(*c->name));
	c->name[c->n++] = xstrndup(name, len);
}

static void add_columns(struct columns *c, const char *key)
{
	for (const char *at = strchr(key, '/'); at; at = strchr(at + 1, '/')) {
		size_t len = strcspn(at + 1, "=/");

		if (at[1 + len] == '=')
			add_column(c, at + 1, len);
	}
}

/* Sizes as bytes, so that they are numbers; words as they are. */
static void put_arg(struct buf *out, const char *key, const char *name)
{
	char arg[96];
	int64_t bytes;

	if (!row_arg(key, name, arg, sizeof(arg)))
		csv_field(out, NULL);
	else if (num_parse_bytes(arg, &bytes) == 0)
		buf_addf(out, ",%lld", (long long)bytes);
	else
		csv_field(out, arg);
}

static void put_row(const struct result *res, const struct estimate *e,
    const struct columns *c, struct buf *out)
{
	bool value =
	    e->status != STATUS_FAILED && e->status != STATUS_UNSUPPORTED;
	bool more = unit_is_rate(res->unit); /* ends change places */

	csv_text(out, res->key);
	csv_field(out, res->name);
	for (size_t i = 0; i < c->n; i++)
		put_arg(out, res->key, c->name[i]);
	csv_field(out, unit_words[res->unit]);
	csv_number(out, value ? run_display(res, e->cost) : NAN);
	csv_number(out, value ? run_display(res, more ? e->hi : e->lo) : NAN);
	csv_number(out, value ? run_display(res, more ? e->lo : e->hi) : NAN);
	csv_count(out, e->n);
	csv_field(out, status_words[e->status]);
	csv_field(out, e->why);
	buf_add(out, "\r\n");
}

void report_run_csv(const struct run *r, const struct estimate *e,
    const bool *show, struct buf *out)
{
	size_t *order = rows_sorted(r), i, k;
	struct columns c = { 0 };

	for (i = 0; i < r->n_results; i++)
		if (!show || show[order[i]])
			add_columns(&c, r->results[order[i]].key);
	buf_add(out, "key,name");
	for (i = 0; i < c.n; i++)
		csv_field(out, c.name[i]);
	buf_add(out, ",unit,value,lo,hi,n,status,why\r\n");
	for (i = 0; i < r->n_results; i++) {
		k = order[i];
		if (!show || show[k])
			put_row(&r->results[k], &e[k], &c, out);
	}
	for (i = 0; i < c.n; i++)
		free(c.name[i]);
	free(c.name);
	free(order);
}
