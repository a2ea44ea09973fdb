/* inflate.c - our gunzip against zlib, and against damage. */
#include "plat/facts.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static uint32_t state = 1;

static uint32_t next(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/* kind 0: one letter; 1: words; 2: noise; 3: long repetitions. */
static void fill(unsigned char *p, size_t n, int kind)
{
	static const char words[] = "CONFIG_HZ=250\n# CONFIG_PREEMPT is not\n";

	for (size_t i = 0; i < n; i++)
		if (kind == 0)
			p[i] = 'a';
		else if (kind == 1)
			p[i] = (unsigned char)words[(i + next() % 3) % 38];
		else if (kind == 3 && i >= 30000)
			p[i] = p[i - 30000];
		else
			p[i] = (unsigned char)next();
}

static size_t pack(const unsigned char *in, size_t n, unsigned char *out,
    size_t room, int level, int strategy, bool name)
{
	z_stream z = { 0 };
	gz_header head = { 0 };
	size_t len;

	/* 16 more = gzip, not zlib's own format. */
	if (deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, strategy) != Z_OK)
		exit(1);
	if (name) {
		head.name = (Bytef *)"config";
		head.comment = (Bytef *)"of a kernel";
		head.extra = (Bytef *)"extra";
		head.extra_len = 5;
		head.hcrc = 1;
		deflateSetHeader(&z, &head);
	}
	z.next_in = (Bytef *)(uintptr_t)in;
	z.avail_in = (uInt)n;
	z.next_out = out;
	z.avail_out = (uInt)room;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		exit(1);
	len = room - z.avail_out;
	deflateEnd(&z);
	return len;
}

#define ROOM (1 << 18)
static unsigned char plain[ROOM], packed[2 * ROOM];

static void test_equal(void)
{
	static const size_t sizes[] = { 0, 1, 2, 300, 70000, 200000 };
	struct buf out = BUF_INIT;
	int bad = 0, done = 0;

	for (int run = 0; run < 4 * 6 * 10; run++) {
		int kind = run % 4, level = run / 24;
		size_t n = sizes[run / 4 % 6], len;

		fill(plain, n, kind);
		for (int strategy = 0; strategy <= Z_FIXED; strategy++) {
			if (n > 300 && (run + strategy) % 5)
				continue;
			len = pack(plain, n, packed, sizeof(packed), level,
			    strategy, run % 3 == 0);
			done++;
			if (gunzip(packed, len, ROOM, &out) < 0 ||
			    out.len != n || (n && memcmp(out.s, plain, n) != 0))
				bad++;
		}
	}
	tap_ok(bad == 0 && done > 400, "%d of %d differ from zlib", bad, done);
	buf_release(&out);
}

/* Whatever is cut or changed is refused, and nothing is read or written out
 * of bounds (make asan). */
static void test_damage(void)
{
	struct buf out = BUF_INIT;
	size_t n = 3000, len;
	int taken = 0;

	fill(plain, n, 1);
	len = pack(plain, n, packed, sizeof(packed), 9, 0, false);
	for (size_t i = 0; i < len; i++) {
		unsigned char *cut = malloc(i + 1);

		memcpy(cut, packed, i);
		taken += gunzip(cut, i, ROOM, &out) == 0;
		free(cut);
	}
	tap_ok(taken == 0, "%d cut files were taken", taken);
	taken = 0;
	for (size_t i = 0; i < 4000; i++) {
		unsigned char *copy = malloc(len);
		/* Not in the header: time and system have no meaning. */
		size_t at = 10 + next() % (len - 10);

		memcpy(copy, packed, len);
		copy[at] ^= (unsigned char)(1 + next() % 255);
		taken += gunzip(copy, len, ROOM, &out) == 0 &&
		    (out.len != n || memcmp(out.s, plain, n) != 0);
		free(copy);
	}
	tap_ok(taken == 0, "%d damaged files gave another text", taken);
	for (size_t i = 0; i < 4000; i++) {
		unsigned char noise[200] = { 0x1f, 0x8b, 8 };

		for (size_t k = 3; k < sizeof(noise); k++)
			noise[k] = (unsigned char)next();
		noise[3] &= 31;
		taken += gunzip(noise, sizeof(noise), 4096, &out) == 0;
	}
	tap_ok(taken == 0, "%d pieces of noise were taken", taken);
	buf_release(&out);
}

static void test_limits(void)
{
	struct buf out = BUF_INIT;
	size_t len;

	fill(plain, ROOM, 0);
	len = pack(plain, ROOM, packed, sizeof(packed), 9, 0, false);
	tap_ok(gunzip(packed, len, 1000, &out) == -EFBIG && out.len == 0,
	    "too long a text");
	tap_ok(gunzip("", 0, ROOM, &out) == -EINVAL, "no bytes");
	tap_ok(gunzip("CONFIG_HZ=250\nCONFIG_X=y\n", 25, ROOM, &out) == -EINVAL,
	    "not packed");
	buf_release(&out);
}

int main(void)
{
	test_equal();
	test_damage();
	test_limits();
	return tap_done();
}
