/* common_crowd.h - threads that do the same thing at the same time.
 *
 * For rows of which contention is the metric (P29): n operations are shared out
 * among `threads` threads, and the row is the time of all over n: with perfect
 * scaling it falls with their number, with a resource that is handed from one
 * to the other it does not. This process's first thread is one of them. Thread
 * i runs on the i-th CPU after c->cpu[0], beginning again at the end; there may
 * be more threads than CPUs, which the note `cpus` tells. All are waiting,
 * awake, when the clock starts, and it stops when the last is done. */
#ifndef PERFLOSS_BENCH_COMMON_CROWD_H
#define PERFLOSS_BENCH_COMMON_CROWD_H

#include "bench/common_thread.h"

#include <stdatomic.h>

#define COMMON_CROWD 64 /* threads at most */
#define COMMON_LINE  64 /* bytes of a cache line */

struct common_crowd;

/* What one thread has of its own, in a line of its own (P27). */
struct common_member {
	_Alignas(COMMON_LINE) uint64_t share; /* operations of this batch */
	uint64_t sum; /* the row's own, 0 before each batch */
	int index;
	struct common_crowd *crowd;
	struct common_thread thread;
};

/* The first member of a row's state. */
struct common_crowd {
	int n;
	bool crowded; /* more threads than CPUs: who waits yields */
	/* share operations; 0 or an errno */
	int (*work)(struct common_crowd *t, struct common_member *m);
	_Alignas(COMMON_LINE) _Atomic uint32_t batch; /* wakes them */
	_Alignas(COMMON_LINE) _Atomic uint32_t ready;
	_Alignas(COMMON_LINE) _Atomic uint32_t go; /* lets them begin */
	_Alignas(COMMON_LINE) _Atomic uint32_t done;
	atomic_bool stop;
	atomic_int error;
	struct common_member member[COMMON_CROWD];
};

extern const struct bench_param common_crowd_params[]; /* threads */

/* Setup: start them; work is called in each for each batch. */
int common_crowd(struct bench_ctx *c,
    int (*work)(struct common_crowd *t, struct common_member *m));

int common_crowd_prepare(struct bench_ctx *c, uint64_t n);
int common_crowd_run(struct bench_ctx *c, uint64_t n);
int common_crowd_stop(struct bench_ctx *c); /* teardown */

/* The sums of all members. */
static inline uint64_t common_crowd_sum(const struct common_crowd *t)
{
	uint64_t sum = 0;

	for (int i = 0; i < t->n; i++)
		sum += t->member[i].sum;
	return sum;
}

#endif
