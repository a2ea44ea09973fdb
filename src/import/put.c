/* put.c - records built: values into the units of a run. */
#include "import/inside.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/name.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of doc/RUN.md: a time is at most this many ns. */
#define NUMBER_MAX 1e15

/* A rate has an amount: 1 MB an operation leaves the cost twelve digits. */
#define RATE_BYTES 1000000

static void say(struct import *im, struct complaint at, const char *fmt,
    va_list ap)
{
	struct complaint *c;

	if (im->n_complaints++ >= IMPORT_COMPLAINTS)
		return;
	im->complaints = xgrow(im->complaints, im->n_complaints - 1,
	    &im->cap_complaints, sizeof(*im->complaints));
	c = &im->complaints[im->n_complaints - 1];
	*c = at;
	vsnprintf(c->text, sizeof(c->text), fmt, ap);
	c->text[text_fit(c->text, sizeof(c->text))] = '\0';
	text_clean(c->text);
}

void put_complaint(struct import *im, size_t line, size_t column,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(im, (struct complaint){ .line = line, .column = column }, fmt, ap);
	im->n_left++;
	va_end(ap);
}

void put_remark(struct import *im, size_t line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(im, (struct complaint){ .line = line, .kept = true }, fmt, ap);
	va_end(ap);
}

void put_complaints(struct import *im, const struct import *from)
{
	size_t kept = from->n_complaints < IMPORT_COMPLAINTS ?
	    from->n_complaints :
	    IMPORT_COMPLAINTS;

	for (size_t i = 0; i < kept; i++) {
		if (im->n_complaints++ >= IMPORT_COMPLAINTS)
			continue;
		im->complaints = xgrow(im->complaints, im->n_complaints - 1,
		    &im->cap_complaints, sizeof(*im->complaints));
		im->complaints[im->n_complaints - 1] = from->complaints[i];
	}
	im->n_complaints += from->n_complaints - kept;
	im->n_left += from->n_left;
}

void put_no_number(struct import *im, const struct line *l,
    const struct word *w)
{
	put_complaint(im, l->no, w->at + l->skip + 1, "'%.*s' is no number",
	    (int)(w->len < 40 ? w->len : 40), w->s);
}

/* -- Records -------------------------------------------------------------- */

struct run *put_run(struct import *im)
{
	struct run *r;

	im->runs = xgrow(im->runs, im->n, &im->cap, sizeof(*im->runs));
	r = &im->runs[im->n++];
	run_init(r);
	return r;
}

/* What a fact is of, by its name: the machine; what was measured by the tool
 * and varies by itself; else what somebody chose. */
static enum fact_kind kind_of(const char *key)
{
	static const char *const machine[] = { ".host", ".cpu", ".arch",
		".description", ".system", ".platform", ".format" };
	static const char *const measured[] = { ".mhz", ".mem_par",
		".scal_load", ".tlb_pages", ".line_bytes" };

	for (size_t i = 0; i < sizeof(machine) / sizeof(machine[0]); i++)
		if (text_ends(key, machine[i]))
			return FACT_IDENTITY;
	for (size_t i = 0; i < sizeof(measured) / sizeof(measured[0]); i++)
		if (text_ends(key, measured[i]))
			return FACT_STATE;
	return FACT_SETTING;
}

void put_factn(struct run *r, const char *key, const char *s, size_t len)
{
	char *value = xstrndup(s, len);

	text_clean(value);
	if (name_is_key(key))
		host_set(&r->host, key, kind_of(key), value);
	free(value);
}

void put_fact(struct run *r, const char *key, const char *value)
{
	put_factn(r, key, value, strlen(value));
}

/* -- Keys ----------------------------------------------------------------- */

static bool allowed(unsigned char c)
{
	return c > ' ' && c <= '~' && c != '\'' && c != '"' && c != '%' &&
	    c != '\\';
}

void put_key(char out[PUT_KEY], const char *format, const char *name)
{
	static const char hex[] = "0123456789ABCDEF";
	const size_t most = PUT_KEY - 1 - 17;
	size_t n = (size_t)snprintf(out, PUT_KEY, "%s/", format);

	name += strspn(name, " ");
	for (const char *s = name; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (n + 3 > most) {
			/* too long: what is cut still tells names apart */
			snprintf(out + n, PUT_KEY - n, "~%016" PRIx64,
			    hash_add(HASH_START, name, strlen(name)));
			return;
		}
		if (c == ' ') {
			if (s[1] != ' ' && s[1] != '\0')
				out[n++] = '_';
		} else if (allowed(c)) {
			out[n++] = (char)c;
		} else {
			out[n++] = '%';
			out[n++] = hex[c >> 4];
			out[n++] = hex[c & 15];
		}
	}
	out[n] = '\0';
}

/* -- Values --------------------------------------------------------------- */

/* The cost, as run.h has it: lower is better, a time in ns. */
static double cost_of(enum unit unit, double x)
{
	if (!unit_is_rate(unit) || x == 0)
		return x;
	return (unit == UNIT_RATE ? RATE_BYTES : 1) / x * 1e9;
}

/* As so many operations in a whole number of ns, exact to 12 digits; of very
 * small ones to 6, or not at all. */
static bool encode(struct invocation *inv, double cost)
{
	double ops = 1, x = cost;

	while (
	    x > 0 && fabs(x - round(x)) > 1e-13 * x && x < 1e13 && ops < 1e15) {
		ops *= 10;
		x = cost * ops;
	}
	if (!(round(x) <= NUMBER_MAX) || fabs(x - round(x)) > 1e-6 * x)
		return false;
	inv->ops = (uint64_t)ops;
	inv->run = xmalloc(sizeof(*inv->run));
	inv->run[0] = (uint64_t)round(x);
	inv->n_run = 1;
	return true;
}

static void unknown_counters(struct counters *c)
{
	*c = (struct counters){ COUNTER_UNKNOWN, COUNTER_UNKNOWN,
		COUNTER_UNKNOWN, COUNTER_UNKNOWN, COUNTER_UNKNOWN,
		COUNTER_UNKNOWN, COUNTER_UNKNOWN };
}

static void note_number(struct invocation *inv, const char *key, double x)
{
	char text[40];

	snprintf(text, sizeof(text), "%.9g", x);
	invocation_note(inv, key, text);
}

static struct result *row(struct import *im, struct run *r, const char *key,
    enum unit unit, const struct figure *f)
{
	struct result *res = run_find(r, key);

	if (res && res->unit != unit) {
		put_complaint(im, f->line, f->column,
		    "%.60s has another unit than before", key);
		return NULL;
	}
	if (!res && !name_is_key(key))
		return NULL;
	if ((!res && im->rows >= IMPORT_ROWS_MAX) || im->values >= IMPORT_MAX) {
		put_complaint(im, f->line, f->column,
		    "there are more than %d rows or %d values", IMPORT_ROWS_MAX,
		    IMPORT_MAX);
		return NULL;
	}
	if (res)
		return res;
	im->rows++;
	res = run_add(r, key);
	res->unit = unit;
	res->flags = RESULT_IMPORTED;
	res->bytes = unit == UNIT_RATE ? RATE_BYTES : 0;
	return res;
}

struct invocation *put_value(struct import *im, struct run *r, const char *key,
    enum unit unit, const struct figure *f, double scale)
{
	struct invocation one = { .cpu = { -1, -1 } }, *inv;
	double x = f->value * scale;
	struct result *res;
	char at[48];

	if (!(x >= 0) || !isfinite(x) || !encode(&one, cost_of(unit, x))) {
		put_complaint(im, f->line, f->column,
		    "%.60s: %.6g cannot be such a value", key, f->value);
		return NULL;
	}
	res = row(im, r, key, unit, f);
	if (!res) {
		invocation_release(&one);
		return NULL;
	}
	inv = result_add(res);
	*inv = one;
	inv->round = (uint32_t)res->n_inv - 1;
	unknown_counters(&inv->counters);
	if (f->step > 0 && f->value > 0)
		note_number(inv, "step", f->step / f->value);
	if (f->line > 0) {
		snprintf(at, sizeof(at), "%zu, column %zu", f->line, f->column);
		invocation_note(inv, "at", at);
	}
	im->values++;
	return inv;
}

struct invocation *put_mean(struct import *im, struct run *r, const char *key,
    enum unit unit, const struct figure *mean, double sd, double n,
    double scale)
{
	struct invocation *inv;

	if (!(sd >= 0) || !isfinite(sd) || !(n >= 1) || !isfinite(n)) {
		put_complaint(im, mean->line, mean->column,
		    "%.60s has a spread or a count that cannot be", key);
		return NULL;
	}
	inv = put_value(im, r, key, unit, mean, scale);
	if (!inv || !(mean->value > 0))
		return inv;
	/* over the mean: that of a rate is that of its cost */
	note_number(inv, "sd", sd / mean->value);
	note_number(inv, "n", n);
	return inv;
}

/* The same time in so many times more operations, where it fits. */
static bool rescale(struct invocation *inv, uint64_t ops)
{
	uint64_t times = ops / inv->ops;

	if (ops % inv->ops != 0 ||
	    (double)inv->run[0] * (double)times > NUMBER_MAX)
		return false;
	inv->run[0] *= times;
	inv->ops = ops;
	return true;
}

void put_join(struct result *res, size_t from)
{
	struct invocation *first = &res->inv[from];
	uint64_t ops = 1;
	size_t n = 0;

	if (from + 1 >= res->n_inv)
		return;
	for (size_t i = from; i < res->n_inv; i++)
		ops = res->inv[i].ops > ops ? res->inv[i].ops : ops;
	for (size_t i = from; i < res->n_inv; i++)
		if (!rescale(&res->inv[i], ops))
			return; /* too far apart: they stay values */
	first->run =
	    xreallocarray(first->run, res->n_inv - from, sizeof(*first->run));
	for (size_t i = from; i < res->n_inv; i++) {
		first->run[n++] = res->inv[i].run[0];
		if (i > from)
			invocation_release(&res->inv[i]);
	}
	first->n_run = n;
	res->n_inv = from + 1;
}

void put_sum(struct result *res)
{
	put_join(res, 0);
	if (res->n_inv != 1)
		return;
	for (size_t i = 1; i < res->inv[0].n_run; i++)
		if (res->inv[0].run[0] + res->inv[0].run[i] <=
		    (uint64_t)NUMBER_MAX)
			res->inv[0].run[0] += res->inv[0].run[i];
	res->inv[0].n_run = 1;
}
