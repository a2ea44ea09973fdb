/* row.c - one row: a benchmark and its arguments, as a key. */
#include "measure/row.h"

#include "base/num.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define NAMES_MAX 512 /* benchmarks looked at for "did you mean" */

size_t row_n_params(const struct bench *b)
{
	size_t n = 0;

	while (b->params && n < BENCH_ARGS && b->params[n].name)
		n++;
	return n;
}

int row_place_param(const struct bench *b)
{
	size_t i, n = row_n_params(b);

	for (i = 0; i < n; i++)
		if (b->params[i].kind == BENCH_PLACE)
			return (int)i;
	return -1;
}

size_t row_cases(const struct bench *b, struct bench_case *out)
{
	const struct bench_case only = {
		.in = b->in ? b->in : BENCH_DEFAULT | BENCH_FULL,
	};
	size_t n = 0;

	memset(out, 0, BENCH_CASES * sizeof(*out));
	if (b->list)
		n = b->list(out, BENCH_CASES);
	else if (b->cases)
		for (; n < BENCH_CASES && b->cases[n].in; n++)
			out[n] = b->cases[n];
	if (n == 0)
		out[n++] = only;
	return n > BENCH_CASES ? BENCH_CASES : n;
}

static const char *const *words_of(const struct bench_param *p, size_t *n)
{
	*n = 0;
	if (p->kind == BENCH_PLACE) {
		*n = PLAT_PLACES;
		return plat_place_words;
	}
	while (p->words && p->words[*n])
		++*n;
	return p->words;
}

void row_arg(const struct bench *b, size_t i, int64_t value, struct buf *out)
{
	const struct bench_param *p = &b->params[i];
	const char *const *words;
	char text[32];
	size_t n;

	if (p->kind == BENCH_COUNT) {
		buf_addf(out, "%" PRId64, value);
	} else if (p->kind == BENCH_BYTES) {
		buf_add(out, num_bytes(value, text, sizeof(text)));
	} else {
		words = words_of(p, &n);
		if (value >= 0 && (uint64_t)value < n)
			buf_add(out, words[value]);
	}
}

void row_key(const struct row *row, struct buf *out)
{
	size_t i, n = row_n_params(row->bench);

	buf_add(out, row->bench->name);
	for (i = 0; i < n; i++) {
		if ((row->bench->late >> i & 1) && row->arg[i] == 0)
			continue;
		buf_addf(out, "/%s=", row->bench->params[i].name);
		row_arg(row->bench, i, row->arg[i], out);
	}
}

static const struct bench *find_bench(const struct bench *const *table,
    const char *name, struct err *e)
{
	const char *names[NAMES_MAX], *near;
	size_t i;

	for (i = 0; table[i]; i++) {
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
		if (i < NAMES_MAX)
			names[i] = table[i]->name;
	}
	near = text_nearest(name, names, i < NAMES_MAX ? i : NAMES_MAX);
	if (near)
		err_set(e, -ENOENT, "no benchmark '%s', did you mean '%s'?",
		    name, near);
	else
		err_set(e, -ENOENT, "no benchmark '%s'", name);
	return NULL;
}

static int refuse_word(const struct bench_param *p, const char *value,
    const char *const *words, size_t n, struct err *e)
{
	const char *near = text_nearest(value, words, n);
	struct buf all = BUF_INIT;
	size_t i;

	if (near)
		return err_set(e, -EINVAL,
		    "bad value '%s' of '%s', did you mean '%s'?", value,
		    p->name, near);
	for (i = 0; i < n; i++)
		buf_addf(&all, "%s%s", i ? ", " : "", words[i]);
	err_set(e, -EINVAL, "bad value '%s' of '%s', wanted one of %s", value,
	    p->name, buf_str(&all));
	buf_release(&all);
	return -EINVAL;
}

static int parse_word(const struct bench_param *p, const char *value,
    int64_t *out, struct err *e)
{
	const char *const *words;
	size_t i, n;

	words = words_of(p, &n);
	for (i = 0; i < n; i++) {
		if (strcmp(words[i], value) == 0) {
			*out = (int64_t)i;
			return 0;
		}
	}
	return refuse_word(p, value, words, n, e);
}

static int parse_value(const struct bench_param *p, const char *value,
    int64_t *out, struct err *e)
{
	char lo[32], hi[32];
	int64_t v = 0;
	int r;

	if (p->kind == BENCH_WORD || p->kind == BENCH_PLACE)
		return parse_word(p, value, out, e);
	r = p->kind == BENCH_BYTES ? num_parse_bytes(value, &v) :
				     num_parse_i64(value, &v);
	if (r == -EINVAL)
		return err_set(e, -EINVAL, "bad value '%s' of '%s', wanted %s",
		    value, p->name,
		    p->kind == BENCH_BYTES ? "a size such as 64K" :
					     "a whole number");
	if (r == 0 && v >= p->min && v <= p->max) {
		*out = v;
		return 0;
	}
	if (p->kind == BENCH_BYTES)
		return err_set(e, -ERANGE,
		    "value '%s' of '%s' is out of range, wanted %s to %s",
		    value, p->name, num_bytes(p->min, lo, sizeof(lo)),
		    num_bytes(p->max, hi, sizeof(hi)));
	return err_set(e, -ERANGE,
	    "value '%s' of '%s' is out of range, wanted %" PRId64
	    " to %" PRId64,
	    value, p->name, p->min, p->max);
}

/* One "name=value". */
static int parse_arg(struct row *row, char *text, unsigned *given,
    struct err *e)
{
	const struct bench *b = row->bench;
	const char *names[BENCH_ARGS], *near;
	size_t i, n = row_n_params(b);
	char *value = strchr(text, '=');

	if (n == 0)
		return err_set(e, -EINVAL, "'%s' takes no arguments, got '%s'",
		    b->name, text);
	if (!value)
		return err_set(e, -EINVAL,
		    "bad argument '%s' of '%s', wanted NAME=VALUE", text,
		    b->name);
	*value++ = '\0';
	for (i = 0; i < n && strcmp(b->params[i].name, text) != 0; i++)
		names[i] = b->params[i].name;
	if (i == n) {
		near = text_nearest(text, names, n);
		if (near)
			return err_set(e, -EINVAL,
			    "'%s' has no argument '%s', did you mean '%s'?",
			    b->name, text, near);
		return err_set(e, -EINVAL,
		    "'%s' has no argument '%s' ('perfloss list %s' shows "
		    "them)",
		    b->name, text, b->name);
	}
	if (*given & 1u << i)
		return err_set(e, -EINVAL, "argument '%s' is given twice",
		    text);
	*given |= 1u << i;
	return parse_value(&b->params[i], value, &row->arg[i], e);
}

/* Which declared case this is, if any. */
static void match_case(struct row *row, const struct bench_case *cases,
    size_t n)
{
	size_t bytes = row_n_params(row->bench) * sizeof(row->arg[0]), i;

	for (i = 0; i < n; i++) {
		if (memcmp(cases[i].arg, row->arg, bytes) == 0) {
			row->in |= cases[i].in;
			row->lm |= cases[i].lm;
		}
	}
}

int row_parse(struct row *row, const char *key,
    const struct bench *const *table, struct err *e)
{
	struct bench_case cases[BENCH_CASES];
	char text[ROW_KEY_MAX], *arg, *next;
	unsigned given = 0;
	size_t n;
	int r;

	memset(row, 0, sizeof(*row));
	n = strlen(key);
	if (n >= sizeof(text))
		return err_set(e, -EINVAL, "row key of %zu bytes is too long",
		    n);
	memcpy(text, key, n + 1);
	next = strchr(text, '/');
	if (next)
		*next++ = '\0';
	row->bench = find_bench(table, text, e);
	if (!row->bench)
		return -ENOENT;
	n = row_cases(row->bench, cases);
	memcpy(row->arg, cases[0].arg, sizeof(row->arg));
	while (next) {
		arg = next;
		next = strchr(arg, '/');
		if (next)
			*next++ = '\0';
		r = parse_arg(row, arg, &given, e);
		if (r < 0)
			return r;
	}
	match_case(row, cases, n);
	return 0;
}
