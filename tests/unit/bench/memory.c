/* memory.c - the loops over memory and the marks that prove them. */
#include "bench/common_file.h"
#include "bench/common_mem.h"

#include "tap.h"

#include <stdlib.h>

/* A small buffer, whose every word is a mark, and one with a mark a page. */
static const size_t sizes[] = { LOOP_BLOCK, 4096, 3 << 20 };

static void test_sum(uint64_t *w, size_t size)
{
	uint64_t want = 0, sum;
	size_t i, n = size / sizeof(*w);
	bool each = true;

	memset(w, 0, size);
	mem_mark(w, size);
	for (i = 0; i < n; i++)
		want += w[i];
	sum = loop_sum(w, size);
	tap_ok(sum == want && sum == mem_marks(size), "sum of %zu bytes", size);
	/* Each word counts, in all places of a block. */
	for (i = 0; i < n && i < 2 * LOOP_BLOCK; i++) {
		w[i] += 3;
		each &= loop_sum(w, size) == want + 3;
		w[i] -= 3;
	}
	each &= loop_sum(w, 0) == 0;
	tap_ok(each, "every word of %zu bytes is summed", size);
}

static void test_fill(uint64_t *w, size_t size)
{
	size_t i, n = size / sizeof(*w);
	bool all = true;

	w[n] = 77;
	loop_fill(w, size, 5);
	for (i = 0; i < n; i++)
		all &= w[i] == 5;
	tap_ok(all && w[n] == 77, "fill sets %zu bytes and no more", size);
	tap_ok(mem_filled(w, size, 5), "and it is seen");
	w[0] = 6;
	tap_ok(!mem_filled(w, size, 5), "a word that is not filled is seen");
}

static void test_copy(uint64_t *from, uint64_t *to, size_t size)
{
	const struct mem_walk all = { size, size, 0 };
	size_t n = size / sizeof(*to);

	memset(from, 0, size);
	memset(to, 1, size);
	mem_mark(from, size);
	to[n] = 77;
	loop_copy(to, from, size);
	tap_ok(memcmp(to, from, size) == 0 && to[n] == 77,
	    "copy of %zu bytes and no more", size);
	tap_ok(mem_marked_in(&all, to, 0), "and the marks are there");
	to[0]++;
	tap_ok(!mem_marked_in(&all, to, 0), "a mark that is not there is seen");
}

/* The loops that calculate: of x = 1, y = 2, all words. */
static void test_kernels(void *x, void *y, size_t size)
{
	static const struct {
		void (
		    *loop)(void *to, const void *x, const void *y, size_t size);
		double want;
	} k[] = { { loop_scale, 3 }, { loop_sum_of, 3 }, { loop_triad, 7 } };
	double *a = x, *b = y, *to = malloc(size);
	size_t i, j, n = size / sizeof(*to);
	bool all;

	for (i = 0; i < sizeof(k) / sizeof(k[0]); i++) {
		for (j = 0; j < n; j++) {
			a[j] = 1;
			b[j] = 2;
		}
		k[i].loop(to, a, b, size);
		for (j = 0, all = true; j < n; j++)
			all &= to[j] > k[i].want - .5 && to[j] < k[i].want + .5;
		tap_ok(all, "kernel %zu of %zu bytes", i, size);
	}
	free(to);
}

static void test_words(uint64_t *from, uint64_t *to, size_t size)
{
	size_t i, n = size / sizeof(*to);
	bool all = true;

	for (i = 0; i < n; i++)
		from[i] = i;
	to[n] = 77;
	loop_words(to, from, size);
	tap_ok(memcmp(to, from, size) == 0 && to[n] == 77,
	    "word by word, %zu bytes and no more", size);
	loop_add(to, size);
	for (i = 0; i < n; i++)
		all &= to[i] == i + 1;
	tap_ok(all && to[n] == 77, "one is added to %zu bytes and no more",
	    size);
	loop_stream(to, size, 5);
	tap_ok(mem_filled(to, size, 5) && to[n] == 77,
	    "%zu bytes are written past the caches and no more", size);
}

/* Marks in a large buffer fall on every word of a page in turn. */
static void test_marks(uint64_t *w)
{
	const size_t size = 4 << 20;
	bool seen[512] = { false };
	size_t i, n = 0;

	memset(w, 0, size);
	mem_mark(w, size);
	for (i = 0; i < size / sizeof(*w); i++)
		seen[i % 512] |= w[i] != 0;
	for (i = 0; i < 512; i++)
		n += seen[i];
	tap_ok(n == 512, "marks in %zu of 512 places of a page", n);
}

static void test_file_sum(void)
{
	const uint64_t block = FILE_BLOCK / sizeof(uint64_t);

	tap_ok(file_sum(FILE_BLOCK) == block - 1, "one block: ones, and 0");
	tap_ok(file_sum(3 * FILE_BLOCK) == 3 * (block - 1) + 0 + 1 + 2,
	    "three blocks: their numbers");
	tap_ok(file_sum(FILE_BLOCK + 16) == block - 1 + 1 + 1,
	    "a block of two words");
}

/* Pieces of a large buffer: all of it, each once, in order, and round again;
 * what is past can be told; their marks are the whole's. */
static void test_walk(void)
{
	static const size_t of[] = { 520u << 20, 128u << 20, (64u << 20) + 128,
		(65u << 20) + 4096, 64u << 20, 24 << 10 };
	struct mem_walk w;
	size_t i, k, pieces, at;
	uint64_t sum;
	bool ok;

	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		mem_walk_init(&w, of[i]);
		pieces = of[i] / w.piece;
		ok = of[i] % w.piece == 0 && w.piece % LOOP_BLOCK == 0;
		ok &= of[i] > 64u << 20 || pieces == 1;
		for (k = 0, sum = 0; k < 2 * pieces; k++) {
			at = mem_walk_next(&w);
			ok &= at == k % pieces * w.piece;
			ok &= mem_walk_past(&w, 0) == at;
			ok &= mem_walk_past(&w, k) == 0;
			ok &= mem_walk_past(&w, k + 7 * pieces) == 0;
			sum += mem_marks_in(&w, at);
		}
		tap_ok(ok, "%zu bytes are %zu pieces of %zu", of[i], pieces,
		    w.piece);
		tap_ok(sum == 2 * mem_marks(of[i]), "with all marks");
	}
	mem_walk_init(&w, 520u << 20);
	tap_ok(w.piece <= 16u << 20, "a large buffer's pieces are small");
}

/* What is divided among three buffers is made of pieces all the same. */
static void test_third(void)
{
	struct bench_case k[2];
	struct mem_walk w;
	size_t n = mem_cases_last(k, 2, 3, BENCH_DEFAULT);

	tap_ok(n == 2 && k[0].arg[0] == k[1].arg[0] && k[1].arg[1] == 1,
	    "the last case, also by all threads");
	mem_walk_init(&w, (size_t)k[0].arg[0]);
	tap_ok(w.piece <= 2 * MEM_PIECE || w.size <= (size_t)BENCH_CACHE_BIG,
	    "%zu bytes are gone through in pieces of %zu", w.size, w.piece);
}

/* What takes a tenth of a second to set up is not measured by default, but for
 * one row of reads; and each row has a case there. */
static void test_dear(void)
{
	struct bench_case k[BENCH_CASES];

	for (int buffers = 1; buffers <= 2; buffers++) {
		size_t n = mem_cases(k, BENCH_CASES, buffers, 0), i, in = 0;
		bool dear = false;

		for (i = 0; i < n; i++) {
			in += (k[i].in & BENCH_DEFAULT) != 0;
			dear |= (k[i].in & BENCH_DEFAULT) &&
			    mem_is_dear(k[i].arg[0], buffers);
		}
		tap_ok(!dear && in > 0 && in <= 2,
		    "%d buffers: %zu cases by default, none dear", buffers, in);
	}
	tap_ok(mem_is_dear(130 << 20, 2) && !mem_is_dear(128 << 20, 2),
	    "dear begins beyond 256M");
	size_t n = mem_cases(k, BENCH_CASES, 1, 1u << 0), i = n - 1;
	while (i > 0 && k[i].arg[MEM_THREADS] != 0)
		i--;
	tap_ok(k[i].in & BENCH_DEFAULT,
	    "memory is there where it is asked for");
}

/* A mark that is missing is seen in its piece and in no other. */
static void test_pieces(uint64_t *buf)
{
	struct mem_walk w = { 4 << 20, 1 << 20, 0 };

	memset(buf, 0, w.size);
	mem_mark(buf, w.size);
	tap_ok(mem_is_mark(w.size, 513) && !mem_is_mark(w.size, 512) &&
		mem_is_mark(4096, 512),
	    "which words are marks");
	buf[513 * 300]++; /* in the second piece */
	tap_ok(mem_marked_in(&w, buf, 0) && !mem_marked_in(&w, buf, 1 << 20) &&
		mem_marked_in(&w, buf, 2 << 20) &&
		mem_marked_in(&w, buf, 3 << 20),
	    "a mark that is missing is seen in its piece");
}

int main(void)
{
	/* A page more: the word behind the end must stay. */
	uint64_t *a = aligned_alloc(4096, (4 << 20) + 4096);
	uint64_t *b = aligned_alloc(4096, (4 << 20) + 4096);

	if (a == NULL || b == NULL)
		return 1;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		test_sum(a, sizes[i]);
		test_fill(a, sizes[i]);
		test_copy(a, b, sizes[i]);
		test_words(a, b, sizes[i]);
		test_kernels(a, b, sizes[i]);
	}
	test_marks(a);
	test_walk();
	test_third();
	test_dear();
	test_pieces(a);
	test_file_sum();
	free(a);
	free(b);
	return tap_done();
}
