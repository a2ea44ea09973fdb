/* list.c - perfloss list: what can be measured here. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/catalogue.h"
#include "report/rows.h"
#include "report/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	const char *profile;
	bool json;
} opt;

static const struct opt list_opts[] = {
	{ 'p', "profile", "NAME", "only rows of quick, default or full",
	    OPT_STRING, &opt.profile, 0 },
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_list_usage = {
	"perfloss list",
	"[ROW...]",
	"list the rows that can be measured",
	"With a ROW (name, pattern, lmbench name): its arguments and cases "
	"in detail.",
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

static size_t cases(const struct wire_msg *const *row, size_t n, size_t i)
{
	size_t k = i;

	while (k < n && strcmp(row[k]->name, row[i]->name) == 0)
		k++;
	return k - i;
}

/* Widths of the first and third column. */
static void name_widths(const struct wire_msg *const *row, size_t n,
    size_t *name, size_t *alias)
{
	size_t i;

	*name = strlen("row");
	*alias = strlen("lmbench");
	for (i = 0; i < n; i++) {
		if (strlen(row[i]->name) > *name)
			*name = strlen(row[i]->name);
		if (row[i]->alias && strlen(row[i]->alias) > *alias)
			*alias = strlen(row[i]->alias);
	}
}

/* One line for each name, the last column wrapped: it is what is looked for. */
static void put_table(const struct wire_msg *const *row, size_t n,
    struct buf *out)
{
	struct style style = out_style();
	const char *family = "", *what;
	size_t i, k, name, alias;
	struct result res;
	struct buf b = BUF_INIT;

	name_widths(row, n, &name, &alias);
	buf_addf(out, "%-*s cases %-*s what one operation is\n", (int)name,
	    "row", (int)alias, "lmbench");
	for (i = 0; i < n; i += k) {
		k = cases(row, n, i);
		as_result(row[i], &res);
		if (strcmp(rows_family(&res), family) != 0)
			buf_addf(out, "%s%s%s\n", style_on(&style, BOLD),
			    rows_family(&res), style_off(&style, BOLD));
		family = rows_family(&res);
		buf_addf(out, "%-*s %5zu %-*s ", (int)name, row[i]->name, k,
		    (int)alias, row[i]->alias ? row[i]->alias : "");
		what = row[i]->summary ? row[i]->summary : "";
		buf_clear(&b);
		if (row[i]->unsupported)
			buf_addf(&b, "not here: %s", row[i]->unsupported);
		else
			buf_add(&b, what);
		table_wrap(out, buf_str(&b), style.width, name + alias + 8);
	}
	buf_addf(out,
	    "\n'perfloss list ROW' shows its arguments and cases, '-p quick' "
	    "only that profile.\n");
	buf_release(&b);
}

static void put_words(struct buf *out, const char *head, char *const *words)
{
	size_t i;

	for (i = 0; words && words[i]; i++)
		buf_addf(out, "%s%s", i ? ", " : head, words[i]);
	if (words && words[0])
		buf_add_char(out, '\n');
}

static const char *limit(const struct wire_param *p, int64_t v, char *out,
    size_t size)
{
	if (p->kind && strcmp(p->kind, "bytes") == 0)
		return num_bytes(v, out, size);
	snprintf(out, size, "%lld", (long long)v);
	return out;
}

static void put_param(struct buf *out, const struct wire_param *p)
{
	char least[32], most[32];
	size_t i;

	buf_addf(out, "  %-8s %s", p->name, p->help ? p->help : "");
	if (p->words && p->words[0]) {
		buf_add(out, " (");
		for (i = 0; p->words[i]; i++)
			buf_addf(out, "%s%s", i ? ", " : "", p->words[i]);
		buf_add(out, ")");
	} else if (p->max > 0) {
		buf_addf(out, " (%s to %s)",
		    limit(p, p->min, least, sizeof(least)),
		    limit(p, p->max, most, sizeof(most)));
	}
	buf_add_char(out, '\n');
}

/* How to give arguments, where some are numbers. */
static void put_use(struct buf *out, const struct wire_msg *m)
{
	size_t i;

	for (i = 0; i < m->n_params; i++)
		if (!m->params[i].words || !m->params[i].words[0])
			break;
	buf_addf(out, "  run      perfloss run %s\n",
	    m->n_params ? m->key : m->name);
	if (i < m->n_params)
		buf_add(out, "           or with values of your own\n");
}

static const char *const units[UNITS] = {
	[UNIT_NS] = "time per operation, less is better",
	[UNIT_RATE] = "bytes per second, more is better",
	[UNIT_HZ] = "operations per second, more is better",
};

static void put_detail(const struct wire_msg *const *row, size_t n,
    struct buf *out)
{
	size_t i, k, c;

	for (i = 0; i < n; i += k) {
		k = cases(row, n, i);
		buf_addf(out, "%s%s - %s\n", i ? "\n" : "", row[i]->name,
		    row[i]->summary ? row[i]->summary : "");
		buf_addf(out, "  unit     %s\n", units[row[i]->unit]);
		if (row[i]->alias)
			buf_addf(out, "  lmbench  %s\n", row[i]->alias);
		put_words(out, "  needs    ", row[i]->needs);
		put_use(out, row[i + k - 1]);
		if (row[i]->n_params > 0)
			buf_add(out, "arguments:\n");
		for (c = 0; c < row[i]->n_params; c++)
			put_param(out, &row[i]->params[c]);
		buf_add(out, "cases:\n");
		for (c = i; c < i + k; c++) {
			buf_addf(out, "  %s", row[c]->key);
			put_words(out, "  in ", row[c]->profiles);
			if (!row[c]->profiles || !row[c]->profiles[0])
				buf_add_char(out, '\n');
			if (row[c]->unsupported)
				buf_addf(out, "    not here: %s\n",
				    row[c]->unsupported);
		}
	}
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
		else if (n > 0)
			put_detail(row, n_rows, &out);
		else
			put_table(row, n_rows, &out);
		r = out_write(&out, e);
		free(row);
	}
	buf_release(&out);
	catalogue_release(&c);
	return r;
}
