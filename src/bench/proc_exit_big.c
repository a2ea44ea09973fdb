/* proc_exit_big.c - the end of a process with much memory.
 *
 * One operation: write(2) of a byte to a child that has written to `size` of
 * memory in 4 KB pages, its exit(2), waitpid(2); ns. Giving back pages and page
 * tables is nearly all of it. Both run on this CPU. Inside the clock: the byte,
 * the child's end, the check of its status. Outside: forking the child, which
 * touches its own memory.
 * Transparent huge pages are refused for it (madvise(2)): whether one gets them
 * is luck. All children of a batch are there at once; of large sizes one takes
 * so long that it is a batch of its own.
 * Avoids P9 (the image is noted), P11 (the child looks at its memory before it
 * says that it is ready, and its status is checked), P17. */
#include "bench/common_proc.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define MOST 64 /* children at once, of small sizes */

struct proc_exit_big {
	pid_t pid[MOST];
	uint64_t n;
	int go[2], ready[2];
};

static void child(const struct proc_exit_big *s, size_t size)
{
	unsigned char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t sum = 0;
	char b = p == MAP_FAILED ? (char)errno : 0;

	close(s->go[1]); /* so that it ends when its parent is gone */
	if (p == MAP_FAILED)
		_exit(write(s->ready[1], &b, 1) != 1);
	madvise(p, size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < size; i += PAGE)
		p[i] = 1;
	bench_barrier();
	for (size_t i = 0; i < size; i += PAGE)
		sum += p[i];
	if (sum != (size + PAGE - 1) / PAGE || write(s->ready[1], &b, 1) != 1 ||
	    read(s->go[0], &b, 1) != 1)
		_exit(1);
	_exit(BENCH_EXIT);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct proc_exit_big *s = c->state;
	char b;

	for (s->n = 0; s->n < n; s->n++) {
		s->pid[s->n] = fork();
		if (s->pid[s->n] < 0)
			return bench_fail(c, "fork");
		if (s->pid[s->n] == 0)
			child(s, (size_t)c->arg[0]);
		if (bench_read_all(s->ready[0], &b, 1) != 0)
			return bench_fail(c, "read");
		errno = b;
		if (b != 0)
			return bench_fail(c, "mmap");
	}
	return 0;
}

/* Which of the children takes the byte is theirs to say. */
static int run(struct bench_ctx *c, uint64_t n)
{
	struct proc_exit_big *s = c->state;

	for (uint64_t i = 0; i < n; i++) {
		if (write(s->go[1], "", 1) != 1)
			return bench_fail(c, "write");
		if (common_reap(c, -1) != 0)
			return -1;
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct proc_exit_big *s = c->state;
	int64_t left = plat_memory_free();

	if (left >= 0 && left / 2 < c->arg[0])
		return bench_skip(c, "more than half of the memory left");
	common_note_image(c);
	return pipe(s->go) != 0 || pipe(s->ready) != 0 ? bench_fail(c, "pipe") :
							 0;
}

const struct bench proc_exit_big = {
	.name = "proc_exit_big",
	.summary = "the end of a process with much memory",
	.params = bench_params(bench_bytes("size", PAGE, INT64_C(64) << 30,
	    "memory that the process has touched")),
	.cases = bench_cases(bench_case(BENCH_FULL, 16 << 20)),
	.state_size = sizeof(struct proc_exit_big),
	.max_ops = MOST,
	.calls = "write=1 exit=1 wait=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
};
