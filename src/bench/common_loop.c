/* common_loop.c - plain loops over memory. */
#include "bench/common_loop.h"

typedef uint64_t vec __attribute__((vector_size(16), may_alias));

/* Eight sums, so that no addition waits for the one before. Written out: an
 * array of them would live in memory with some compilers. */
uint64_t loop_sum(const void *buf, size_t size)
{
	vec a = { 0 }, b = a, c = a, d = a, e = a, f = a, g = a, h = a;
	const vec *p = buf;

	for (size_t left = size / LOOP_BLOCK; left > 0; left--, p += 8) {
		a += p[0];
		b += p[1];
		c += p[2];
		d += p[3];
		e += p[4];
		f += p[5];
		g += p[6];
		h += p[7];
	}
	a += b + c + d + e + f + g + h;
	return a[0] + a[1];
}

/* In the two loops below the compiler may not know where the next block is:
 * else it could call memset or memcpy instead. */
void loop_fill(void *buf, size_t size, uint64_t v)
{
	const vec x = { v, v };
	vec *p = buf;

	for (size_t left = size / LOOP_BLOCK; left > 0; left--) {
		p[0] = p[1] = p[2] = p[3] = x;
		p[4] = p[5] = p[6] = p[7] = x;
		p += 8;
		__asm__ volatile("" : "+r"(p));
	}
}

void loop_copy(void *to, const void *from, size_t size)
{
	const vec *f = from;
	vec *t = to;

	for (size_t left = size / LOOP_BLOCK; left > 0; left--) {
		const vec a = f[0], b = f[1], c = f[2], d = f[3];
		const vec e = f[4], g = f[5], h = f[6], i = f[7];

		t[0] = a;
		t[1] = b;
		t[2] = c;
		t[3] = d;
		t[4] = e;
		t[5] = g;
		t[6] = h;
		t[7] = i;
		f += 8;
		t += 8;
		__asm__ volatile("" : "+r"(t), "+r"(f));
	}
}

void loop_add(void *buf, size_t size)
{
	const vec one = { 1, 1 };
	vec *p = buf;

	for (size_t left = size / LOOP_BLOCK; left > 0; left--) {
		p[0] += one;
		p[1] += one;
		p[2] += one;
		p[3] += one;
		p[4] += one;
		p[5] += one;
		p[6] += one;
		p[7] += one;
		p += 8;
		__asm__ volatile("" : "+r"(p));
	}
}

/* Sixteen words are a block; each is hidden, so that no two become one. */
void loop_words(void *to, const void *from, size_t size)
{
	const uint64_t *f = from;
	uint64_t *t = to;

#define WORD(i) \
	do { \
		uint64_t w = f[i]; \
		__asm__("" : "+r"(w)); \
		t[i] = w; \
	} while (0)
	for (size_t left = size / LOOP_BLOCK; left > 0; left--) {
		WORD(0);
		WORD(1);
		WORD(2);
		WORD(3);
		WORD(4);
		WORD(5);
		WORD(6);
		WORD(7);
		f += 8;
		t += 8;
		WORD(0);
		WORD(1);
		WORD(2);
		WORD(3);
		WORD(4);
		WORD(5);
		WORD(6);
		WORD(7);
		f += 8;
		t += 8;
		__asm__ volatile("" : "+r"(t), "+r"(f));
	}
#undef WORD
}
