/* common_echo.c - a byte goes to the partner and comes back. */
#include "bench/common_echo.h"

#include "bench/common_place.h"

#include <unistd.h>

const struct bench_param echo_params[] = {
	{ .name = "cpu",
	    .kind = BENCH_PLACE,
	    .help = "how the CPUs of the two processes are related" },
	{ .name = NULL },
};

size_t echo_list(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_DEFAULT };

	return common_places(out, max, &one, 0);
}

size_t echo_list_one(struct bench_case *out, size_t max)
{
	size_t n = echo_list(out, max);

	for (size_t i = 1; i < n; i++)
		out[i].in = BENCH_FULL;
	return n;
}

size_t echo_list_full(struct bench_case *out, size_t max)
{
	(void)max;
	out[0] = (struct bench_case){ .in = BENCH_FULL, .arg = { PLAT_SAME } };
	return 1;
}

size_t echo_list_quick(struct bench_case *out, size_t max)
{
	const struct bench_case one = { .in = BENCH_QUICK | BENCH_DEFAULT };

	return common_places(out, max, &one, 0);
}

int echo_answer(struct bench_ctx *c)
{
	struct echo *e = c->state;
	unsigned char b;
	ssize_t got;

	while ((got = read(e->ch.in[1], &b, 1)) == 1) {
		b++;
		if (write(e->ch.out[1], &b, 1) != 1)
			return bench_fail(c, "write");
	}
	return got == 0 ? 0 : bench_fail(c, "read");
}

/* The partner. */
static int answer(struct bench_ctx *c)
{
	struct echo *e = c->state;

	chan_keep(&e->ch, 1);
	bench_ready(c);
	return echo_answer(c);
}

int echo_start(struct bench_ctx *c,
    int (*open)(struct bench_ctx *c, struct chan *ch))
{
	struct echo *e = c->state;
	int rc = open(c, &e->ch);

	if (rc != 0)
		return rc;
	if (bench_partner(c, 1, answer) < 0)
		return bench_fail(c, "fork");
	chan_keep(&e->ch, 0);
	return bench_wait_ready(c, 1);
}

int echo_run(struct bench_ctx *c, uint64_t n)
{
	struct echo *e = c->state;
	const int in = e->ch.in[0], out = e->ch.out[0];
	unsigned char b = e->token;

	while (n-- > 0) {
		const unsigned char want = (unsigned char)(b + 1);

		if (write(out, &b, 1) != 1)
			return bench_fail(c, "write");
		ssize_t got = read(in, &b, 1);
		if (got < 0)
			return bench_fail(c, "read");
		if (got != 1)
			return bench_fail_why(c, "the partner is gone");
		if (b != want)
			return bench_fail_why(c,
			    "got byte %d back instead of %d", b, want);
	}
	e->token = b;
	return 0;
}

int echo_stop(struct bench_ctx *c)
{
	struct echo *e = c->state;

	chan_close(&e->ch, 0);
	return 0;
}
