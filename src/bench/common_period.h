/* common_period.h - the work of a period, and the program that does it.
 *
 * One turn: a polynomial of one float of 8192 pseudo-random ones, into another
 * vector; no library's functions, whose speed depends on the number and on the
 * library. */
#ifndef PERFLOSS_BENCH_COMMON_PERIOD_H
#define PERFLOSS_BENCH_COMMON_PERIOD_H

#include "bench/common_due.h"
#include "bench/common_hand.h"

#define PERIOD_FLOATS 8192

struct period {
	struct due due;
	double turn_ns;     /* what a turn takes when nothing disturbs */
	atomic_uint *turns; /* of the load, a period; 0 = not yet known */
	uint64_t own;       /* of the measuring process */
	uint64_t periods, overruns;
	int64_t took;
	float in[PERIOD_FLOATS], out[PERIOD_FLOATS];
};

/* Setup, c->state a struct period: vectors, what a turn takes. */
int period_init(struct bench_ctx *c, int64_t interval);

/* Wait for the moment due.at and do the work. 0 or an errno. */
int period_one(struct period *s, uint64_t turns);

/* In a partner: periods without end, as soon as *turns is not 0. */
int period_for_ever(struct bench_ctx *c);

/* Whether so many turns were done since period_init or the last such look: the
 * last of them, which is forgotten then. */
bool period_done(struct period *s, uint64_t turns);

#endif
