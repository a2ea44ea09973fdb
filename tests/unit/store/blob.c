/* blob.c - tests of store/blob: there and back, and damaged on the way. */
#include "store/blob.h"

#include "base/mem.h"
#include "base/rng.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>

static uint64_t *values(struct rng *rng, size_t n, uint64_t below)
{
	uint64_t *v = xreallocarray(NULL, n, sizeof(*v));
	size_t i;

	for (i = 0; i < n; i++)
		v[i] = below ? rng_below(rng, below) : rng_u64(rng);
	return v;
}

static void trip(struct blob *b, struct rng *rng, size_t n, uint64_t below)
{
	uint64_t *v = values(rng, n, below), *back;
	const void *packed;
	size_t size, got;
	int code;

	packed = blob_pack(b, v, n, &size);
	code = blob_unpack(b, packed, size, &back, &got);
	tap_ok(code == 0 && got == n && memcmp(v, back, n * sizeof(*v)) == 0,
	    "%zu values below %llu: %zu bytes", n, (unsigned long long)below,
	    size);
	free(v);
	free(back);
}

static void damage(struct blob *b, struct rng *rng)
{
	uint64_t *v = values(rng, 40, 1000000), *back;
	unsigned char *copy;
	unsigned wrong = 0;
	const void *packed;
	size_t size, n, i;
	int code;

	packed = blob_pack(b, v, 40, &size);
	copy = xmalloc(size + 1);
	memcpy(copy, packed, size);
	for (i = 0; i < size; i++) {
		wrong += blob_unpack(b, copy, i, &back, &n) != -EBADMSG;
		copy[i] = (unsigned char)(copy[i] ^ 1u << i % 8);
		/* the last bits of a stream may be of no use */
		code = blob_unpack(b, copy, size, &back, &n);
		wrong += code == 0 ?
		    n != 40 || memcmp(back, v, n * sizeof(*v)) != 0 :
		    code != -EBADMSG || back != NULL || n != 0;
		free(back);
		copy[i] = (unsigned char)(copy[i] ^ 1u << i % 8);
	}
	tap_ok(wrong == 0,
	    "each byte cut or flipped is noticed, or does nothing");
	copy[size] = 0;
	tap_ok(blob_unpack(b, copy, size + 1, &back, &n) == -EBADMSG,
	    "something behind it");
	memset(copy, 0xff, 8);
	tap_ok(blob_unpack(b, copy, size, &back, &n) == -EBADMSG,
	    "four milliard values");
	tap_ok(blob_unpack(b, NULL, 0, &back, &n) == 0 && n == 0 && !back,
	    "no blob, no values");
	free(copy);
	free(v);
}

int main(void)
{
	struct blob *b = blob_new();
	struct rng rng;
	size_t size;

	rng_seed(&rng, 1);
	blob_free(NULL);
	tap_ok(!blob_pack(b, NULL, 0, &size) && size == 0, "no values");
	trip(b, &rng, 1, 0);
	trip(b, &rng, 2, 0);
	trip(b, &rng, 3, 0);
	trip(b, &rng, 30, 400000);
	trip(b, &rng, 32, 0);
	trip(b, &rng, 33, 0);
	trip(b, &rng, 1000, 0);
	trip(b, &rng, 3, 1);
	trip(b, &rng, BLOB_VALUES, 2);
	damage(b, &rng);
	blob_free(b);
	return tap_done();
}
