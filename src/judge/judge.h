/* judge.h - what the values of one run say, and what two runs say together.
 *
 * doc/METHOD.md gives the method and its sources. Costs are logarithms of
 * nanoseconds per operation inside (rates inverted), so lower is better
 * everywhere and a change is a ratio. */
#ifndef PERFLOSS_JUDGE_JUDGE_H
#define PERFLOSS_JUDGE_JUDGE_H

#include "base/err.h"
#include "model/run.h"
#include "model/session.h"

#include <stdbool.h>
#include <stddef.h>

/* -- One run ------------------------------------------------------------- */

enum status {
	STATUS_OK,
	STATUS_FEW,       /* too few values for an interval */
	STATUS_NOISY,     /* spread above its usual */
	STATUS_QUANTISED, /* all values on a coarse grid */
	STATUS_SUSPECT,   /* impossible, or contradicts a related row */
	STATUS_UNSUPPORTED,
	STATUS_FAILED,
	STATUSES
};

extern const char *const status_words[STATUSES];

/* Robust spread between invocations above which a row is noisy: the run-to-run
 * CV of the shared machine on which the method was worked out. */
#define JUDGE_NOISY 0.10

/* Why a row is noisy of which the interval's half-width is above that and the
 * robust spread is not: how such a sentence begins. */
#define JUDGE_FAR_OFF "a few values lie far from the others"

struct estimate {
	size_t n;          /* invocations that count */
	double cost;       /* ns each, median; NaN */
	double lo, hi;     /* 95 % interval of cost; NaN when n <= 5 */
	double half_width; /* of the interval over cost; NaN */
	double cv;         /* robust spread between invocations: MAD based */
	double seen;       /* smallest change this run could have seen with 80 %
			      power in an unpaired comparison with its like */
	enum status status;
	char why[160]; /* of any status but ok */
};

void judge_estimate(const struct run *r, const struct result *res,
    struct estimate *e);

/* Estimates of all results of a run (room for r->n_results), with the checks
 * between related rows (L1 < L2 < ..., no bandwidth above the cache's). */
void judge_run(const struct run *r, struct estimate *e);

/* -- Levels of the memory curve ------------------------------------------ */

#define LEVELS 5

struct level {
	char name[8];      /* "L1", "L2", "L3", "DRAM" */
	double ns, lo, hi; /* latency on its plateau */
	int64_t ends;      /* largest size nearer to this level than to the
			       next (in logs); 0 for the last */
	int64_t ends_lo, ends_hi; /* last size that is flat, first size past
				     the middle */
	int64_t sysfs;            /* what the system says; 0 = unknown */
	int64_t cpuid;            /* what the CPU says; 0 = unknown */
	bool disagrees;           /* the system's is more than one step of the
				     curve apart, or the CPU's is another */
};

/* Levels found in the rows name/size=... of a run (pages=4k). Returns how
 * many; 0 when there is no curve. */
size_t judge_levels(const struct run *r, const char *name,
    struct level out[LEVELS]);

/* -- Two runs ------------------------------------------------------------ */

enum verdict {
	VERDICT_SLOWER,
	VERDICT_MAYBE_SLOWER, /* "slower, maybe by less than 2 %" */
	VERDICT_SAME,
	VERDICT_MAYBE_FASTER,
	VERDICT_FASTER,
	VERDICT_CANNOT_TELL,
	VERDICT_NOT_COMPARABLE,
	VERDICT_SUSPECT, /* one side's value is impossible: no verdict on it */
	VERDICT_MISSING, /* measured on one side only */
	VERDICTS
};

extern const char *const verdict_words[VERDICTS]; /* "SLOWER", ... */

/* SLOWER or FASTER. */
bool verdict_is_sure(enum verdict v);

/* Where a margin comes from. */
enum margin_from {
	MARGIN_ASKED,    /* what the user or the row says */
	MARGIN_DEFAULT,  /* until this host has measured it */
	MARGIN_MEASURED, /* this host's history */
};

extern const char *const margin_words[]; /* "asked", "default", "measured" */

/* The margins in force for a row: a change is SLOWER or FASTER beyond alarm,
 * SAME within same, fractions (doc/METHOD.md, "Margins"). `from` and runs tell
 * of alarm: from so many runs, or boots where boots is set. */
struct margin {
	double alarm, same;
	enum margin_from from;
	bool boots;
	bool wide; /* same is a floor of which nobody would say "the same" */
	uint32_t runs;
};

struct comparison {
	const char *key;            /* borrowed from one of the runs */
	const struct result *a, *b; /* NULL = missing there */
	size_t na, nb;
	double cost_a, cost_b; /* ns per operation */
	double change;         /* ratio - 1 of cost, > 0 = slower */
	double lo, hi;         /* 95 % of change; the Holm-adjusted one
					   on flagged rows */
	double p, p_holm, q;   /* raw, Holm, Benjamini-Hochberg */
	double band;           /* smallest band shown; NaN */
	double margin;         /* delta that decided this row: the
					   band of SAME, else that of the
					   alarm */
	double sharing; /* log of how much slower the core was in now than in
			   base, by pulses; 0 in pairs */
	struct margin margins; /* all of it; zeros where untested */
	bool few;              /* judged by the few-values rule */
	bool summary;          /* by means and spreads, not by values */
	bool coarse;           /* cannot tell because the values come in steps
				  larger than the margin */
	double spread;         /* that of b over that of a, where a test says
				  that they differ; else NaN */
	/* interleaved runs only */
	size_t n_pairs;   /* that were judged */
	size_t n_dropped; /* by the rule that is blind to the arm */
	size_t n_alone;   /* values without a partner */
	uint32_t flagged; /* rounds of the look at which a change was
			     certain; 0 = none */
	uint32_t look;    /* rounds of the look that decided; 0 = none */
	enum verdict verdict;
	uint32_t n_more; /* invocations more; 0 = none apply */
	double n_more_s; /* seconds they take */
	char note[240];  /* why, or what qualifies the verdict */
};

/* How far two sessions or two boots of one unchanged state differ in a row, as
 * this host's history says: fractions, 0 = not measured, and from how many runs
 * and boots. */
struct floor {
	char *key, *how; /* as in struct session_row */
	double session, boot;
	uint32_t sessions, boots;
	/* How far each run of the history lies from the mean of its group, log;
	 * NaN where it does not count: n_past of sessions, then of boots. NULL
	 * = not kept. Owned. */
	double *move;
};

/* Of all rows that there is history of, sorted by key and how. */
struct floors {
	struct floor *row;
	size_t n;
	const struct floor *other; /* of a row that is not in it; NULL = none */
	size_t n_past;             /* runs of the history */
	uint32_t *group;           /* of each, as a session, then as a boot */
};

/* The margin of counts of instructions: a tenth of a percent is noise from boot
 * to boot (issue 7). */
#define JUDGE_COUNTS 0.002

struct judge_opts {
	double delta;  /* margin, 0.02 */
	double counts; /* the same of runs that count instructions; 0 =
			  JUDGE_COUNTS */
	double band;   /* of SAME; 0 = delta */
	double alpha;  /* 0.05 */
	bool across;   /* judge runs of different machines or probes too */
	const struct floors *floors; /* NULL = no history */
	/* The rows to judge, chosen before anything was seen; NULL = all. */
	bool (*wants)(const void *arg, const struct result *res);
	const void *wants_arg;
	/* p-values that stand in one table with these rows (see
	 * judge_compare_many): Holm and q cover them too. others NULL: only
	 * their number is known, and none counts as rejected. */
	const double *others;
	size_t n_others;
};

extern const struct judge_opts judge_defaults;

/* How the values of two runs were taken. */
enum pairing {
	PAIRING_INTERLEAVED, /* random order inside pairs */
	PAIRING_SESSIONS,    /* one after the other in one boot */
	PAIRING_BOOTS,       /* a boot each, or boots unknown */
	PAIRING_IMPORTED,    /* other tools' numbers: nobody knows how */
	PAIRING_COUNTED,     /* instructions, a boot each round */
};

/* Of two runs: interleaved, if they share `pair` and differ in `arm`. */
enum pairing judge_pairing(const struct run *a, const struct run *b);

/* band: of SAME, 0 = delta. f: the row's floor, or NULL. */
struct margin judge_margin(const char *key, enum pairing p, double delta,
    double band, const struct floor *f);

struct verdict_set {
	struct comparison *rows; /* in the order of base, then only in now */
	size_t n;
	size_t count[VERDICTS];
	double suite, suite_lo, suite_hi; /* geometric mean of ratios - 1 */
	double suite_margin; /* how far two sessions of one state differ in it,
				as lo and hi allow for; 0 in pairs */
	size_t suite_n;      /* rows in it: not those of curves or lm, not
			   self_nop */
	bool not_comparable; /* the runs as a whole */
	char why[200];       /* set too when judged across */
	enum pairing pairing;
	char order[320];  /* "not interleaved: ..."; of pairs: the rule in
				  force, and what was left out */
	char advice[200]; /* too few rounds for so many rows; or empty */
	/* interleaved runs only */
	uint32_t rounds;       /* of the last look */
	char rule[120];        /* the stopping rule in force */
	size_t dropped;        /* pairs, in all rows */
	char dropped_why[240]; /* by which rule; or why none was; or empty */
};

/* What the two runs are called in a sentence: name "good", in "in good", from
 * their labels; "before" and "after" both times where the labels are none, are
 * equal or too long. */
#define JUDGE_SIDE 24
struct judge_sides {
	char name[2][JUDGE_SIDE], in[2][JUDGE_SIDE + 3];
};
void judge_sides(const struct run *a, const struct run *b,
    struct judge_sides *s);

/* Judge now against base. Never fails: what cannot be judged says so. */
void judge_compare(const struct run *base, const struct run *now,
    const struct judge_opts *o, struct verdict_set *out);
void verdict_set_release(struct verdict_set *v);

/* How many rows were tested and have a word: none where the runs cannot be
 * compared. */
size_t judge_tested(const struct verdict_set *v);

/* One of several comparisons that are read together. */
struct judge_pair {
	const struct run *base, *now;
	struct judge_opts opts; /* others, n_others: set by the callee */
};

/* Judge n comparisons as one family: one Holm procedure at opts.alpha, the
 * same in all, over every row of every comparison, so that the whole table
 * raises a false alarm with at most that probability. out: room for n. */
void judge_compare_many(const struct judge_pair *pairs, size_t n,
    struct verdict_set *out);

/* -- Looks at pairs ------------------------------------------------------ */

/* Runs of one pair and different arms are judged by the differences of equal
 * rounds. With run.looks = 0 the number of rounds was fixed before, and there
 * is one look with all of alpha. Else there are looks at 10, 20, 40, 80 ...
 * rounds, the last one at run.looks, each with its own share of alpha (Lan
 * and DeMets 1983). judge_compare goes through all looks that the rounds
 * reach, so that the verdict follows from the stored values and the rule
 * alone, however often the runs were judged on the way:
 *
 *	for (at = 0; (at = judge_next_look(at, looks)) != 0;) {
 *		measure the open rows up to `at` rounds
 *		judge_compare(a, b, o, &v)
 *		drop every row for which judge_decided()
 *	}
 *
 * Rounds that end between two looks (the budget was used up) are looked at
 * once, with what is due to them. Judging a run between looks while it goes on
 * would be a look too many: do not. */

/* Rounds of the first look after `rounds`; 0 = there is none. */
uint32_t judge_next_look(uint32_t rounds, uint32_t looks);

/* alpha spent by the time that a share t of the rounds is there:
 * alpha ln(1 + (e - 1) t), close to Pocock's boundaries (Lan and DeMets 1983).
 */
double judge_spent(double alpha, double t);

/* Nothing more will be said of this row: SLOWER, FASTER or SAME at a look, or
 * not comparable. "Slower, maybe" goes on: its size is open. */
bool judge_decided(const struct comparison *c);

/* -- Other tools' numbers (imported.c) ----------------------------------- */

/* Whether a run was imported from another tool. */
bool judge_imported(const struct run *r);

/* A value of a few (4 to 10) that lies far from all others: Dixon's r10 at
 * 95 %. */
struct far {
	double cost, lo, hi; /* its own; the others' ends */
	size_t inv;          /* which it is */
};
bool judge_far(const struct run *r, const struct result *res, struct far *out);

/* "136 us (line 35, column 57) lies far from the others, 22 us to 23 us" */
const char *judge_far_say(const struct result *res, const struct far *f,
    char *out, size_t size);

/* -- Floors (floor.c) ---------------------------------------------------- */

/* Longest text of how a row was measured. */
#define SESSION_HOW 96

/* A cost as a person reads it in the row's own unit. */
const char *judge_display(const struct result *res, double cost_ns, char *out,
    size_t size);

/* Unit, bytes, definition and placement of a result: "ns one CPU". */
const char *judge_how(const struct result *res, char *out, size_t size);

/* CPUs that other programs used during a run, mean of its samples; NaN where it
 * is unknown. */
double judge_busy(const struct run *r);

/* The levels of a run's rows: y is the middle of its log costs (Hodges and
 * Lehmann 1963), se its standard error by the spread within the run, 0 of a
 * single value. Release it. */
void judge_session(const struct run *r, struct session *s);

/* Floors from sessions of one host and state, the oldest first: bounds on the
 * difference of two sessions that hold for all rows together in 19 of 20 pairs
 * of runs (doc/METHOD.md, "Floors"). Three sessions of one boot are needed for
 * a session's floor, three boots for a boot's. base, now: the runs that are to
 * be compared where both are of this state; what lies between their times is
 * what is asked, so only differences of sessions on one side of them count.
 * NULL: all. Release it. */
void judge_floors(const struct session *s, size_t n, const struct run *base,
    const struct run *now, struct floors *out);

/* The larger floor of both for each row; from becomes empty. */
void floors_merge(struct floors *to, struct floors *from);

const struct floor *floors_find(const struct floors *f, const char *key,
    const char *how);
void floors_release(struct floors *f);

/* 0 nothing slower, 1 something SLOWER, 2 the runs cannot be compared, 3 with
 * need_decision and a row that cannot tell. */
int judge_exit_status(const struct verdict_set *v, bool need_decision);

/* Differences log b - log a of one row in two runs that were measured together,
 * in the order of their rounds, without those that a suspend or a clock set in
 * between broke; the caller frees. *n = how many. */
double *judge_differences(const struct run *ra, const struct result *a,
    const struct run *rb, const struct result *b, size_t *n);

#endif
