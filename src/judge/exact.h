/* exact.h - runs that count instructions (run_counts): what they say alone and
 * together; for judge alone.
 *
 * Each round is a boot with a seed of its own. The boot is the unit: of several
 * invocations in one their mean counts. A row whose boots are all equal is
 * exact, and any difference of it is one. Else Student's t (1908) with one
 * variance for both sides, of logarithms.
 *
 * Luck: a row may have two ways to run (a list that is one longer), and take
 * one of them for a whole boot. Three boots of each kernel then fall apart by
 * chance once in 32 times, and look exact. The other rows tell how usual that
 * is: where any of them jumps between boots of one kernel by as much as a
 * change, and as cleanly, the change may be no more than that. Of `movers` such
 * rows, and this one, at most (movers + 1) 2 / 2^(na + nb) fall apart on
 * average (each way with one half, which is the worst), and where that is
 * above 5 % the word has a "maybe" to it, until there are more boots.
 */
#ifndef PERFLOSS_JUDGE_EXACT_H
#define PERFLOSS_JUDGE_EXACT_H

#include "judge/inside.h"

/* Whether two runs both count instructions. */
bool exact_both(const struct run *a, const struct run *b);

/* Logs of the boots of a row, sorted; the caller frees. */
double *exact_logs(const struct run *r, const struct result *res, size_t *n);

/* Mean, its 95 % interval and what could have been seen, of e->n sorted logs.
 */
void exact_spread(struct estimate *e, const double *y);

/* A test of kind TEST_EXACT, or TEST_NONE where a side has one boot only; the
 * word is there then. */
void exact_prepare(struct comparison *c, struct test *t, const struct run *ra,
    const struct run *rb, const struct judge_sides *s);

/* p of all tests of the kind, and how far luck goes. others: rows of further
 * comparisons in the same table. */
void exact_test(struct test *tests, size_t n, size_t others);

/* Half of the interval of the shift at level 1 - alpha; 0 of exact rows. */
double exact_half(const struct test *t, double alpha);

struct margin exact_margin(const struct judge_opts *o);

/* A change that luck could have made becomes one with a "maybe". */
void exact_doubt(struct comparison *c, const struct test *t);

/* How many more boots a side would tell; alarm, same: margins, logs; rows that
 * share alpha. */
void exact_more(struct comparison *c, const struct test *t, double alarm,
    double same, double alpha, size_t rows);

/* What was counted, how often, and from where on it counts: v->order. */
void exact_describe(struct verdict_set *v, const struct run *base,
    const struct run *now);

#endif
