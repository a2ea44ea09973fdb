/* report.h - what was measured and judged, as text and as JSON.
 *
 * All functions append to a buffer and never fail. The JSON keys are
 * documented in doc/JSON.md. */
#ifndef PERFLOSS_REPORT_REPORT_H
#define PERFLOSS_REPORT_REPORT_H

#include "base/buf.h"
#include "base/json.h"
#include "judge/effects.h"
#include "judge/judge.h"
#include "judge/selftest.h"
#include "judge/usage.h"
#include "model/run.h"
#include "report/style.h"

#include <stdbool.h>
#include <stddef.h>

/* Interval half-widths up to this count as precise enough; the target of issue
 * 2, "Numbers". */
#define REPORT_PRECISE 0.03

/* Rows that are measured at the start, in the middle and at the end of a run
 * as well (METHOD, section 2), as patterns of keys; of several matches the last
 * by size counts. NULL-ended. */
extern const char *const report_sentinels[];

/* -- One run ------------------------------------------------------------- */

struct report_opts {
	struct style style;
	bool all;         /* every row, every reason, facts with values */
	const bool *show; /* of each result, or NULL = all */
};

/* "#3 before", "@1", "file.json": how a run is called in a line. */
const char *report_run_name(const struct run *r, char *out, size_t size);

/* One line: name, when, kernel, rounds. */
void report_run_head(const struct run *r, const struct style *s,
    struct buf *out);

/* The command of a run that has one, in a line; nothing else. */
void report_run_command(const struct run *r, const struct style *s,
    struct buf *out);

/* The table of rows by family, then what is to be said about them. */
void report_run(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out);
/* Percentiles and a histogram of the rows shown that have single events; for
 * rows that were asked for: nothing where show is NULL. */
void report_events(const struct run *r, const bool *show, const struct style *s,
    struct buf *out);
/* Where the spread of these rows comes from, a line each; nothing where show is
 * NULL. */
void report_variance(const struct run *r, const bool *show,
    const struct style *s, struct buf *out);
void report_run_json(const struct run *r, const struct estimate *e,
    const bool *show, struct json *j);

/* RFC 4180: a header and a record for each row shown, in which each argument
 * has a column of its own: sizes in bytes, values in ns, B/s or Hz. Columns are
 * documented in doc/JSON.md. */
void report_run_csv(const struct run *r, const struct estimate *e,
    const bool *show, struct buf *out);

/* GitHub's Markdown: the table of the rows shown, then what is to be said; what
 * strangers wrote comes out as text. */
void report_run_markdown(const struct run *r, const struct estimate *e,
    const bool *show, struct buf *out);

/* OpenMetrics, of which the textfile collector of Prometheus' node exporter
 * reads all that is used here: a gauge for each unit with its interval, the
 * number of values and the status of each row shown, and facts of the run.
 * Names are documented in doc/METRICS.md. */
void report_run_openmetrics(const struct run *r, const struct estimate *e,
    const bool *show, struct buf *out);

/* "head         text" as the lines under that table are. */
void report_line(const char *head, const char *text, const struct style *s,
    struct buf *out);

/* Such a line for each row of a run that has no value: why. */
void report_missing(const struct run *r, const struct style *s,
    struct buf *out);

/* Facts of the machine, all, long values cut to the width; raw values of the
 * rows shown. */
void report_facts(const struct run *r, const struct style *s, struct buf *out);
void report_facts_json(const struct run *r, struct json *j);
void report_raw(const struct run *r, const bool *show, struct buf *out);
void report_raw_json(const struct run *r, const bool *show, struct json *j);

/* How far sessions and boots of the run's state differ, from so many sessions:
 * a table of the rows that are known and a line; the line alone; as members
 * "sessions" and "floors" of an object. */
void report_floors(const struct run *r, const struct floors *f, size_t sessions,
    const struct report_opts *o, struct buf *out);
void report_floors_line(const struct run *r, const struct floors *f,
    size_t sessions, const struct style *s, struct buf *out);
void report_floors_json(const struct run *r, const struct floors *f,
    size_t sessions, const bool *show, struct json *j);

/* -- Two runs ------------------------------------------------------------ */

void report_compare(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct report_opts *o, struct buf *out);

/* Of runs that count instructions the facts that differ are dozens, as kernels
 * are; they stand behind all else: a line "differs ..." of the first, or of all
 * (o->all). Nothing of other runs, where report_compare has them. */
void report_counted_facts(const struct run *a, const struct run *b,
    const struct report_opts *o, struct buf *out);

/* Lines "where  25.4 s faster, most of it computing: ..." of the commands that
 * both have; nothing for other rows. */
void report_where(const struct run *base, const struct run *now,
    const struct style *s, struct buf *out);

/* Of two runs of one command each: what follows from what each used (waiting
 * or computing, the kernel's share, switches against the tick), two lists. */
void report_findings(const struct run *base, const struct run *now,
    const struct style *s, struct buf *out);

/* -- Several comparisons: one table -------------------------------------- */

/* All have one base, or each run is the base of the next. */
struct report_pair {
	const struct run *base, *now;
	const struct verdict_set *v;
};

/* Facts that differ, a table with a column for each comparison (as many tables
 * as fit the width), then what is to be said about each. */
void report_compare_many(const struct report_pair *pair, size_t n,
    const struct report_opts *o, struct buf *out);

/* The same, and two runs as well, as GitHub's Markdown; what strangers wrote
 * (labels, facts) comes out as text. */
void report_compare_markdown(const struct report_pair *pair, size_t n,
    const struct report_opts *o, struct buf *out);

/* An object with all of them, and a newline (doc/JSON.md); its members. */
void report_comparisons_json(const struct report_pair *pair, size_t n,
    struct buf *out);
void report_comparisons_members(const struct report_pair *pair, size_t n,
    struct json *j);

/* RFC 4180: a header; a record for each fact that differs; one for each row and
 * comparison. Numbers as JSON has them. Text that a spreadsheet would take for
 * a formula begins with "'". Columns are documented in doc/JSON.md. */
void report_compare_csv(const struct report_pair *pair, size_t n,
    struct buf *out);

/* -- Commands ------------------------------------------------------------ */

struct report_command {
	const char *name, *text;
	const struct run *r;
	const struct result *res;
	struct usage u;
	struct estimate est;
	const struct verdict_set *v; /* against the reference; NULL: it is that,
					or there is nothing to judge by */
};

/* A table of commands, n of them; a line for each that is compared; what
 * follows from what they used. */
void report_commands(const struct report_command *c, size_t n, size_t reference,
    const struct usage_costs *costs, const struct report_opts *o,
    struct buf *out);

/* Commands as an array of objects. */
void report_commands_json(const struct report_command *c, size_t n,
    const struct usage_costs *costs, struct json *j);

/* What factors do: a table; members "effect_rounds" and "effects". */
struct report_factor {
	const char *name;
	char *const *level;
};
void report_effects(const struct report_factor *f, const struct effect *e,
    size_t n, size_t rounds, const struct style *s, struct buf *out);
void report_effects_json(const struct report_factor *f, const struct effect *e,
    size_t n, size_t rounds, struct json *j);

/* Runs of commands made apart: their levels and values, each factor from pairs
 * that differ in it alone, those that never did (a comparison said it already:
 * `compared`), combinations that are missing; an object with the same. */
void report_joined(const struct run *const *run, size_t n, bool compared,
    const struct style *s, struct buf *out);
void report_joined_json(const struct run *const *run, size_t n, struct json *j);

/* The table as GitHub's Markdown; a record for each run of each command as
 * RFC 4180 has it; and an object as hyperfine's --export-json writes it, for
 * scripts that read that. */
void report_commands_markdown(const struct report_command *c, size_t n,
    size_t reference, struct buf *out);
void report_commands_csv(const struct report_command *c, size_t n,
    struct buf *out);
void report_commands_hyperfine(const struct report_command *c, size_t n,
    struct buf *out);

/* -- Sweeps -------------------------------------------------------------- */

/* A table with a picture for each curve of a run over an argument, and the line
 * through it. Returns how many curves there are. */
size_t report_sweep(const struct run *r, const struct estimate *e,
    const char *param, const struct report_opts *o, struct buf *out);

/* The same as an array. */
void report_sweep_json(const struct run *r, const struct estimate *e,
    const char *param, struct json *j);

/* -- A self-test --------------------------------------------------------- */

struct report_selftest {
	const struct selftest_aa *aa;       /* NULL = not done */
	const struct selftest_shift *shift; /* what was planted */
	size_t n_shifts;
	double delta;    /* that rows are to see */
	uint32_t rounds; /* of a suite */
	uint64_t seed;
	double
	    busy; /* CPUs that others used, mean of all runs; NaN = unknown */
	const char *profile; /* or the words that chose the rows */
	bool cut;            /* a signal ended it early */
};

void report_selftest(const struct report_selftest *t, const struct style *s,
    struct buf *out);
void report_selftest_json(const struct report_selftest *t, struct json *j);

/* -- What a comparison would take ---------------------------------------- */

struct report_plan_row {
	const struct result *res; /* for its key and label; borrowed */
	const char *why;          /* nothing is known of it, or NULL */
	size_t n;                 /* values that the spread is from */
	double sd;                /* of values, log */
	double sd_pair;           /* of differences of pairs, log */
	bool paired;              /* sd_pair is from stored pairs */
	double floor;             /* how far two sessions differ, fraction */
	uint32_t floor_runs;      /* from so many runs; 0 = assumed */
	double each_s;            /* one invocation */
	uint32_t runs, pairs;     /* rounds that show delta; 0 = none do */
	double runs_s, pairs_s;   /* both sides of this row alone */
	double run_sees[2]; /* fractions, after a minute and ten for all */
	double pair_sees[2];
};

struct report_plan {
	double delta, power, alpha;
	size_t rows;      /* that are known, and share alpha */
	const char *from; /* runs with the spreads, in words; borrowed */
	bool show_runs, show_pairs;
	struct report_plan_row *row;
	size_t n;
};

/* Budgets of run_sees and pair_sees, s. */
extern const double report_plan_budgets[2];

void report_plan(const struct report_plan *p, const struct report_opts *o,
    struct buf *out);
void report_plan_json(const struct report_plan *p, struct json *j);

/* -- lmbench's layout ---------------------------------------------------- */

/* The six tables that lmbench's summary has, one line for each run, from the
 * rows that measure the same thing by lmbench's definition where there is
 * one. What was not measured stays blank. */
void report_lmbench(const struct run *const *runs, size_t n, struct buf *out);

#endif
