/* stream_add.c - bandwidth of adding two arrays (bytes thrice).
 *
 * The operation, the clock, the P-numbers and the way in which bytes are
 * counted: common_stream.h. Here to = x + y: 3 arrays a pass. */
#include "bench/common_stream.h"

static const struct stream_kind kind = { loop_sum_of, 1.0 + 2.0, 1.0, 3 };

static int setup_one(struct bench_ctx *c)
{
	return stream_setup(c, &kind);
}

static const struct team_hooks hooks = { sizeof(struct stream), setup_one,
	stream_run, stream_tidy };

static int setup(struct bench_ctx *c)
{
	return team_start(c, &hooks, c->arg[MEM_THREADS], LOOP_BLOCK);
}

const struct bench stream_add = {
	.name = "stream_add",
	.summary = "bandwidth of adding two arrays (bytes thrice)",
	.alias = "STREAM Add",
	.unit = BENCH_RATE,
	.params = mem_params,
	.late = 1u << MEM_THREADS,
	.list = stream_list_full,
	.state_size = sizeof(struct team),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = team_run,
	.tidy = team_tidy,
	.teardown = team_stop,
};
