/* run.h - a run and its results: raw values, never summaries. */
#ifndef PERFLOSS_MODEL_RUN_H
#define PERFLOSS_MODEL_RUN_H

#include "model/host.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unit {
	UNIT_NS,   /* time per operation, lower is better */
	UNIT_RATE, /* bytes per second, higher is better */
	UNIT_HZ,   /* operations per second, higher is better */
	/* of imported rows; the "times" are numbers then */
	UNIT_COUNT, /* of something, or of no known unit; lower is better */
	UNIT_SIZE,  /* bytes, lower is better */
	UNIT_SCORE, /* points, higher is better */
	/* of rows whose clock counts instructions (run_counts); the "times"
	 * are instructions then */
	UNIT_INSN, /* instructions per operation, lower is better */
	UNITS
};

/* "ns", "B/s", "Hz", "1", "B", "score", "insn" */
extern const char *const unit_words[UNITS];

/* Whether more is better. */
#define unit_is_rate(unit) \
	((unit) == UNIT_RATE || (unit) == UNIT_HZ || (unit) == UNIT_SCORE)

enum outcome { OUTCOME_OK, OUTCOME_SKIPPED, OUTCOME_FAILED };

/* flags of a result */
#define RESULT_LM       1u /* lmbench's own definition */
#define RESULT_HIDDEN   2u /* loop cost is hidden: self_nop is not subtracted */
#define RESULT_CURVE    4u /* one point of a curve */
#define RESULT_TAIL     8u /* made from another, see tails.h; never stored */
#define RESULT_IMPORTED 16u /* another tool's number (doc/IMPORT.md) */

#define COUNTER_UNKNOWN UINT64_MAX

struct counters {
	uint64_t nvcsw, nivcsw, minflt, majflt, migrations;
	uint64_t steal_ns, other_ns;
};

/* One fresh process. All times in nanoseconds. */
struct invocation {
	uint32_t round;    /* from 0 */
	uint64_t start_ns; /* since the run began */
	uint64_t wall_ns;
	uint64_t ops;  /* operations in a batch */
	uint64_t *run; /* time of each batch, in the order taken */
	size_t n_run;
	size_t warm;    /* leading batches that are warm-up */
	uint64_t *base; /* time of each base batch; n_base = 0: none */
	size_t n_base;
	uint64_t *pulse; /* at each batch: time of a fixed piece of work, the
			    slower of before and after; n_pulse = 0: none */
	size_t n_pulse;
	uint64_t fast;    /* lower quartile of pulse; 0 = none */
	uint64_t *events; /* single-event rows */
	size_t n_events;
	int cpu[2]; /* -1 = free */
	struct counters counters;
	char *place;  /* relation of the two CPUs in force, or NULL */
	char **notes; /* key, value, key, value, NULL; or NULL */
};

struct result {
	char *key;  /* "sched_ctx/procs=8/size=64K/cpu=same" */
	char *name; /* "sched_ctx" */
	enum unit unit;
	unsigned flags;
	uint64_t bytes;       /* per operation; 0 for times */
	enum outcome outcome; /* OK when at least one invocation was */
	char *why;            /* of the last skip or failure, or NULL */
	uint32_t n_failed;    /* invocations that failed */
	struct invocation *inv;
	size_t n_inv, cap_inv;
	uint64_t *changes; /* of the run it is in, counted; NULL = are not */
	double *value;     /* of a tail: cost in each invocation; else NULL */
};

/* How alone the machine was at some moment of the run. */
struct env_sample {
	uint32_t round;
	uint64_t at_ns;                         /* since the run began */
	double busy, steal, psi_cpu, hog_share; /* NaN = unknown */
	int runnable;
	char *hog; /* NULL = none */
};

struct run {
	int64_t id; /* in the store; 0 = not stored */
	char uuid[37];
	char *label;        /* NULL = none */
	int64_t started_ns; /* since 1970, UTC */
	int64_t ended_ns;   /* 0 = never ended in good order */
	bool grows;         /* it was being measured when it was read */
	uint64_t seed;
	uint32_t rounds; /* complete rounds */
	/* Runs measured together share a uuid here: each round held every row
	 * once for each of them, in random order, so that equal rounds are
	 * pairs. NULL = measured alone. */
	char *pair;
	char *arm;      /* "a", "b", ...: which of them; NULL = alone */
	char *state;    /* how its state was made: "--b 'sysctl ...'"; NULL */
	uint32_t looks; /* rounds at which the last of several looks at the
			   verdict would be (METHOD, section 7); 0 = the
			   number of rounds was fixed before */
	char *profile;  /* "default", or the selectors */
	char *command;  /* the command line, for the reader */
	char *stop;     /* why it ended: "12 rounds", "interrupted" */
	double clock_cost_ns, clock_step_ns;
	char *clock_name;
	struct host host;
	struct result *results;
	size_t n_results, cap_results;
	struct env_sample *env;
	size_t n_env, cap_env;
	struct after_part *after; /* a phase of an aftermath; NULL = none */
	char *source; /* where it was read from, for messages: "@1", a file */
	bool all_batches; /* full speed or not: nothing is left out for that */
	struct run_cache *cache; /* run.c's own; NULL = nothing is cached */
	struct run_index *index; /* run_index.c's own; NULL = none */
};

void run_init(struct run *r); /* new uuid, nothing else */

/* A new random uuid, for run.pair. */
void run_uuid(char out[37]);
void run_release(struct run *r);

struct result *run_find(const struct run *r, const char *key); /* or NULL */

/* The result of a key, made if it is not there. */
struct result *run_add(struct run *r, const char *key);

/* An invocation at the end of a result, zeroed; valid until the next. */
struct invocation *result_add(struct result *res);

void invocation_release(struct invocation *inv);
void result_release(struct result *res);

/* Set fast from pulse: whoever fills an invocation calls it. */
void invocation_pulsed(struct invocation *inv);

/* Add a note; both are copied. */
void invocation_note(struct invocation *inv, const char *key,
    const char *value);

/* What a note says, borrowed, or NULL; the same as a number, or NaN. */
const char *invocation_noted(const struct invocation *inv, const char *key);
double invocation_number(const struct invocation *inv, const char *key);

/* The name of the clock that counts instructions. */
#define RUN_INSTRUCTIONS "instructions"

/* Whether the run's clock counts instructions: nothing in it is a time. */
bool run_counts(const struct run *r);

/* Whether anything was measured. */
bool run_has_values(const struct run *r);

/* Take the invocations of a round away again. A result that has none left is
 * skipped, for that reason. Not for a round that is in the store already. */
void run_forget_round(struct run *r, uint32_t round, const char *why);

void run_add_env(struct run *r, const struct env_sample *e); /* copies */

/* -- Derived values ------------------------------------------------------ */

/* Whether an invocation had its core to itself: at least 3 of its batches (all
 * that count, where these are fewer) were at full speed. Full speed is within
 * 2 % of the fastest that this run saw on that CPU in a quarter of one
 * invocation. Where nothing is known (no pulses, single events) it had. */
bool run_clear(const struct run *r, const struct result *res, size_t inv);

/* Whether a result has 6 clear invocations, so that the others are left out: 6
 * is the least that has an interval, and a core that is shared costs a run more
 * than the other half of its values is worth. */
bool run_leaves_shared(const struct run *r, const struct result *res);

/* How much slower than full speed the core was, for the values of a result that
 * count: the median over its invocations of 1 where they are clear, else of
 * their median pulse over that of full speed. 1 where nothing is known. */
double run_slowdown(const struct run *r, const struct result *res);

/* Share of the batches that count which were not at full speed; NaN where
 * nothing is known. */
double run_shared(const struct run *r);

/* The cost of one operation in one invocation, ns: median of its batches that
 * are not warm-up (where it is clear: of those at full speed), over ops; less
 * the median of base where there is one (its skeleton has the loop in it),
 * else less the run's self_nop (the median of its invocations) where that is
 * over 1 % of it and not hidden. self_nop itself is the floor: nothing is
 * subtracted from it. Single-event rows: the median event. NaN when there is
 * nothing. Not clamped: a negative value is the judge's to call suspect. Not
 * for two threads on one run at a time. */
double run_cost(const struct run *r, const struct result *res, size_t inv);

/* The same without any subtraction. */
double run_cost_raw(const struct run *r, const struct result *res, size_t inv);

/* Costs of the invocations, in the order taken; room for res->n_inv. Returns
 * how many were finite and positive (these only); without those
 * left out by run_leaves_shared. */
size_t run_costs(const struct run *r, const struct result *res, double *out);

/* The cost of each invocation, at its place: NaN where it was left out or there
 * is nothing. */
void run_each_cost(const struct run *r, const struct result *res, double *out);

/* What a person reads, in the result's unit: ns per operation, or bytes or
 * operations per second. */
double run_display(const struct result *res, double cost_ns);

/* The key for a table: "sched_ctx 8/64K same", "vm_page_fault (lm)". The usual
 * value of an argument is left out (pages=4k, threads=1), so labels of one run
 * differ as its keys do. Above ROW_LABEL columns "(lm)" becomes "lm", then
 * goes; a name that ends in _lm needs none. */
#define ROW_LABEL 24
void row_label(const struct result *res, char *out, size_t size);

/* The value of an argument in a key: "size" of ".../size=64K/..." -> "64K" in
 * out; false if it has none. */
bool row_arg(const char *key, const char *name, char *out, size_t size);

#endif
