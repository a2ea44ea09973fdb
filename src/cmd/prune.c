/* prune.c - which runs a rule lets go. */
#include "cmd/prune.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define S   1000000000ll
#define DAY (86400 * S)

static const struct {
	const char *name;
	enum prune_each each;
} kinds[] = {
	{ "label", PRUNE_LABEL },
	{ "day", PRUNE_DAY },
	{ "week", PRUNE_WEEK },
	{ "month", PRUNE_MONTH },
	{ "kernel", PRUNE_KERNEL },
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* -- Rules --------------------------------------------------------------- */

/* "36h", "90d", "8w", "2y". */
static int parse_age(const char *text, int64_t *ns)
{
	static const struct {
		char letter;
		int64_t ns;
	} units[] = { { 'h', DAY / 24 }, { 'd', DAY }, { 'w', 7 * DAY },
		{ 'y', 365 * DAY } };
	size_t len = strlen(text);
	char *digits;
	int64_t n;
	int r = -EINVAL;

	if (len == 0)
		return -EINVAL;
	digits = xstrndup(text, len - 1);
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (text[len - 1] == units[i].letter &&
		    num_parse_i64(digits, &n) == 0 && n > 0 &&
		    n <= INT64_MAX / 2 / units[i].ns) {
			*ns = n * units[i].ns;
			r = 0;
		}
	free(digits);
	return r;
}

static int parse_older(struct prune *p, const char *value, struct err *e)
{
	if (parse_age(value, &p->older_ns) != 0)
		return err_set(e, -EINVAL,
		    "bad age '%s' of 'older': a number and h, d, w or y, as "
		    "90d",
		    value);
	return 0;
}

static int parse_keep(struct prune *p, const char *value, struct err *e)
{
	size_t len = strcspn(value, "/"), i = 0;
	char *digits = xstrndup(value, len);
	int64_t n = 0;
	int r = num_parse_i64(digits, &n);

	free(digits);
	if (r != 0 || n < 1)
		return err_set(e, -EINVAL,
		    "bad number '%s' of 'keep': 1 or more runs, as keep=5 or "
		    "keep=5/label",
		    value);
	p->keep = (size_t)n;
	if (value[len] == '\0')
		return 0;
	while (i < KINDS && strcmp(kinds[i].name, value + len + 1) != 0)
		i++;
	if (i == KINDS)
		return err_set(e, -EINVAL,
		    "'keep' is for each label, day, week, month or kernel, "
		    "not '%s'",
		    value + len + 1);
	p->each = kinds[i].each;
	return 0;
}

static int parse_part(struct prune *p, const char *part, struct err *e)
{
	if (text_starts(part, "older=") && !p->older_ns)
		return parse_older(p, part + strlen("older="), e);
	if (text_starts(part, "keep=") && !p->keep)
		return parse_keep(p, part + strlen("keep="), e);
	if (strcmp(part, "killed") == 0 && !p->killed) {
		p->killed = true;
		return 0;
	}
	return err_set(e, -EINVAL,
	    "'%s' is none of older=90d, keep=5, keep=5/label (day, week, "
	    "month, kernel) and killed, each once",
	    part);
}

int prune_parse(struct prune *p, const char *rule, struct err *e)
{
	char *text = xstrdup(rule), *part = text;
	int r = 0;

	memset(p, 0, sizeof(*p));
	while (r == 0) {
		size_t len = strcspn(part, ",");
		bool last = part[len] == '\0';

		part[len] = '\0';
		r = parse_part(p, part, e);
		if (last)
			break;
		part += len + 1;
	}
	free(text);
	if (r < 0)
		err_prefix(e, "'--prune %s'", rule);
	return r;
}

/* -- Runs ---------------------------------------------------------------- */

/* Days since 1970, rounded down before it, too. */
static int64_t day_of(int64_t ns)
{
	return ns / DAY - (ns % DAY < 0);
}

static int64_t month_of(int64_t ns)
{
	time_t s = (time_t)(day_of(ns) * 86400);
	struct tm tm;

	return gmtime_r(&s, &tm) ? tm.tm_year * 12 + tm.tm_mon : 0;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* 1970-01-01 was a Thursday: weeks from Monday begin three days before it. */
static int64_t week_of(int64_t ns)
{
	int64_t day = day_of(ns) + 3;

	return day / 7 - (day % 7 < 0);
}

static bool same_kind(enum prune_each each, const struct store_entry *a,
    const struct store_entry *b)
{
	switch (each) {
	case PRUNE_LABEL:
		return same_text(a->label, b->label);
	case PRUNE_DAY:
		return day_of(a->started_ns) == day_of(b->started_ns);
	case PRUNE_WEEK:
		return week_of(a->started_ns) == week_of(b->started_ns);
	case PRUNE_MONTH:
		return month_of(a->started_ns) == month_of(b->started_ns);
	case PRUNE_KERNEL:
		return same_text(a->kernel, b->kernel);
	case PRUNE_ALL:
		break;
	}
	return true;
}

/* Whether it is among the newest of its kind that stay. */
static bool is_kept(const struct prune *p, const struct store_entry *run,
    size_t i)
{
	size_t newer = 0;

	for (size_t k = 0; k < i && newer < p->keep; k++)
		newer += run[k].ended_ns != 0 &&
		    same_kind(p->each, &run[k], &run[i]);
	return newer < p->keep;
}

static bool goes(const struct prune *p, const struct store_entry *run, size_t i,
    int64_t now_ns)
{
	int64_t age = now_ns - run[i].started_ns;

	if (p->killed != (run[i].ended_ns == 0))
		return false;
	if (p->killed && (run[i].end == STORE_GROWS || age < DAY))
		return false;
	if (p->older_ns && age < p->older_ns)
		return false;
	return !p->keep || !is_kept(p, run, i);
}

void prune_mark(const struct prune *p, const struct store_entry *run, size_t n,
    int64_t now_ns, bool *gone)
{
	bool *mine = xcalloc(n + 1, sizeof(*mine));

	for (size_t i = 0; i < n; i++)
		mine[i] = goes(p, run, i, now_ns);
	for (size_t i = 0; i < n; i++) {
		bool all = mine[i];

		for (size_t k = 0; k < n && all && run[i].pair; k++)
			all = mine[k] || !same_text(run[k].pair, run[i].pair);
		gone[i] |= all;
	}
	free(mine);
}
