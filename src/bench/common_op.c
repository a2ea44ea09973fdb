/* common_op.c - one arithmetic operation many times, as a chain or in parallel.
 */
#include "bench/common_op.h"

#define HOLD(x) __asm__ volatile("" : "+r"(x))
#if defined(__x86_64__) || defined(__i386__)
#define HOLD_REAL(x) __asm__ volatile("" : "+x"(x))
#elif defined(__aarch64__)
#define HOLD_REAL(x) __asm__ volatile("" : "+w"(x))
#elif defined(__riscv)
#define HOLD_REAL(x) __asm__ volatile("" : "+f"(x))
#else
#define HOLD_REAL(x) __asm__ volatile("" : "+m"(x))
#endif

uint64_t op_power(uint64_t odd, uint64_t n)
{
	uint64_t r = 1;

	for (; n > 0; n >>= 1, odd *= odd)
		if (n & 1)
			r *= odd;
	return r;
}

#define FOUR(x) x x x x

/* The functions of one kind: from x = FROM, each operation makes it STEP, an
 * expression in x and y = WITH; after k of them it is WANT. */
#define KIND(name, type, hold, FROM, WITH, STEP, WANT) \
	static void name##_start(void *values) \
	{ \
		for (int i = 0; i < OP_VALUES; i++) \
			((type *)values)[i] = FROM; \
	} \
	static void name##_chain(void *values, uint64_t n) \
	{ \
		type *v = values, x = v[0], y = WITH; \
		hold(y); \
		for (; n >= OP_STEP; n -= OP_STEP) { \
			FOUR(FOUR(x = STEP; hold(x);)) \
		} \
		for (; n > 0; n--) { \
			x = STEP; \
			hold(x); \
		} \
		v[0] = x; \
	} \
	static inline type name##_one(type x, type y) \
	{ \
		x = STEP; \
		hold(x); \
		return x; \
	} \
	static void name##_round(void *values, uint64_t n) \
	{ \
		type *v = values, y = WITH; \
		type a = v[0], b = v[1], c = v[2], d = v[3]; \
		type e = v[4], f = v[5], g = v[6], h = v[7]; \
		hold(y); \
		for (; n >= OP_STEP; n -= OP_STEP) { \
			for (int i = 0; i < OP_STEP / OP_VALUES; i++) { \
				a = name##_one(a, y); \
				b = name##_one(b, y); \
				c = name##_one(c, y); \
				d = name##_one(d, y); \
				e = name##_one(e, y); \
				f = name##_one(f, y); \
				g = name##_one(g, y); \
				h = name##_one(h, y); \
			} \
		} \
		for (; n > 0; n--) \
			a = name##_one(a, y); \
		v[0] = a; \
		v[1] = b; \
		v[2] = c; \
		v[3] = d; \
		v[4] = e; \
		v[5] = f; \
		v[6] = g; \
		v[7] = h; \
	} \
	static bool name##_is(const void *value, uint64_t k) \
	{ \
		const type y = WITH, want = WANT; \
		(void)k; \
		(void)y; \
		return !(*(const type *)value < want) && \
		    !(*(const type *)value > want); \
	}

/* Two values in turn, each of which leads to the other: x = c / x with c their
 * product, x = c - x, x = -1 x. */
#define TURN(from, to) (k & 1 ? (to) : (from))

/* Knuth's multiplier modulo 2^32, and one of 64 bits: every bit changes. */
#define ODD   2654435761u
#define ODD64 UINT64_C(6364136223846793005)

/* A remainder needs a new dividend each time: an addition, which is in it. */
#define M             1009
#define PLUS          2000000000
#define M64           1000000007
#define PLUS6         INT64_C(4000000000000000000)
#define LEFT(m, plus) ((1 + k % (m) * (uint64_t)((plus) % (m))) % (uint64_t)(m))

KIND(int_add, uint32_t, HOLD, 1, ODD, x + y, (uint32_t)(1 + k * y))
KIND(int_mul, uint32_t, HOLD, 1, ODD, x *y, (uint32_t)op_power(ODD, k))
KIND(int_div, int32_t, HOLD, 30011, 30011 * 60013, y / x, TURN(30011, 60013))
KIND(int_mod, int32_t, HOLD, 1, M, (x + PLUS) % y, (int32_t)LEFT(M, PLUS))
KIND(long_add, uint64_t, HOLD, 1, ODD64, x + y, 1 + k * y)
KIND(long_mul, uint64_t, HOLD, 1, ODD64, x *y, op_power(ODD64, k))
KIND(long_div, int64_t, HOLD, 2000000011,
    INT64_C(2000000011) * INT64_C(3000000019), y / x,
    TURN(2000000011, INT64_C(3000000019)))
KIND(long_mod, int64_t, HOLD, 1, M64, (x + PLUS6) % y,
    (int64_t)LEFT(M64, PLUS6))
KIND(float_add, float, HOLD_REAL, 1.0f, 3.5f, y - x, TURN(1.0f, 2.5f))
KIND(float_mul, float, HOLD_REAL, 1.5f, -1.0f, x *y, TURN(1.5f, -1.5f))
/* Products that a mantissa of 24 bits, and one of 53, holds exactly. */
KIND(float_div, float, HOLD_REAL, 4093.0f, 4093.0f * 4091.0f, y / x,
    TURN(4093.0f, 4091.0f))
KIND(double_add, double, HOLD_REAL, 1.0, 3.5, y - x, TURN(1.0, 2.5))
KIND(double_mul, double, HOLD_REAL, 1.5, -1.0, x *y, TURN(1.5, -1.5))
KIND(double_div, double, HOLD_REAL, 94906249.0, 94906249.0 * 94906247.0, y / x,
    TURN(94906249.0, 94906247.0))

#define ENTRY(name, type) \
	{ \
		sizeof(type), name##_start, name##_chain, name##_round, \
		    name##_is \
	}

const struct op_kind op_kinds[OP_TYPES][OP_WHATS] = {
	{ ENTRY(int_add, uint32_t), ENTRY(int_mul, uint32_t),
	    ENTRY(int_div, int32_t), ENTRY(int_mod, int32_t) },
	{ ENTRY(long_add, uint64_t), ENTRY(long_mul, uint64_t),
	    ENTRY(long_div, int64_t), ENTRY(long_mod, int64_t) },
	{ ENTRY(float_add, float), ENTRY(float_mul, float),
	    ENTRY(float_div, float), { 0 } },
	{ ENTRY(double_add, double), ENTRY(double_mul, double),
	    ENTRY(double_div, double), { 0 } },
};
