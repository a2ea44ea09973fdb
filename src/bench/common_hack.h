/* common_hack.h - groups of senders and receivers: what sched_hackbench does.
 *
 * sched_hackbench.c says what is measured. */
#ifndef PERFLOSS_BENCH_COMMON_HACK_H
#define PERFLOSS_BENCH_COMMON_HACK_H

#include "bench/common_hand.h"

#include <pthread.h>

enum { HACK_GROUPS, HACK_FDS, HACK_LOOPS, HACK_VIA, HACK_AS, HACK_CPU };

#define HACK_MESSAGE 100 /* bytes, as hackbench has */

/* What all parties see. */
struct hack_all {
	uint64_t n;       /* messages of this exchange */
	atomic_uint go;   /* exchanges begun; senders wait for the next */
	atomic_uint left; /* receivers that have not got all */
	atomic_uint done; /* exchanges done; the main process waits for it */
};

/* One sender or receiver. */
struct hack_party {
	struct bench_ctx *c;
	int group, i; /* its number in the group */
	bool sends;
	const int *fd; /* sender: of all receivers of the group; receiver: its
			  own */
	int cpu;       /* threads: where it runs */
	pthread_t id;
};

struct hack {
	struct hack_all *all;
	int groups, fds;
	struct hack_party me;    /* of the partner being started */
	struct hack_party *part; /* threads */
	int *in, *out;           /* of all groups (threads) or of one */
};

/* Setup: start all and wait until they are there; the note "start_us" says how
 * long that took. */
int hack_setup(struct bench_ctx *c);

int hack_parties(const struct hack *h); /* senders and receivers */

/* How many messages the sender with this number, counted over all groups,
 * sends of n: all the same or one more. */
uint64_t hack_share(const struct hack *h, uint64_t n, int sender);

/* How many receivers get any of n. */
unsigned hack_receivers(const struct hack *h, uint64_t n);

/* Send or receive in each exchange, without end. Returns only on failure, with
 * the reason told. */
int hack_work(struct bench_ctx *c, const struct hack_party *p);

#endif
