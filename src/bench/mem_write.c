/* mem_write.c - write memory.
 *
 * One operation: one pass over a buffer of the given size, in which every
 * 64-bit word is set to the number of the pass (see common_mem.h). Bytes are
 * counted once (P8), though a cache reads a line before it changes it; MB/s
 * are of 10^6 bytes. Inside the clock: the passes. Outside: mapping the
 * buffer, whose pages are there beforehand (P17); after each batch the words
 * are looked at, one in each 4 KB of a large buffer, all of a small one (P11,
 * P19). The sizes fit half of each cache, or none (bench_size_in, P7).
 * One thread. */
#include "bench/common_mem.h"

struct state {
	void *buf;
	uint64_t pass;
};

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases(out, max, 1, 0);
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = mem_check_size(c, c->arg[0]);

	if (rc != 0)
		return rc;
	c->bytes_per_op = (uint64_t)c->arg[0];
	s->buf = mem_map(c, (size_t)c->arg[0]);
	return s->buf == NULL ? -1 : 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	while (n-- > 0) {
		loop_fill(s->buf, (size_t)c->arg[0], ++s->pass);
		bench_barrier();
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	(void)n;
	return mem_filled(s->buf, (size_t)c->arg[0], s->pass) ?
	    0 :
	    bench_fail_why(c, "the words do not have the value written");
}

const struct bench mem_write = {
	.name = "mem_write",
	.summary = "bandwidth of writing memory, all words",
	.alias = "bw_mem fwr",
	.unit = BENCH_RATE,
	.params = mem_params,
	.list = list,
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
