/* common_flow.c - messages from the partner to this process. */
#include "bench/common_flow.h"

#include "bench/common_mem.h"
#include "bench/common_place.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* 64K is what lmbench moves at a time (XFERSIZE). */
#define MESSAGE (64 << 10)

const struct bench_param flow_params[] = {
	{ .name = "message",
	    .kind = BENCH_BYTES,
	    .min = sizeof(uint64_t),
	    .max = 64 << 20,
	    .help = "bytes of one write" },
	{ .name = "cpu",
	    .kind = BENCH_PLACE,
	    .help = "how the CPUs of the two processes are related" },
	{ .name = NULL },
};

size_t flow_list(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_DEFAULT,
		.arg = { MESSAGE } };

	return common_places(out, max, &one, 1);
}

size_t flow_list_quick(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_QUICK | BENCH_DEFAULT,
		.arg = { MESSAGE } };

	return common_places(out, max, &one, 1);
}

/* Where the number of a message stands: at its two ends. */
static void number(unsigned char *buf, size_t size, uint64_t seq)
{
	memcpy(buf, &seq, sizeof(seq));
	memcpy(buf + size - sizeof(seq), &seq, sizeof(seq));
}

bool flow_has_number(const unsigned char *buf, size_t size, uint64_t seq)
{
	return memcmp(buf, &seq, sizeof(seq)) == 0 &&
	    memcmp(buf + size - sizeof(seq), &seq, sizeof(seq)) == 0;
}

/* The partner: as many messages as each request says. */
static int send_all(struct bench_ctx *c)
{
	struct flow *s = c->state;
	const size_t size = (size_t)c->arg[0];
	uint64_t n;
	ssize_t got;

	chan_keep(&s->ch, 1);
	s->buf = mem_map(c, size);
	if (s->buf == NULL)
		return -1;
	bench_ready(c);
	while ((got = read(s->ch.in[1], &n, sizeof(n))) == sizeof(n)) {
		while (n-- > 0) {
			number(s->buf, size, ++s->seq);
			if (bench_write_all(s->ch.out[1], s->buf, size) != 0)
				return bench_fail(c, "write");
		}
	}
	return got == 0 ? 0 : bench_fail(c, "read of a request");
}

int flow_start(struct bench_ctx *c,
    int (*open)(struct bench_ctx *c, struct chan *ch))
{
	struct flow *s = c->state;
	int rc = open(c, &s->ch);

	if (rc != 0)
		return rc;
	c->bytes_per_op = (uint64_t)c->arg[0];
	if (bench_partner(c, 1, send_all) < 0)
		return bench_fail(c, "fork");
	chan_keep(&s->ch, 0);
	s->buf = mem_map(c, (size_t)c->arg[0]);
	if (s->buf == NULL)
		return -1;
	return bench_wait_ready(c, 1);
}

int flow_run(struct bench_ctx *c, uint64_t n)
{
	struct flow *s = c->state;
	const size_t size = (size_t)c->arg[0];

	if (bench_write_all(s->ch.out[0], &n, sizeof(n)) != 0)
		return bench_fail(c, "write of a request");
	while (n-- > 0) {
		if (bench_read_all(s->ch.in[0], s->buf, size) != 0)
			return bench_fail(c, "read");
		if (!flow_has_number(s->buf, size, ++s->seq))
			return bench_fail_why(c,
			    "message %" PRIu64 " is not what was sent", s->seq);
	}
	return 0;
}

int flow_stop(struct bench_ctx *c)
{
	struct flow *s = c->state;

	chan_close(&s->ch, 0);
	return 0;
}
