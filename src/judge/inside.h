/* inside.h - what the files of judge share. */
#ifndef PERFLOSS_JUDGE_INSIDE_H
#define PERFLOSS_JUDGE_INSIDE_H

#include "judge/judge.h"

/* Put words into a fixed field; what does not fit is cut. */
void judge_say(char *to, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same as a further clause, "; " between. */
void judge_say_more(char *to, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Logarithms of the costs of a result, sorted; the caller frees. */
double *judge_logs(const struct run *r, const struct result *res, size_t *n);

/* A cost as a person reads it in the row's own unit. */
const char *judge_display(const struct result *res, double cost_ns, char *out,
    size_t size);

/* Shortest cycle at any frequency that the facts name, ns; 0 = unknown. */
double judge_cycle_ns(const struct run *r);

/* -- The test of one row ------------------------------------------------- */

enum test_kind {
	TEST_NONE, /* not judged: the verdict is there already */
	TEST_RANK, /* Mann-Whitney, Hodges-Lehmann */
	TEST_FEW,  /* moderated t */
};

struct test {
	enum test_kind kind;
	double *a, *b; /* sorted log costs; owned */
	size_t na, nb;
	double shift; /* log ratio */
	double p;
	bool separated; /* all of one side below all of the other */
	/* few values only */
	double var, df;     /* pooled within the sides, rounding added */
	double t_var, t_df; /* after shrinking */
};

/* Null distributions of U that the rows in hand need. */
struct tables {
	double *cdf, *scratch;
	size_t na, nb, room;
};

void tables_release(struct tables *t);

/* Shift, pooled variance and separation of the sides in t->a and t->b. */
void test_prepare(struct test *t);

/* Whether a rank test of these sizes could pass Holm over m rows at alpha. */
bool test_rank_can(size_t na, size_t nb, size_t m, double alpha);

/* p and shift by ranks. */
void test_rank(struct test *t, struct tables *tables);

/* Variances of all tests shrunk to their common prior; then p and shift of
 * those of kind TEST_FEW. */
void test_few(struct test *tests, size_t n);

/* Interval of the shift at level 1 - alpha, log; NaN where there is none. */
void test_interval(const struct test *t, struct tables *tables, double alpha,
    double *lo, double *hi);

/* -- Parts of a comparison ----------------------------------------------- */

/* Facts that must agree between runs; fills why and returns true where one
 * does not. */
bool judge_guarded(const struct run *a, const struct run *b, char *why,
    size_t size);

enum pairing judge_pairing(const struct run *a, const struct run *b);

/* Why two results of one key cannot be compared, or false. */
bool judge_row_differs(const struct result *a, const struct result *b,
    char *why, size_t size);

/* The word and its note for one row, from its test; holm_alpha: level of its
 * interval when flagged, 0 = not flagged. */
void judge_word(struct comparison *c, const struct test *t,
    struct tables *tables, const struct verdict_set *v,
    const struct judge_opts *o, double holm_alpha);

/* Geometric mean over rows with its interval from per-round means. */
void judge_suite(const struct run *base, const struct run *now,
    const struct test *tests, struct verdict_set *v);

#endif
