/* stream_copy.c - bandwidth of copying an array (bytes twice).
 *
 * The operation, the clock, the P-numbers and the way in which bytes are
 * counted: common_stream.h. Here to = x: 2 arrays a pass. */
#include "bench/common_stream.h"

static void copy(void *to, const void *x, const void *y, size_t size)
{
	(void)y;
	loop_copy(to, x, size);
}

static const struct stream_kind kind = { copy, 1.0, 1.0, 2 };

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

/* Beside a huge cache stream_triad stands for both in the default profile. */
static size_t list(struct bench_case *out, size_t max)
{
	size_t n = stream_list_default(out, max);

	if (n > 0 && mem_is_dear(out[0].arg[MEM_SIZE], STREAM_ARRAYS))
		out[0].in = BENCH_FULL;
	return n;
}

const struct bench stream_copy = {
	.name = "stream_copy",
	.summary = "bandwidth of copying an array (bytes twice)",
	.alias = "STREAM Copy",
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
