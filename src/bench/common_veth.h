/* common_veth.h - two network namespaces joined by virtual Ethernet. */
#ifndef PERFLOSS_BENCH_COMMON_VETH_H
#define PERFLOSS_BENCH_COMMON_VETH_H

#include "bench/common_space.h"

#include <netinet/in.h>

#define COMMON_VETH_NET \
	0xc6120000u        /* 198.18.0.0, for measuring: RFC 2544, C.2.2 */
#define COMMON_VETH_PORT 7 /* echo, RFC 862 */

/* The address of a side; its port is fixed, as nobody else is there. */
static inline struct sockaddr_in common_veth_address(int side)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_port = htons(COMMON_VETH_PORT) };

	at.sin_addr.s_addr = htonl(COMMON_VETH_NET + 1 + (uint32_t)side);
	return at;
}

/* In this process's network namespace: make the pair, one end of it in that of
 * the partner. Skips where the kernel has no such interfaces. */
int common_veth_pair(struct bench_ctx *c, pid_t partner);

/* Give this side's interface its address and switch it on. */
int common_veth_up(struct bench_ctx *c, int side);

/* Wait until this side's, both being on, lets packets through; else the first
 * would be lost and be sent again after a second. */
int common_veth_running(struct bench_ctx *c);

#endif
