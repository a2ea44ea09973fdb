/* change.c - how a comparison's rows are ordered and written. */
#include "report/change.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/notes.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMES 9 /* a change above ten times is a factor */

static double shown(const struct result *res, double change)
{
	return unit_is_rate(res->unit) ? 1 / (1 + change) - 1 : change;
}

/* One way of writing in a row; no factors around nothing. */
static bool is_factor(const struct change *c)
{
	return c->by >= TIMES || (c->lo > 0 && c->hi >= TIMES);
}

struct change change_of(const struct comparison *c)
{
	const struct result *res = comparison_any(c);
	bool rate = unit_is_rate(res->unit);
	struct change d = { shown(res, c->change),
		shown(res, rate ? c->hi : c->lo),
		shown(res, rate ? c->lo : c->hi), false };

	d.factor = is_factor(&d);
	return d;
}

struct change change_suite(const struct verdict_set *v)
{
	struct change d = { v->suite, v->suite_lo, v->suite_hi, false };

	d.factor = is_factor(&d);
	return d;
}

/* "+1.2", or "x12.3" where a percentage would not be read. */
static const char *number(double x, bool factor, const char *unit, char *out,
    size_t size)
{
	double pct = x * 100;

	if (factor && 1 + x >= 999499.5)
		snprintf(out, size, "x%.3gM", (1 + x) / 1e6);
	else if (factor && 1 + x >= 9999.5)
		snprintf(out, size, "x%.3gK", (1 + x) / 1e3);
	else if (factor && 1 + x >= 999.5)
		snprintf(out, size, "x%.0f", 1 + x);
	else if (factor)
		snprintf(out, size, "x%.3g", 1 + x);
	else
		snprintf(out, size, "%+.*f%s", fabs(pct) < 9.95 ? 1 : 0, pct,
		    unit);
	return out;
}

const char *change_text(const struct change *c, char *out, size_t size)
{
	if (!isfinite(c->by))
		snprintf(out, size, "-");
	else
		number(c->by, c->factor, " %", out, size);
	return out;
}

const char *change_interval(const struct change *c, char *out, size_t size)
{
	char from[32], to[32];

	if (!isfinite(c->lo) || !isfinite(c->hi))
		snprintf(out, size, "-");
	else
		snprintf(out, size, "%s .. %s",
		    number(c->lo, c->factor, "", from, sizeof(from)),
		    number(c->hi, c->factor, "", to, sizeof(to)));
	return out;
}

enum colour change_colour(enum verdict v)
{
	if (v == VERDICT_SLOWER)
		return RED;
	if (v == VERDICT_FASTER)
		return GREEN;
	if (v == VERDICT_MAYBE_SLOWER || v == VERDICT_MAYBE_FASTER ||
	    v == VERDICT_SUSPECT)
		return YELLOW;
	return PLAIN;
}

bool change_matters(enum verdict v)
{
	return v == VERDICT_SLOWER || v == VERDICT_FASTER ||
	    v == VERDICT_MAYBE_SLOWER || v == VERDICT_MAYBE_FASTER;
}

int change_rank(enum verdict a, enum verdict b)
{
	static const int rank[VERDICTS] = { [VERDICT_SLOWER] = 0,
		[VERDICT_FASTER] = 1,
		[VERDICT_MAYBE_SLOWER] = 2,
		[VERDICT_MAYBE_FASTER] = 3,
		[VERDICT_CANNOT_TELL] = 4,
		[VERDICT_SAME] = 5,
		[VERDICT_SUSPECT] = 6,
		[VERDICT_NOT_COMPARABLE] = 7,
		[VERDICT_MISSING] = 8 };

	return rank[a] - rank[b];
}

static int by_verdict(const void *x, const void *y)
{
	const struct comparison *a = *(const struct comparison *const *)x;
	const struct comparison *b = *(const struct comparison *const *)y;
	double da, db;

	if (a->verdict != b->verdict)
		return change_rank(a->verdict, b->verdict);
	if (!change_matters(a->verdict))
		return rows_compare(comparison_any(a), comparison_any(b));
	da = fabs(log1p(a->change));
	db = fabs(log1p(b->change));
	if (da != db)
		return da < db ? 1 : -1;
	return rows_compare(comparison_any(a), comparison_any(b));
}

const struct comparison **change_sorted(const struct verdict_set *v)
{
	const struct comparison **p = xcalloc(v->n + 1, sizeof(*p));

	for (size_t i = 0; i < v->n; i++)
		p[i] = &v->rows[i];
	qsort(p, v->n, sizeof(*p), by_verdict);
	return p;
}

static bool disturbed(const struct run *r)
{
	const struct env_sample *hog;

	return notes_busy(r, &hog) > NOTES_DISTURBS;
}

/* Whether a fact forbids what could be judged; else there was nothing to. */
static bool guarded(const struct verdict_set *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (strcmp(v->rows[i].note, v->why) == 0)
			return true;
	return false;
}

static void put_guard(const struct verdict_set *v, const struct style *s,
    size_t indent, struct buf *out)
{
	buf_addf(out, "%sNOT COMPARABLE%s: ", style_on(s, RED),
	    style_off(s, RED));
	table_wrap(out, v->why, s->width, indent + 16);
	if (!guarded(v))
		return;
	buf_add_fill(out, ' ', indent);
	buf_add(out, "'perfloss compare --across' judges them all the same.\n");
}

#define COUNTS 40 /* columns that they take at most */

/* Nothing is slower or faster: what there is instead. A table that cannot
 * tell of any row has not found them alike. */
static void put_none(const struct verdict_set *v, size_t both,
    const struct style *s, size_t indent, struct buf *out)
{
	bool tells = v->count[VERDICT_CANNOT_TELL] < both;
	char none[64];

	if (both == 1)
		snprintf(none, sizeof(none), "The row %s.",
		    tells ? "is neither SLOWER nor FASTER" : "cannot tell");
	else
		snprintf(none, sizeof(none), "None of %zu rows %s.", both,
		    tells ? "is SLOWER or FASTER" : "can tell");
	table_wrap(out, none, s->width, indent);
}

static void put_one(bool slower, const struct style *s, struct buf *out)
{
	enum colour c = slower ? RED : GREEN;

	buf_addf(out, "%sThe row is %s%s.\n", style_on(s, c),
	    slower ? "SLOWER" : "FASTER", style_off(s, c));
}

static void put_both(size_t slower, size_t faster, const char *rows,
    const struct style *s, size_t indent, struct buf *out)
{
	bool narrow = s->width < indent + COUNTS;

	buf_addf(out, "%s%zu of %s %s SLOWER%s", slower ? style_on(s, RED) : "",
	    slower, rows, slower == 1 ? "is" : "are",
	    slower ? style_off(s, RED) : "");
	buf_addf(out, ",%s%*s%s%zu %s FASTER%s.\n", narrow ? "\n" : " ",
	    narrow ? (int)indent : 0, "", faster ? style_on(s, GREEN) : "",
	    faster, faster == 1 ? "is" : "are",
	    faster ? style_off(s, GREEN) : "");
}

void change_counts(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct style *s, size_t indent,
    struct buf *out)
{
	size_t slower = v->count[VERDICT_SLOWER],
	       faster = v->count[VERDICT_FASTER];
	size_t both = v->n - v->count[VERDICT_MISSING];
	char rows[32];

	if (v->not_comparable) {
		put_guard(v, s, indent, out);
		return;
	}
	if (slower + faster == 0) {
		put_none(v, both, s, indent, out);
		return;
	}
	if (both == 1)
		put_one(slower > 0, s, out);
	else
		put_both(slower, faster,
		    rows_count(both, "row", rows, sizeof(rows)), s, indent,
		    out);
	if (!disturbed(a) && !disturbed(b))
		return;
	buf_add_fill(out, ' ', indent);
	table_wrap(out, "Other programs ran meanwhile, and may be the reason.",
	    s->width, indent);
}

void change_notes(const struct comparison *const *order,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out)
{
	struct remark *rem = xcalloc(v->n + 1, sizeof(*rem));
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++) {
		if (!o->all && !change_matters(order[i]->verdict))
			continue;
		if (rest_reasons(order[i]->verdict, v))
			continue;
		/* What holds for all rows is said above them already. */
		if (!order[i]->note[0] || strstr(v->order, order[i]->note))
			continue;
		rows_name(comparison_any(order[i]), rem[n].name,
		    sizeof(rem[n].name));
		rem[n].head = "note";
		rem[n++].why = order[i]->note;
	}
	rows_remarks(rem, n, o->all ? n : ROWS_LISTED, o->style.width, out);
	free(rem);
}

void change_put_suite(const struct verdict_set *v, const struct style *s,
    struct buf *out)
{
	struct change c = change_suite(v);
	struct buf line = BUF_INIT;
	char text[64], rows[32];

	if (v->suite_n == 0 || !isfinite(v->suite))
		return;
	buf_addf(&line, "suite  %s", change_text(&c, text, sizeof(text)));
	if (isfinite(c.lo) && isfinite(c.hi))
		buf_addf(&line, "  %s",
		    change_interval(&c, text, sizeof(text)));
	buf_addf(&line, "  (geometric mean of the cost of %s)",
	    rows_count(v->suite_n, "row", rows, sizeof(rows)));
	if (text_width(buf_str(&line)) <= s->width)
		buf_addf(out, "%s\n", buf_str(&line));
	else
		table_wrap(out, buf_str(&line), s->width, 0);
	buf_release(&line);
}

void change_where(const struct run *a, const struct run *b,
    const struct style *s, struct buf *out)
{
	struct usage ua, ub;
	struct finding found;

	if (!usage_of(run_find(a, "exec"), &ua) ||
	    !usage_of(run_find(b, "exec"), &ub))
		return;
	if (usage_difference(&ua, &ub, &found)) {
		buf_add(out, "where   ");
		table_wrap(out, found.text, s->width, 8);
	}
	if (usage_clock(a, b, &found)) {
		buf_add(out, "clock   ");
		table_wrap(out, found.text, s->width, 8);
	}
}
