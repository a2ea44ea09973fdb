/* mem_bcopy_libc.c - copy memory as the C library does.
 *
 * The operation, the clock and the P-numbers: common_copy.h.
 * The copy is one call of memcpy; the C library chooses its instructions by
 * CPU and size, and may stream past the caches. */
#include "bench/common_copy.h"
#include "bench/common_team.h"

#include <string.h>

static int setup_one(struct bench_ctx *c)
{
	return copy_setup(c, false);
}

static int run_one(struct bench_ctx *c, uint64_t n)
{
	struct copy *s = c->state;
	const size_t size = (size_t)c->arg[0], mid = s->mid;

	while (n-- > 0) {
		s->from[mid] = ++s->pass;
		memcpy(s->to, s->from, size);
		bench_barrier();
		if (s->to[mid] != s->pass)
			return bench_fail_why(c, "nothing was copied");
	}
	return 0;
}

static const struct team_hooks hooks = { sizeof(struct copy), setup_one,
	run_one, copy_tidy };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

const struct bench mem_bcopy_libc = {
	.name = "mem_bcopy_libc",
	.summary = "bandwidth of copying memory, memcpy",
	.alias = "bw_mem bcopy",
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
