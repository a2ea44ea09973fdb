/* common_serve.h - threads that serve requests.
 *
 * What sched_request wakes; sched_request.c says what is measured. */
#ifndef PERFLOSS_BENCH_COMMON_SERVE_H
#define PERFLOSS_BENCH_COMMON_SERVE_H

#include "bench/common_due.h"
#include "bench/common_thread.h"

#include <stdatomic.h>

#define SERVE_MOST  64
#define SERVE_SLOTS 4096 /* requests of a batch */

struct serve;

struct serve_worker {
	struct common_thread thread;
	struct bench_ctx *c;
	struct serve *all;
	atomic_uint given; /* requests; it waits for the next */
	char apart[64];    /* words of two workers share no cache line */
};

struct serve {
	int workers;
	uint64_t last;    /* number of the request behind the batch's last */
	atomic_uint done; /* requests */
	atomic_uint over; /* batches; who gives the requests waits for it */
	/* of request i, in slot i % SERVE_SLOTS */
	int64_t due_at[SERVE_SLOTS], late[SERVE_SLOTS];
	struct serve_worker worker[SERVE_MOST];
};

/* Setup: start so many, free to run anywhere; worker w has the requests w,
 * w + workers, w + 2 workers, ... */
int serve_start(struct bench_ctx *c, struct serve *s, int workers);

#endif
