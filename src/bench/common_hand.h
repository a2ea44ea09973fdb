/* common_hand.h - two take turns at a word of memory that both see.
 *
 * The other side of the rows that hand a turn over: a process, so that what is
 * measured is a switch between processes, or what is made of a word in memory
 * that they share. */
#ifndef PERFLOSS_BENCH_COMMON_HAND_H
#define PERFLOSS_BENCH_COMMON_HAND_H

#include "measure/bench.h"

#include <stdatomic.h>

/* Memory that partners started later share; zeroed, in a mapping of its own.
 * NULL after bench_fail. */
void *common_shared(struct bench_ctx *c, size_t size);

/* Sleep while *word is what it was seen to be; a change meanwhile is no
 * failure. Wake at most n sleepers. 0 or what bench_fail returned. */
int common_futex_wait(struct bench_ctx *c, atomic_uint *word, unsigned seen);
int common_futex_wake(struct bench_ctx *c, atomic_uint *word, int n);

/* Setup of a row whose two processes take turns, c->state a struct hand: wait
 * for one's turn (0 or 1) and give it to the other. */
struct hand_both {
	atomic_uint turn;
	/* For the row, by who gives the turn to side 0 or 1 (P27). */
	struct {
		_Alignas(64) uint64_t given, woken;
	} to[2];
};

struct hand {
	struct hand_both *both; /* seen by both */
	atomic_uint *turn;      /* in it: whose it is */
	int (*wait)(struct bench_ctx *c, struct hand *h, unsigned me);
	int (*give)(struct bench_ctx *c, struct hand *h, unsigned to);
};

int common_hand(struct bench_ctx *c);

/* n handings-over, an even number. */
int common_hand_run(struct bench_ctx *c, uint64_t n);

#endif
