/* list.c - perfloss list: what can be measured here. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/catalogue.h"
#include "cmd/list.h"
#include "report/page.h"
#include "report/rows.h"
#include "report/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *profile;
	bool json, verbose;
} opt;

static const struct opt list_opts[] = {
	{ 'p', "profile", "NAME", "only rows of quick, default or full",
	    OPT_STRING, &opt.profile, 0 },
	{ 'v', "verbose", NULL, "the page of each row", OPT_FLAG, &opt.verbose,
	    0 },
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_list_usage = {
	"perfloss list",
	"[ROW...]",
	"list the rows that can be measured",
	"A ROW is a name, a pattern, or what lmbench or another tool calls it. "
	"With one:\nits page, which says what is measured, what is inside the "
	"clock, which pitfalls\nit avoids, its arguments and cases.",
	list_opts,
};

static void as_result(const struct wire_msg *m, struct result *res)
{
	memset(res, 0, sizeof(*res));
	res->key = m->key;
	res->name = m->name;
	res->unit = m->unit;
	res->flags = m->flags;
}

static int by_row(const void *a, const void *b)
{
	struct result x, y;

	as_result(*(const struct wire_msg *const *)a, &x);
	as_result(*(const struct wire_msg *const *)b, &y);
	return rows_compare(&x, &y);
}

static const struct wire_msg **sorted(const struct catalogue *c, size_t *n)
{
	const struct wire_msg **p = xcalloc(c->n + 1, sizeof(*p));
	size_t i;

	*n = 0;
	for (i = 0; i < c->n; i++)
		if (c->chosen[i])
			p[(*n)++] = &c->row[i];
	qsort(p, *n, sizeof(*p), by_row);
	return p;
}

size_t list_cases(const struct wire_msg *const *row, size_t n, size_t i)
{
	size_t k = i;

	while (k < n && strcmp(row[k]->name, row[i]->name) == 0)
		k++;
	return k - i;
}

/* Under a row's line: its arguments, other names, needs. */
static void put_more(const struct wire_msg *const *row, size_t k, size_t indent,
    size_t width, struct buf *out)
{
	struct buf b = BUF_INIT;

	list_params(row, k, &b);
	if (buf_str(&b)[0])
		page_put(out, "", buf_str(&b), width, indent);
	buf_clear(&b);
	if (row[0]->alias)
		buf_addf(&b, "also called %s", row[0]->alias);
	list_words(row[0]->alias ? "; needs " : "needs ", row[0]->needs, &b);
	if (buf_str(&b)[0])
		page_put(out, "", buf_str(&b), width, indent);
	buf_release(&b);
}

static const char *const short_units[UNITS] = { [UNIT_NS] = "ns",
	[UNIT_RATE] = "MB/s",
	[UNIT_HZ] = "1/s",
	[UNIT_COUNT] = "",
	[UNIT_SIZE] = "B",
	[UNIT_SCORE] = "",
	[UNIT_INSN] = "insn" };

#define SUMMARY 20 /* columns that one takes at least */

/* One entry for each name, the last column wrapped. */
static void put_table(const struct wire_msg *const *row, size_t n,
    struct buf *out)
{
	struct style style = out_style();
	size_t i, k, name = strlen("row"), names = 0, indent;
	const char *family = "";
	struct buf b = BUF_INIT;
	struct result res;
	char many[32];

	for (i = 0; i < n; i++)
		if (strlen(row[i]->name) > name)
			name = strlen(row[i]->name);
	indent = name + 12;
	if (style.width < indent + SUMMARY) /* no room beside it */
		indent = 4;
	buf_addf(out, "%-*s cases unit%s\n", (int)name, "row",
	    indent < name ? "" : " what one operation is");
	for (i = 0; i < n; i += k, names++) {
		k = list_cases(row, n, i);
		as_result(row[i], &res);
		if (strcmp(rows_family(&res), family) != 0)
			buf_addf(out, "%s%s%s\n", style_on(&style, BOLD),
			    rows_family(&res), style_off(&style, BOLD));
		family = rows_family(&res);
		buf_addf(out, "%-*s %5zu ", (int)name, row[i]->name, k);
		if (indent < name)
			buf_addf(out, "%s\n%*s", short_units[row[i]->unit],
			    (int)indent, "");
		else
			buf_addf(out, "%-4s ", short_units[row[i]->unit]);
		buf_clear(&b);
		if (row[i]->unsupported)
			buf_addf(&b, "not here: %s", row[i]->unsupported);
		else if (row[i]->summary)
			buf_add(&b, row[i]->summary);
		table_wrap(out, buf_str(&b), style.width, indent);
		put_more(row + i, k, indent, style.width, out);
	}
	rows_count(n, "case", many, sizeof(many));
	buf_clear(&b);
	buf_addf(&b,
	    "%zu names, %s. 'perfloss list ROW' is the page of a row, "
	    "'-v' of each; '-p quick' lists only that profile.",
	    names, many);
	buf_add_char(out, '\n');
	table_wrap(out, buf_str(&b), style.width, 0);
	buf_release(&b);
}

static void json_words(struct json *j, const char *key, char *const *words)
{
	size_t i;

	json_key(j, key);
	json_begin_array(j);
	for (i = 0; words && words[i]; i++)
		json_string(j, words[i]);
	json_end_array(j);
}

static void put_json_row(const struct wire_msg *m, struct json *j)
{
	size_t i;

	json_begin_object(j);
	json_put_string(j, "key", m->key);
	json_put_string(j, "name", m->name);
	json_put_string(j, "summary", m->summary);
	json_put_string(j, "alias", m->alias);
	json_put_string(j, "unit", unit_words[m->unit]);
	json_put_bool(j, "lm", (m->flags & RESULT_LM) != 0);
	json_put_string(j, "calls", m->calls);
	json_put_string(j, "unsupported", m->unsupported);
	json_words(j, "profiles", m->profiles);
	json_words(j, "needs", m->needs);
	json_key(j, "params");
	json_begin_array(j);
	for (i = 0; i < m->n_params; i++) {
		json_begin_object(j);
		json_put_string(j, "name", m->params[i].name);
		json_put_string(j, "value", m->params[i].value);
		json_put_string(j, "help", m->params[i].help);
		json_words(j, "words", m->params[i].words);
		if (m->params[i].max > 0) {
			json_put_int(j, "min", m->params[i].min);
			json_put_int(j, "max", m->params[i].max);
		}
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}

static void put_json(const struct wire_msg *const *row, size_t n,
    struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_begin_object(&j);
	json_key(&j, "rows");
	json_begin_array(&j);
	for (i = 0; i < n; i++)
		put_json_row(row[i], &j);
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

int cmd_list(int argc, char **argv, struct err *e)
{
	const struct wire_msg **row;
	struct buf out = BUF_INIT;
	struct catalogue c;
	size_t n_rows, i;
	int n, r = opt_parse(&cmd_list_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	catalogue_init(&c);
	r = catalogue_load(&c, NULL, 0, e);
	if (r == 0 && (n > 0 || opt.profile))
		r = catalogue_select(&c, opt.profile ? opt.profile : "full",
		    (const char *const *)argv + 1, (size_t)n, e);
	else
		for (i = 0; i < c.n; i++)
			c.chosen[i] = true;
	if (r == 0) {
		row = sorted(&c, &n_rows);
		if (opt.json)
			put_json(row, n_rows, &out);
		else if (n > 0 || opt.verbose)
			list_pages(row, n_rows, &out);
		else
			put_table(row, n_rows, &out);
		r = out_write(&out, e);
		free(row);
	}
	buf_release(&out);
	catalogue_release(&c);
	return r;
}
