/* io_mmap_reread.c - read a mapped file.
 *
 * One operation: sum all words of a file of the given size that is mapped,
 * whole, into memory (common_mem.h; lmbench's bw_mmap_rd mmap_only). Bytes are
 * counted once (P8), MB/s are of 10^6 bytes. Inside the clock: the passes over
 * the mapping. Outside: writing the file, which leaves it in the page cache
 * (P6), mapping it and one pass, so that no page faults are inside (P17). The
 * sums are checked after each batch (P11, P19).
 * Source: lmbench's bw_mmap_rd mmap_only. */
#include "bench/common_file.h"
#include "bench/common_mem.h"

#include <sys/mman.h>

struct state {
	void *map;
	uint64_t sum; /* of the batch */
};

static size_t list(struct bench_case *out, size_t max)
{
	return file_cases(out, max, BENCH_DEFAULT);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	s->sum = 0;
	while (n-- > 0) {
		s->sum += loop_sum(s->map, (size_t)c->arg[0]);
		bench_barrier();
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	return s->sum == n * file_sum((uint64_t)c->arg[0]) ?
	    0 :
	    bench_fail_why(c, "the sum of the words is wrong");
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const size_t size = (size_t)c->arg[0];
	int fd, rc = mem_check_size(c, c->arg[0]);

	if (rc != 0)
		return rc;
	c->bytes_per_op = size;
	fd = file_make(c, size, FILE_BLOCK);
	if (fd < 0)
		return -1;
	s->map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
	if (s->map == MAP_FAILED)
		return bench_fail(c, "mmap");
	run(c, 1);
	return tidy(c, 1);
}

const struct bench io_mmap_reread = {
	.name = "io_mmap_reread",
	.summary = "bandwidth of reading a mapped file",
	.alias = "bw_mmap_rd mmap_only",
	.unit = BENCH_RATE,
	.params = file_params,
	.list = list,
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR,
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
