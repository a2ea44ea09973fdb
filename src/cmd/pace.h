/* pace.h - how long to measure: rounds and time within a budget, and which rows
 * are worth more rounds (doc/METHOD.md, section 7). No clock of its own.
 *
 * The budget is shared by time. Where it does not hold every round of every
 * row, the dear rows (an invocation far above the others') take part in fewer
 * rounds, spread evenly over the run, in PACE_LEAST at least where there is
 * time: so one row of a second costs the hundred of ten milliseconds
 * nothing. */
#ifndef PERFLOSS_CMD_PACE_H
#define PERFLOSS_CMD_PACE_H

#include "cmd/measure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No interval is given for 5 invocations and fewer (METHOD, section 4). */
#define PACE_LEAST 6

/* Time for the batches of one invocation: twenty of a quarter of a millisecond,
 * most of which no timer tick meets. Values spread between invocations more
 * than between batches: more of them, not longer ones (METHOD, section 1). */
#define PACE_TIME_NS 5000000

struct pace_row {
	bool wanted;       /* still measured */
	bool done;         /* the pace's word: precise enough now */
	size_t n;          /* invocations that count */
	double half_width; /* NaN = none yet */
	int64_t cost_ns;   /* of its last step, calibration not counted */
	const char *key;   /* borrowed; pace_words names it */
	/* the pace's own */
	bool dear, thinned, rests;
	uint32_t took, need; /* rounds it took part in; it still is to */
	double next, every;  /* if thinned: in which round, in which others */
};

struct pace {
	const struct measure_opts *o;
	struct pace_row *row;
	size_t *order; /* rows by cost */
	size_t n;
	double phase;      /* random: where in the run dear rows begin */
	int64_t plan_ns;   /* full rounds that are left, when the last ended, */
	int64_t next_ns;   /* which was then */
	int64_t began_ns;  /* when the first step was sent */
	int64_t opened_ns; /* when the run began */
	int64_t cal_ns;    /* calibration within the step in progress */
	uint32_t rounds;   /* full rounds that are wanted now */
	uint32_t full;     /* full rounds that are done */
	uint32_t done;     /* rounds done, those of some rows too */
	uint32_t extra;    /* rounds of some rows only */
	size_t extra_rows; /* rows in the first of these */
	bool middle;       /* half of the full rounds are done */
	bool over;
	bool cut;        /* the budget allowed fewer rounds than wanted */
	int64_t time_ns; /* for one invocation's batches */
};

/* The seed decides in which rounds a dear row takes part. */
void pace_init(struct pace *p, size_t rows, const struct measure_opts *o,
    uint64_t seed, int64_t now);
void pace_release(struct pace *p);
void pace_begin(struct pace *p, int64_t now);

void pace_calibrated(struct pace *p, int64_t ns);
void pace_step(struct pace *p, size_t row, int64_t ns);

/* Whether the row takes part in the round in progress; to be asked once for
 * each of its steps in rounds, which then is taken. */
bool pace_takes(struct pace *p, size_t row);

/* After a round: decides what follows. done = rounds so far. The caller has
 * brought wanted, n and half_width of each row up to date. */
void pace_next(struct pace *p, uint32_t done, int64_t now);

/* In the middle of a round: whether the budget is used up, so that the round is
 * not finished, be it the first. */
bool pace_spent(struct pace *p, int64_t now);

/* How much longer it will take, ns. */
int64_t pace_left(const struct pace *p, int64_t now);

/* Why the run ended: "12 rounds, then 9 more of 14 rows", and which rows had
 * fewer. ret = how measuring ended. The caller frees. */
char *pace_words(const struct pace *p, int ret);

#endif
