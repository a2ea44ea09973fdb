/* why.h - what goes with the change of a row.
 *
 * METHOD of the specification, section 11: what was counted beside each
 * invocation is tested as the row's cost is, by pairs where the runs have them,
 * with Holm over the counts of the row. "Goes with" is no cause: only changing
 * one thing and measuring again shows one. */
#ifndef PERFLOSS_JUDGE_WHY_H
#define PERFLOSS_JUDGE_WHY_H

#include "judge/judge.h"

#include <stdbool.h>
#include <stddef.h>

enum why_kind {
	WHY_COUNT, /* so many an operation: what a program does by itself */
	WHY_RATE,  /* so many a second: what time brings. A slower operation
		      has more of them, which explains nothing */
	WHY_SHARE, /* of the time: a number of CPUs */
	WHY_NOTE,  /* a number that the row itself notes */
};

/* How it lies beside the change. */
enum why_word {
	WHY_SAME,    /* no difference is seen */
	WHY_WITH,    /* goes with it */
	WHY_LITTLE,  /* differs, but even dear ones would explain under 2 % */
	WHY_AGAINST, /* differs the other way round: more of it, and faster */
};

struct why_count {
	const char *name; /* "page faults"; of a note its key, borrowed */
	enum why_kind kind;
	enum why_word word;
	size_t na, nb;    /* invocations that know it */
	double a, b;      /* medians */
	double p, p_holm; /* of "no difference" */
	double each_ns;   /* what one costs on this machine; NaN = not known */
	double explains;  /* ns of the change; NaN = not known */
};

/* A row that this one contains, and that changed in the same direction. */
struct why_part {
	const struct comparison *c; /* borrowed */
	double ns;                  /* by which its cost changed */
};

struct why {
	double delta;            /* change of the cost, ns per operation */
	struct why_count *count; /* by what they explain, then by p */
	size_t n;
	struct why_part *part; /* the largest first */
	size_t n_parts;
	double explained; /* ns, of the counts whose costs are known */
	bool few; /* too few values for any of the tests to say a thing */
};

/* Of row c of v, which judged these runs: measured in both. False where a side
 * has nothing, or what is compared is not a time (instructions, imported).
 * Release it in any case. */
bool judge_why(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct comparison *c, double alpha,
    struct why *out);
void why_release(struct why *w);

#endif
