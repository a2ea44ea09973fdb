/* vm_brk.c - move the end of the heap.
 *
 * One operation: brk(2) twice: the heap becomes `size` bytes larger, and as
 * large as it was again; ns. Nothing of it is touched: vm_fault is that. The
 * default is what the C library takes at a time (M_TOP_PAD of glibc, 128 KB).
 * Inside the clock: both calls and the checks of where the end is then (P11),
 * as system calls (P4). Outside: asking where it is before each batch. */
#include "bench/common_pages.h"

#include <sys/syscall.h>
#include <unistd.h>

struct state {
	char *end;
	size_t size;
};

#ifdef SYS_brk
static char *move_end(char *to)
{
	return (char *)(uintptr_t)syscall(SYS_brk, to);
}
#else
static char *move_end(char *to)
{
	(void)to;
	return NULL;
}
#endif

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->size = (size_t)c->arg[0] / pages_one() * pages_one();
	s->end = move_end(NULL);
	if (s->end == NULL || s->end == (char *)-1)
		return bench_skip(c, "this system has no brk");
	if (move_end(s->end + s->size) != s->end + s->size ||
	    move_end(s->end) != s->end)
		return bench_skip(c, "the heap cannot grow by %zu bytes",
		    s->size);
	return 0;
}

/* The C library may have moved it. */
static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	(void)n;
	s->end = move_end(NULL);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct state *s = c->state;

	while (n-- > 0)
		if (move_end(s->end + s->size) != s->end + s->size ||
		    move_end(s->end) != s->end)
			return bench_fail_why(c, "the heap has not moved");
	return 0;
}

const struct bench vm_brk = {
	.name = "vm_brk",
	.summary = "grow and shrink the heap",
	.params =
	    bench_params(PAGES_SIZE(64 << 20, "bytes by which the heap grows")),
	.cases = bench_cases(bench_case(BENCH_FULL, 128 << 10)),
	.state_size = sizeof(struct state),
	.calls = "brk=2",
	.setup = setup,
	.prepare = prepare,
	.run = run,
};
