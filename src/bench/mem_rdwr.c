/* mem_rdwr.c - read and write memory in place.
 *
 * One operation: one pass over a buffer of the given size, or over the next
 * piece of a large one (common_mem.h), in which one is added to every 64-bit
 * word; MB/s of 10^6 bytes. Bytes are counted once (P8), though each is read
 * and written. Inside the clock: the passes. Outside: mapping the buffer, whose
 * pages are there beforehand (P17); after each batch the words are looked at
 * (P11, P19). The sizes fit half of L2, or no cache (bench_size_in, P7).
 * Threads: common_team.h. Source: lmbench's bw_mem rdwr, which touches one word
 * of 4 bytes in 16 and counts all; here all are touched. */
#include "bench/common_mem.h"
#include "bench/common_team.h"

struct state {
	char *buf;
	struct mem_walk walk;
	uint64_t passes; /* over pieces */
};

static int setup_one(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->buf = mem_walk_map(c, &s->walk);
	return s->buf == NULL ? -1 : 0;
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	for (s->passes += n; n > 0; n--) {
		loop_add(s->buf + mem_walk_next(&s->walk), s->walk.piece);
		bench_barrier();
	}
	return 0;
}

static int tidy_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t pieces = s->walk.size / s->walk.piece;

	/* The last pieces, and how often the walk has come by each. */
	for (uint64_t i = 0; i < n && i < pieces; i++)
		if (!mem_filled(s->buf + mem_walk_past(&s->walk, i),
			s->walk.piece, (s->passes - i + pieces - 1) / pieces))
			return bench_fail_why(c,
			    "the words do not have the value added up");
	return 0;
}

static const struct team_hooks hooks = { sizeof(struct state), setup_one,
	run_one, tidy_one };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases_two(out, max, 1, BENCH_FULL, BENCH_FULL);
}

const struct bench mem_rdwr = {
	.name = "mem_rdwr",
	.summary = "bandwidth of adding to memory in place, all words",
	.alias = "bw_mem rdwr",
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
