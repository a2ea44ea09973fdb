/* bisect_json.c - what a bisection found, as JSON (doc/JSON.md). */
#include "report/bisect.h"

#include <math.h>

/* Smaller probabilities are left out: they are together below 1 % of places
 * that are measured in practice. */
#define LEAST 1e-5

static double sign(const struct bisect_view *v)
{
	return v->rate != v->faster ? -1 : 1;
}

static void put_place(const struct bisect_view *v, size_t k, struct json *j)
{
	const struct bisect_place *p = &v->place[k];

	json_put_uint(j, "place", k);
	json_put_string(j, v->commits ? "commit" : "word", p->word);
	if (p->subject) {
		json_put_string(j, "date", p->date);
		json_put_string(j, "author", p->who);
		json_put_string(j, "subject", p->subject);
		json_put_bool(j, "merge", p->parents > 1);
	}
}

static void put_answer(const struct bisect_view *v, struct json *j)
{
	double lo, hi, s = sign(v);
	struct bisect_answer a;

	bisect_answer(v->b, &a);
	json_key(j, "candidates");
	json_begin_array(j);
	for (size_t k = a.first; k <= a.last; k++) {
		json_begin_object(j);
		put_place(v, k, j);
		json_put_double(j, "probability", v->b->post[k]);
		json_end_object(j);
	}
	json_end_array(j);
	lo = expm1(s * a.lo);
	hi = expm1(s * a.hi);
	json_put_double(j, "probability", a.mass);
	json_put_double(j, "change", expm1(s * a.change));
	json_put_double(j, "lo", fmin(lo, hi));
	json_put_double(j, "hi", fmax(lo, hi));
	json_put_double(j, "good", exp(s * v->b->level[0]));
	json_put_double(j, "bad", exp(s * v->b->level[1]));
	json_put_double(j, "noise", v->b->sd);
	json_put_double(j, "rho", v->b->rho);
	json_put_bool(j, "exact", v->b->counts);
	json_put_uint(j, "on_no_level", bisect_odd(v->b));
	json_put_string(j, "check", v->check);
	json_put_string(j, "further", v->further);
	json_key(j, "posterior");
	json_begin_array(j);
	for (size_t k = 1; k < v->b->n; k++)
		if (v->b->post[k] >= LEAST) {
			json_begin_object(j);
			json_put_uint(j, "place", k);
			json_put_double(j, "probability", v->b->post[k]);
			json_end_object(j);
		}
	json_end_array(j);
}

static void put_ends(const struct bisect_view *v, struct json *j)
{
	double by = v->b->level[1] - v->b->level[0], s = sign(v);

	json_put_double(j, "good", exp(s * v->b->level[0]));
	json_put_double(j, "bad", exp(s * v->b->level[1]));
	json_put_double(j, "change", expm1(s * by));
	json_put_double(j, "standard_errors", by / v->b->se);
}

/* Before the endpoints are told apart there is no more than their values. */
static void put_open(const struct bisect_view *v, struct json *j)
{
	double s = sign(v);
	size_t n;

	json_put_double(j, "good", exp(s * bisect_mean(v->b, 0, &n)));
	json_put_double(j, "bad", exp(s * bisect_mean(v->b, v->b->n - 1, &n)));
}

static void put_values(const struct bisect_view *v, struct json *j)
{
	json_key(j, "values");
	json_begin_array(j);
	for (size_t i = 0; i < v->b->n_values; i++) {
		json_begin_object(j);
		json_put_uint(j, "place", v->b->value[i].place);
		json_put_double(j, "value", exp(sign(v) * v->b->value[i].y));
		json_end_object(j);
	}
	json_end_array(j);
	json_key(j, "unusable");
	json_begin_array(j);
	for (size_t k = 0; k < v->b->n; k++)
		if (v->place[k].why) {
			json_begin_object(j);
			put_place(v, k, j);
			json_put_string(j, "why", v->place[k].why);
			json_end_object(j);
		}
	json_end_array(j);
}

void bisect_json(const struct bisect_view *v, struct buf *out)
{
	static const char *const word[] = { [BISECT_MEASURE] = "open",
		[BISECT_FOUND] = "found",
		[BISECT_SAME] = "same",
		[BISECT_REVERSED] = "reversed",
		[BISECT_LIMIT] = "limit" };
	bool ends = v->word == BISECT_SAME || v->word == BISECT_REVERSED;
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	json_put_string(&j, "result", word[v->word]);
	json_put_string(&j, "unit", v->time ? "ns" : v->insn ? "insn" : NULL);
	json_put_uint(&j, "places", v->b->n);
	json_put_uint(&j, "runs", v->b->n_values);
	json_put_uint(&j, "builds", v->builds);
	if (ends)
		put_ends(v, &j);
	else if (!v->b->differ)
		put_open(v, &j);
	else
		put_answer(v, &j);
	put_values(v, &j);
	json_end_object(&j);
	buf_add(out, "\n");
}
