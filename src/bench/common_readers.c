/* common_readers.c - threads on all other CPUs that read without a pause. */
#include "bench/common_readers.h"

#include "bench/common_mem.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALIGN 64        /* a reader's counter is in a line of its own (P27) */
#define PIECE (1 << 20) /* between two looks at whether to end */

struct reader {
	_Alignas(ALIGN) struct common_thread thread;
	char *buf;
	size_t pieces;
	_Atomic bool end;
	_Alignas(ALIGN) _Atomic uint64_t done; /* pieces */
};

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* EIO: the sum of what was written is another. */
static int read_on(void *shared)
{
	struct reader *r = shared;
	const uint64_t want = mem_marks(PIECE);

	for (size_t i = 0; !atomic_load(&r->end); i = (i + 1) % r->pieces) {
		bool right = loop_sum(r->buf + i * PIECE, PIECE) == want;

		atomic_fetch_add_explicit(&r->done, 1, memory_order_relaxed);
		if (!right)
			return EIO;
	}
	return 0;
}

static int start_one(struct bench_ctx *c, struct reader *r, int cpu,
    int64_t share)
{
	r->pieces = share > PIECE ? (size_t)(share / PIECE) : 1;
	r->buf = mem_map(c, r->pieces * PIECE);
	if (r->buf == NULL)
		return -1;
	for (size_t i = 0; i < r->pieces; i++)
		mem_mark(r->buf + i * PIECE, PIECE);
	return common_thread_start(c, &r->thread, cpu, read_on, r);
}

int readers_start(struct bench_ctx *c, struct readers *all, int64_t size)
{
	const int n = common_cpus() - 1;
	void *p;
	int k = 0, rc = 0;

	if (posix_memalign(&p, ALIGN, (size_t)n * sizeof(*all->reader)) != 0)
		return bench_fail_why(c, "no memory for %d threads", n);
	memset(p, 0, (size_t)n * sizeof(*all->reader));
	all->reader = p;
	for (; all->n < n && rc == 0; all->n++, k++) {
		if (c->cpu[0] >= 0 && common_cpu(k) == c->cpu[0])
			k++;
		rc =
		    start_one(c, &all->reader[all->n], common_cpu(k), size / n);
	}
	/* The load is there before the first batch. */
	for (int i = 0; i < all->n && rc == 0; i++)
		while (atomic_load(&all->reader[i].done) == 0)
			sched_yield();
	all->from_ns = now_ns(); /* what was done before is little */
	return rc;
}

int readers_stop(struct bench_ctx *c, struct readers *all)
{
	const int64_t ns = now_ns() - all->from_ns;
	double bytes = 0;
	int rc = 0;

	for (int i = 0; i < all->n; i++) {
		bytes += PIECE * (double)atomic_load(&all->reader[i].done);
		atomic_store(&all->reader[i].end, true);
	}
	for (int i = 0; i < all->n; i++)
		if (common_thread_join(c, &all->reader[i].thread) != 0)
			rc = -1;
	bench_note(c, "load", "%.0f MB/s",
	    bytes / ((double)(ns > 0 ? ns : 1) / 1e9) / 1e6);
	return rc;
}
