/* why.c - what goes with the change of a row, as a person reads it. */
#include "report/why.h"

#include "base/num.h"
#include "base/text.h"
#include "report/change.h"
#include "report/differ.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 15

/* Of machines of different kernels dozens of facts differ. */
#define FACTS_SAID   8
#define FACT_COLUMNS 24

static void line(const char *head, const struct buf *text,
    const struct style *s, struct buf *out)
{
	buf_addf(out, "  %-*s", INDENT - 2, head);
	table_wrap(out, buf_str(text), s->width, INDENT);
}

static const char *amount(const struct why_count *k, double x, char *out,
    size_t size)
{
	if (k->kind == WHY_COUNT && x > 0 && x < 1e-4)
		snprintf(out, size, "under 0.0001");
	else
		num_digits(x, 3, out, size);
	return out;
}

static void put_count(const struct why_count *k, double delta, struct buf *to)
{
	char a[40], b[40], each[40], part[40], whole[40];
	double one = delta / (k->b - k->a);

	buf_addf(to, "%s: %s, then %s%s (p %s%.2g)", k->name,
	    amount(k, k->a, a, sizeof(a)), amount(k, k->b, b, sizeof(b)),
	    k->kind == WHY_COUNT    ? " an operation" :
		k->kind == WHY_RATE ? " a second" :
				      "",
	    k->p_holm < 1e-4 ? "< " : "", fmax(k->p_holm, 1e-4));
	if (k->kind != WHY_COUNT || k->word != WHY_WITH)
		return;
	if (isfinite(k->explains))
		buf_addf(to, "; at %s each, explains %s of %s",
		    num_time(k->each_ns, each, sizeof(each)),
		    num_time(fabs(k->explains), part, sizeof(part)),
		    num_time(fabs(delta), whole, sizeof(whole)));
	else if (one > 0)
		buf_addf(to, "; all of it, if one costs %s",
		    num_time(one, each, sizeof(each)));
}

static void put_parts(const struct why *w, const struct style *s,
    struct buf *out)
{
	struct buf text = BUF_INIT;
	char name[96], part[40], whole[40];

	for (size_t i = 0; i < w->n_parts; i++) {
		const struct comparison *c = w->part[i].c;

		buf_clear(&text);
		buf_addf(&text, "%s, itself %s by %s (of %s)",
		    rows_name(c->b, name, sizeof(name)),
		    w->part[i].ns > 0 ? "slower" : "faster",
		    num_time(fabs(w->part[i].ns), part, sizeof(part)),
		    num_time(fabs(w->delta), whole, sizeof(whole)));
		line("contains", &text, s, out);
	}
	buf_release(&text);
}

static const char *const heads[] = { [WHY_SAME] = "not",
	[WHY_WITH] = "goes with",
	[WHY_LITTLE] = "too little",
	[WHY_AGAINST] = "against it" };

/* One line for each that differs; those that do not, in one. */
static size_t put_counts(const struct why *w, bool all, const struct style *s,
    struct buf *out)
{
	struct buf text = BUF_INIT, rest = BUF_INIT;
	size_t with = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct why_count *k = &w->count[i];

		if (k->word == WHY_SAME) {
			buf_addf(&rest, "%s%s", rest.len > 0 ? ", " : "",
			    k->name);
			continue;
		}
		with += k->word == WHY_WITH;
		if (k->word != WHY_WITH && !all)
			continue;
		buf_clear(&text);
		put_count(k, w->delta, &text);
		line(heads[k->word], &text, s, out);
	}
	if (rest.len > 0 && (all || with == 0)) {
		buf_add(&rest, ": no difference is seen");
		line(heads[WHY_SAME], &rest, s, out);
	}
	buf_release(&text);
	buf_release(&rest);
	return with;
}

static void put_rest(const struct why *w, size_t with, enum verdict verdict,
    const struct style *s, struct buf *out)
{
	struct buf text = BUF_INIT;
	char part[40], whole[40];
	double rest = fabs(w->delta) - fabs(w->explained);

	if (w->few)
		buf_add(&text,
		    "too few values for a test of what was counted: 10 pairs, "
		    "or 6 of each");
	else if (with == 0 && w->n_parts == 0 && change_matters(verdict))
		buf_add(&text,
		    "nothing that was counted goes with it: the operations "
		    "themselves take another time (code, caches, frequency)");
	else if (w->explained * w->delta > 0 && rest > 0.1 * fabs(w->delta))
		buf_addf(&text, "%s of %s", num_time(rest, part, sizeof(part)),
		    num_time(fabs(w->delta), whole, sizeof(whole)));
	if (text.len > 0)
		line(w->few ? "few" : "unexplained", &text, s, out);
	buf_release(&text);
}

void report_why(const struct why *w, const struct comparison *c, bool all,
    const struct style *s, struct buf *out)
{
	char name[96], a[40], b[40], by[40];
	struct change change = change_of(c);
	size_t with;

	row_label(c->b, name, sizeof(name));
	buf_addf(out, "%s%s%s  %s, then %s  %s  %s\n", style_on(s, BOLD), name,
	    style_off(s, BOLD), rows_value(c->a, c->cost_a, a, sizeof(a)),
	    rows_value(c->b, c->cost_b, b, sizeof(b)),
	    change_text(&change, by, sizeof(by)), verdict_words[c->verdict]);
	put_parts(w, s, out);
	with = put_counts(w, all, s, out);
	put_rest(w, with, c->verdict, s, out);
}

/* -- Facts ---------------------------------------------------------------- */

struct facts {
	struct buf line;
	size_t n;
	const char *key, *a, *b; /* the first that a command can flip */
};

static bool plain(const char *value)
{
	return value && value[0] && strlen(value) <= FACT_COLUMNS &&
	    value[strspn(value,
		"abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-")] == '\0';
}

static void add_fact(void *to, const char *key, const char *a, const char *b)
{
	struct facts *f = to;

	if (f->n++ < FACTS_SAID) {
		buf_addf(&f->line, "%s%s", f->n > 1 ? ", " : "", key);
		differ_values(a, b, false, &f->line);
	}
	if (!f->key && text_starts(key, "sysctl.") && plain(a) && plain(b)) {
		f->key = key + strlen("sysctl.");
		f->a = a;
		f->b = b;
	}
}

void report_why_facts(const struct run *a, const struct run *b,
    const struct comparison *c, const struct style *s, struct buf *out)
{
	struct facts f = { .line = BUF_INIT };
	struct buf next = BUF_INIT;

	host_diff(&a->host, &b->host, add_fact, &f);
	if (f.n > FACTS_SAID)
		buf_addf(&f.line, " and %zu more ('perfloss compare -v')",
		    f.n - FACTS_SAID);
	if (f.n == 0)
		buf_add(&f.line, "no fact of the machine that is known");
	report_line("differs", buf_str(&f.line), s, out);
	report_line("note",
	    "what goes with a change need not be its cause; only flipping one "
	    "thing alone shows that",
	    s, out);
	if (f.key) {
		size_t from = next.len;

		buf_addf(&next,
		    "perfloss ab --a 'sysctl -qw %s=%s' --b 'sysctl -qw "
		    "%s=%s' '%s'",
		    f.key, f.a, f.key, f.b, c->key);
		table_hold(&next, from);
		report_line("flip", buf_str(&next), s, out);
	}
	buf_release(&f.line);
	buf_release(&next);
}

/* -- JSON ----------------------------------------------------------------- */

static const char *const words[] = { [WHY_SAME] = "same",
	[WHY_WITH] = "with",
	[WHY_LITTLE] = "little",
	[WHY_AGAINST] = "against" };

void report_why_json(const struct why *w, const struct comparison *c,
    struct json *j)
{
	static const char *const kinds[] = { "per_operation", "per_second",
		"share", "note" };

	json_begin_object(j);
	json_put_string(j, "key", c->key);
	json_put_string(j, "verdict", verdict_words[c->verdict]);
	json_put_double(j, "change", c->change);
	json_put_double(j, "delta_ns", w->delta);
	json_put_double(j, "explained_ns", w->explained);
	json_put_bool(j, "few", w->few);
	json_key(j, "counts");
	json_begin_array(j);
	for (size_t i = 0; i < w->n; i++) {
		const struct why_count *k = &w->count[i];

		json_begin_object(j);
		json_put_string(j, "name", k->name);
		json_put_string(j, "kind", kinds[k->kind]);
		json_put_string(j, "word", words[k->word]);
		json_put_double(j, "base", k->a);
		json_put_double(j, "now", k->b);
		json_put_double(j, "p", k->p);
		json_put_double(j, "p_holm", k->p_holm);
		json_put_double(j, "each_ns", k->each_ns);
		json_put_double(j, "explains_ns", k->explains);
		json_end_object(j);
	}
	json_end_array(j);
	json_key(j, "contains");
	json_begin_array(j);
	for (size_t i = 0; i < w->n_parts; i++) {
		json_begin_object(j);
		json_put_string(j, "key", w->part[i].c->key);
		json_put_double(j, "delta_ns", w->part[i].ns);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}
