/* common_way.c - a byte goes to the partner and comes back, by functions. */
#include "bench/common_way.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>

int common_way_memory(struct bench_ctx *c, size_t more)
{
	struct common_way *w = c->state;
	void *p = mmap(NULL, sizeof(*w->both) + more, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return bench_fail(c, "mmap");
	w->both = p;
	w->more = w->both + 1;
	return 0;
}

/* The other end. 0 when it was told to stop, or an errno. */
static int answer(struct common_way *w)
{
	const struct common_way_how *how = w->how;
	unsigned char b = 0;

	for (;;) {
		int error = how->take(w, 1, &b);

		if (error == 0 && atomic_load(&w->both->stop))
			return 0;
		if (error == 0)
			error = how->give(w, 1, (unsigned char)(b + 1));
		if (error != 0)
			return error;
	}
}

static int failed(struct bench_ctx *c, int error)
{
	const struct common_way *w = c->state;

	errno = error;
	return bench_fail(c, w->how->what);
}

static int process(struct bench_ctx *c)
{
	struct common_way *w = c->state;
	int error = w->how->enter ? w->how->enter(w) : 0;

	if (error == 0) {
		bench_ready(c);
		error = answer(w);
	}
	return error == 0 ? 0 : failed(c, error);
}

static int begin(struct bench_ctx *c, const struct common_way_how *how)
{
	struct common_way *w = c->state;

	w->how = how;
	return w->both != NULL ? 0 : common_way_memory(c, 0);
}

int common_way_process(struct bench_ctx *c, const struct common_way_how *how)
{
	if (begin(c, how) != 0)
		return -1;
	if (bench_partner(c, 1, process) < 0)
		return bench_fail(c, "fork");
	return bench_wait_ready(c, 1);
}

static int thread(void *shared)
{
	struct common_way *w = shared;
	int error = w->how->enter ? w->how->enter(w) : 0;

	atomic_store(&w->both->error, error);
	atomic_store(&w->both->entered, true);
	if (error != 0)
		return error;
	error = answer(w);
	if (error != 0) { /* let the other side see that */
		atomic_store(&w->both->error, error);
		w->how->give(w, 1, 0);
	}
	return error;
}

int common_way_thread(struct bench_ctx *c, const struct common_way_how *how)
{
	struct common_way *w = c->state;
	int rc = begin(c, how);

	if (rc == 0)
		rc = common_thread_start(c, &w->thread, c->cpu[1], thread, w);
	while (rc == 0 && !atomic_load(&w->both->entered))
		sched_yield();
	if (rc == 0 && atomic_load(&w->both->error) != 0)
		return failed(c, atomic_load(&w->both->error));
	return rc;
}

int common_way_run(struct bench_ctx *c, uint64_t n)
{
	struct common_way *w = c->state;
	const struct common_way_how *how = w->how;
	unsigned char b = w->token;

	while (n-- > 0) {
		const unsigned char want = (unsigned char)(b + 1);
		int error = how->give(w, 0, b);

		if (error == 0)
			error = how->take(w, 0, &b);
		if (error == 0)
			error = atomic_load_explicit(&w->both->error,
			    memory_order_relaxed);
		if (error != 0)
			return failed(c, error);
		if (b != want)
			return bench_fail_why(c,
			    "got byte %d back instead of %d", b, want);
	}
	w->token = b;
	return 0;
}

int common_way_stop(struct bench_ctx *c)
{
	struct common_way *w = c->state;
	int error;

	if (!w->thread.started)
		return 0;
	atomic_store(&w->both->stop, true);
	error = w->how->give(w, 0, 0);
	if (error != 0)
		return failed(c, error);
	return common_thread_join(c, &w->thread);
}
