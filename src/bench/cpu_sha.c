/* cpu_sha.c - a hash of memory: arithmetic, as a program has it.
 *
 * One operation: the SHA-256 of `size` bytes in the first cache; bytes per
 * second, counted once (P8), MB/s of 10^6. It is plain C without the CPU's
 * instructions for it, so it shows how well a core and this program's compiler
 * do shifts, additions and logic that depend on one another; it is not what a
 * library that uses them reaches. Inside the clock: the hash; each operation
 * changes the message. Outside: after each batch the last digest is made again
 * and compared; the invocation begins with the standard's own example (P11,
 * P19). Source: FIPS 180-4. */
#include "bench/common_mem.h"
#include "bench/common_sha256.h"

#include <string.h>

struct state {
	unsigned char *text;
	uint64_t pass;
	unsigned char digest[SHA256_BYTES];
};

/* The digest of "abc" (FIPS 180-4's example) begins so. */
static const unsigned char abc[] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf,
	0xea };

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	sha256("abc", 3, s->digest);
	if (memcmp(s->digest, abc, sizeof(abc)) != 0)
		return bench_fail_why(c, "the digest of 'abc' is wrong");
	c->bytes_per_op = (uint64_t)c->arg[0];
	s->text = mem_map(c, (size_t)c->arg[0]);
	if (s->text == NULL)
		return -1;
	mem_mark(s->text, (size_t)c->arg[0]);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	while (n-- > 0) {
		s->pass++;
		memcpy(s->text, &s->pass, sizeof(s->pass));
		sha256(s->text, (size_t)c->arg[0], s->digest);
		bench_barrier();
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	unsigned char again[SHA256_BYTES];

	if (n == 0)
		return 0;
	sha256(s->text, (size_t)c->arg[0], again);
	return memcmp(again, s->digest, sizeof(again)) == 0 ?
	    0 :
	    bench_fail_why(c, "the digest is wrong");
}

const struct bench cpu_sha = {
	.name = "cpu_sha",
	.summary = "SHA-256 in plain C",
	.unit = BENCH_RATE,
	.params = bench_params(bench_bytes("size", sizeof(uint64_t), 1 << 30,
	    "bytes of the message")),
	.cases = bench_cases(bench_case(BENCH_FULL, 8 << 10)),
	.state_size = sizeof(struct state),
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
