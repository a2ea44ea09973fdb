/* bw_vm_readv.c - bytes per second read from another process's memory.
 *
 * One operation: one process_vm_readv(2) of M bytes from the partner's memory
 * into a buffer of that size here; MB/s of 10^6 bytes, each byte counted once
 * (P8), as it is copied once. Inside the clock: the call. Outside: the
 * partner, which has written its buffer and sleeps (so no CPU of its own is
 * part of the row, P1), and the buffers, whose pages are there (P17). The
 * first and the last word are cleared before each call and checked after it
 * (P11), all words after each batch. */
#include "bench/common_mem.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

struct state {
	uint64_t *buf; /* at the same address in both */
	pid_t partner;
	size_t words;
};

static int sleep_on(struct bench_ctx *c)
{
	struct state *s = c->state;

	for (size_t i = 0; i < s->words; i++)
		s->buf[i] = i + 1;
	bench_ready(c);
	while (pause() != 0 && errno == EINTR)
		;
	return bench_fail(c, "pause");
}

static ssize_t read_it(const struct state *s)
{
	const struct iovec to = { s->buf, s->words * sizeof(s->buf[0]) };

	return process_vm_readv(s->partner, &to, 1, &to, 1, 0);
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	int rc;

	s->words = (size_t)c->arg[0] / sizeof(s->buf[0]);
	c->bytes_per_op = s->words * sizeof(s->buf[0]);
	s->buf = mem_map(c, c->bytes_per_op);
	if (s->buf == NULL)
		return -1;
	s->partner = bench_partner(c, 0, sleep_on);
	if (s->partner < 0)
		return bench_fail(c, "fork");
	rc = bench_wait_ready(c, 1);
	if (rc != 0)
		return rc;
	mem_mark(s->buf, c->bytes_per_op); /* its pages are ours alone */
	return read_it(s) < 0 ? bench_fail(c, "process_vm_readv") : 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const size_t last = s->words - 1;

	while (n-- > 0) {
		s->buf[0] = s->buf[last] = 0;
		ssize_t got = read_it(s);

		if (got < 0)
			return bench_fail(c, "process_vm_readv");
		if ((uint64_t)got != c->bytes_per_op || s->buf[0] != 1 ||
		    s->buf[last] != last + 1)
			return bench_fail_why(c,
			    "not what the other process has written");
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	(void)n;
	for (size_t i = 0; i < s->words; i++) {
		if (s->buf[i] != i + 1)
			return bench_fail_why(c,
			    "word %zu is not the other process's", i);
		s->buf[i] = 0;
	}
	return 0;
}

const struct bench bw_vm_readv = {
	.name = "bw_vm_readv",
	.summary = "bandwidth of reading another process's memory",
	.unit = BENCH_RATE,
	.params = bench_params(bench_bytes("message", 2 * sizeof(uint64_t),
	    64 << 20, "bytes of one call")),
	.cases = bench_cases(bench_case(BENCH_FULL, 64 << 10)),
	.state_size = sizeof(struct state),
	.calls = "process_vm_readv=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
