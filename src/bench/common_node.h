/* common_node.h - NUMA nodes: which there are, their CPUs, memory on one. */
#ifndef PERFLOSS_BENCH_COMMON_NODE_H
#define PERFLOSS_BENCH_COMMON_NODE_H

#include "measure/bench.h"

#define NODES 1024 /* the kernel's most */

/* Nodes that have memory, ascending. Returns how many (0 = unknown). */
size_t node_list(int *node, size_t max);

/* The first CPU of a node that this process may use, or -1. */
int node_cpu(int node);

/* From now on memory of this process is on one node, or there is none. 0 or
 * -1 with errno. */
int node_bind(int node);

/* The node on which the page at p is, or -1 with errno. */
int node_of(const void *p);

/* Numbers of a list as the kernel writes it, "0-3,8": the i-th, or -1. For
 * tests. */
int node_in_list(const char *list, size_t i);

#endif
