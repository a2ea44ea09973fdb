/* common_blocks.c - blocks of a file in random order. */
#include "bench/common_blocks.h"

#include "base/mem.h"
#include "base/rng.h"
#include "bench/common_mem.h"

#include <unistd.h>

int blocks_setup(struct bench_ctx *c, struct blocks *b, const char *dir,
    uint64_t size, size_t block)
{
	struct rng rng;

	if ((block & (block - 1)) != 0)
		return bench_skip(c, "size is not a power of two");
	b->block = block;
	b->n = size / block;
	b->order = xcalloc(b->n, sizeof(*b->order));
	for (size_t i = 0; i < b->n; i++)
		b->order[i] = i;
	rng_seed(&rng, (uint64_t)getpid());
	rng_shuffle(&rng, b->order, b->n);
	b->buf = mem_map(c, FILE_BLOCK);
	if (b->buf == NULL)
		return -1;
	b->fd = file_make_in(c, dir, size, FILE_BLOCK);
	return b->fd < 0 ? -1 : 0;
}
