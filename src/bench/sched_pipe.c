/* sched_pipe.c - two processes hand a message to and fro through two pipes.
 *
 * One operation: one round trip: four bytes to the other process and four
 * back, which are two switches (P2) and four system calls; ns. Inside the
 * clock: the round trips. Outside: the pipes and the partner.
 * Source: the operation and the message of "perf bench sched pipe", whose
 * "usecs/op" this is; it leaves the placing to the scheduler (cpu=free).
 * ipc_pipe is the same path with one byte (lmbench's lat_pipe) on given CPUs;
 * here cpu=free comes first, so that what the scheduler makes of two that wake
 * each other is seen.
 * Avoids P1 (the placement is part of the row), P2, P11; closed (P16). */
#include "bench/common_chan.h"

#include <unistd.h>

struct sched_pipe {
	struct chan ch;
	uint32_t count; /* of round trips: the message */
};

static int answer(struct bench_ctx *c)
{
	struct sched_pipe *s = c->state;
	uint32_t m;
	ssize_t got;

	chan_keep(&s->ch, 1);
	bench_ready(c);
	while ((got = read(s->ch.in[1], &m, 4)) == 4)
		if (write(s->ch.out[1], &m, 4) != 4)
			return bench_fail(c, "write");
	return got == 0 ? 0 : bench_fail(c, "read");
}

static int setup(struct bench_ctx *c)
{
	struct sched_pipe *s = c->state;
	int rc = chan_pipe(c, &s->ch);

	if (rc != 0)
		return rc;
	if (bench_partner(c, 1, answer) < 0)
		return bench_fail(c, "fork");
	chan_keep(&s->ch, 0);
	return bench_wait_ready(c, 1);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct sched_pipe *s = c->state;
	uint32_t m;

	while (n-- > 0) {
		m = ++s->count;
		if (write(s->ch.out[0], &m, 4) != 4)
			return bench_fail(c, "write");
		if (read(s->ch.in[0], &m, 4) != 4)
			return bench_fail(c, "read");
		if (m != s->count)
			return bench_fail_why(c, "got %u back instead of %u", m,
			    s->count);
	}
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	struct sched_pipe *s = c->state;

	chan_close(&s->ch, 0);
	return 0;
}

const struct bench sched_pipe = {
	.name = "sched_pipe",
	.summary = "round trip of a message between two processes",
	.alias = "perf bench sched pipe",
	.params = bench_params(
	    bench_place("cpu", "how the two processes are placed")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, PLAT_FREE),
	    bench_case(BENCH_FULL, PLAT_SAME)),
	.state_size = sizeof(struct sched_pipe),
	.calls = "write=2 read=2",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
