/* rest.c - the rows of a comparison that are not in its table, in lines. */
#include "report/rest.h"

#include "base/num.h"
#include "model/tails.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <string.h>

const struct result *comparison_any(const struct comparison *c)
{
	return c->a ? c->a : c->b;
}

/* What a row that cannot tell wants. */
enum want {
	WANT_ROUNDS, /* more rounds would decide it */
	WANT_QUIET,  /* so many that it is too noisy for that */
	WANT_BOOTS,  /* rounds do not help */
	WANT_FINER,  /* nor do boots */
};

static enum want want_of(const struct comparison *c)
{
	return c->coarse           ? WANT_FINER :
	    c->n_more == 0         ? WANT_BOOTS :
	    c->n_more > REST_WORTH ? WANT_QUIET :
				     WANT_ROUNDS;
}

/* Rows that are said together. */
struct group {
	enum verdict verdict;
	const char *note;      /* NULL = any */
	const enum want *want; /* NULL = any */
	bool kinds;            /* note is a kind of reason */
};

#define FAR " lies far from the others"

/* Reasons with numbers of their own that say the same, the gravest first. */
static const struct kind {
	const char *holds, *says;
} kinds[] = {
	{ FAR, "a value" FAR },
	{ "one value: no spread",
	    "too few values: no spread to judge by, 6 a side are wanted" },
	{ "two values: no spread",
	    "too few values: no spread to judge by, 6 a side are wanted" },
	{ "printed in steps of", "printed in coarse steps" },
	{ "differ from the rest", "the first values differ from the rest" },
	{ "few values, and the two", "few values, and the two sides overlap" },
};

static const char *kind_of(const char *note)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strstr(note, kinds[i].holds))
			return kinds[i].says;
	return note;
}

static bool same_note(const char *note, const struct group *g)
{
	return strcmp(g->kinds ? kind_of(note) : note, g->note) == 0;
}

/* " (Linux 2.4.0: 185 us (line 52, column 71))": which values lie far. */
static void add_far(const char *note, struct buf *line)
{
	const char *at = note, *far, *next;
	size_t n = 0;

	for (; (far = strstr(at, FAR)) != NULL; at = far + 1) {
		while ((next = strstr(at, "; ")) != NULL && next < far)
			at = next + 2;
		buf_addf(line, "%s%.*s", n++ ? ", " : " (", (int)(far - at),
		    at);
	}
	if (n > 0)
		buf_add_char(line, ')');
}

static bool in_group(const struct comparison *c, const struct group *g)
{
	return c->verdict == g->verdict &&
	    (!g->note || same_note(c->note, g)) &&
	    (!g->want || want_of(c) == *g->want);
}

static size_t group_size(const struct comparison *const *order, size_t n,
    const struct group *g)
{
	size_t i, size = 0;

	for (i = 0; i < n; i++)
		size += (size_t)in_group(order[i], g);
	return size;
}

static void names(const struct comparison *const *order, size_t n,
    const struct group *g, const struct report_opts *o, struct buf *line)
{
	size_t i, listed = 0, left = 0;
	char label[96];

	for (i = 0; i < n; i++) {
		if (!in_group(order[i], g))
			continue;
		if (listed >= ROWS_LISTED && !o->all) {
			left++;
			continue;
		}
		rows_name(comparison_any(order[i]), label, sizeof(label));
		buf_addf(line, "%s%s", listed++ ? ", " : "", label);
		if (g->kinds && strcmp(g->note, order[i]->note) != 0)
			add_far(order[i]->note, line);
	}
	if (left > 0)
		buf_addf(line, " and %zu more", left);
}

/* "12 rows are the same within 2 %": the margins as they were. */
static void put_same(const struct verdict_set *v, struct buf *out)
{
	double least = INFINITY, most = 0;
	size_t i, n = v->count[VERDICT_SAME];
	char rows[32];

	if (n == 0)
		return;
	for (i = 0; i < v->n; i++) {
		if (v->rows[i].verdict != VERDICT_SAME)
			continue;
		least = fmin(least, v->rows[i].margin);
		most = fmax(most, v->rows[i].margin);
	}
	buf_addf(out, "%s %s the same",
	    rows_count(n, "row", rows, sizeof(rows)), n == 1 ? "is" : "are");
	if (most > least)
		buf_addf(out, ", each within its own margin of %.*f %% to %.*f",
		    least < 0.0995, least * 100, most < 0.0995, most * 100);
	else
		buf_addf(out, " within %.3g", most * 100);
	buf_add(out, " %.\n");
}

/* The row that a tail is measured with stands in the same group. */
static bool comes_along(const struct comparison *c, const struct verdict_set *v,
    const struct group *g)
{
	const char *suffix = tail_of(comparison_any(c));
	size_t len = suffix ? (size_t)(suffix - c->key) : 0;

	for (size_t i = 0; i < v->n && suffix; i++)
		if (strncmp(v->rows[i].key, c->key, len) == 0 &&
		    v->rows[i].key[len] == '\0' && in_group(&v->rows[i], g))
			return true;
	return false;
}

/* Each boot counts every row: the row that wants most of them decides. */
static void add_boots(double most, struct buf *line)
{
	buf_addf(line, ": 'perfloss lab compare --boots %.0f ...' would tell",
	    most);
}

/* How many rounds would decide them, and how long both runs take then. */
static void add_more(const struct comparison *const *order,
    const struct verdict_set *v, const struct group *g, struct buf *line)
{
	bool pairs = v->pairing == PAIRING_INTERLEAVED;
	double seconds = 0, rounds, most = 0;
	const struct comparison *c;
	char span[32];
	size_t i, have;

	for (i = 0; i < v->n; i++) {
		c = order[i];
		if (!in_group(c, g))
			continue;
		have = pairs ? c->n_pairs : c->na < c->nb ? c->na : c->nb;
		rounds = (double)have + c->n_more;
		most = fmax(most, rounds);
		if (isfinite(c->n_more_s) && !comes_along(c, v, g))
			seconds += c->n_more_s * rounds / c->n_more;
	}
	if (v->pairing == PAIRING_COUNTED) {
		add_boots(most, line);
		return;
	}
	buf_addf(line,
	    pairs ? ": 'perfloss ab ... -n %.0f ROW...' would tell (%s)" :
		    ": 'perfloss run -n %.0f ROW...' on both sides would tell "
		    "(%s)",
	    most, num_span(seconds, span, sizeof(span)));
}

static void put_cannot_tell(const struct comparison *const *order,
    const struct verdict_set *v, enum want want, const struct report_opts *o,
    struct buf *out)
{
	static const char *const says[][2] = {
		{ "row cannot tell yet", "rows cannot tell yet" },
		{ "row is too noisy to tell", "rows are too noisy to tell" },
		{ "row cannot tell", "rows cannot tell" },
		{ "row is too coarse to tell", "rows are too coarse to tell" },
	};
	struct group g = { VERDICT_CANNOT_TELL, NULL, &want, false };
	size_t n = group_size(order, v->n, &g);
	struct buf line = BUF_INIT;

	if (n == 0)
		return;
	buf_addf(&line, "%zu %s: ", n, says[want][n > 1]);
	names(order, v->n, &g, o, &line);
	if (want == WANT_ROUNDS)
		add_more(order, v, &g, &line);
	if (want == WANT_BOOTS)
		buf_add(&line,
		    ": boots of one state may differ as much; more boots, "
		    "not more rounds");
	if (want == WANT_FINER)
		buf_add(&line,
		    ": the values come in steps larger than the margin");
	table_wrap(out, buf_str(&line), o->style.width, 0);
	buf_release(&line);
}

/* A line for each reason of a verdict that is none. */
static void put_reasons(const struct comparison *const *order,
    const struct verdict_set *v, enum verdict verdict, const char *one,
    const char *many, const struct report_opts *o, struct buf *out)
{
	struct group g = { verdict, NULL, NULL, false }, alike;
	struct buf line = BUF_INIT;
	size_t i, n;

	for (i = 0; i < v->n; i++) {
		g.kinds = verdict == VERDICT_CANNOT_TELL && !o->all;
		g.note = g.kinds ? kind_of(order[i]->note) : order[i]->note;
		if (order[i]->verdict != verdict ||
		    group_size(order, i, &g) > 0)
			continue; /* said already */
		n = group_size(order, v->n, &g);
		alike = (struct group){ verdict, order[i]->note, NULL, false };
		if (n == group_size(order, v->n, &alike))
			g = alike;
		buf_clear(&line);
		buf_addf(&line, "%zu %s: ", n, n == 1 ? one : many);
		names(order, v->n, &g, o, &line);
		if (g.note[0])
			buf_addf(&line, ": %s", g.note);
		else if (verdict == VERDICT_CANNOT_TELL)
			buf_add(&line, ": more values would tell");
		table_wrap(out, buf_str(&line), o->style.width, 0);
	}
	buf_release(&line);
}

bool rest_reasons(enum verdict verdict, const struct verdict_set *v)
{
	return verdict == VERDICT_SUSPECT || verdict == VERDICT_MISSING ||
	    verdict == VERDICT_NOT_COMPARABLE ||
	    (verdict == VERDICT_CANNOT_TELL && v->pairing == PAIRING_IMPORTED);
}

void rest_put(const struct comparison *const *order,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out)
{
	enum want want;

	put_same(v, out);
	for (want = WANT_ROUNDS;
	     want <= WANT_FINER && v->pairing != PAIRING_IMPORTED; want++)
		put_cannot_tell(order, v, want, o, out);
	if (v->pairing == PAIRING_IMPORTED)
		put_reasons(order, v, VERDICT_CANNOT_TELL, "row cannot tell",
		    "rows cannot tell", o, out);
	put_reasons(order, v, VERDICT_SUSPECT, "row is suspect",
	    "rows are suspect", o, out);
	put_reasons(order, v, VERDICT_NOT_COMPARABLE, "row is not comparable",
	    "rows are not comparable", o, out);
	put_reasons(order, v, VERDICT_MISSING, "row is missing",
	    "rows are missing", o, out);
}
