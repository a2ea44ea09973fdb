/* mem_numa.c - memory's latency from one node's CPU to another node.
 *
 * One operation: one load of mem_lat's chain (common_lat.h, pages of 4 KB) by a
 * CPU of node `from` in memory of node `at`; ns. Each pair of nodes is a case,
 * so that together they are the machine's matrix.
 * Inside the clock: the loads, unrolled. Outside: choosing the CPU and the
 * memory, which is bound to its node and seen to be there at both ends, and
 * building the chain. Skipped on a machine of one node, and where a node is not
 * this process's to use. Avoids P1, P7, P18, P30. */
#include "bench/common_curve.h"
#include "bench/common_lat.h"
#include "bench/common_node.h"

#include <errno.h>

enum { ARG_SIZE, ARG_FROM, ARG_AT };

static const char *unsupported(const struct bench_ctx *c)
{
	int node[2];

	(void)c;
	switch (node_list(node, 2)) {
	case 0:
		return "the system does not tell its NUMA nodes";
	case 1:
		return "the machine has one NUMA node";
	default:
		return NULL;
	}
}

/* The process is this one's own: both choices end with it. */
static int choose(struct bench_ctx *c, int from, int at)
{
	int cpu = node_cpu(from);
	struct err e;

	if (cpu < 0)
		return bench_skip(c, "node %d has no CPU for this process",
		    from);
	if (plat_pin(cpu, &e) < 0)
		return bench_skip(c, "%s", e.text);
	if (node_bind(at) != 0)
		return bench_skip(c,
		    "no memory of node %d for this process: %s", at,
		    err_words(errno));
	return 0;
}

static int setup(struct bench_ctx *c)
{
	const struct common_lat *s = c->state;
	const int from = (int)c->arg[ARG_FROM], at = (int)c->arg[ARG_AT];
	int rc = choose(c, from, at);

	if (rc == 0)
		rc = common_lat_setup(c, c->arg[ARG_SIZE], COMMON_4K);
	if (rc != 0)
		return rc;
	if (node_of(s->chase.at) != at ||
	    node_of(s->chase.at + s->chase.size - 1) != at)
		return bench_fail_why(c, "the memory is not on node %d", at);
	return 0;
}

/* All pairs of as many nodes as there is room for. */
static size_t list(struct bench_case *out, size_t max)
{
	struct bench_case one;
	int node[NODES];
	size_t nodes = node_list(node, NODES), n = 0;

	if (common_memory_case(&one, 1) == 0)
		return 0;
	if (nodes == 0)
		node[nodes++] = 0;
	while (nodes * nodes > max)
		nodes--;
	for (size_t i = 0; i < nodes; i++)
		for (size_t k = 0; k < nodes; k++)
			out[n++] = (struct bench_case){ .in = BENCH_FULL,
				.arg = { one.arg[0], node[i], node[k] } };
	return n;
}

static const struct bench_param params[] = {
	bench_bytes("size", 2 * LAT_LINE, INT64_C(1) << 40,
	    "bytes that are visited"),
	bench_count("from", 0, NODES - 1, "node of the CPU"),
	bench_count("at", 0, NODES - 1, "node of the memory"),
	{ 0 },
};

const struct bench mem_numa = {
	.name = "mem_numa",
	.summary = "random loads from each NUMA node in each",
	.params = params,
	.list = list,
	.state_size = sizeof(struct common_lat),
	.flags = BENCH_LOOP_HIDDEN | BENCH_NO_PIN,
	.unsupported = unsupported,
	.setup = setup,
	.run = common_lat_run,
	.tidy = common_lat_tidy,
};
