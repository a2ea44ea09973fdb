/* bisect.c - what a bisection found, as text. */
#include "report/bisect.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT   10  /* digits of a commit */
#define LONG    44  /* bytes of a word */
#define SUBJECT 160 /* bytes of a subject, of a name */

#define AROUND 4 /* measured places shown on each side of the answer */
#define LISTED 8 /* places of a set */

static double sign(const struct bisect_view *v)
{
	return v->rate != v->faster ? -1 : 1;
}

const char *bisect_name(const struct bisect_view *v, size_t place, char *room,
    size_t size)
{
	const char *word = v->place[place].word;
	const char *slash = v->commits ? NULL : strrchr(word, '/');

	/* of a path its last part */
	if (slash && slash[1])
		word = slash + 1;
	snprintf(room, size, "%.*s", v->commits ? SHORT : LONG, word);
	return text_clean(room);
}

const char *bisect_number(const struct bisect_view *v, double y, char *out,
    size_t size)
{
	double x = exp(sign(v) * y);

	return v->time ? num_time(x, out, size) : num_plain(x, out, size);
}

const char *bisect_change(const struct bisect_view *v, double dy, char *out,
    size_t size)
{
	return num_change(expm1(sign(v) * dy), out, size);
}

static const char *noun(const struct bisect_view *v, size_t n)
{
	return v->commits ? n == 1 ? "commit" : "commits" :
	    n == 1        ? "place" :
			    "places";
}

static const char *worse(const struct bisect_view *v)
{
	return v->faster ? "better" : v->time ? "slower" : "worse";
}

/* -- The answer ---------------------------------------------------------- */

static void put_place(const struct bisect_view *v, size_t place,
    struct buf *out)
{
	const struct bisect_place *p = &v->place[place];
	char *who, *subject;

	if (!p->subject)
		return;
	who = text_clean(xstrndup(p->who, SUBJECT));
	subject = text_clean(xstrndup(p->subject, SUBJECT));
	buf_addf(out, "  %s  %s\n  %s%s\n", p->date, who,
	    *subject ? subject : "(no subject)",
	    strlen(p->subject) > SUBJECT ? "..." : "");
	free(who);
	free(subject);
}

static void put_set(const struct bisect_view *v, const struct bisect_answer *a,
    struct buf *out)
{
	char room[64];

	for (size_t k = a->first; k <= a->last && k < a->first + LISTED; k++) {
		char *what = v->place[k].subject ?
		    text_clean(xstrndup(v->place[k].subject, SUBJECT)) :
		    NULL;

		buf_addf(out, "  %-*s  %5.1f %%  %s%s\n", SHORT,
		    bisect_name(v, k, room, sizeof(room)), 100 * v->b->post[k],
		    v->place[k].why ? "not measured  " : "", what ? what : "");
		free(what);
	}
	if (a->last - a->first >= LISTED)
		buf_addf(out, "  and %zu more\n",
		    a->last - a->first + 1 - LISTED);
}

static void put_head(const struct bisect_view *v, const struct bisect_answer *a,
    const struct style *style, struct buf *out)
{
	size_t n = a->last - a->first + 1;
	char room[2][64];

	buf_add(out, style_on(style, BOLD));
	if (n == 1)
		buf_addf(out, "%s made it %s",
		    bisect_name(v, a->first, room[0], sizeof(room[0])),
		    worse(v));
	else
		buf_addf(out, "one of %zu %s made it %s, %s to %s", n,
		    noun(v, n), worse(v),
		    bisect_name(v, a->first, room[0], sizeof(room[0])),
		    bisect_name(v, a->last, room[1], sizeof(room[1])));
	buf_addf(out, " (%.4g %%)%s\n", fmin(100 * a->mass, 99.99),
	    style_off(style, BOLD));
	if (n == 1)
		put_place(v, a->first, out);
	else
		put_set(v, a, out);
}

static void put_size(const struct bisect_view *v, const struct bisect_answer *a,
    struct buf *out)
{
	char number[2][48], change[3][32];
	bool swap = sign(v) < 0;

	buf_addf(out, "\n  %s -> %s, %s [%s, %s]\n",
	    bisect_number(v, v->b->level[0], number[0], sizeof(number[0])),
	    bisect_number(v, v->b->level[1], number[1], sizeof(number[1])),
	    bisect_change(v, a->change, change[0], sizeof(change[0])),
	    bisect_change(v, swap ? a->hi : a->lo, change[1],
		sizeof(change[1])),
	    bisect_change(v, swap ? a->lo : a->hi, change[2],
		sizeof(change[2])));
}

static size_t measured(const struct bisect_view *v, size_t *unusable)
{
	size_t n = 0, runs;

	*unusable = 0;
	for (size_t k = 0; k < v->b->n; k++) {
		bisect_mean(v->b, k, &runs);
		n += runs > 0;
		*unusable += v->b->state[k] == BISECT_UNUSABLE;
	}
	return n;
}

static void put_effort(const struct bisect_view *v, struct buf *out)
{
	size_t unusable, n = measured(v, &unusable);

	buf_addf(out, "  %zu runs on %zu of %zu %s", v->b->n_values, n, v->b->n,
	    noun(v, v->b->n));
	if (v->builds > 0)
		buf_addf(out, ", %zu built", v->builds);
	if (unusable > 0)
		buf_addf(out, ", %zu could not be measured", unusable);
	buf_addf(out, "; noise %.2g %%", 100 * v->b->sd);
	if (v->b->counts)
		buf_add(out, ": each run gave the same");
	if (v->b->rho > 0)
		buf_addf(out, ", which goes with the run before (%.1f)",
		    v->b->rho);
	if (v->b->drifts)
		buf_add(out, ", and a drift");
	buf_add(out, "\n");
}

/* -- Around it ----------------------------------------------------------- */

static void put_row(const struct bisect_view *v, size_t k, bool in, int width,
    struct buf *out)
{
	char room[64], number[48], change[32];
	size_t n;
	double y = bisect_mean(v->b, k, &n), good = v->b->level[0];
	size_t m;

	/* of counts the levels are those beside the answer */
	if (v->b->counts)
		good = bisect_mean(v->b, 0, &m);
	buf_addf(out, "%c %6zu  %-*s %5zu  %10s  %8s\n", in ? '>' : ' ', k,
	    width, bisect_name(v, k, room, sizeof(room)), n,
	    bisect_number(v, y, number, sizeof(number)),
	    k == 0 ? "" : bisect_change(v, y - good, change, sizeof(change)));
}

/* The measured places nearest to the answer, before and behind it. */
static void put_around(const struct bisect_view *v,
    const struct bisect_answer *a, struct buf *out)
{
	size_t first = a->first, last = first, left = AROUND, n;
	int width = SHORT;
	char room[64];

	while (first > 0 && left > 0) {
		bisect_mean(v->b, --first, &n);
		left -= n > 0;
	}
	for (left = AROUND; last < v->b->n && left > 0; last++) {
		bisect_mean(v->b, last, &n);
		left -= n > 0;
	}
	for (size_t k = first; k < last; k++) {
		bisect_mean(v->b, k, &n);
		n = n > 0 ? strlen(bisect_name(v, k, room, sizeof(room))) : 0;
		width = (int)n > width ? (int)n : width;
	}
	buf_addf(out, "\n  place  %-*s  runs  %10s  %8s\n", width,
	    v->commits ? "commit" : "",
	    v->time     ? "time" :
		v->insn ? "insn" :
			  "value",
	    "to good");
	for (size_t k = first; k < last; k++) {
		bisect_mean(v->b, k, &n);
		if (n > 0)
			put_row(v, k, k >= a->first && k <= a->last, width,
			    out);
	}
}

/* Words of a list may hold anything, and commands have several lines. */
static char *clean_lines(const char *text)
{
	char *all = xstrdup(text ? text : ""), *line = all, *end;

	while ((end = strchr(line, '\n')) != NULL) {
		*end = '\0';
		text_clean(line);
		*end = '\n';
		line = end + 1;
	}
	text_clean(line);
	return all;
}

static void put_commands(const struct bisect_view *v, size_t parents,
    struct buf *out)
{
	char *further = clean_lines(v->further), *check = clean_lines(v->check);

	if (*further && parents <= 2)
		buf_addf(out,
		    "\nIt is a merge. What it brought in is looked into by\n"
		    "  %s\n",
		    further);
	else if (*further)
		buf_addf(out,
		    "\nIt is a merge of %zu branches. What the first of them "
		    "brought in is looked into by\n  %s\n"
		    "and the others with ^3 up to ^%zu in place of both ^2.\n",
		    parents - 1, further, parents);
	if (*check)
		buf_addf(out, "\nTo check it, with new values:\n  %s\n", check);
	free(further);
	free(check);
}

static void put_notes(const struct bisect_view *v,
    const struct bisect_answer *a, struct buf *out)
{
	size_t odd = bisect_odd(v->b);

	if (odd > 0)
		buf_addf(out,
		    "\n%zu of the %s measured %s on neither level: there may "
		    "be more than one step, and this\nis the one that %s.\n",
		    odd, noun(v, 2), odd == 1 ? "is" : "are",
		    v->b->counts ? "crosses the middle" : "explains most");
	if (v->place[a->last].outside)
		buf_add(out,
		    "\nThe last of them touches none of the paths: it may be "
		    "another commit that does not.\n");
	put_commands(v, v->place[a->first].parents, out);
}

/* -- No answer ----------------------------------------------------------- */

static void put_ends(const struct bisect_view *v, struct buf *out)
{
	char change[2][32], number[2][48];
	double by = v->b->level[1] - v->b->level[0];
	double lo = by - 1.96 * v->b->se, hi = by + 1.96 * v->b->se;
	size_t n[2];

	bisect_mean(v->b, 0, &n[0]);
	bisect_mean(v->b, v->b->n - 1, &n[1]);
	buf_addf(out, "  good %s in %zu runs, bad %s in %zu: %s",
	    bisect_number(v, v->b->level[0], number[0], sizeof(number[0])),
	    n[0],
	    bisect_number(v, v->b->level[1], number[1], sizeof(number[1])),
	    n[1], bisect_change(v, by, change[0], sizeof(change[0])));
	buf_addf(out, " [%s, %s]\n",
	    bisect_change(v, sign(v) < 0 ? hi : lo, change[0],
		sizeof(change[0])),
	    bisect_change(v, sign(v) < 0 ? lo : hi, change[1],
		sizeof(change[1])));
}

/* How many runs of each endpoint would have shown what there may be: 4 standard
 * errors of a difference. */
static void put_needed(const struct bisect_view *v, struct buf *out)
{
	double by =
	    fmax(fabs(v->b->level[1] - v->b->level[0]), log1p(v->b->o.delta));
	double ratio = 4 * v->b->sd / by, n = ceil(2 * ratio * ratio);

	if (!(n > (double)v->b->o.ends) || n > 1e6)
		return;
	buf_addf(out,
	    "  runs spread by %.2g %%: %.2g %% takes about %.0f runs of each "
	    "('--end-runs %.0f')%s\n",
	    100 * v->b->sd, 100 * expm1(by), n, n,
	    v->real ? "; '--cpu-time'\n  leaves out what waits for others" :
		      "");
}

static void put_none(const struct bisect_view *v, struct buf *out)
{
	if (v->word == BISECT_SAME)
		buf_add(out,
		    "the endpoints do not differ by 4 standard errors: there "
		    "is nothing to seek\n");
	else
		buf_addf(out,
		    "reversed: the bad endpoint is %s than the good one; %s\n",
		    v->faster   ? v->time ? "slower" : "worse" :
			v->time ? "faster" :
				  "better",
		    v->faster ? "without '--faster' what made it slower is "
				"sought" :
				"'--faster' seeks what made it faster");
	put_ends(v, out);
	if (v->word == BISECT_SAME)
		put_needed(v, out);
}

/* The limit came before the endpoints were told apart. */
static void put_open(const struct bisect_view *v, struct buf *out)
{
	static const char *const end[2] = { "good", "bad" };
	char number[48];
	size_t n;
	double y;

	buf_add(out,
	    "stopped at the limit, before it was known whether the endpoints "
	    "differ:\n");
	for (size_t i = 0; i < 2; i++) {
		y = bisect_mean(v->b, i * (v->b->n - 1), &n);
		buf_addf(out, "  %s %s in %zu run%s%s", end[i],
		    n > 0 ? bisect_number(v, y, number, sizeof(number)) : "-",
		    n, n == 1 ? "" : "s", i == 0 ? "," : "\n");
	}
}

void bisect_text(const struct bisect_view *v, const struct style *style,
    struct buf *out)
{
	struct bisect_answer a;

	if (v->word == BISECT_SAME || v->word == BISECT_REVERSED) {
		put_none(v, out);
		return;
	}
	if (v->word == BISECT_LIMIT && !v->b->differ) {
		put_open(v, out);
		return;
	}
	bisect_answer(v->b, &a);
	if (v->word == BISECT_LIMIT)
		buf_add(out, "stopped at the limit, before it was known:\n");
	put_head(v, &a, style, out);
	put_size(v, &a, out);
	put_effort(v, out);
	put_around(v, &a, out);
	bisect_plot(v, style, out);
	put_notes(v, &a, out);
}
