/* seek_run.c - measures place after place until it is known where it became
 * slower. */
#include "cmd/seek.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "cmd/progress.h"
#include "drive/clocks.h"
#include "drive/stop.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many places in a row that cannot be measured: it is not they. */
#define FAILURES 12

/* Building that takes so many runs leaves time for one of an endpoint, without
 * anybody noticing (METHOD, section 10: drift guard). */
#define DEAR_BUILD 10

/* -- What is said meanwhile ---------------------------------------------- */

static void view_of(const struct seek *s, struct bisect_view *v)
{
	*v = (struct bisect_view){ .b = &s->b,
		.place = s->p->at,
		.commits = s->o->repo != NULL,
		.time = s->o->how <= SEEK_CPU,
		.rate = s->o->rate,
		.faster = s->o->faster };
}

static int64_t mean_ns(int64_t sum, size_t n)
{
	return n > 0 ? sum / (int64_t)n : 0;
}

/* " and 4 builds", "14 runs" */
static const char *some(const char *before, double n, const char *what,
    char *out, size_t size)
{
	snprintf(out, size, "%s%.0f %s%s", before, ceil(n), what,
	    ceil(n) > 1 ? "s" : "");
	return out;
}

/* "96 % within 12 commits, about 14 runs and 4 builds left, 2 min" */
static void outlook(const struct seek *s, char *out, size_t size)
{
	const char *what = s->o->repo ? "commit" : "place";
	char left[32], runs[32], builds[48] = "", within[32];
	struct bisect_left l = bisect_left(&s->b);
	struct bisect_answer a;
	double ns;

	bisect_answer(&s->b, &a);
	ns = l.values * (double)mean_ns(s->run_ns, s->b.n_values);
	if (s->o->build && l.builds >= 0.5) {
		ns += l.builds * (double)mean_ns(s->build_ns, s->builds);
		some(" and ", l.builds, "build", builds, sizeof(builds));
	}
	num_span(ns / 1e9, left, sizeof(left));
	snprintf(out, size, "%.0f %% within %s, about %s%s left, %s",
	    100 * a.mass,
	    some("", (double)(a.last - a.first + 1), what, within,
		sizeof(within)),
	    some("", l.values, "run", runs, sizeof(runs)), builds, left);
}

static bool is_end(const struct seek *s, size_t place)
{
	return place == 0 || place == s->p->n - 1;
}

static bool at_ends(const struct seek *s)
{
	for (size_t i = 0; i < s->b.n_values; i++)
		if (!is_end(s, s->b.value[i].place))
			return false;
	return true;
}

/* The name of a place, and what it did: after its visit. */
static void say_visit(const struct seek *s, size_t place)
{
	char room[64], number[48], change[32], text[160];
	struct bisect_view v;
	size_t n, m;
	double y, good;

	if (s->o->quiet || at_ends(s))
		return;
	view_of(s, &v);
	y = bisect_mean(&s->b, place, &n);
	good = bisect_mean(&s->b, 0, &m);
	if (n == 0)
		return;
	outlook(s, text, sizeof(text));
	log_note("%s: %s, %s of good in %zu run%s; %s",
	    bisect_name(&v, place, room, sizeof(room)),
	    bisect_number(&v, y, number, sizeof(number)),
	    bisect_change(&v, y - good, change, sizeof(change)), n,
	    n == 1 ? "" : "s", text);
}

static void say_ends(const struct seek *s)
{
	char room[2][64], number[2][48], change[32];
	struct bisect_view v;
	double good, bad;
	size_t n[2];

	if (s->o->quiet)
		return;
	view_of(s, &v);
	good = bisect_mean(&s->b, 0, &n[0]);
	bad = bisect_mean(&s->b, s->p->n - 1, &n[1]);
	log_note("good %s: %s, bad %s: %s, %s in %zu and %zu runs",
	    bisect_name(&v, 0, room[0], sizeof(room[0])),
	    bisect_number(&v, good, number[0], sizeof(number[0])),
	    bisect_name(&v, s->p->n - 1, room[1], sizeof(room[1])),
	    bisect_number(&v, bad, number[1], sizeof(number[1])),
	    bisect_change(&v, bad - good, change, sizeof(change)), n[0], n[1]);
}

static void show(const struct seek *s, size_t place, const char *does)
{
	char room[64], text[160] = "endpoints first";
	struct bisect_view v;

	if (!progress_wanted())
		return;
	view_of(s, &v);
	if (!at_ends(s))
		outlook(s, text, sizeof(text));
	progress_show("%s %s, run %zu  %s", does,
	    bisect_name(&v, place, room, sizeof(room)), s->b.n_values + 1,
	    text);
}

/* -- One place ----------------------------------------------------------- */

/* It cannot be measured. An endpoint has to be. */
static int unusable(struct seek *s, size_t place, struct err *e)
{
	char room[64];
	struct bisect_view v;

	view_of(s, &v);
	bisect_name(&v, place, room, sizeof(room));
	if (is_end(s, place))
		return err_prefix(e, "%s, the %s endpoint", room,
		    place == 0 ? "good" : "bad");
	free(s->p->at[place].why);
	s->p->at[place].why = xstrdup(e->text);
	bisect_mark(&s->b, place, BISECT_UNUSABLE);
	if (!s->o->quiet)
		log_note("%s is passed over: %s", room, e->text);
	if (++s->failures >= FAILURES)
		return err_prefix(e,
		    "%zu places in a row cannot be measured, the last: %s",
		    s->failures, room);
	return 0;
}

/* 0; 1 = it cannot be measured and is marked so; < 0. */
static int ready(struct seek *s, size_t place, int64_t *took, struct err *e)
{
	int64_t from = clocks_now_ns();
	bool built;
	int r;

	show(s, place,
	    s->back.has(s->back.self, place) ? "measuring" : "building");
	r = s->back.ready(s->back.self, place, &built, e);
	*took = built ? clocks_now_ns() - from : 0;
	if (built && r >= 0) {
		s->build_ns += *took;
		s->builds++;
	}
	return r;
}

static void mark_built(struct seek *s)
{
	for (size_t i = 0; i < s->p->n; i++)
		if (s->b.state[i] != BISECT_UNUSABLE)
			bisect_mark(&s->b, i,
			    s->o->build && s->back.has(s->back.self, i) ?
				BISECT_BUILT :
				BISECT_NEW);
}

/* A value of a place, saved. */
static int measure(struct seek *s, size_t place, int64_t *built_ns,
    struct err *e)
{
	double sign = s->o->rate != s->o->faster ? -1 : 1, value;
	int64_t from;
	int r = ready(s, place, built_ns, e);

	if (r == 0) {
		show(s, place, "measuring");
		from = clocks_now_ns();
		r = s->back.value(s->back.self, place, &value, e);
		s->run_ns += r == 0 ? clocks_now_ns() - from : 0;
	}
	if (r == 1)
		r = unusable(s, place, e);
	else if (r == 0) {
		bisect_add(&s->b, place, sign * log(value));
		s->failures = 0;
	}
	if (r < 0)
		return r;
	mark_built(s);
	return seek_save(s, e);
}

/* -- All of it ----------------------------------------------------------- */

static bool over_budget(const struct seek *s)
{
	return s->o->budget_ns > 0 &&
	    clocks_now_ns() - s->began_ns >= s->o->budget_ns;
}

/* While it took long to build, the machine may have changed. */
static int guard_after(struct seek *s, int64_t built_ns, struct err *e)
{
	int64_t run = mean_ns(s->run_ns, s->b.n_values), none;

	if (built_ns == 0 || s->failures > 0 || at_ends(s) ||
	    run * DEAR_BUILD > built_ns ||
	    !s->back.has(s->back.self, bisect_guard(&s->b)))
		return 0;
	return measure(s, bisect_guard(&s->b), &none, e);
}

static int step(struct seek *s, size_t place, size_t *visited, struct err *e)
{
	bool ends = at_ends(s);
	int64_t built_ns;
	int r;

	if (*visited != place && *visited < s->p->n && !ends)
		say_visit(s, *visited);
	if (ends && !is_end(s, place))
		say_ends(s);
	*visited = is_end(s, place) ? *visited : place;
	r = measure(s, place, &built_ns, e);
	return r < 0 ? r : guard_after(s, built_ns, e);
}

int seek_run(struct seek *s, struct err *e)
{
	size_t place, visited = SIZE_MAX;
	struct err why;
	int r = 0;

	s->began_ns = clocks_now_ns();
	progress_begin(s->o->quiet);
	mark_built(s);
	while ((s->word = bisect_next(&s->b, &place)) == BISECT_MEASURE) {
		if (stop_asked()) {
			r = err_set(e, -EINTR, "interrupted");
			break;
		}
		if (over_budget(s)) {
			s->word = BISECT_LIMIT;
			break;
		}
		r = step(s, place, &visited, e);
		if (r < 0)
			break;
	}
	progress_end();
	if (r == 0 && visited < s->p->n)
		say_visit(s, visited);
	if (r == 0 || s->b.n_values == 0)
		return r < 0 ? r : seek_save(s, e);
	/* what failed is the reason that is said */
	if (seek_save(s, &why) < 0 && strcmp(why.text, e->text) != 0)
		log_warn("%s", why.text);
	return r;
}
