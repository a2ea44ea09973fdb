/* common_sha256.c - SHA-256 (FIPS 180-4) of bytes in memory. */
#include "bench/common_sha256.h"

#include <string.h>

#define BLOCK 64

/* The first 32 bits of the fractions of the cube roots of the first 64 primes,
 * and of the square roots of the first 8 (FIPS 180-4, 4.2.2 and 5.3.3). */
static const uint32_t k[64] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
	0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
	0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
	0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138,
	0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624,
	0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f,
	0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2 };

static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372,
	0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

static uint32_t turn(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t get(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
}

static void put(unsigned char *p, uint32_t x)
{
	for (int i = 0; i < 4; i++)
		p[i] = (unsigned char)(x >> (24 - 8 * i));
}

static void schedule(uint32_t w[64], const unsigned char *p)
{
	for (int i = 0; i < 16; i++)
		w[i] = get(p + (size_t)i * 4);
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		a = turn(a, 7) ^ turn(a, 18) ^ a >> 3;
		b = turn(b, 17) ^ turn(b, 19) ^ b >> 10;
		w[i] = w[i - 16] + a + w[i - 7] + b;
	}
}

static void block(uint32_t s[8], const unsigned char *p)
{
	uint32_t w[64], t, u;
	uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
	uint32_t e = s[4], f = s[5], g = s[6], h = s[7];

	schedule(w, p);
	for (int i = 0; i < 64; i++) {
		t = h + k[i] + w[i] + ((e & f) ^ (~e & g));
		t += turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
		u = (a & b) ^ (a & c) ^ (b & c);
		u += turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
		h = g;
		g = f;
		f = e;
		e = d + t;
		d = c;
		c = b;
		b = a;
		a = t + u;
	}
	s[0] += a;
	s[1] += b;
	s[2] += c;
	s[3] += d;
	s[4] += e;
	s[5] += f;
	s[6] += g;
	s[7] += h;
}

void sha256(const void *data, size_t size, unsigned char digest[SHA256_BYTES])
{
	const unsigned char *p = data;
	unsigned char end[2 * BLOCK] = { 0 };
	uint32_t h[8];
	size_t left = size, n;

	memcpy(h, first, sizeof(h));
	for (; left >= BLOCK; left -= BLOCK, p += BLOCK)
		block(h, p);
	memcpy(end, p, left);
	end[left] = 0x80;
	n = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
	put(end + n - 8, (uint32_t)((uint64_t)size >> 29));
	put(end + n - 4, (uint32_t)((uint64_t)size << 3));
	for (size_t i = 0; i < n; i += BLOCK)
		block(h, end + i);
	for (size_t i = 0; i < 8; i++)
		put(digest + 4 * i, h[i]);
}
