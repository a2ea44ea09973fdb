/* common_serve.c - threads that serve requests. */
#include "bench/common_serve.h"

#include "bench/common_hand.h"

#include <unistd.h>

static int serve(void *arg)
{
	struct serve_worker *w = arg;
	struct serve *s = w->all;
	struct bench_ctx *c = w->c;
	uint64_t id = (uint64_t)(w - s->worker);
	unsigned seen = 0;

	bench_ready(c);
	for (;; seen++, id += (uint64_t)s->workers) {
		while (atomic_load(&w->given) == seen)
			if (common_futex_wait(c, &w->given, seen) != 0)
				_exit(1);
		s->late[id % SERVE_SLOTS] =
		    due_now() - s->due_at[id % SERVE_SLOTS];
		if (atomic_fetch_add(&s->done, 1) + 1 != (unsigned)s->last)
			continue;
		atomic_fetch_add(&s->over, 1);
		if (common_futex_wake(c, &s->over, 1) != 0)
			_exit(1);
	}
}

int serve_start(struct bench_ctx *c, struct serve *s, int workers)
{
	int i;

	s->workers = workers;
	for (i = 0; i < workers; i++) {
		s->worker[i].c = c;
		s->worker[i].all = s;
		if (common_thread_start(c, &s->worker[i].thread, -1, serve,
			&s->worker[i]) != 0)
			return -1;
	}
	return bench_wait_ready(c, workers);
}
