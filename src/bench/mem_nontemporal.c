/* mem_nontemporal.c - write memory past the caches.
 *
 * One operation: one pass over the next piece of a large buffer
 * (common_mem.h), in which every 64-bit word is set to the number of the
 * operation by stores that pass by the caches (MOVNTDQ, STNP), and a fence;
 * MB/s of 10^6 bytes, counted once (P8). Next to mem_write it shows what is
 * saved when a cache does not read a line that is overwritten whole. Inside the
 * clock: the passes. Outside: mapping the buffer, whose pages are there
 * beforehand (P17); after each batch the words are looked at, one in each 4 KB
 * (P11, P19). The size fits no cache (bench_size_in, P7). Threads:
 * common_team.h. */
#include "bench/common_mem.h"
#include "bench/common_team.h"

struct state {
	char *buf;
	struct mem_walk walk;
	uint64_t pass;
};

static const char *unsupported(const struct bench_ctx *c)
{
	(void)c;
	return LOOP_STREAMS ? NULL :
			      "no store past the caches is known for this CPU";
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

	while (n-- > 0)
		loop_stream(s->buf + mem_walk_next(&s->walk), s->walk.piece,
		    ++s->pass);
	return 0;
}

static int tidy_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t pieces = s->walk.size / s->walk.piece;

	for (uint64_t i = 0; i < n && i < pieces; i++)
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

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases_last(out, max, 1, BENCH_FULL);
}

const struct bench mem_nontemporal = {
	.name = "mem_nontemporal",
	.summary = "bandwidth of writing memory past the caches",
	.unit = BENCH_RATE,
	.params = mem_params,
	.late = 1u << MEM_THREADS,
	.list = list,
	.state_size = sizeof(struct team),
	.flags = BENCH_LOOP_HIDDEN,
	.unsupported = unsupported,
	.setup = setup,
	.run = team_run,
	.tidy = team_tidy,
	.teardown = team_stop,
};
