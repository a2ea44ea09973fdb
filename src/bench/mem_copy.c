/* mem_copy.c - copy memory word by word.
 *
 * The operation, the clock and the P-numbers: common_copy.h, but for the loop:
 * it loads and stores one 64-bit word at a time, without vectors. It shows what
 * blocks of 128 bytes (mem_bcopy_hand) and the C library (mem_bcopy_libc) are
 * worth. Source: lmbench's bw_mem cp, which touches one word of 4 bytes in 16
 * and counts all; here all are touched. */
#include "bench/common_copy.h"
#include "bench/common_team.h"

static int setup_one(struct bench_ctx *c)
{
	return copy_setup(c, true);
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	return copy_run(c, n, loop_words);
}

static const struct team_hooks hooks = { sizeof(struct copy), setup_one,
	run_one, copy_tidy };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

static size_t list(struct bench_case *out, size_t max)
{
	return mem_cases_two(out, max, 2, BENCH_FULL, BENCH_FULL);
}

const struct bench mem_copy = {
	.name = "mem_copy",
	.summary = "bandwidth of copying memory, word by word",
	.alias = "bw_mem cp",
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
