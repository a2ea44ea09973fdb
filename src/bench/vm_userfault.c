/* vm_userfault.c - a page fault that a thread of the process answers.
 *
 * One operation: read a page that is not there, of memory that is registered
 * with userfaultfd(2): the other thread reads what happened and has a page
 * copied there (UFFDIO_COPY), then the first goes on; ns. It is how the memory
 * of a virtual machine is moved while it runs. Inside the clock: the touch, two
 * switches (P2), the thread's two system calls. Outside: registering, and
 * dropping the pages before each batch; what was read is checked (P11). Both
 * are pinned, see cpu (P1). Only faults of user code are asked for, which an
 * unprivileged user may (Linux 5.11). */
#include "bench/common_place.h"
#include "bench/common_thread.h"
#include "bench/common_uffd.h"

#include <sys/mman.h>

#define PAGES 512

struct state {
	struct pages m;
	struct uffd u;
	struct common_thread thread;
	uint64_t sum;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = pages_map(c, &s->m, (int64_t)(PAGES * pages_one()), 0);

	if (rc == 0)
		rc = uffd_open(c, &s->u, &s->m);
	if (rc != 0)
		return rc;
	return common_thread_start(c, &s->thread, c->cpu[1], uffd_answer,
	    &s->u);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	if (madvise(s->m.p, n * s->u.page, MADV_DONTNEED) != 0)
		return bench_fail(c, "madvise");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const volatile char *p = s->m.p;

	for (s->sum = 0; n > 0; n--, p += s->u.page)
		s->sum += (uint64_t)*p;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	if (s->sum == n)
		return 0;
	/* Where the thread gave up there are zeros. */
	int rc = __atomic_load_n(&s->u.over, __ATOMIC_ACQUIRE) ?
	    common_thread_join(c, &s->thread) :
	    0;
	return rc != 0 ? rc : bench_fail_why(c, "read something else");
}

static int teardown(struct bench_ctx *c)
{
	struct state *s = c->state;

	__atomic_store_n(&s->u.stop, true, __ATOMIC_RELEASE);
	if (prepare(c, 1) != 0)
		return -1;
	bench_use(*(volatile char *)s->m.p);
	return common_thread_join(c, &s->thread);
}

const struct bench vm_userfault = {
	.name = "vm_userfault",
	.summary = "a page fault that another thread answers",
	.params =
	    bench_params(bench_place("cpu", "where the other thread runs")),
	.list = common_places_full,
	.state_size = sizeof(struct state),
	.max_ops = PAGES,
	.calls = "read=1 ioctl=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
