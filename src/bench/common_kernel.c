/* common_kernel.c - loops over memory that calculate, or pass by the caches. */
#include "bench/common_loop.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

typedef uint64_t vec __attribute__((vector_size(16), may_alias));
typedef double reals __attribute__((vector_size(16), may_alias));

static void stream_two(vec *p, vec x)
{
#if defined(__x86_64__)
	_mm_stream_si128((__m128i *)p, (__m128i)x);
	_mm_stream_si128((__m128i *)(p + 1), (__m128i)x);
#elif defined(__aarch64__)
	__asm__ volatile("stnp %q0, %q0, [%1]" : : "w"(x), "r"(p) : "memory");
#else
	p[0] = p[1] = x;
#endif
}

void loop_stream(void *buf, size_t size, uint64_t v)
{
	const vec x = { v, v };
	vec *p = buf;

	for (size_t left = size / LOOP_BLOCK; left > 0; left--, p += 8) {
		stream_two(p, x);
		stream_two(p + 2, x);
		stream_two(p + 4, x);
		stream_two(p + 6, x);
	}
#if defined(__x86_64__)
	_mm_sfence();
#elif defined(__aarch64__)
	__asm__ volatile("dmb ishst" : : : "memory");
#endif
}

/* A block of eight vectors, X(i) to be an expression in i. Written out: not
 * every compiler unrolls a loop of eight, and then it is the loop that is
 * measured. */
#define KERNEL(X) \
	const reals *f = x, *g = y; \
	reals *t = to; \
\
	for (size_t left = size / LOOP_BLOCK; left > 0; left--) { \
		t[0] = X(0); \
		t[1] = X(1); \
		t[2] = X(2); \
		t[3] = X(3); \
		t[4] = X(4); \
		t[5] = X(5); \
		t[6] = X(6); \
		t[7] = X(7); \
		f += 8; \
		g += 8; \
		t += 8; \
		__asm__ volatile("" : "+r"(t), "+r"(f), "+r"(g)); \
	}

#define SCALE(i) (LOOP_Q * f[i])
#define SUM(i)   (f[i] + g[i])
#define TRIAD(i) (f[i] + LOOP_Q * g[i])

void loop_scale(void *to, const void *x, const void *y, size_t size)
{
	KERNEL(SCALE)
}

void loop_sum_of(void *to, const void *x, const void *y, size_t size)
{
	KERNEL(SUM)
}

void loop_triad(void *to, const void *x, const void *y, size_t size)
{
	KERNEL(TRIAD)
}
