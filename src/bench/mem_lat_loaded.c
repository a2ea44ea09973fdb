/* mem_lat_loaded.c - memory's latency while all other CPUs read.
 *
 * One operation: one load of mem_lat's chain (common_lat.h) while a thread on
 * each other CPU reads memory of its own without a pause, as mem_read does; ns.
 * Beside mem_lat of the same size and pages it shows what a busy machine costs
 * each load. The loads' own bytes per second are noted as `load`.
 * Inside the clock: the loads of the chain, unrolled. Outside: mapping,
 * building and starting the others, which read before, between and after the
 * batches.
 * What they read together is as large as the chain, so that neither fits a
 * cache (P7). Avoids P18, P27 (each counts in a line of its own), P29 (one
 * thread a CPU), P30. Source: the definition of the memory latency checkers,
 * with the load all that the other CPUs can give. */
#include "bench/common_curve.h"
#include "bench/common_lat.h"
#include "bench/common_mem.h"
#include "bench/common_readers.h"

struct state {
	struct common_lat lat; /* first */
	struct readers readers;
};

static const char *unsupported(const struct bench_ctx *c)
{
	(void)c;
	return common_cpus() > 1 ? NULL :
				   "needs two CPUs, this process may use 1";
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc = common_lat_setup(c, c->arg[COMMON_SIZE],
	    (enum common_pages)c->arg[COMMON_PAGES]);

	return rc != 0 ? rc :
			 readers_start(c, &s->readers, c->arg[COMMON_SIZE]);
}

static int teardown(struct bench_ctx *c)
{
	struct state *s = c->state;

	return readers_stop(c, &s->readers);
}

const struct bench mem_lat_loaded = {
	.name = "mem_lat_loaded",
	.summary = "random loads while all other CPUs read memory",
	.params = common_curve_params,
	.list = common_memory_case,
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.unsupported = unsupported,
	.setup = setup,
	.run = common_lat_run,
	.tidy = common_lat_tidy,
	.teardown = teardown,
};
