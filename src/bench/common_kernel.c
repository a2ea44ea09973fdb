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

/* A block of eight vectors, X to be an expression in i. */
#define KERNEL(X) \
	const reals *f = x, *g = y; \
	reals *t = to; \
\
	for (size_t left = size / LOOP_BLOCK; left > 0; left--) { \
		for (int i = 0; i < 8; i++) \
			t[i] = (X); \
		f += 8; \
		g += 8; \
		t += 8; \
		__asm__ volatile("" : "+r"(t), "+r"(f), "+r"(g)); \
	}

void loop_scale(void *to, const void *x, const void *y, size_t size)
{
	KERNEL(LOOP_Q * f[i])
}

void loop_sum_of(void *to, const void *x, const void *y, size_t size)
{
	KERNEL(f[i] + g[i])
}

void loop_triad(void *to, const void *x, const void *y, size_t size)
{
	KERNEL(f[i] + LOOP_Q * g[i])
}
