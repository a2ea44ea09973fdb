/* proc_fork_rss.c - fork, exit, wait of a process with memory.
 *
 * One operation: fork(2) of this process, which has `size` of memory that it
 * has written to, in 4 KB pages; a load in the child from the last of them and
 * _exit(2); waitpid(2); ns. The page tables of all these pages are copied, and
 * thrown away by the child. Inside the clock: the three calls and the check of
 * the exit status. Outside: making and writing to the memory.
 * Transparent huge pages are refused for it (madvise(2)): with them there would
 * be one entry for 512 pages, and whether one gets them is luck.
 * Avoids P9 (image and resident size are noted), P11 (the child looks at the
 * memory, its status is checked), P17. */
#include "bench/common_proc.h"

#include <sys/mman.h>
#include <unistd.h>

#define PAGE  4096
#define VALUE 0x5a

static volatile unsigned char *memory;
static size_t size;

static int setup(struct bench_ctx *c)
{
	int64_t left = plat_memory_free();
	void *p;

	size = (size_t)c->arg[0];
	if (left >= 0 && left / 2 < c->arg[0])
		return bench_skip(c, "more than half of the memory left");
	p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return bench_fail(c, "mmap");
	madvise(p, size, MADV_NOHUGEPAGE);
	memory = p;
	for (size_t i = 0; i < size; i += PAGE)
		memory[i] = VALUE;
	common_note_image(c);
	return 0;
}

static void child(const struct bench_ctx *c)
{
	(void)c;
	_exit(memory[(size - 1) / PAGE * PAGE] == VALUE ? BENCH_EXIT : 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return common_children(c, n, child);
}

const struct bench proc_fork_rss = {
	.name = "proc_fork_rss",
	.summary = "fork, exit and wait of a process with memory",
	.params = bench_params(bench_bytes("size", PAGE, INT64_C(64) << 30,
	    "memory that the process has touched")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 32 << 20),
	    bench_case(BENCH_FULL, 128 << 20)),
	/* and what the C library's fork does in the child */
	.calls = "fork=1 exit=1 wait=1 ...",
	.setup = setup,
	.run = run,
};
