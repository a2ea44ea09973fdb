/* selftest_json.c - a self-test as JSON (doc/JSON.md). */
#include "report/report.h"

static void put_times(struct json *j, const char *key,
    const double x[SELFTEST_TIMES])
{
	json_key(j, key);
	json_begin_array(j);
	for (size_t i = 0; i < SELFTEST_TIMES; i++)
		json_double(j, x[i]);
	json_end_array(j);
}

static void put_row(struct json *j, const struct selftest_row *row)
{
	char label[96];

	row_label(row->res, label, sizeof(label));
	json_begin_object(j);
	json_put_string(j, "key", row->res->key);
	json_put_string(j, "row", label);
	json_put_uint(j, "pairs", row->pairs);
	json_put_double(j, "pair_s", row->pair_s);
	json_put_double(j, "spread", row->sd);
	json_put_uint(j, "alarms", row->words);
	json_put_uint(j, "intervals", row->intervals);
	json_put_uint(j, "missed", row->missed);
	put_times(j, "alone", row->alone);
	put_times(j, "among", row->among);
	json_end_object(j);
}

static void put_aa(struct json *j, const struct report_selftest *t)
{
	const struct selftest_aa *aa = t->aa;

	json_begin_object(j);
	json_put_uint(j, "suites", aa->suites);
	json_put_uint(j, "with_alarm", aa->with_word);
	json_put_uint(j, "with_alarm_most", aa->with_word_most);
	json_put_uint(j, "alarms", aa->words);
	json_put_bool(j, "alarms_broken", aa->words_broken);
	json_put_uint(j, "intervals", aa->intervals);
	json_put_uint(j, "missed", aa->missed);
	json_put_uint(j, "missed_most", aa->missed_most);
	json_put_bool(j, "coverage_broken", aa->intervals_broken);
	json_put_double(j, "round_s", aa->round_s);
	put_times(j, "times_s", selftest_times);
	json_key(j, "sees");
	json_begin_array(j);
	for (size_t i = 0; i < SELFTEST_TIMES; i++)
		json_uint(j, selftest_aa_sees(aa, i, t->delta));
	json_end_array(j);
	json_key(j, "rows");
	json_begin_array(j);
	for (size_t i = 0; i < aa->n; i++)
		put_row(j, &aa->row[i]);
	json_end_array(j);
	json_end_object(j);
}

static void put_shift(struct json *j, const struct selftest_shift *p)
{
	static const char *const kinds[] = { "exact", "about", "none" };

	json_begin_object(j);
	json_put_string(j, "key", p->key);
	json_put_string(j, "inject", p->what);
	json_put_string(j, "unsupported", p->why[0] ? p->why : NULL);
	json_put_string(j, "known", kinds[p->kind]);
	json_put_double(j, "truth", p->truth);
	json_put_bool(j, "to_find", p->to_find);
	json_put_bool(j, "found", p->verdict == VERDICT_SLOWER);
	json_put_string(j, "verdict", verdict_words[p->verdict]);
	json_put_uint(j, "pairs", p->pairs);
	json_put_uint(j, "pairs_most", p->pairs_max);
	json_put_double(j, "change", p->change);
	json_put_double(j, "lo", p->lo);
	json_put_double(j, "hi", p->hi);
	json_put_bool(j, "inside", p->inside);
	json_put_uint(j, "n_more", p->n_more);
	json_put_double(j, "stops", p->stops);
	json_end_object(j);
}

static void put_planted(struct json *j, const struct report_selftest *t)
{
	struct selftest_shifts sum;

	selftest_shifts(t->shift, t->n_shifts, &sum);
	json_begin_object(j);
	json_put_uint(j, "to_find", sum.tries);
	json_put_uint(j, "found", sum.found);
	json_put_uint(j, "found_least", sum.found_least);
	json_put_bool(j, "found_broken", sum.found_broken);
	json_put_uint(j, "intervals", sum.intervals);
	json_put_uint(j, "missed", sum.missed);
	json_put_uint(j, "missed_most", sum.missed_most);
	json_put_bool(j, "coverage_broken", sum.intervals_broken);
	json_key(j, "tries");
	json_begin_array(j);
	for (size_t i = 0; i < t->n_shifts; i++)
		put_shift(j, &t->shift[i]);
	json_end_array(j);
	json_end_object(j);
}

void report_selftest_json(const struct report_selftest *t, struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "profile", t->profile);
	json_put_uint(j, "rounds", t->rounds);
	json_put_uint(j, "seed", t->seed);
	json_put_bool(j, "interrupted", t->cut);
	json_put_double(j, "delta", t->delta);
	json_put_double(j, "busy", t->busy);
	json_key(j, "unchanged");
	if (t->aa)
		put_aa(j, t);
	else
		json_null(j);
	json_key(j, "planted");
	if (t->n_shifts > 0)
		put_planted(j, t);
	else
		json_null(j);
	json_end_object(j);
}
