/* common_uring.h - an io_uring, by its system calls alone.
 *
 * There is no library in between: one that is asked for a number of requests
 * and gives their results. A request is queued, the queue is submitted, results
 * are taken. c->state holds the struct. */
#ifndef PERFLOSS_BENCH_COMMON_URING_H
#define PERFLOSS_BENCH_COMMON_URING_H

#include "measure/bench.h"

#include <stdatomic.h>
#include <sys/syscall.h>

#if defined(SYS_io_uring_setup) && defined(__has_include)
#if __has_include(<linux/io_uring.h>)
#define COMMON_URING 1
#endif
#endif

struct io_uring_sqe;
struct io_uring_cqe;

struct uring {
	int fd;
	bool polled; /* a kernel thread takes what is queued */
	unsigned entries, tail, sq_mask, cq_mask;
	_Atomic unsigned *sq_head, *sq_tail, *sq_flags;
	_Atomic unsigned *cq_head, *cq_tail;
	struct io_uring_sqe *sqe;
	struct io_uring_cqe *cqe;
};

/* A queue of `entries` requests, a power of two; polled = with a kernel thread
 * (IORING_SETUP_SQPOLL) on c->cpu[1], which sleeps when it had nothing to do
 * for 1 s. 0, or what bench_skip or bench_fail returned. */
int uring_open(struct bench_ctx *c, struct uring *u, unsigned entries,
    bool polled);

/* Queue a request that does nothing, or a read; tag comes back with its
 * result. At most `entries` are under way. */
void uring_nop(struct uring *u, uint64_t tag);
void uring_read(struct uring *u, int fd, void *buf, unsigned size, uint64_t at,
    uint64_t tag);

/* Submit the n requests that were queued, and wait until `wait` results are
 * there: io_uring_enter once; where polled none as a rule (the caller takes
 * results until there is one), or one that wakes the thread. 0 or -1 with
 * errno set. */
int uring_submit(struct uring *u, unsigned n, unsigned wait);

/* The next result; false = there is none yet. */
bool uring_take(struct uring *u, int *result, uint64_t *tag);

#endif
