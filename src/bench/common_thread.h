/* common_thread.h - a second thread, pinned and waited for.
 *
 * Rows of two processes use bench_partner; this is for rows whose two sides
 * share memory. What a thread finds out goes into what it shares with the
 * first: it never calls bench_fail, for errno and the reason belong to one. */
#ifndef PERFLOSS_BENCH_COMMON_THREAD_H
#define PERFLOSS_BENCH_COMMON_THREAD_H

#include "measure/bench.h"

#include <pthread.h>

struct common_thread {
	pthread_t id;
	bool started;
	int cpu; /* -1 = free */
	/* 0 or an errno */
	int (*fn)(void *shared);
	void *shared;
	int error; /* of pinning, or what fn returned */
};

/* Start one that runs fn(shared) on cpu (c->cpu[1] as a rule; -1 = free);
 * *t stays where it is until it is joined. 0 or what bench_fail
 * returned; bench_skip where a limit allows no more threads. */
int common_thread_start(struct bench_ctx *c, struct common_thread *t, int cpu,
    int (*fn)(void *shared), void *shared);

/* Wait for its end; the caller has told it to end. 0, also if none was
 * started, or what bench_fail returned for its error. */
int common_thread_join(struct bench_ctx *c, struct common_thread *t);

/* For a parameter "threads" where 0 stands for all: how many CPUs this process
 * may use, at least 1; and the i-th of them, beginning again at the end; -1 =
 * unknown. That this process is pinned does not count. */
int common_cpus(void);
int common_cpu(int i);

#endif
