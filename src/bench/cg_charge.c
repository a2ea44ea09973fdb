/* cg_charge.c - a page fault that a memory cgroup pays for.
 *
 * One operation: a store to a page that is not there: a new page of zeros; ns.
 * where=inside: this process is in a memory cgroup of its own, below the one
 * that the probe was started in, and all up to the root are charged;
 * where=outside: it is in the root, which nobody charges. The two rows side by
 * side show what charging costs; each stands for itself, since their difference
 * is a few ns of hundreds (P22). The kernel charges 64 pages at a time. Inside
 * the clock: the faults. Outside: cgroup, mapping, giving the pages back.
 * Huge pages are refused (madvise(2)).
 * Needs a memory cgroup in which this user may make others (root, or
 * delegated); outside: the right to enter the root.
 * Avoids P11 (pages hold what was stored; the cgroup counts them), P17. */
#include "bench/common_cgroup.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGES 1024

enum { INSIDE, OUTSIDE };

struct cg_charge {
	char dir[COMMON_CGROUP];
	volatile unsigned char *memory;
	size_t page;
};

static int setup(struct bench_ctx *c)
{
	struct cg_charge *s = c->state;
	char root[COMMON_CGROUP];
	void *p;

	s->page = (size_t)sysconf(_SC_PAGESIZE);
	p = mmap(NULL, PAGES * s->page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return bench_fail(c, "mmap");
	madvise(p, PAGES * s->page, MADV_NOHUGEPAGE);
	s->memory = p;
	if (common_cgroup(c, "one", s->dir) != 0)
		return -1;
	if (c->arg[0] == INSIDE)
		return common_cgroup_enter(c, s->dir);
	if (!common_cgroup_root(c->cgroup, root))
		return bench_skip(c,
		    "the root of the memory cgroups cannot be "
		    "seen from this container");
	return common_cgroup_enter(c, root);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	const struct cg_charge *s = c->state;

	(void)n;
	if (madvise((void *)(uintptr_t)s->memory, PAGES * s->page,
		MADV_DONTNEED) != 0)
		return bench_fail(c, "madvise");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct cg_charge *s = c->state;

	for (uint64_t i = 0; i < n; i++)
		s->memory[i * s->page] = 1;
	return 0;
}

/* Bytes that the cgroup was charged for; -1 = unknown. */
static long long charged(const struct cg_charge *s)
{
	char text[32];
	ssize_t got;
	int fd = common_cgroup_open(s->dir, "memory.current", O_RDONLY);

	if (fd < 0)
		fd = common_cgroup_open(s->dir, "memory.usage_in_bytes",
		    O_RDONLY);
	if (fd < 0)
		return -1;
	got = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[got > 0 ? got : 0] = '\0';
	return got > 0 ? strtoll(text, NULL, 10) : -1;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct cg_charge *s = c->state;
	long long bytes = charged(s), want = (long long)(n * s->page);

	for (uint64_t i = 0; i < n; i++)
		if (s->memory[i * s->page] != 1)
			return bench_fail_why(c, "a page has lost its content");
	if (c->arg[0] == INSIDE ? bytes < want : bytes > want / 2 + 1)
		return bench_fail_why(c,
		    "the cgroup was charged for %lld bytes", bytes);
	return 0;
}

const struct bench cg_charge = {
	.name = "cg_charge",
	.summary = "a page fault that a memory cgroup pays for",
	.params = bench_params(
	    bench_word("where", "of a memory cgroup", "inside", "outside")),
	.cases = bench_cases(bench_case(BENCH_FULL, INSIDE),
	    bench_case(BENCH_FULL, OUTSIDE)),
	.state_size = sizeof(struct cg_charge),
	.max_ops = PAGES,
	.needs = BENCH_CG_MEMORY,
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
