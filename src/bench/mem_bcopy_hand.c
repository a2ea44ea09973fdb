/* mem_bcopy_hand.c - copy memory in a plain loop.
 *
 * The operation, the clock and the P-numbers: common_copy.h.
 * The loop loads and stores blocks of 128 bytes; it shows what the C
 * library's copy (mem_bcopy_libc) is worth. */
#include "bench/common_copy.h"
#include "bench/common_team.h"

static int setup_one(struct bench_ctx *c)
{
	return copy_setup(c, true);
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	return copy_run(c, n, loop_copy);
}

static const struct team_hooks hooks = { sizeof(struct copy), setup_one,
	run_one, copy_tidy };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

const struct bench mem_bcopy_hand = {
	.name = "mem_bcopy_hand",
	.summary = "bandwidth of copying memory, a plain loop",
	.alias = "bw_mem fcp",
	.unit = BENCH_RATE,
	.params = mem_params,
	.late = 1u << MEM_THREADS,
	.list = copy_list,
	.state_size = sizeof(struct team),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = team_run,
	.tidy = team_tidy,
	.teardown = team_stop,
};
