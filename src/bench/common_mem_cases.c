/* common_mem_cases.c - the sizes that rows of memory bandwidth are shown at. */
#include "bench/common_mem.h"
#include "bench/common_team.h"

const struct bench_param mem_params[] = {
	{ .name = "size",
	    .kind = BENCH_BYTES,
	    .min = LOOP_BLOCK,
	    .max = INT64_C(64) << 30,
	    .help = "bytes of a buffer, a multiple of 128" },
	{ .name = "threads",
	    .kind = BENCH_WORD,
	    .words = team_words,
	    .help = "one, or one on each CPU, which divide the buffer" },
	{ .name = NULL },
};

/* What is known of one level; 0 = nothing. */
static int64_t level_size(int level, int buffers)
{
	int64_t size = bench_size_in(level) / buffers;

	return size - size % LOOP_BLOCK;
}

/* lmbench's default, where no cache is known. */
static int64_t memory_size(int buffers)
{
	int64_t size = level_size(0, buffers);

	return size > 0 ? size : (8 << 20) / buffers;
}

bool mem_is_dear(int64_t size, int buffers)
{
	return size * buffers > 4 * BENCH_CACHE_BIG;
}

/* The last case once more, by all CPUs. */
static size_t by_all(struct bench_case *out, size_t n, size_t max)
{
	if (n > 0 && n < max) {
		out[n] = out[n - 1];
		out[n].in = BENCH_FULL;
		out[n++].arg[MEM_THREADS] = 1;
	}
	return n;
}

size_t mem_cases(struct bench_case *out, size_t max, int buffers,
    unsigned quick)
{
	static const int level[] = { 1, 2, 3, 0 };
	/* Half of L2, and memory or what comes next to it; the others are in
	 * full. */
	const int far = mem_is_dear(memory_size(buffers), buffers) ? 3 : 0;
	size_t n = 0;

	for (size_t i = 0; i < 4 && n < max; i++) {
		int64_t size = level[i] ? level_size(level[i], buffers) :
					  memory_size(buffers);
		unsigned in = level[i] == 2 || level[i] == far ? BENCH_DEFAULT :
								 BENCH_FULL;

		if (size <= 0 || (n > 0 && size <= out[n - 1].arg[0]))
			continue;
		if (quick & 1u << level[i])
			in |= BENCH_DEFAULT |
			    (level[i] == 0 && far == 3 ? 0 : BENCH_QUICK);
		out[n++] = (struct bench_case){ .in = in, .arg = { size } };
	}
	return by_all(out, n, max);
}

size_t mem_cases_last(struct bench_case *out, size_t max, int buffers,
    unsigned in)
{
	int64_t size = memory_size(buffers);

	if (max == 0)
		return 0;
	/* A third is odd: only a whole number of MB is made of pieces. */
	if (size > 1 << 20)
		size -= size % (1 << 20);
	out[0] = (struct bench_case){ .in = in, .arg = { size } };
	return by_all(out, 1, max);
}

size_t mem_cases_two(struct bench_case *out, size_t max, int buffers,
    unsigned l2_in, unsigned memory_in)
{
	const int64_t l2 = level_size(2, buffers), all = memory_size(buffers);
	size_t n = 0;

	if (l2 > 0 && l2 < all && n < max)
		out[n++] = (struct bench_case){ .in = l2_in, .arg = { l2 } };
	else
		memory_in = l2_in; /* the only one stands for both */
	if (n < max)
		out[n++] =
		    (struct bench_case){ .in = memory_in, .arg = { all } };
	return n;
}
