/* why.c - what was counted beside a row, and which of it changed as well. */
#include "judge/why.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "judge/inside.h"
#include "judge/usage.h"
#include "stats/multi.h"
#include "stats/order.h"
#include "stats/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A count that could explain less than this of the change is not named. */
#define LITTLE 0.02

/* Values of a side from which on a count that does not vary is believed: two
 * modes put 4 and 4 apart in less than 1 of 100 cases. */
#define ALWAYS_LEAST 4

#define COUNTS_MOST 64

/* -- What is counted ------------------------------------------------------ */

/* A note is none of these. */
enum { SWITCHES, TAKEN, FAULTS, DISK, MOVES, STEAL, OTHERS, COUNTED };

/* most_ns: what one might cost at the very most, with all that it brings along
 * (a turn of another program, a disk that turns, a huge page that is cleared);
 * a difference that is too small even so explains nothing. */
static const struct {
	const char *name;
	size_t at; /* in struct counters */
	enum why_kind kind;
	double most_ns;
} counted[] = {
	[SWITCHES] = { "voluntary switches", offsetof(struct counters, nvcsw),
	    WHY_COUNT, 1e5 },
	[TAKEN] = { "involuntary switches", offsetof(struct counters, nivcsw),
	    WHY_RATE, 1e7 },
	[FAULTS] = { "page faults", offsetof(struct counters, minflt),
	    WHY_COUNT, 5e5 },
	[DISK] = { "page faults that waited for a disk",
	    offsetof(struct counters, majflt), WHY_RATE, 5e7 },
	[MOVES] = { "moves to another CPU",
	    offsetof(struct counters, migrations), WHY_RATE, 1e6 },
	[STEAL] = { "CPUs taken by the host (steal)",
	    offsetof(struct counters, steal_ns), WHY_SHARE, NAN },
	[OTHERS] = { "CPUs used by other programs",
	    offsetof(struct counters, other_ns), WHY_SHARE, NAN },
};

/* Batches that the counters cover. */
static double batches(const struct invocation *inv)
{
	return (double)(inv->n_run > inv->warm ? inv->n_run - inv->warm : 0);
}

static double operations(const struct invocation *inv)
{
	return (double)inv->ops * batches(inv);
}

static uint64_t counter(const struct invocation *inv, size_t which)
{
	uint64_t x;

	memcpy(&x, (const char *)&inv->counters + counted[which].at, sizeof(x));
	return x;
}

static double value_of(const struct invocation *inv, size_t which)
{
	uint64_t x = counter(inv, which);
	double over = (double)inv->wall_ns;

	if (counted[which].kind == WHY_COUNT)
		over = operations(inv);
	else if (counted[which].kind == WHY_RATE)
		over /= 1e9;
	return x == COUNTER_UNKNOWN || !(over > 0) ? NAN : (double)x / over;
}

/* What a batch, or an invocation, does once weighs more on each operation where
 * they are slower and therefore fewer. It is told from what operations do only
 * by being few. */
#define ONCE_MOST 10

struct total {
	double ops, batches, count, n;
};

static struct total total_of(const struct result *res, size_t which)
{
	struct total t = { 0, 0, 0, 0 };

	for (size_t i = 0; i < res->n_inv; i++) {
		uint64_t x = counter(&res->inv[i], which);

		if (x == COUNTER_UNKNOWN)
			continue;
		t.ops += operations(&res->inv[i]);
		t.batches += batches(&res->inv[i]);
		t.count += (double)x;
		t.n++;
	}
	return t;
}

static bool alike(double x, double y)
{
	return fabs(x - y) <= 0.01 * fmax(x, y);
}

static bool maybe_once(const struct comparison *c, size_t which)
{
	struct total a = total_of(c->a, which), b = total_of(c->b, which);

	if (counted[which].kind != WHY_COUNT || alike(a.ops / a.n, b.ops / b.n))
		return false;
	if (alike(a.ops / a.batches, b.ops / b.batches))
		return fmax(a.count / a.n, b.count / b.n) < ONCE_MOST;
	return fmax(a.count / a.batches, b.count / b.batches) < ONCE_MOST;
}

/* One thing in each invocation of one side. */
struct side {
	double *x; /* in the order taken */
	uint32_t *round;
	size_t n;
};

static void side_take(struct side *s, const struct result *res, size_t which,
    const char *note)
{
	s->x = xcalloc(res->n_inv + 1, sizeof(*s->x));
	s->round = xcalloc(res->n_inv + 1, sizeof(*s->round));
	s->n = 0;
	for (size_t i = 0; i < res->n_inv; i++) {
		const struct invocation *inv = &res->inv[i];
		double x =
		    note ? invocation_number(inv, note) : value_of(inv, which);

		if (!isfinite(x))
			continue;
		s->x[s->n] = x;
		s->round[s->n++] = inv->round;
	}
}

static void side_release(struct side *s)
{
	free(s->x);
	free(s->round);
}

/* -- The test ------------------------------------------------------------- */

/* Differences of equal rounds; a round counts once. */
static double p_of_pairs(const struct side *a, const struct side *b, size_t *n)
{
	double *d = xcalloc(a->n + 1, sizeof(*d));
	double *scratch = xcalloc(a->n + 1, sizeof(*scratch)), p;
	size_t k = 0;

	*n = 0;
	for (size_t i = 0; i < a->n; i++) {
		if (i > 0 && a->round[i] == a->round[i - 1])
			continue;
		while (k < b->n && b->round[k] < a->round[i])
			k++;
		if (k < b->n && b->round[k] == a->round[i])
			d[(*n)++] = b->x[k] - a->x[i];
	}
	p = rank_signed_p(d, *n, NULL, scratch);
	free(d);
	free(scratch);
	return p;
}

static double p_of_two(const struct side *a, const struct side *b)
{
	double *scratch =
	    xcalloc(rank_sum_room(a->n, b->n) + 1, sizeof(*scratch));
	double p = rank_sum_p(a->x, a->n, b->x, b->n, NULL, scratch);

	free(scratch);
	return p;
}

/* Counts that do not vary need no test (METHOD of the specification, section
 * 4): each side within 1 %, and the sides 5 % apart. */
static bool always(const struct side *a, const struct side *b)
{
	double most = fmax(a->x[a->n - 1], b->x[b->n - 1]);

	return a->n >= ALWAYS_LEAST && b->n >= ALWAYS_LEAST && a->x[0] >= 0 &&
	    b->x[0] >= 0 && a->x[a->n - 1] - a->x[0] <= 0.01 * most &&
	    b->x[b->n - 1] - b->x[0] <= 0.01 * most &&
	    (a->x[a->n - 1] + 0.05 * most < b->x[0] ||
		b->x[b->n - 1] + 0.05 * most < a->x[0]);
}

/* The least p that so many values can have: all signs alike, or all of one side
 * below all of the other. */
static double least_pairs(size_t n)
{
	return n > 0 ? fmin(1, ldexp(2, -(int)n)) : 1;
}

static double least_two(size_t na, size_t nb)
{
	double ways = 1;

	for (size_t i = 1; i <= na; i++)
		ways *= (double)(nb + i) / (double)i;
	return fmin(1, 2 / ways);
}

static double p_of(struct side *a, struct side *b, bool pairs, double *least)
{
	size_t n;
	double p = 1;

	if (pairs) {
		p = p_of_pairs(a, b, &n);
		*least = least_pairs(n);
	} else {
		*least = least_two(a->n, b->n);
	}
	order_sort(a->x, a->n);
	order_sort(b->x, b->n);
	if (always(a, b))
		return 0;
	return pairs ? p : p_of_two(a, b);
}

/* -- One row -------------------------------------------------------------- */

struct row {
	const struct run *run[2];
	const struct comparison *c;
	bool pairs;
	struct usage_costs costs[2];
	size_t which[COUNTS_MOST]; /* of each count: in counted, or COUNTED */
	double least[COUNTS_MOST]; /* its p */
	bool once[COUNTS_MOST];    /* it may be of each batch */
	struct why *out;
};

static void add(struct row *r, size_t which, const char *note)
{
	struct why_count *k = &r->out->count[r->out->n];
	struct side a, b;

	if (r->out->n == COUNTS_MOST)
		return;
	side_take(&a, r->c->a, which, note);
	side_take(&b, r->c->b, which, note);
	if (a.n > 0 && b.n > 0) {
		*k = (struct why_count){ .name =
					     note ? note : counted[which].name,
			.kind = note ? WHY_NOTE : counted[which].kind,
			.na = a.n,
			.nb = b.n,
			.each_ns = NAN,
			.explains = NAN };
		k->p = p_of(&a, &b, r->pairs, &r->least[r->out->n]);
		r->which[r->out->n] = note ? COUNTED : which;
		r->once[r->out->n] = !note && maybe_once(r->c, which);
		k->a = order_median(a.x, a.n);
		k->b = order_median(b.x, b.n);
		r->out->n++;
	}
	side_release(&a);
	side_release(&b);
}

/* Numbers that the row notes. What a run of a command used in all is its time,
 * not what goes with it. */
static void add_notes(struct row *r)
{
	static const char *const own[] = { "user_ns", "sys_ns", "status",
		"signal" };
	char **note = r->c->a->n_inv > 0 ? r->c->a->inv[0].notes : NULL;

	for (; note && note[0]; note += 2) {
		bool is = false;

		for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
			is |= strcmp(note[0], own[i]) == 0;
		if (!is &&
		    isfinite(invocation_number(&r->c->a->inv[0], note[0])))
			add(r, 0, note[0]);
	}
}

/* What one costs is known from rows of the same runs. */
static double each_ns(const struct row *r, size_t i)
{
	double each = NAN;

	for (int k = 0; k < 2 && isnan(each); k++) {
		if (r->which[i] == FAULTS)
			each = r->costs[k].fault;
		else if (r->which[i] == SWITCHES)
			each = r->costs[k].ctx_switch;
	}
	return each;
}

static double most_ns(const struct row *r, size_t i)
{
	return r->which[i] < COUNTED ? counted[r->which[i]].most_ns : NAN;
}

/* How many an operation of cost ns has. */
static double each_operation(const struct why_count *k, double x, double cost)
{
	return k->kind == WHY_RATE ? x * cost / 1e9 : x;
}

/* Whether even all of it, on the side that has more, is too little. That does
 * not look at which side it is, so what is left is tested as if nothing had
 * been left out. */
static bool left_out(const struct row *r, size_t i)
{
	const struct why_count *k = &r->out->count[i];

	return r->once[i] ||
	    fmax(each_operation(k, k->a, r->c->cost_a),
		each_operation(k, k->b, r->c->cost_b)) *
		most_ns(r, i) <
	    LITTLE * fabs(r->out->delta);
}

static enum why_word word_of(const struct row *r, size_t i, double alpha)
{
	const struct why_count *k = &r->out->count[i];
	double more = k->b - k->a, each = k->each_ns, delta = r->out->delta;

	if (left_out(r, i))
		return k->p < alpha ? WHY_LITTLE : WHY_SAME;
	if (!(k->p_holm < alpha) || !(fabs(more) > 0))
		return WHY_SAME;
	if (k->kind != WHY_NOTE && more * delta < 0)
		return WHY_AGAINST;
	if (isnan(each))
		each = most_ns(r, i);
	more = each_operation(k, k->b, r->c->cost_b) -
	    each_operation(k, k->a, r->c->cost_a);
	return fabs(more) * each < LITTLE * fabs(delta) ? WHY_LITTLE : WHY_WITH;
}

static int by_weight(const void *x, const void *y)
{
	const struct why_count *a = x, *b = y;
	double ea = a->word == WHY_WITH && isfinite(a->explains) ?
	    fabs(a->explains) :
	    0;
	double eb = b->word == WHY_WITH && isfinite(b->explains) ?
	    fabs(b->explains) :
	    0;

	if ((a->word == WHY_WITH) != (b->word == WHY_WITH))
		return a->word == WHY_WITH ? -1 : 1;
	if (ea > eb || ea < eb)
		return ea > eb ? -1 : 1;
	return (a->p > b->p) - (a->p < b->p);
}

/* Holm over the counts that could explain anything. */
static void adjust(struct row *r, double alpha)
{
	struct why *w = r->out;
	double *p = xcalloc(w->n + 1, sizeof(*p)), best = 1;
	size_t *order = xcalloc(w->n + 1, sizeof(*order)), m = 0;

	for (size_t i = 0; i < w->n; i++) {
		if (left_out(r, i))
			continue;
		best = fmin(best, fmin(r->least[i], w->count[i].p));
		p[m++] = w->count[i].p;
	}
	w->few = m > 0 && best * (double)m >= alpha;
	multi_holm(p, m, p, order);
	m = 0;
	for (size_t i = 0; i < w->n; i++)
		w->count[i].p_holm = left_out(r, i) ? 1 : p[m++];
	free(p);
	free(order);
}

static void weigh(struct row *r, double alpha)
{
	struct why *w = r->out;

	adjust(r, alpha);
	for (size_t i = 0; i < w->n; i++) {
		struct why_count *k = &w->count[i];

		if (k->kind == WHY_COUNT) {
			k->each_ns = each_ns(r, i);
			k->explains = k->each_ns * (k->b - k->a);
		}
		k->word = word_of(r, i, alpha);
		if (k->word == WHY_WITH && isfinite(k->explains))
			w->explained += k->explains;
	}
	qsort(w->count, w->n, sizeof(*w->count), by_weight);
}

/* -- Rows in it ----------------------------------------------------------- */

static int by_ns(const void *x, const void *y)
{
	double a = fabs(((const struct why_part *)x)->ns);
	double b = fabs(((const struct why_part *)y)->ns);

	return (a < b) - (a > b);
}

static void add_parts(struct row *r, const struct verdict_set *v)
{
	struct why *w = r->out;

	w->part = xcalloc(v->n + 1, sizeof(*w->part));
	for (size_t i = 0; i < v->n; i++) {
		const struct comparison *c = &v->rows[i];
		double ns = c->cost_b - c->cost_a;

		if (!verdict_is_sure(c->verdict) || !c->a || !c->b ||
		    !(ns * w->delta > 0) || !judge_contains(r->c->a, c->a))
			continue;
		w->part[w->n_parts++] = (struct why_part){ c, ns };
	}
	qsort(w->part, w->n_parts, sizeof(*w->part), by_ns);
}

bool judge_why(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct comparison *c, double alpha,
    struct why *out)
{
	struct row r = { { a, b }, c, v->pairing == PAIRING_INTERLEAVED,
		{ { NAN, NAN }, { NAN, NAN } }, { 0 }, { 0 }, { 0 }, out };

	*out = (struct why){ .delta = NAN };
	if (!c->a || !c->b || v->pairing == PAIRING_COUNTED ||
	    v->pairing == PAIRING_IMPORTED || (c->a->flags & RESULT_TAIL))
		return false;
	out->delta = c->cost_b - c->cost_a;
	out->count = xcalloc(COUNTS_MOST, sizeof(*out->count));
	usage_costs_of(a, &r.costs[0]);
	usage_costs_of(b, &r.costs[1]);
	for (size_t i = 0; i < COUNTED; i++)
		add(&r, i, NULL);
	add_notes(&r);
	weigh(&r, alpha);
	add_parts(&r, v);
	return isfinite(out->delta);
}

void why_release(struct why *w)
{
	free(w->count);
	free(w->part);
	*w = (struct why){ .delta = NAN };
}
