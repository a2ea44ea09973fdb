/* cpu_memcpy_short.c - copy a few bytes.
 *
 * One operation: one call of memcpy of 1 to `most` bytes between buffers in the
 * first cache; ns. Lengths and places are random, from a table that is gone
 * round: so short a copy is mostly the branches on its length and the lines
 * that it crosses. Inside the clock: the call, and one byte of the result that
 * is added to a sum. Outside: the table; after each batch the sum and the
 * buffer are compared with what they must be. Avoids P19 (called by a pointer
 * that the compiler does not know: it is the C library's, and never inlined),
 * P11. */
#include "measure/bench.h"

#include "base/rng.h"

#include <string.h>

#define MOST  1024
#define SLACK 64 /* places begin in any byte of a line */
#define TURNS 1024

struct state {
	unsigned char from[MOST + SLACK], to[MOST + SLACK];
	struct {
		uint16_t length, from, to;
	} turn[TURNS];
	uint64_t at, first; /* the next turn; the batch's first */
	uint64_t sum;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	struct rng r;

	/* Always the same, as an invocation is to be compared with others. */
	rng_seed(&r, 1);
	for (size_t i = 0; i < sizeof(s->from); i++)
		s->from[i] = (unsigned char)(i * 7 + 1);
	for (size_t i = 0; i < TURNS; i++) {
		s->turn[i].length =
		    (uint16_t)(1 + rng_u64(&r) % (uint64_t)c->arg[0]);
		s->turn[i].from = (uint16_t)(rng_u64(&r) % SLACK);
		s->turn[i].to = (uint16_t)(rng_u64(&r) % SLACK);
	}
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	void *(*copy)(void *, const void *, size_t) = memcpy;
	uint64_t sum = 0, at = s->at;

	bench_hide(copy);
	for (s->first = at; n > 0; n--, at = (at + 1) % TURNS) {
		const size_t length = s->turn[at].length;
		unsigned char *to = s->to + s->turn[at].to;

		copy(to, s->from + s->turn[at].from, length);
		sum += to[length - 1];
	}
	s->at = at;
	s->sum = sum;
	return 0;
}

/* The same byte by byte. The last turns decide what is in the buffer. */
static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	unsigned char want[sizeof(s->to)], made[sizeof(s->to)];
	uint64_t sum = 0, at = s->first;

	memset(want, 0, sizeof(want));
	memset(made, 0, sizeof(made));
	for (; n > 0; n--, at = (at + 1) % TURNS) {
		const size_t length = s->turn[at].length;
		const size_t from = s->turn[at].from, to = s->turn[at].to;

		sum += s->from[from + length - 1];
		for (size_t i = 0; n <= TURNS && i < length; i++) {
			want[to + i] = s->from[from + i];
			made[to + i] = 1;
		}
	}
	for (size_t i = 0; i < sizeof(want); i++)
		if (made[i] && want[i] != s->to[i])
			return bench_fail_why(c, "byte %zu is not copied", i);
	memset(s->to, 0, sizeof(s->to));
	return sum == s->sum && at == s->at ?
	    0 :
	    bench_fail_why(c, "what was copied is wrong");
}

const struct bench cpu_memcpy_short = {
	.name = "cpu_memcpy_short",
	.summary = "a memcpy of a few bytes",
	.params = bench_params(
	    bench_bytes("most", 1, MOST, "bytes of the longest copy")),
	.cases = bench_cases(bench_case(BENCH_FULL, 64)),
	.state_size = sizeof(struct state),
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
