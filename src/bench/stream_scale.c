/* stream_scale.c - bandwidth of multiplying an array (bytes twice).
 *
 * The operation, the clock, the P-numbers and the way in which bytes are
 * counted: common_stream.h. Here to = 3 x: 2 arrays a pass. */
#include "bench/common_stream.h"

static const struct stream_kind kind = { loop_scale, LOOP_Q * 1.0, LOOP_Q, 2 };

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

const struct bench stream_scale = {
	.name = "stream_scale",
	.summary = "bandwidth of multiplying an array (bytes twice)",
	.alias = "STREAM Scale",
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
