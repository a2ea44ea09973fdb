/* inside.h - what the files of judge share. */
#ifndef PERFLOSS_JUDGE_INSIDE_H
#define PERFLOSS_JUDGE_INSIDE_H

#include "judge/judge.h"

/* Put words into a fixed field; what does not fit is cut. */
void judge_say(char *to, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same at the end of what stands there. */
void judge_add(char *to, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same as a further clause, "; " between; one that does not fit is left
 * out. */
void judge_say_more(char *to, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The cost whose logarithm this is, to 13 digits: further ones are those that
 * the logarithm lost, and 3191 would be 3191.0000000000014. */
double judge_cost(double y);

/* Logarithms of the costs of a result, sorted; the caller frees. */
double *judge_logs(const struct run *r, const struct result *res, size_t *n);

/* Shortest cycle at any frequency that the facts name, ns; 0 = unknown. */
double judge_cycle_ns(const struct run *r);

/* -- What rows of one run say about each other ----------------------------- */

/* Rows that may contradict others: measured, not suspect, not by lmbench's
 * definition, no tails. */
bool judge_usable(const struct result *res, const struct estimate *e);

/* Whether x is faster than y by more than this factor, intervals and all. */
bool judge_apart(const struct estimate *x, const struct estimate *y,
    double factor);

/* Whether a row does all that another does, and more. */
bool judge_contains(const struct result *more, const struct result *less);

/* Rows that contain others and are faster, or are contained and slower. */
void judge_relations(const struct run *r, struct estimate *e);

/* Bandwidths that no first cache has. */
void judge_rates(const struct run *r, struct estimate *e);

/* -- The test of one row ------------------------------------------------- */

enum test_kind {
	TEST_NONE,    /* not judged: the verdict is there already */
	TEST_RANK,    /* Mann-Whitney, Hodges-Lehmann */
	TEST_FEW,     /* moderated t */
	TEST_PAIR,    /* signed ranks, Hodges-Lehmann */
	TEST_SUMMARY, /* Welch's t of means with a spread */
	TEST_EXACT,   /* counts of instructions: exact.h */
};

/* -- Pairs --------------------------------------------------------------- */

/* Log costs of one row in one round of two runs that were measured together.
 * Within a round the k-th value of one side goes with the k-th of the other. */
struct pair {
	uint32_t round;
	double a, b;
	bool stolen;    /* steal over 1 % of the time of either */
	bool broken;    /* suspended, or the clock was set, in either */
	bool shared[2]; /* which of them shared its core: not run_clear */
};

struct pairs {
	struct pair *p; /* by round; owned */
	size_t n;
	size_t alone; /* values without a partner */
};

void pairs_make(const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b, struct pairs *out);
void pairs_release(struct pairs *p);

/* The last round with a pair, plus 1; 0 = none. */
uint32_t pairs_rounds(const struct pairs *p);

/* What is judged at a look: differences log b - log a, or means of `each`
 * neighbouring ones where these are alike. */
struct paired {
	double *d;      /* sorted; owned, the next two with it */
	double *series; /* in order of rounds */
	double *scratch;
	size_t n; /* of both */
	size_t each;
	size_t n_pairs;            /* that were used */
	size_t n_stolen, n_broken; /* pairs hit; the broken are dropped */
	bool steal_kept;           /* so many that none was dropped for it */
	size_t n_shared;           /* dropped, as they shared their core */
	bool shared_kept;          /* none was dropped for that */
	double lag1;               /* of the pairs; NaN */
	double all_alike; /* the like of it over all rows, which is why they
			     were averaged; 0 = they were not */
};

void paired_init(struct paired *s, size_t room);
void paired_release(struct paired *s);

/* The pairs of rounds before `rounds`. */
void pairs_take(const struct pairs *p, uint32_t rounds, struct paired *s);

/* Neighbours of what was taken averaged once more, where there are 4. */
void pairs_average(struct paired *s);

/* Whether the rule that is blind to the arm left a pair in. */
bool pair_used(const struct paired *s, const struct pair *pair);

/* -- A test -------------------------------------------------------------- */

struct test {
	enum test_kind kind;
	double *a, *b; /* sorted log costs; owned */
	size_t na, nb;
	double shift; /* log ratio */
	double p;
	bool separated; /* all of one side below all of the other */
	double step;    /* between neighbouring values, ns; 0 = fine */
	double coarse;  /* the same over the cost, as a log ratio */
	/* few values only */
	double var, df;     /* pooled within the sides, rounding added */
	double t_var, t_df; /* after shrinking */
	bool common;        /* one side alone often varies as much as shift */
	struct wave {
		double m2, steps;
	} wave[2];      /* waves_of each side */
	double widened; /* factor in t_var, for waves; 1 = not */
	/* imported only */
	double rounded[2]; /* last decimal place of each side's source over
			      the value; 0 = unknown */
	double n_mean[2];  /* TEST_SUMMARY: values behind each mean */
	/* instructions only: other rows of which the boots of one side are as
	   far apart as shift, and how many comparisons stand in one table */
	size_t movers;
	double tables;
	/* pairs only */
	struct pairs pairs;
	struct paired paired;
	bool suspect; /* takes part in the looks, gets no word */
	struct cross {
		double median, lo, hi; /* of the differences, sign test, 95 % */
		bool skewed, disagrees;
	} cross;
};

/* Common prior of variances of n rows: scaled inverse chi-square, var with df
 * degrees of freedom. Smyth, "Linear models and empirical Bayes methods for
 * assessing differential expression", 2004, section 6.2: moments of log s^2.
 * Zero variances are lifted to 1e-5 of the median, so that their log exists;
 * rows with df 0 are left out; below 3 rows there is none (df 0). */
struct prior {
	double var, df;
};
struct prior prior_fit(const double *var, const double *df, size_t n);

/* A row's variance shrunk to the prior; *df becomes that of the result. */
double prior_shrink(const struct prior *p, double var, double *df);

/* Null distributions of U and W that the rows in hand need. */
struct tables {
	double *cdf, *scratch;
	size_t na, nb, room;
	double *one[61]; /* of W, by n; NULL = not yet */
};

void tables_release(struct tables *t);

/* Shift, pooled variance and separation of the sides in t->a and t->b. */
void test_prepare(struct test *t);

/* Whether a rank test of these sizes could pass Holm over m rows at alpha. */
bool test_rank_can(size_t na, size_t nb, size_t m, double alpha);

/* p and shift by ranks. */
void test_rank(struct test *t, struct tables *tables);

/* p and shift of the differences taken last. */
void test_paired(struct test *t, struct tables *tables);

/* The cross-check by the sign test. */
void test_cross(struct test *t, struct tables *tables);

/* Variances of all tests shrunk to their common prior; then p and shift of
 * those of kind TEST_FEW, and which shifts are common. */
void test_few(struct test *tests, size_t n);

/* Whether nothing that the sides look like speaks against a change: of few
 * values they are separated, and the shift is not common. */
bool test_clear(const struct test *t);

/* Logs of a result in the order taken: the sum of squares about their mean, and
 * half that of the steps between neighbours. For values in any order both are
 * equal on average (von Neumann 1941); steps are less where neighbours are
 * alike. */
struct wave waves_of(const struct run *r, const struct result *res);

/* The rho of a first-order autoregression that all rows of kind TEST_FEW agree
 * with, each weighed by its t_var; 0 where together they show none. */
double waves_rho(const struct test *tests, size_t n);

/* Mean correlation of neighbouring differences of these rows of kind TEST_PAIR,
 * by the same steps; 0 where together they show none. */
double waves_of_pairs(const struct test *tests, const size_t *row, size_t n);

/* By how much rho makes s^2 / n of n values too small a variance of their
 * mean: (1 + (n - 1) c) / (1 - c), c the mean correlation of two of them. */
double waves_factor(double rho, size_t n);

/* Last decimal place that the source of an imported result printed, over the
 * value; the largest of all; 0 = unknown. */
double judge_rounded(const struct result *res);

/* How far off the rounding may have put the shift, at most. */
double judge_rounding_bias(const struct test *t);

/* Of 4 to 10 sorted logs: where a value that lies further from the others than
 * Dixon's r10 lets chance put it in 19 of 20 cases would lie at that limit, and
 * in *at which it is; n and NaN for none. step: of the rounding; equal values
 * are apart by as much. */
double judge_tamed(const double *y, size_t n, double step, size_t *at);

/* Whether a result is one mean with a spread. */
bool judge_summarised(const struct result *res);

/* Two results of which one at least is: Welch's t (1947) of the relative
 * errors; sets p, shift, t_var, t_df. */
void test_summary(struct test *t, const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b);

/* Interval of the shift at level 1 - alpha, log; NaN where there is none. */
void test_interval(const struct test *t, struct tables *tables, double alpha,
    double *lo, double *hi);

/* -- Parts of a comparison ----------------------------------------------- */

/* Facts that must agree between runs; fills why and returns true where one
 * does not. */
bool judge_guarded(const struct run *a, const struct run *b, char *why,
    size_t size);

/* Why two results of one key cannot be compared, or false. */
bool judge_row_differs(const struct result *a, const struct result *b,
    char *why, size_t size);

/* How the levels of a row move from session to session, and which rows are its
 * like. */
enum margin_kind {
	KIND_PLAIN,
	KIND_VARIABLE, /* depends on where memory and files happen to lie:
			  vm_*, mem_*, fs_* */
	KIND_FAR,      /* on two CPUs, or on a disk: on where the host or the
			  system puts them */
	KIND_TAIL,     /* of single events: on who else runs now and then */
	KINDS
};
enum margin_kind margin_kind(const char *key);

/* Two sessions: where a side drifted over its own run, for sure, a change
 * counts beyond that drift only. */
void judge_drifting(struct comparison *c, const struct run *base,
    const struct run *now, double alpha);

/* Two sessions: how much slower the core was for one side, which judge_sharing
 * looks up; a change counts beyond what that explains; the words for it. */
void judge_sharing(struct comparison *c, const struct run *base,
    const struct run *now);
void judge_widen_sharing(struct comparison *c);
void judge_note_sharing(struct comparison *c, const struct judge_sides *s,
    double margin);

/* What the order of the runs means, and where the margins come from, in words:
 * v->order of runs that were not interleaved. */
void margin_describe(struct verdict_set *v);

/* The word and its note for one row, from its test; holm_alpha: level of its
 * interval when flagged, 0 = not flagged. */
void judge_word(struct comparison *c, const struct test *t,
    struct tables *tables, const struct verdict_set *v,
    const struct judge_opts *o, double holm_alpha);

/* Levels of one row at one look: two-sided of a change, after Holm; one-sided,
 * twice, of SAME. */
struct pair_level {
	double change, same;
};

/* The word, the intervals and how many more for one row of pairs; without its
 * note. c->flagged tells whether Holm rejected it, at this look or before. */
void judge_pair_word(struct comparison *c, struct test *t,
    struct tables *tables, const struct judge_opts *o,
    const struct pair_level *level);

/* What qualifies it. */
void judge_pair_note(struct comparison *c, const struct test *t);

/* Judge the rows of pairs (TEST_PAIR) at every look that their complete
 * rounds reach, once where none are planned; and say by which rule, and what
 * was left out. */
void judge_paired(struct verdict_set *v, struct test *tests,
    struct tables *tables, const struct judge_opts *o, const struct run *base,
    const struct run *now);

/* The margins in force for a row, into it. */
void judge_limits(struct comparison *c, const struct verdict_set *v,
    const struct judge_opts *o);

/* SAME within a log margin, unless the values are too coarse for it. */
void judge_same(struct comparison *c, const struct test *t, double same);

/* How finely the values of a row resolve: t->step, t->coarse. */
void judge_steps(const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b, struct test *t);

/* What the values look like: steps, modes, spread, drift; in c->note and
 * c->spread. margin: what counts as a change; alpha: level of each test. */
void judge_notes(struct comparison *c, const struct test *t,
    const struct run *base, const struct run *now, double margin, double alpha);

/* Time of one invocation of both sides, s. */
double judge_invocation_s(const struct comparison *c);

/* Room for struct floor.move of so many runs, of which nothing is known. */
double *floor_moves(size_t n_past);

/* Geometric mean over rows with its interval from per-round means, and how far
 * sessions differ. */
void judge_suite(const struct run *base, const struct run *now,
    const struct test *tests, const struct floors *floors,
    struct verdict_set *v);

/* Rows that are in the suite line. */
bool suite_counts(const struct comparison *c, const struct test *t);

/* How far two sessions or boots of one state differ in the mean of these rows'
 * logs, with 95 %. */
double suite_margin(const struct test *tests, const struct floors *floors,
    const struct verdict_set *v);

#endif
