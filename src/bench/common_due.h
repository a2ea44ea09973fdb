/* common_due.h - events that are due at times known beforehand.
 *
 * The schedule is a fixed one: event k is due at a start plus k intervals,
 * however late the ones before it were, so an event that waited behind a late
 * one counts its whole wait (P16, nothing is omitted). The time between two
 * batches, in which nobody waits, does not count: the schedule stands still
 * meanwhile. Times are of CLOCK_MONOTONIC, the clock of the timers. */
#ifndef PERFLOSS_BENCH_COMMON_DUE_H
#define PERFLOSS_BENCH_COMMON_DUE_H

#include "measure/bench.h"

#include <time.h>

/* The kernel's own timer slack of an ordinary process, in ns (P10). */
#define DUE_SLACK 50000

/* Events that a row asks for: enough for its 95th percentile. */
#define DUE_EVENTS 200

struct due {
	int64_t interval; /* ns */
	int64_t at;       /* when the next event is due */
	int64_t left;     /* when the last batch ended; 0 = none did */
	unsigned visit; /* in which it began: another has a schedule anew, what
			     was late then is no more */
};

int64_t due_now(void);
struct timespec due_time(int64_t ns);

/* Around a batch. due_begin returns when the next event is due. */
int64_t due_begin(struct due *d);
void due_end(struct due *d);

/* The event due at d->at happens now: record by how much it is late, and look
 * for the next. 0 or what bench_fail_why returned. */
int due_happens(struct bench_ctx *c, struct due *d);

/* Setup: let the kernel delay timers of this process by at most ns. */
int due_slack(struct bench_ctx *c, int64_t ns);

/* n times: wait as long as arg 0 says (us) by calling wait, which returns 0 or
 * -1 with errno; record by how much longer it took. call names it. */
int due_sleeps(struct bench_ctx *c, uint64_t n, const char *call,
    int (*wait)(const struct timespec *t));

#endif
