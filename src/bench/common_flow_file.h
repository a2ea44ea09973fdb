/* common_flow_file.h - a file from the partner to this process, by the kernel.
 *
 * The operation of the rows bw_sendfile and bw_splice: one block of 64 KB of a
 * file that is in the page cache, sent by the partner over TCP on loopback
 * without passing through its memory, and fully received here, in as many
 * reads as it takes. Each byte is counted once (P8); MB/s are of 10^6 bytes.
 * Inside the clock: one request of 8 bytes a batch, which tells the partner how
 * many blocks are wanted, and all reads. Outside: writing the file (1 MB, so
 * that it stays in the caches, as a file that is sent to many does), which
 * leaves it in the page cache (P6), the connection and the partner. Each block
 * begins with its number and ends with a one, which is checked (P11). The
 * sockets are those of bw_tcp, whose row is the price of the same with read and
 * write. Also avoided: P1, P12. */
#ifndef PERFLOSS_BENCH_COMMON_FLOW_FILE_H
#define PERFLOSS_BENCH_COMMON_FLOW_FILE_H

#include "bench/common_chan.h"

#include <sys/types.h>

struct flow_file {
	struct chan ch;
	uint64_t *buf;
	uint64_t seq; /* of the block that is sent or received next */
	int fd;       /* the file */
	int pipe[2];  /* of splice */
	/* Move at most `left` bytes from there to a descriptor; as write. */
	ssize_t (*move)(struct flow_file *s, int to, off_t at, size_t left);
};

extern const struct bench_param flow_file_params[]; /* cpu */

size_t flow_file_list(struct bench_case *out, size_t max); /* full */

/* Setup: tries the call once; where there is none the row is skipped. */
int flow_file_start(struct bench_ctx *c, const char *call,
    ssize_t (*move)(struct flow_file *s, int to, off_t at, size_t left));
int flow_file_run(struct bench_ctx *c, uint64_t n);
int flow_file_stop(struct bench_ctx *c); /* teardown */

#endif
