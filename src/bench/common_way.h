/* common_way.h - a byte goes to the partner and comes back, by functions.
 *
 * The operation of common_echo.h for ways that are not a pair of descriptors:
 * memory and a futex, semaphores, queues of messages, locks handed over. This
 * side gives a byte, the partner (a process, or a thread) takes it and gives
 * its successor, this side takes and checks that. One round trip, so two
 * switches (P2). Inside the clock: the round trips, each checked (P11), and two
 * indirect calls on each side. Outside: making the way and the partner. A
 * closed loop (P16); the placement is part of the row (P1). */
#ifndef PERFLOSS_BENCH_COMMON_WAY_H
#define PERFLOSS_BENCH_COMMON_WAY_H

#include "bench/common_echo.h"
#include "bench/common_thread.h"

#include <stdatomic.h>

#define COMMON_LINE 64 /* bytes of a cache line */

struct common_way;

/* How; side 0 is this process, 1 the partner. Each returns 0 or an errno. */
struct common_way_how {
	int (*give)(struct common_way *w, int side, unsigned char b);
	int (*take)(struct common_way *w, int side, unsigned char *b);
	/* the partner, before the first take; NULL = nothing to do */
	int (*enter)(struct common_way *w);
	const char *what; /* the call, for a reason: "semop" */
};

/* A token that waits to be taken, in a line of its own (P27). */
struct common_slot {
	_Alignas(COMMON_LINE) _Atomic uint32_t full;
	unsigned char b;
	/* By who gives, where the way can tell: how often, and how often the
	 * other was found asleep. */
	uint64_t given, woken;
};

/* What both sides see. */
struct common_both {
	struct common_slot slot[2]; /* [i] goes to side i */
	_Alignas(COMMON_LINE) atomic_bool stop;
	atomic_bool entered; /* the thread has come as far as its first take */
	atomic_int error;    /* errno that ended the thread */
};

/* The first member of a row's state. */
struct common_way {
	const struct common_way_how *how;
	struct common_both *both;
	void *more; /* what the row asked for, as both is */
	struct common_thread thread;
	unsigned char token; /* the byte sent last */
};

/* Memory for both sides, zeroed, and so many bytes more of the row's own. Rows
 * that need none need not ask: it is there once the partner is. */
int common_way_memory(struct bench_ctx *c, size_t more);

/* Setup, once the way is made: start a process or a thread at its other end. */
int common_way_process(struct bench_ctx *c, const struct common_way_how *how);
int common_way_thread(struct bench_ctx *c, const struct common_way_how *how);

int common_way_run(struct bench_ctx *c, uint64_t n);

/* Teardown: the thread's end; a process is ended by the engine. */
int common_way_stop(struct bench_ctx *c);

#endif
