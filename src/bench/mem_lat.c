/* mem_lat.c - a load whose address the load before it fetched.
 *
 * One operation: one load of a chain that visits every 64-byte line of `size`
 * bytes exactly once, in an order random over all lines of all pages; ns. The
 * levels of the curve are the caches and memory. pages=4k: never huge;
 * pages=2m: huge, as seen in smaps, else skipped.
 * Inside the clock: the loads, unrolled (the loop hides in their shadow).
 * Outside: mapping, building. A batch goes on where the last one stopped.
 *
 * A line's successor is computed (common_lat.h), so memory is written once,
 * forwards, and after any number of loads it is known where the walk stands.
 * Then all lines are fetched once, so that caches hold what a walk leaves there
 * and not what was written last.
 * Avoids P7 (sizes from the caches), P18 (no stride for a prefetcher, no lines
 * left out, TLB reach as its own row, pages new in each process), P19, P30.
 * Source: lmbench's lat_mem_rd -t and multichase; the former leaves lines
 * out. */
#include "bench/common_curve.h"
#include "bench/common_lat.h"

static int setup(struct bench_ctx *c)
{
	return common_lat_setup(c, c->arg[COMMON_SIZE],
	    (enum common_pages)c->arg[COMMON_PAGES]);
}

const struct bench mem_lat = {
	.name = "mem_lat",
	.summary = "dependent loads in random order over all lines",
	.alias = "lat_mem_rd -t",
	.params = common_curve_params,
	.list = common_curve,
	.state_size = sizeof(struct common_lat),
	.flags = BENCH_LOOP_HIDDEN | BENCH_CURVE,
	.setup = setup,
	.run = common_lat_run,
	.tidy = common_lat_tidy,
};
