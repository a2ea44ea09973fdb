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
 *	thp     write to memory for which huge pages are wanted: the fault maps
 *	        one of those, and zeroing it is what takes the time
 *	around  read a file that is all in the page cache, one page in each
 *	        64 KB: the 16 pages around are mapped as well, which is what
 *	        reading a mapped file costs every 16 pages
 * Else huge pages are declined. Around a fault on a file Linux maps those of
 * the 16 pages of 64 KB that are in the page cache: "file" reads one page in
 * each 64 KB of a file that has no others, so page tables are 16 times as
 * sparse and one more is needed every 32 faults instead of every 512. Inside
 * the clock: the touches, page tables included. Outside: mapping before and
 * unmapping after each batch, the file. The system must have counted at least
 * as many faults as there were touches, and what is read is checked (P11,
 * P19); for thp, that one page was given for all of its size. */
#include "bench/common_fault.h"

#include <inttypes.h>

struct state {
	struct fault f;
	uint64_t faults; /* before the batch */
	uint64_t sum;    /* of what was read */
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	return fault_open(c, &s->f, (enum fault_kind)c->arg[0]);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	struct plat_usage u;
	int rc = fault_map(c, &s->f, n);

	plat_usage(&u);
	s->faults = u.minflt;
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const size_t step = s->f.step;
	volatile char *p = s->f.map;

	s->sum = 0;
	if (s->f.reads)
		for (; n > 0; n--, p += step)
			s->sum += (uint64_t)*p;
	else
		for (; n > 0; n--, p += step)
			*p = 2;
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t want = s->f.fd >= 0 && s->f.reads ? n : 0;
	struct plat_usage u;

	plat_usage(&u);
	if (u.minflt - s->faults < n)
		return bench_fail_why(c,
		    "%" PRIu64 " touches made %" PRIu64 " page faults", n,
		    u.minflt - s->faults);
	if (s->sum != want ||
	    (!s->f.reads && s->f.map[(n - 1) * s->f.step] != 2))
		return bench_fail_why(c, "the pages are not those written");
	if (s->f.kind == FAULT_THP && !fault_is_huge(&s->f, n))
		return bench_skip(c,
		    "the system gives small pages instead of "
		    "huge ones");
	return fault_unmap(c, &s->f);
}

const struct bench vm_fault = {
	.name = "vm_fault",
	.summary = "one page fault that maps one page",
	.params = bench_params(bench_word("kind", "what is faulted in", "anon",
	    "file", "cow", "shared", "zero", "thp", "around")),
	.cases =
	    bench_cases(bench_case(BENCH_QUICK | BENCH_DEFAULT, FAULT_ANON),
		bench_case(BENCH_DEFAULT, FAULT_FILE),
		bench_case(BENCH_DEFAULT, FAULT_COW),
		bench_case(BENCH_FULL, FAULT_SHARED),
		bench_case(BENCH_FULL, FAULT_ZERO),
		bench_case(BENCH_FULL, FAULT_THP),
		bench_case(BENCH_FULL, FAULT_AROUND)),
	.state_size = sizeof(struct state),
	.max_ops = FAULT_MOST,
	.needs = BENCH_DIR,
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
