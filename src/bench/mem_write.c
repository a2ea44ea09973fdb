/* mem_write.c - write memory.
 *
 * One operation: one pass over a buffer of the given size, or over the next
 * piece of a large one (common_mem.h), in which every 64-bit word is set to the
 * number of the operation. Bytes are counted once (P8), though a cache reads a
 * line before it changes it; MB/s are of 10^6 bytes. Inside the clock: the
 * passes. Outside: mapping the buffer, whose pages are there beforehand (P17);
 * after each batch the words are looked at, one in each 4 KB of a large buffer,
 * all of a small one (P11, P19). The sizes fit half of each cache, or none
 * (bench_size_in, P7). Threads: common_team.h.
 * Source: lmbench's bw_mem fwr, which writes words of 32 bits. */
#include "bench/common_mem.h"
#include "bench/common_team.h"

struct state {
	char *buf;
	struct mem_walk walk;
	uint64_t pass;
};

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases(out, max, 1, 0);
}

static int setup_one(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->buf = mem_walk_map(c, &s->walk);
	return s->buf == NULL ? -1 : 0;
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const size_t piece = s->walk.piece;

	while (n-- > 0) {
		loop_fill(s->buf + mem_walk_next(&s->walk), piece, ++s->pass);
		bench_barrier();
	}
	return 0;
}

static int tidy_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t pieces = s->walk.size / s->walk.piece;
	uint64_t i;

	/* The last pieces, until one that was written again since. */
	for (i = 0; i < n && i < pieces; i++)
		if (!mem_filled(s->buf + mem_walk_past(&s->walk, i),
			s->walk.piece, s->pass - i))
			return bench_fail_why(c,
			    "the words do not have the value written");
	return 0;
}

static const struct team_hooks hooks = { sizeof(struct state), setup_one,
	run_one, tidy_one };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

const struct bench mem_write = {
	.name = "mem_write",
	.summary = "bandwidth of writing memory, all words",
	.alias = "bw_mem fwr",
	.unit = BENCH_RATE,
	.params = mem_params,
	.late = 1u << MEM_THREADS,
	.list = list,
	.state_size = sizeof(struct team),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = team_run,
	.tidy = team_tidy,
	.teardown = team_stop,
};
