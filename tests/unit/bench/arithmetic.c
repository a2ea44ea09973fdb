/* arithmetic.c - results of the rows that calculate. */
#include "bench/common_heap.h"
#include "bench/common_op.h"
#include "bench/common_sha256.h"

#include "tap.h"

#include <stdlib.h>

/* Each kind against the plain sequence, and a wrong number of operations. */
static void test_kind(int type, int what)
{
	const struct op_kind *k = &op_kinds[type][what];
	uint64_t chain[OP_VALUES], round[OP_VALUES], n;
	bool right = true, wrong = true, rounds = true;
	char *v;

	if (k->size == 0) {
		tap_ok(what == OP_MOD && type >= OP_FLOAT,
		    "type %d has no operation %d", type, what);
		return;
	}
	for (n = 0; n < 3 * OP_STEP; n++) {
		k->start(chain);
		k->start(round);
		k->chain(chain, n);
		k->round(round, n);
		right &= k->is(chain, n);
		wrong &= !k->is(chain, n + 1);
		for (size_t i = 0; i < OP_VALUES; i++) {
			v = (char *)round + i * k->size;
			rounds &= k->is(v,
			    n / OP_STEP * (OP_STEP / OP_VALUES) +
				(i == 0 ? n % OP_STEP : 0));
		}
	}
	tap_ok(right && wrong, "type %d, operation %d: a chain", type, what);
	tap_ok(rounds, "type %d, operation %d: round", type, what);
}

static void test_power(void)
{
	uint64_t x = 1;
	bool ok = true;

	for (uint64_t n = 0; n < 100; n++, x *= 12345678901)
		ok &= op_power(12345678901, n) == x;
	tap_ok(ok, "powers");
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void test_heap(size_t n, const char *largest)
{
	double *a = malloc((n + 1) * sizeof(*a));
	double *b = malloc((n + 1) * sizeof(*b));
	char text[32];

	heap_fill(a, n);
	memcpy(b, a, n * sizeof(*a));
	a[n] = -1;
	heap_sort(a, n);
	qsort(b, n, sizeof(*b), by_value);
	tap_ok(memcmp(a, b, n * sizeof(*a)) == 0 && a[n] < 0,
	    "%zu numbers are sorted as qsort does", n);
	snprintf(text, sizeof(text), "%.10f", a[n - 1]);
	tap_str(text, largest, "the largest of %zu", n);
	free(a);
	free(b);
}

/* The generator goes through all its numbers, so the largest of a million is
 * known beforehand: (139968 - 1) / 139968. */
static void test_period(void)
{
	static bool seen[HEAP_PERIOD];
	double *a = malloc(HEAP_PERIOD * sizeof(*a));
	size_t all = 0, i;

	heap_fill(a, HEAP_PERIOD);
	for (i = 0; i < HEAP_PERIOD; i++)
		seen[(size_t)(a[i] * HEAP_PERIOD + .5)] = true;
	for (i = 0; i < HEAP_PERIOD; i++)
		all += seen[i];
	tap_ok(all == HEAP_PERIOD, "the generator makes %zu numbers", all);
	free(a);
}

static void test_sha(const char *text, size_t times, const char *want)
{
	const size_t n = strlen(text);
	unsigned char digest[SHA256_BYTES];
	char got[2 * SHA256_BYTES + 1], *all = malloc(n * times + 1);

	for (size_t i = 0; i < times; i++)
		memcpy(all + i * n, text, n);
	sha256(all, n * times, digest);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		snprintf(got + 2 * i, 3, "%02x", digest[i]);
	tap_str(got, want, "digest of %zu times '%s'", times, text);
	free(all);
}

int main(void)
{
	for (int type = 0; type < OP_TYPES; type++)
		for (int what = 0; what < OP_WHATS; what++)
			test_kind(type, what);
	test_power();
	test_period();
	test_heap(1, "0.3746499200");
	test_heap(1000, "0.9990640718");
	test_heap(1000000, "0.9999928555");
	/* NIST's examples: nothing, one block, two blocks, a million bytes. */
	test_sha("", 1,
	    "e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
	test_sha("abc", 1,
	    "ba7816bf8f01cfea414140de5dae2223"
	    "b00361a396177a9cb410ff61f20015ad");
	test_sha("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
	    "248d6a61d20638b8e5c026930c3e6039"
	    "a33ce45964ff2167f6ecedd419db06c1");
	test_sha("a", 1000000,
	    "cdc76e5c9914fb9281a1c7e284d73e67"
	    "f1809a48a497200e046d39ccc7112cd0");
	return tap_done();
}
