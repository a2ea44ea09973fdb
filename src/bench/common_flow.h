/* common_flow.h - messages from the partner to this process.
 *
 * The operation of the rows bw_pipe, bw_unix and bw_tcp: one message of M
 * bytes, written by the partner in one call and fully received here, in as
 * many reads as it takes. Each byte is counted once, though the kernel copies
 * it twice (P8); MB/s are of 10^6 bytes. Inside the clock: one request of
 * 8 bytes a batch, which tells the partner how many messages are wanted, and
 * all reads; when the last one has returned the pipe is empty. Outside: making
 * the descriptors, the buffers (touched beforehand, aligned to pages; lmbench
 * reads pipes into one that is not) and the partner. Neither side looks at the
 * bytes, except that each message begins and ends with its number, which is
 * checked (P11), so none is lost, cut or doubled. Also avoided: P1 and P12 (the
 * placement and the message size are part of the row).
 * Source: lmbench's bw_pipe, bw_unix and bw_tcp, which pin neither side;
 * there the reader does not ask, so the end of a batch is less sharp. */
#ifndef PERFLOSS_BENCH_COMMON_FLOW_H
#define PERFLOSS_BENCH_COMMON_FLOW_H

#include "bench/common_chan.h"

/* Of one message; a message that arrives in pieces takes more reads. */
#define FLOW_CALLS "write=1 read>=1"

struct flow {
	struct chan ch;
	unsigned char *buf;
	uint64_t seq; /* number of the message received or sent last */
};

extern const struct bench_param flow_params[]; /* message, cpu */

size_t flow_list(struct bench_case *out, size_t max);       /* default */
size_t flow_list_quick(struct bench_case *out, size_t max); /* quick too */

int flow_start(struct bench_ctx *c,
    int (*open)(struct bench_ctx *c, struct chan *ch));
int flow_run(struct bench_ctx *c, uint64_t n);
int flow_stop(struct bench_ctx *c); /* teardown */

/* Whether a message begins and ends with this number. */
bool flow_has_number(const unsigned char *buf, size_t size, uint64_t seq);

#endif
