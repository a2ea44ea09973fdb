/* node.c - lists of NUMA nodes and CPUs, and memory that is bound to one. */
#include "bench/common_node.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>

static void list(const char *text, const char *want)
{
	char got[200] = "";
	int v;

	for (size_t i = 0; i < 20 && (v = node_in_list(text, i)) >= 0; i++)
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%d ",
		    v);
	tap_str(got, want, "'%s'", text);
}

/* On the first node there is, from a CPU of its own. */
static void test_here(void)
{
	int node;
	char *p;

	int cpu;

	if (node_list(&node, 1) == 0 || plat_cpus(&cpu, 1) == 0) {
		tap_skip("memory on a node", "no node is known");
		return;
	}
	tap_ok(node_cpu(node) >= 0, "node %d has a CPU", node);
	tap_ok(node_cpu(NODES + 1) == -1, "one that is not there has none");
	if (node_bind(node) != 0) {
		tap_skip("memory on a node", strerror(errno));
		return;
	}
	p = calloc(1, 1 << 20);
	p[1 << 19] = 1;
	tap_ok(node_of(p + (1 << 19)) == node, "memory is on node %d", node);
	free(p);
	tap_ok(node_bind(NODES) == -1 && node_bind(-1) == -1,
	    "a node that cannot be is refused");
}

int main(void)
{
	list("0\n", "0 ");
	list("0-3\n", "0 1 2 3 ");
	list("1,4-5,9\n", "1 4 5 9 ");
	list("", "");
	list("\n", "");
	list("x", "");
	list("3-1", "");
	test_here();
	return tap_done();
}
