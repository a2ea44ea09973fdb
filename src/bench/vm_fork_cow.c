/* vm_fork_cow.c - write to a page that a fork left shared.
 *
 * One operation: write to a page of private memory that a child shares since
 * the fork: the page fault copies it; ns. All pages are there and small (P17),
 * each is written once. Inside the clock: the writes. Outside: touching the
 * pages and the fork before each batch, the end of the child after it, which
 * then must still have what was there before; and the system must have counted
 * as many faults as there were writes (P11). vm_fault's kind=cow copies from a
 * file. */
#include "bench/common_pages.h"
#include "bench/common_proc.h"

#include <inttypes.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGES  1024
#define BEFORE 1
#define AFTER  2

struct state {
	struct pages m;
	size_t page;
	pid_t child;
	int hold; /* the child lives until this is closed */
	uint64_t faults;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->page = pages_one();
	return pages_map(c, &s->m, (int64_t)(PAGES * s->page), 0);
}

/* Until nobody holds the other end; then say whether the pages are as before.
 */
_Noreturn static void child(const struct state *s, const int end[2])
{
	char none;

	close(end[1]);
	if (read(end[0], &none, 1) != 0)
		common_child_failed();
	_exit(pages_have(&s->m, BEFORE) ? BENCH_EXIT : 0);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct plat_usage u;
	int end[2];

	(void)n;
	pages_fill(&s->m, BEFORE);
	if (pipe(end) != 0)
		return bench_fail(c, "pipe");
	s->child = fork();
	if (s->child == 0)
		child(s, end);
	s->hold = end[1];
	close(end[0]);
	if (s->child < 0)
		return bench_fail(c, "fork");
	plat_usage(&u);
	s->faults = u.minflt;
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	volatile char *p = s->m.p;

	for (; n > 0; n--, p += s->page)
		*p = AFTER;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct plat_usage u;
	int status;

	plat_usage(&u);
	close(s->hold);
	if (waitpid(s->child, &status, 0) != s->child)
		return bench_fail(c, "waitpid");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != BENCH_EXIT)
		return bench_fail_why(c, "the child has other pages");
	if (u.minflt - s->faults < n)
		return bench_fail_why(c,
		    "%" PRIu64 " writes made %" PRIu64 " page faults", n,
		    u.minflt - s->faults);
	if (s->m.p[(n - 1) * s->page] != AFTER)
		return bench_fail_why(c, "the pages are not those written");
	return 0;
}

const struct bench vm_fork_cow = {
	.name = "vm_fork_cow",
	.summary = "write to a page that a fork left shared",
	.in = BENCH_FULL,
	.state_size = sizeof(struct state),
	.max_ops = PAGES,
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
