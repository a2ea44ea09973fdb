/* plan.h - what is measured when: the random order of rounds, and the lines
 * that ask a probe for it (doc/WIRE.md, "To the probe").
 *
 * A round is every row once, in random order; before each invocation stands a
 * random idle of 0 to 1 tick (doc/METHOD.md, section 3). Sentinel rows are
 * measured once more before the first round, in the middle and after the last
 * one. Order and idle follow from the seed and the rows alone: rows that are
 * dropped on the way change nothing for those that stay.
 *
 * With several arms a round is every row once per arm, a row's arms one after
 * the other in random order. Where changing the arm is dear, blocks of rows are
 * measured in one arm, then the same rows in the same order in the next: the
 * arms of a row are then all equally far apart. A row that leaves then moves
 * the rows after it into other blocks.
 *
 *	plan_init(&p, seed);
 *	plan_add(&p, "sys_null"); ... plan_sentinel(&p, "sys_null");
 *	p.rounds = 12;
 *	plan_head(&p, &line);          send
 *	while (plan_next(&p, &step)) {
 *		plan_line(&p, &step, &line);   send, wait for the answer
 *		plan_done(&p, &step) or plan_failed(&p, &step)
 *	}
 */
#ifndef PERFLOSS_MODEL_PLAN_H
#define PERFLOSS_MODEL_PLAN_H

#include "base/buf.h"
#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAN_PROBES_CHOICE (-2) /* pin: the probe decides */
#define PLAN_FREE          (-1)

#define PLAN_FAILURES 3 /* in a row, then the row is dropped */
#define PLAN_ARMS     8

struct plan_row {
	char *key;
	bool in_rounds; /* false: a sentinel only */
	bool sentinel;
	bool wanted;    /* false: decided, skipped, or failed too often */
	uint64_t ops;   /* operations in a batch; 0 = the probe calibrates */
	unsigned tried; /* a bit for each arm in which it had a turn */
	bool skipped;   /* in an arm; the others try it once */
	uint32_t n_done, n_failed, failed_in_a_row[PLAN_ARMS];
};

/* One measurement of a round. */
struct plan_turn {
	size_t row;
	unsigned arm, half;
	int64_t idle_ns;
};

enum plan_phase {
	PLAN_START,
	PLAN_ROUNDS,
	PLAN_MIDDLE,
	PLAN_END,
	PLAN_OVER,
};

struct plan {
	/* set by the caller before the first plan_next */
	const char *dir; /* borrowed; NULL = the probe's choice */
	bool no_facts;
	bool first;          /* the probe, and its driver, go before others */
	bool counts;         /* the clock counts instructions */
	int64_t profile;     /* steps are sampled, one sample each so many ns
				(or instructions), and not timed; 0 = timed */
	uint32_t rounds;     /* 0 = until plan_finish; there is no middle then
				unless plan_middle asks for it */
	unsigned arms;       /* 0 = 1; at most PLAN_ARMS */
	size_t block;        /* rows measured in one arm before the next arm's
				turn; 0 = 1 */
	int64_t tick_ns;     /* longest idle; 0 = none. 1/HZ */
	int64_t time_ns;     /* for one invocation's batches; 0 = default */
	int64_t quiet_ns;    /* to wait for full speed at most, before it */
	int64_t deadline_ns; /* 0 = default */
	int pin;

	/* read only */
	uint64_t seed;
	struct plan_row *rows;
	size_t n, cap;
	uint32_t round; /* the one in progress, from 0 */

	/* private */
	struct rng rng, again; /* of the rounds, of what is repeated */
	enum plan_phase phase;
	struct plan_turn *turn;
	size_t at, n_turn, cap_turn;
	unsigned half; /* of the turn before; of all rounds, from 1 */
	unsigned halves;
	bool middle_wanted, middle_done, ending;
	int64_t next_id;
};

struct plan_step {
	int64_t id; /* from 1 */
	size_t row; /* index into rows */
	const char *key;
	uint32_t round; /* sentinels: of the round before or about to begin */
	unsigned arm;   /* from 0 */
	bool first;     /* of a block in this arm: the time to change to it */
	int64_t idle_ns;
	enum plan_phase phase;
};

void plan_init(struct plan *p, uint64_t seed);
void plan_release(struct plan *p);

/* Add a row, once each; returns its index. */
size_t plan_add(struct plan *p, const char *key);
size_t plan_sentinel(struct plan *p, const char *key);

/* The next step; false at the end of the plan. */
bool plan_next(struct plan *p, struct plan_step *s);

/* Whether no step is left of the round in progress: what leaves now does not
 * take part in the next one, nor in its blocks. */
bool plan_round_over(const struct plan *p);

/* How a step ended. plan_failed returns true when it was the last straw, in
 * this arm, and the row is dropped. plan_skipped: by the probe; the row leaves
 * when each arm has tried it, so that all say why. plan_drop: decided. */
void plan_done(struct plan *p, const struct plan_step *s);
bool plan_failed(struct plan *p, const struct plan_step *s);
void plan_skipped(struct plan *p, const struct plan_step *s);
void plan_drop(struct plan *p, size_t row);

/* Measure a row in each arm once more in this round, after all others: what it
 * came to was of no use. It has draws of its own, so that the order of the
 * rest hangs on the seed only. */
void plan_again(struct plan *p, size_t row);

/* How many rows are still measured in rounds. */
size_t plan_wanted(const struct plan *p);

/* Sentinels at the end of the round in progress, once. */
void plan_middle(struct plan *p);

/* No further step of any round: only the sentinels at the end follow. */
void plan_finish(struct plan *p);

/* The lines, without newline, in place of what is in out. */
void plan_head(const struct plan *p, struct buf *out);
void plan_line(const struct plan *p, const struct plan_step *s,
    struct buf *out);
void plan_env(struct buf *out);
void plan_end(struct buf *out);

/* The line that asks for a command (doc/WIRE.md, "program"). */
struct plan_program {
	int64_t id;
	const char *key;
	char *const *argv;             /* NULL-ended */
	const char *in, *out, *errors; /* NULL = nothing */
	int64_t deadline_ns;           /* 0 = the probe's default */
	bool keep, counters;
};
void plan_program(const struct plan_program *p, struct buf *out);

/* {"t":kind in an emptied buffer: the caller goes on and ends the object. */
struct json;
void plan_begin_line(struct json *j, struct buf *out, const char *kind);

/* A step without a plan of rows; ops 0 = the probe calibrates. */
struct plan_one {
	int64_t id;
	const char *key;
	uint64_t ops;
	int64_t idle_ns, deadline_ns;
	bool stay; /* in a process that lives on */
};
void plan_one(const struct plan_one *p, struct buf *out);

/* A load: copies of a row or preset, or a command; its state; its end. */
struct plan_load {
	int64_t id;
	const char *key;   /* or */
	char *const *argv; /* NULL-ended, the program by its path */
	uint32_t copies;
	int64_t time_ns, deadline_ns; /* of an invocation */
};
void plan_load(const struct plan_load *p, struct buf *out);
void plan_look(struct buf *out);
void plan_release_load(bool keep, struct buf *out);

/* The state of the system. */
void plan_left(struct buf *out);

/* A file where the probe is, its first bytes. */
void plan_file(const char *path, int64_t most, struct buf *out);

/* The functions of the kernel and where they are. */
void plan_symbols(struct buf *out);

#endif
