/* prune.c - rules of "runs --prune": read, and what they let go. */
#include "cmd/prune.h"

#include "tap.h"

#include <errno.h>
#include <string.h>

#define DAY (86400 * 1000000000ll)
#define NOW (20000 * DAY + DAY / 2) /* 2024-10-04, a Friday */

static struct err e;

static void reads(void)
{
	struct prune p;

	tap_ok(prune_parse(&p, "older=90d", &e) == 0 &&
		p.older_ns == 90 * DAY && !p.keep && !p.killed,
	    "an age");
	tap_ok(prune_parse(&p, "older=36h", &e) == 0 &&
		p.older_ns == 3 * DAY / 2,
	    "hours");
	tap_ok(prune_parse(&p, "older=2w,keep=3/week", &e) == 0 &&
		p.older_ns == 14 * DAY && p.keep == 3 && p.each == PRUNE_WEEK,
	    "two things");
	tap_ok(prune_parse(&p, "keep=7", &e) == 0 && p.keep == 7 &&
		p.each == PRUNE_ALL,
	    "a number");
	tap_ok(prune_parse(&p, "killed", &e) == 0 && p.killed, "a word");
}

static void refuses(void)
{
	static const char *const bad[] = { "", ",", "older",
		"older=", "older=d", "older=0d", "older=-1d", "older=5m",
		"older=5", "older=99999999999999y", "keep=0", "keep=", "keep=x",
		"keep=1/", "keep=1/year", "killed,", "killed,killed",
		"keep=1,keep=2", "Killed" };
	struct prune p;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		e.text[0] = '\0';
		tap_ok(prune_parse(&p, bad[i], &e) == -EINVAL && e.text[0],
		    "'%s': %s", bad[i], e.text);
	}
}

/* Days before now of the runs, newest first, what they are, and a letter for
 * each that says whether it goes: "-x". */
static struct store_entry run[8];
static size_t n_runs;

static void add(int64_t days, const char *label, const char *pair, bool ended)
{
	struct store_entry *r = &run[n_runs++];

	memset(r, 0, sizeof(*r));
	r->started_ns = NOW - days * DAY;
	r->ended_ns = ended ? r->started_ns + 1 : 0;
	r->label = (char *)(uintptr_t)label;
	r->pair = (char *)(uintptr_t)pair;
}

static const char *left(const char *rule)
{
	static char text[16];
	bool gone[8] = { false };
	struct prune p;

	if (prune_parse(&p, rule, &e) != 0)
		return e.text;
	prune_mark(&p, run, n_runs, NOW, gone);
	for (size_t i = 0; i < n_runs; i++)
		text[i] = gone[i] ? 'x' : '-';
	text[n_runs] = '\0';
	return text;
}

static void marks(void)
{
	n_runs = 0;
	add(0, "a", NULL, true);
	add(0, "b", NULL, true);
	add(1, "a", NULL, true);
	add(6, NULL, NULL, true);
	add(6, "a", NULL, true);
	add(40, NULL, NULL, true);
	tap_str(left("older=6d"), "---xxx", "so old and older");
	tap_str(left("older=7d"), "-----x", "older than a week");
	tap_str(left("keep=2"), "--xxxx", "all but the newest two");
	tap_str(left("keep=9"), "------", "fewer than are to stay");
	tap_str(left("keep=1/label"), "--x-xx", "the newest of each label");
	tap_str(left("keep=1/day"), "-x--x-", "the newest of each day");
	tap_str(left("keep=1/week"), "-xx-x-",
	    "the newest of each week from Monday");
	tap_str(left("keep=1/month"), "-xx-x-", "the newest of each month");
	tap_str(left("older=2d,keep=1/day"), "----x-", "both at once");
	tap_str(left("keep=3/kernel"), "---xxx", "an unknown kernel is one");
	tap_str(left("killed"), "------", "none was killed");
}

static void stays(void)
{
	n_runs = 0;
	add(0, "a", NULL, false);
	add(2, "a", "p", true);
	add(2, "a", "p", true);
	add(3, "a", NULL, false);
	add(4, "a", "q", true);
	add(4, "a", NULL, true);
	tap_str(left("older=1d"), "-xx-xx", "what never ended stays");
	tap_str(left("killed"), "---x--", "or goes, when it is a day old");
	run[3].end = STORE_GROWS;
	tap_str(left("killed"), "------", "not if it is known to grow");
	tap_str(left("keep=1"), "----xx", "both of a pair, or none");
	tap_str(left("keep=2"), "----xx", "the second of them is one more");
}

int main(void)
{
	reads();
	refuses();
	marks();
	stays();
	return tap_done();
}
