/* inject.c - what the probe was told to make slower, on purpose. */
#include "measure/inject.h"

#include "base/num.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The kernel takes no more instructions than 2^15 in all filters of a process
 * (MAX_INSNS_PER_PATH in kernel/seccomp.c), 4 for a filter itself. */
#define FILTERS_MOST 4096

#define TURNS_MOST UINT64_C(1000000000)

/* Long against the least that the kernel takes (1 ms), short against a batch
 * that is meant to feel it. */
#define PERIOD_US 10000

/* "8,100" in place: the part behind the comma, or NULL. */
static char *second(char *text)
{
	char *comma = strchr(text, ',');

	if (comma)
		*comma++ = '\0';
	return comma;
}

static int parse_seccomp(struct inject *in, char *text)
{
	const char *more = second(text);
	uint64_t n, k = 2;
	int r = num_parse_u64(text, &n);

	if (r == 0 && more)
		r = num_parse_u64(more, &k);
	if (r < 0)
		return r;
	if (n < 1 || n > FILTERS_MOST || k < 2 || k > PLAT_FILTER_MOST)
		return -ERANGE;
	in->filters = (unsigned)n;
	in->instructions = (unsigned)k;
	return 0;
}

static int parse_spin(struct inject *in, char *text)
{
	int r = num_parse_u64(text, &in->turns);

	if (r < 0)
		return r;
	return in->turns < 1 || in->turns > TURNS_MOST ? -ERANGE : 0;
}

static int parse_quota(struct inject *in, char *text)
{
	const char *more = second(text);
	int r = num_parse_percent(text, &in->share);

	in->period_us = PERIOD_US;
	if (r == 0 && more)
		r = num_parse_i64(more, &in->period_us);
	if (r < 0)
		return r;
	return !(in->share > 0 && in->share < 1) || in->period_us < 1 ?
	    -ERANGE :
	    0;
}

static const struct {
	const char *word;
	enum inject_kind kind;
	int (*parse)(struct inject *in, char *text);
} kinds[] = {
	{ "seccomp:", INJECT_SECCOMP, parse_seccomp },
	{ "spin:", INJECT_SPIN, parse_spin },
	{ "quota:", INJECT_QUOTA, parse_quota },
};

int inject_parse(struct inject *in, const char *word, struct err *e)
{
	char rest[INJECT_TEXT];
	int r = -EINVAL;

	memset(in, 0, sizeof(*in));
	in->quota.lock = -1;
	snprintf(in->text, sizeof(in->text), "none");
	if (!word)
		return 0;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!text_starts(word, kinds[i].word) ||
		    strlen(word) >= sizeof(rest))
			continue;
		snprintf(rest, sizeof(rest), "%s",
		    word + strlen(kinds[i].word));
		r = kinds[i].parse(in, rest);
		in->kind = r < 0 ? INJECT_NONE : kinds[i].kind;
		break;
	}
	if (r == -ERANGE)
		return err_set(e, r, "'%s' is out of range", word);
	if (r < 0)
		return err_set(e, r,
		    "cannot inject '%s', wanted seccomp:N[,INSNS], spin:TURNS "
		    "or quota:SHARE%%[,PERIOD_US]",
		    word);
	snprintf(in->text, sizeof(in->text), "%s", word);
	return 0;
}

void inject_open(struct inject *in)
{
	if (in->kind == INJECT_QUOTA)
		plat_quota_make(&in->quota, in->share, in->period_us,
		    &in->why_not);
}

void inject_close(struct inject *in)
{
	if (in->kind == INJECT_QUOTA)
		plat_quota_remove(&in->quota);
}

int inject_enter(const struct inject *in, struct err *e)
{
	if (in->kind == INJECT_SECCOMP)
		return plat_filter_calls(in->filters, in->instructions, e);
	if (in->kind == INJECT_QUOTA)
		return plat_quota_enter(&in->quota, e);
	return 0;
}
