/* common_flow_file.c - a file from the partner to this process, by the kernel.
 */
#include "bench/common_flow_file.h"

#include "bench/common_file.h"
#include "bench/common_mem.h"
#include "bench/common_place.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

#define FILE_BYTES (1 << 20)
#define BLOCKS     (FILE_BYTES / FILE_BLOCK)
#define BUFFERS    (1 << 20) /* those of bw_tcp */

const struct bench_param flow_file_params[] = {
	{ .name = "cpu",
	    .kind = BENCH_PLACE,
	    .help = "how the CPUs of the two processes are related" },
	{ .name = NULL },
};

size_t flow_file_list(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_FULL };

	return common_places(out, max, &one, 0);
}

/* The partner: as many blocks as each request says. */
static int send_blocks(struct bench_ctx *c)
{
	struct flow_file *s = c->state;
	uint64_t n;
	ssize_t got, put;

	chan_keep(&s->ch, 1);
	bench_ready(c);
	while ((got = read(s->ch.in[1], &n, sizeof(n))) == sizeof(n)) {
		for (; n > 0; n--, s->seq = (s->seq + 1) % BLOCKS) {
			off_t at = (off_t)s->seq * FILE_BLOCK;
			size_t left = FILE_BLOCK;

			for (; left > 0; left -= (size_t)put, at += put) {
				put = s->move(s, s->ch.out[1], at, left);
				if (put <= 0)
					return bench_fail(c, "send of a file");
			}
		}
	}
	return got == 0 ? 0 : bench_fail(c, "read of a request");
}

/* The call once, of one byte, into a pipe. */
static int try_it(struct bench_ctx *c, const char *call)
{
	struct flow_file *s = c->state;
	int to[2];
	ssize_t put;
	char byte;

	if (pipe(to) != 0 || pipe(s->pipe) != 0)
		return bench_fail(c, "pipe");
	put = s->move(s, to[1], 0, 1);
	if (put < 0 &&
	    (errno == ENOSYS || errno == EPERM || errno == EACCES ||
		errno == EINVAL))
		return bench_skip(c, "%s is not possible here: %s", call,
		    err_words(errno));
	if (put < 0)
		return bench_fail(c, call);
	if (put != 1 || read(to[0], &byte, 1) != 1)
		return bench_fail_why(c, "%s moved nothing", call);
	close(to[0]);
	close(to[1]);
	return 0;
}

int flow_file_start(struct bench_ctx *c, const char *call,
    ssize_t (*move)(struct flow_file *s, int to, off_t at, size_t left))
{
	struct flow_file *s = c->state;
	int rc;

	s->move = move;
	s->fd = file_make(c, FILE_BYTES, FILE_BLOCK);
	if (s->fd < 0)
		return -1;
	rc = try_it(c, call);
	if (rc == 0)
		rc = chan_tcp_buffers(c, &s->ch, BUFFERS);
	if (rc != 0)
		return rc;
	c->bytes_per_op = FILE_BLOCK;
	if (bench_partner(c, 1, send_blocks) < 0)
		return bench_fail(c, "fork");
	chan_keep(&s->ch, 0);
	s->buf = mem_map(c, FILE_BLOCK);
	if (s->buf == NULL)
		return -1;
	return bench_wait_ready(c, 1);
}

int flow_file_run(struct bench_ctx *c, uint64_t n)
{
	struct flow_file *s = c->state;

	if (bench_write_all(s->ch.out[0], &n, sizeof(n)) != 0)
		return bench_fail(c, "write of a request");
	for (; n > 0; n--, s->seq = (s->seq + 1) % BLOCKS) {
		if (bench_read_all(s->ch.in[0], s->buf, FILE_BLOCK) != 0)
			return bench_fail(c, "read");
		if (s->buf[0] != s->seq ||
		    s->buf[FILE_BLOCK / sizeof(s->buf[0]) - 1] != 1)
			return bench_fail_why(c,
			    "block %" PRIu64 " is not what the file has",
			    s->seq);
	}
	return 0;
}

int flow_file_stop(struct bench_ctx *c)
{
	struct flow_file *s = c->state;

	chan_close(&s->ch, 0);
	return 0;
}
