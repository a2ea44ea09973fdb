/* common_tcp.h - what went wrong with TCP connections meanwhile. */
#ifndef PERFLOSS_BENCH_COMMON_TCP_H
#define PERFLOSS_BENCH_COMMON_TCP_H

#include "measure/bench.h"

/* Counters of the network namespace, from the system's start. */
struct tcp_trouble {
	bool known;           /* false: the system does not tell */
	uint64_t syn_retrans; /* SYN and SYN-ACK sent again */
	uint64_t overflows;   /* times that an accept queue was full */
};

void tcp_trouble_now(struct tcp_trouble *t);

/* What happened since *then. */
void tcp_trouble_since(struct tcp_trouble *to, const struct tcp_trouble *then);

#endif
