/* list.c - row lines: what can be measured. */
#include "probe/list.h"

#include "base/json.h"
#include "probe/out.h"

#include <string.h>
#include <unistd.h>

static void words(struct json *j, const char *key, unsigned bits,
    const char *const *name, const unsigned *bit, size_t n)
{
	size_t i;

	json_key(j, key);
	json_begin_array(j);
	for (i = 0; i < n; i++)
		if (bits & bit[i])
			json_string(j, name[i]);
	json_end_array(j);
}

static void profiles(struct json *j, unsigned in)
{
	static const char *const name[] = { "quick", "default", "full" };
	static const unsigned bit[] = { BENCH_QUICK, BENCH_DEFAULT,
		BENCH_FULL };

	if (in & (BENCH_QUICK | BENCH_DEFAULT))
		in |= BENCH_FULL;
	words(j, "profiles", in, name, bit, 3);
}

static void needs(struct json *j, unsigned what)
{
	static const char *const name[] = { "dir", "root", "loopback", "tmpfs",
		"cgroup", "cgroup" };
	static const unsigned bit[] = { BENCH_DIR, BENCH_ROOT, BENCH_LOOPBACK,
		BENCH_TMPFS, BENCH_CG_CPU, BENCH_CG_MEMORY };

	words(j, "needs", what, name, bit, 6);
}

static const char *const kind_words[] = { "count", "bytes", "word", "place" };

static void param(struct json *j, const struct row *row, size_t i)
{
	const struct bench_param *p = &row->bench->params[i];
	const char *const *w = p->words;
	struct buf value = BUF_INIT;
	size_t n;

	json_begin_object(j);
	json_put_string(j, "name", p->name);
	json_put_string(j, "kind", kind_words[p->kind]);
	row_arg(row->bench, i, row->arg[i], &value);
	json_put_string(j, "value", buf_str(&value));
	buf_release(&value);
	json_put_string(j, "help", p->help);
	if (p->kind == BENCH_COUNT || p->kind == BENCH_BYTES) {
		json_put_int(j, "min", p->min);
		json_put_int(j, "max", p->max);
	} else {
		if (p->kind == BENCH_PLACE)
			w = plat_place_words;
		json_key(j, "words");
		json_begin_array(j);
		for (n = 0; w &&
		     (p->kind == BENCH_PLACE ? n < PLAT_PLACES : w[n] != NULL);
		     n++)
			json_string(j, w[n]);
		json_end_array(j);
	}
	json_end_object(j);
}

/* Why the row cannot be measured here, as far as is known without trying. */
static const char *unsupported(const struct row *row, struct err *e)
{
	struct bench_ctx c = { .cpu = { -1, -1 } };
	int place = row_place_param(row->bench);

	memcpy(c.arg, row->arg, sizeof(c.arg));
	if ((row->bench->needs & BENCH_ROOT) && geteuid() != 0)
		return "needs root";
	if (place >= 0 &&
	    plat_pick((enum plat_place)row->arg[place], -1, c.cpu, e) < 0)
		return e->text;
	return row->bench->unsupported ? row->bench->unsupported(&c) : NULL;
}

static const char *calls(const struct row *row)
{
	struct bench_ctx c = { .cpu = { -1, -1 } };

	memcpy(c.arg, row->arg, sizeof(c.arg));
	return row->bench->calls_of ? row->bench->calls_of(&c) :
				      row->bench->calls;
}

static void list_row(const struct row *row)
{
	const struct bench *b = row->bench;
	struct buf key = BUF_INIT;
	struct json *j = out_begin("row");
	struct err e;
	size_t i, n = row_n_params(b);

	row_key(row, &key);
	json_put_string(j, "key", buf_str(&key));
	buf_release(&key);
	json_put_string(j, "name", b->name);
	json_put_string(j, "summary", b->summary);
	json_put_string(j, "alias", b->alias);
	json_put_string(j, "unit", out_unit(b->unit));
	profiles(j, row->in);
	json_put_bool(j, "lm", row->lm);
	json_put_bool(j, "hidden", b->flags & BENCH_LOOP_HIDDEN);
	json_put_bool(j, "curve", b->flags & BENCH_CURVE);
	json_put_bool(j, "base", b->base != NULL);
	needs(j, b->needs);
	json_key(j, "params");
	json_begin_array(j);
	for (i = 0; i < n; i++)
		param(j, row, i);
	json_end_array(j);
	if (b->max_ops > 0)
		json_put_uint(j, "max_ops", b->max_ops);
	json_put_string(j, "calls", calls(row));
	json_put_string(j, "unsupported", unsupported(row, &e));
	out_end();
}

void list_all(const struct bench *const *table)
{
	struct bench_case cases[BENCH_CASES];
	struct row row;
	size_t i, k, n;

	for (i = 0; table[i]; i++) {
		n = row_cases(table[i], cases);
		for (k = 0; k < n; k++) {
			memset(&row, 0, sizeof(row));
			row.bench = table[i];
			memcpy(row.arg, cases[k].arg, sizeof(row.arg));
			row.in = cases[k].in;
			row.lm = cases[k].lm;
			list_row(&row);
		}
	}
}

int list_key(const char *key, const struct bench *const *table)
{
	struct row row;
	struct err e;
	int r = row_parse(&row, key, table, &e);

	if (r < 0)
		out_error(e.text);
	else
		list_row(&row);
	return r;
}
