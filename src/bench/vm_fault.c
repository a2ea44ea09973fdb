/* vm_fault.c - one page fault.
 *
 * One operation: touch a page that is not mapped yet, so that exactly one page
 * fault maps exactly one page (P17). kind says which:
 *	anon    write to private anonymous memory: a page is found and zeroed
 *	zero    read it: the page of zeros is mapped
 *	shared  write to shared anonymous memory (a file in memory)
 *	file    read a file that is in the page cache
 *	cow     write to a private mapping of a file, page already readable: it
 *	        is copied
 * Huge pages are declined. Around a fault on a file Linux maps those of the 16
 * pages of 64 KB that are in the page cache: "file" reads one page in each
 * 64 KB of a file that has no others, so page tables are 16 times as sparse
 * and one more is needed every 32 faults instead of every 512. Inside the
 * clock: the touches, page tables included. Outside: mapping before and
 * unmapping after each batch, the file. The system must have counted at least
 * as many faults as there were touches, and what is read is checked (P11,
 * P19). */
#include "bench/common_file.h"

#include <inttypes.h>
#include <sys/mman.h>
#include <unistd.h>

#define FAULTS 2048 /* of a batch at most: 8 MB of pages */
#define AROUND 16   /* pages: fault_around_bytes of Linux is 64 KB */

enum { ANON, FILE_, COW, SHARED, ZERO };

static const char *const kind_words[] = { "anon", "file", "cow", "shared",
	"zero", NULL };

struct state {
	int fd;      /* -1 = no file */
	size_t step; /* from one touch to the next */
	char *map;
	uint64_t faults; /* before the batch */
	uint64_t sum;    /* of what was read */
};

static int setup(struct bench_ctx *c)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct state *s = c->state;

	s->fd = -1;
	s->step = page;
	if (c->arg[0] == FILE_) {
		s->step = AROUND * page;
		s->fd = file_make_sparse(c, FAULTS, s->step);
	} else if (c->arg[0] == COW) {
		s->fd = file_make(c, FAULTS * page, FILE_BLOCK);
	} else {
		return 0;
	}
	return s->fd < 0 ? -1 : 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const bool shared = c->arg[0] == SHARED || c->arg[0] == FILE_;
	int flags = (shared ? MAP_SHARED : MAP_PRIVATE) |
	    (s->fd < 0 ? MAP_ANONYMOUS : 0);
	int prot = PROT_READ | (c->arg[0] == FILE_ ? 0 : PROT_WRITE);
	struct plat_usage u;

	s->map = mmap(NULL, n * s->step, prot, flags, s->fd, 0);
	if (s->map == MAP_FAILED)
		return bench_fail(c, "mmap");
#ifdef MADV_NOHUGEPAGE
	/* An error means that there are none. */
	madvise(s->map, n * s->step, MADV_NOHUGEPAGE);
#endif
	if (c->arg[0] == COW)
		for (uint64_t i = 0; i < n; i++)
			bench_use(*(volatile char *)(s->map + i * s->step));
	plat_usage(&u);
	s->faults = u.minflt;
	return 0;
}

static bool reads(const struct bench_ctx *c)
{
	return c->arg[0] == FILE_ || c->arg[0] == ZERO;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	volatile char *p = s->map;

	s->sum = 0;
	if (reads(c))
		for (; n > 0; n--, p += s->step)
			s->sum += (uint64_t)*p;
	else
		for (; n > 0; n--, p += s->step)
			*p = 2;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct plat_usage u;

	plat_usage(&u);
	if (u.minflt - s->faults < n)
		return bench_fail_why(c,
		    "%" PRIu64 " touches made %" PRIu64 " page faults", n,
		    u.minflt - s->faults);
	if (s->sum != (c->arg[0] == FILE_ ? n : 0) ||
	    (!reads(c) && s->map[(n - 1) * s->step] != 2))
		return bench_fail_why(c, "the pages are not those written");
	if (munmap(s->map, n * s->step) != 0)
		return bench_fail(c, "munmap");
	return 0;
}

static const struct bench_param params[] = {
	{ .name = "kind",
	    .kind = BENCH_WORD,
	    .words = kind_words,
	    .help = "what is faulted in" },
	{ .name = NULL },
};

static const struct bench_case cases[] = {
	{ .in = BENCH_QUICK | BENCH_DEFAULT, .arg = { ANON } },
	{ .in = BENCH_DEFAULT, .arg = { FILE_ } },
	{ .in = BENCH_DEFAULT, .arg = { COW } },
	{ .in = BENCH_FULL, .arg = { SHARED } },
	{ .in = BENCH_FULL, .arg = { ZERO } },
	{ .in = 0 },
};

const struct bench vm_fault = {
	.name = "vm_fault",
	.summary = "one page fault that maps one page",
	.params = params,
	.cases = cases,
	.state_size = sizeof(struct state),
	.max_ops = FAULTS,
	.needs = BENCH_DIR,
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
