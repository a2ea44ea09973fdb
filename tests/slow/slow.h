/* slow.h - the statistics of the statistics: runs made up by the thousand, each
 * judged by the real procedure, counted and held against targets.
 *
 * A job is one case, repeated; a goal is what its count has to meet. Jobs are
 * shared out to processes in chunks with seeds of their own, so that counts do
 * not depend on how many processes there are. */
#ifndef PERFLOSS_TESTS_SLOW_H
#define PERFLOSS_TESTS_SLOW_H

#include "base/rng.h"
#include "judge/judge.h"

#include "../unit/noise.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -- Runs made up -------------------------------------------------------- */

enum design {
	DESIGN_PAIRS,    /* measured together, random order in each pair */
	DESIGN_SESSIONS, /* one boot, one after the other */
	DESIGN_BOOTS,    /* a boot each */
};

struct spec {
	size_t rows, n; /* n values a side and row */
	enum noise kind;
	double sd;  /* of the logarithm of one value */
	bool mixed; /* sd times 1/4 to 4, another for each row */
	enum design design;
	bool own;        /* of pairs: each arm is a series of its own */
	uint32_t looks;  /* rounds at the last of several looks; 0 = fixed */
	size_t inner;    /* batches of an invocation; 0 = one, exact */
	double inner_sd; /* of the logarithm of one batch */
	double shift;    /* of the logarithm, of row 0 of the second run */
	double shared;   /* of pairs: share of the time in which another
			    thread makes values a third dearer, in stretches
			    of five on average, and pulses tell */
	double rho;      /* of a series: AR(1) instead of the kind */
	bool spiky;      /* of a series: one value in 20 far off */
};

struct duo {
	struct run a, b;
};

/* Two runs. In time a pair takes two neighbouring places of one series, its
 * arms in random order; sessions are a series each. Of one row the first
 * rounds are the same for any n, drift apart. */
void duo_init(struct duo *d, const struct spec *s, struct rng *rng);
void duo_release(struct duo *d);

/* Bare runs of one design, and a row for both of n values each in the order
 * taken: ns, at least a femtosecond. */
void duo_begin(struct duo *d, enum design design, uint32_t looks);
void duo_row(struct duo *d, const char *key, const double *a, const double *b,
    size_t n);

/* Whether any row gets SLOWER or FASTER. */
bool duo_alarm(const struct duo *d, const struct judge_opts *o);

/* -- Jobs ---------------------------------------------------------------- */

#define HITS 4
#define SUMS 3

/* What was counted. */
struct tally {
	uint64_t trials, hit[HITS];
	double sum[SUMS]; /* over trials */
};

enum goal_kind {
	GOAL_AT_MOST, /* share of hits */
	GOAL_AT_LEAST,
	GOAL_BETWEEN,
	GOAL_MEAN,     /* a sum over trials, lo to hi */
	GOAL_MEAN_ALL, /* the same; of a cut it is only shown */
	GOAL_SHOWN,    /* no target: a share beside the others */
	GOAL_SHOWN_MEAN
};

struct goal {
	const char *what; /* "": the case; ", more" of it; other words */
	enum goal_kind kind;
	double lo, hi;
	int hit; /* which count; of a mean: which sum */
	int of;  /* count that it is a share of; -1 = trials */
};

struct job {
	const char *part; /* "T1" */
	char name[32];    /* the case; its kind of noise is the column */
	struct spec spec;
	struct judge_opts opts;
	void (*trial)(const struct job *job, struct rng *rng, struct tally *t);
	uint64_t trials;
	bool heavy; /* left out of a cut */
	struct goal goal[4];
	size_t goals;
	struct tally sum;
};

struct jobs {
	struct job *job;
	size_t n, cap;
};

/* A further job, zeroed but for its part, trials and the default options;
 * valid until the next. */
struct job *jobs_add(struct jobs *j, const char *part, uint64_t trials,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void job_goal(struct job *job, enum goal_kind kind, double lo, double hi,
    int hit, const char *what);

/* Sessions and boots of no row differ: the margin is what is asked for. */
extern const struct floors no_floors;

/* Options under which no margin hides a difference. */
struct judge_opts no_margin(void);

/* The cases of each target of METHOD.md of the specification, section 12. */
void jobs_alarms(struct jobs *j);   /* T1, T3, T9, T9b */
void jobs_estimate(struct jobs *j); /* T4, T5 */
void jobs_words(struct jobs *j);    /* T6, T7, T8 */
void jobs_own(struct jobs *j);      /* T1 */
void jobs_shared(struct jobs *j);   /* T1 */
void jobs_steps(struct jobs *j);    /* T11, T12 */
void jobs_counts(struct jobs *j);   /* T21 */
void jobs_bisect(struct jobs *j);   /* T15 */

/* A suite: hit 0 is an alarm with the job's options, hit 1 one without any
 * margin. */
void any_alarm(const struct job *job, struct rng *rng, struct tally *t);

/* Whether a word says that there is a change; that there is one for sure. */
bool is_change(enum verdict v);
bool is_alarm(enum verdict v);

/* Run all jobs in at most `processes` children; sums into each. 0, or -errno
 * when a child failed or a signal asked to stop. */
int pool_run(struct jobs *j, uint64_t seed, unsigned processes);

/* -- The table ----------------------------------------------------------- */

#define CELLS 6 /* kinds of noise; orders of a replay */

#define MARK_MET    ' '
#define MARK_BOUND  '*' /* beyond the goal, within its binomial bound */
#define MARK_MISSED '!'

struct table {
	bool tap;
	bool cut;     /* few trials: a case may have nothing to count */
	double level; /* of the binomial bound: 0.99 */
	size_t rows, missed;
};

/* Words of a row as they are shown. */
struct row {
	const char *part;
	char name[64], target[32], bound[32], n[32];
	char cell[CELLS][8];
	char mark[CELLS]; /* MARK_; 0 = nothing to meet */
	char text[48];    /* instead of cells */
	uint64_t least;   /* n of the row so far */
};

void table_head(const struct table *t, const char *what,
    const char *const cells[CELLS]);
void table_row(struct table *t, const struct row *r);
void row_cell(struct row *r, int cell, double x); /* NaN: "-" */

/* Jobs in order, those of one case side by side: a row for each goal. */
void table_jobs(struct table *t, const struct job *job, size_t n);

/* -- Real values --------------------------------------------------------- */

/* Replay of aa_real in an oracle directory; skipped with the reason where it
 * is not there. */
void replay(struct table *t, const char *oracle, uint64_t seed,
    uint64_t resampled);

#endif
