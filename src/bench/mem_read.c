/* mem_read.c - read memory.
 *
 * One operation: one pass over a buffer of the given size, or over the next
 * piece of a large one (common_mem.h), in which every 64-bit word is read and
 * added to one of eight sums. Bytes are counted once (P8), MB/s are of 10^6
 * bytes. Inside the clock: the passes. A large buffer is read once in setup:
 * what was written last is then no longer to be written back.
 * Outside: mapping the buffer, whose pages are there beforehand (P17), and
 * marking it; the sums are checked after each batch (P11, P19). The sizes fit
 * half of each cache, or none (bench_size_in, P7). Threads:
 * common_team.h. Source: lmbench's bw_mem frd, which sums words of 32 bits. */
#include "bench/common_mem.h"
#include "bench/common_team.h"

struct state {
	char *buf;
	struct mem_walk walk;
	uint64_t expected; /* sum of one whole pass */
	uint64_t sum;      /* of the batch */
};

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases(out, max, 1, 1u << 1 | 1u << 0);
}

static int setup_one(struct bench_ctx *c)
{
	struct state *s = c->state;
	const size_t size = (size_t)c->arg[MEM_SIZE];

	s->buf = mem_walk_map(c, &s->walk);
	if (s->buf == NULL)
		return -1;
	mem_mark(s->buf, size);
	s->expected = mem_marks(size);
	if (s->walk.piece < size && loop_sum(s->buf, size) != s->expected)
		return bench_fail_why(c, "the sum of the words is wrong");
	return 0;
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const size_t piece = s->walk.piece;

	s->sum = 0;
	while (n-- > 0) {
		s->sum += loop_sum(s->buf + mem_walk_next(&s->walk), piece);
		bench_barrier();
	}
	return 0;
}

static int tidy_one(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const uint64_t pieces = s->walk.size / s->walk.piece;
	uint64_t want = n / pieces * s->expected, i;

	for (i = 0; i < n % pieces; i++)
		want += mem_marks_in(&s->walk, mem_walk_past(&s->walk, i));
	return s->sum == want ?
	    0 :
	    bench_fail_why(c, "the sum of the words is wrong");
}

static const struct team_hooks hooks = { sizeof(struct state), setup_one,
	run_one, tidy_one };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

const struct bench mem_read = {
	.name = "mem_read",
	.summary = "bandwidth of reading memory, all words summed",
	.alias = "bw_mem frd",
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
