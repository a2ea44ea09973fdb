/* common_node.c - NUMA nodes: which there are, their CPUs, memory on one. */
#include "bench/common_node.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<sys/syscall.h>)
#include <sys/syscall.h>
#endif
#endif

#define SYS   "/sys/devices/system/node/"
#define LINE  4096
#define BITS  (8 * sizeof(unsigned long))
#define WORDS (NODES / BITS)

/* Linux's uapi/linux/mempolicy.h. */
#define BIND      2 /* MPOL_BIND */
#define NODE_ADDR 3 /* MPOL_F_NODE | MPOL_F_ADDR */

int node_in_list(const char *list, size_t i)
{
	const char *at = list;
	char *end;
	long from, to;

	while (*at >= '0' && *at <= '9') {
		from = to = strtol(at, &end, 10);
		if (*end == '-')
			to = strtol(end + 1, &end, 10);
		if (to < from)
			return -1;
		if (i <= (size_t)(to - from))
			return (int)(from + (long)i);
		i -= (size_t)(to - from) + 1;
		at = *end == ',' ? end + 1 : "";
	}
	return -1;
}

static bool read_line(const char *path, char *line, size_t size)
{
	FILE *f = fopen(path, "re");
	bool got = f != NULL && fgets(line, (int)size, f) != NULL;

	if (f != NULL)
		fclose(f);
	return got;
}

size_t node_list(int *node, size_t max)
{
	char line[LINE];
	size_t n = 0;

	if (!read_line(SYS "has_memory", line, sizeof(line)))
		return 0;
	while (n < max && (node[n] = node_in_list(line, n)) >= 0)
		n++;
	return n;
}

int node_cpu(int node)
{
	char path[80], line[LINE];
	int all[PLAT_CPUS], cpu;
	size_t n = plat_cpus(all, PLAT_CPUS);

	snprintf(path, sizeof(path), SYS "node%d/cpulist", node);
	if (!read_line(path, line, sizeof(line)))
		return -1;
	for (size_t i = 0; (cpu = node_in_list(line, i)) >= 0; i++)
		for (size_t k = 0; k < n; k++)
			if (all[k] == cpu)
				return cpu;
	return -1;
}

#if defined(SYS_set_mempolicy) && defined(SYS_get_mempolicy)
int node_bind(int node)
{
	unsigned long mask[WORDS] = { 0 };

	if (node < 0 || node >= NODES) {
		errno = EINVAL;
		return -1;
	}
	mask[(size_t)node / BITS] = 1ul << (size_t)node % BITS;
	/* The kernel takes one bit fewer than it is told of. */
	return (int)syscall(SYS_set_mempolicy, BIND, mask, NODES + 1);
}

int node_of(const void *p)
{
	int node = -1;

	if (syscall(SYS_get_mempolicy, &node, NULL, 0, p, NODE_ADDR) != 0)
		return -1;
	return node;
}
#else
int node_bind(int node)
{
	(void)node;
	errno = ENOSYS;
	return -1;
}

int node_of(const void *p)
{
	(void)p;
	errno = ENOSYS;
	return -1;
}
#endif
