/* common_blocks.c - blocks of a file in random order. */
#include "bench/common_blocks.h"

#include "base/mem.h"
#include "base/rng.h"
#include "bench/common_cold.h"
#include "bench/common_mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int blocks_setup(struct bench_ctx *c, struct blocks *b, const char *dir,
    uint64_t size, size_t block)
{
	struct rng rng;

	if ((block & (block - 1)) != 0)
		return bench_skip(c, "size is not a power of two");
	b->block = block;
	b->dir = dir;
	b->n = size / block;
	b->order = xcalloc(b->n, sizeof(*b->order));
	for (size_t i = 0; i < b->n; i++)
		b->order[i] = i;
	rng_seed(&rng, (uint64_t)getpid());
	rng_shuffle(&rng, b->order, b->n);
	b->buf = mem_map(c, BLOCKS_BUF);
	if (b->buf == NULL)
		return -1;
	b->fd = file_make_in(c, dir, size, FILE_BLOCK);
	return b->fd < 0 ? -1 : 0;
}

static int refused(struct bench_ctx *c, const struct blocks *b)
{
	if (errno == EINVAL || errno == ENOTSUP || errno == EPERM)
		return bench_skip(c, "O_DIRECT with blocks of %zu: %s",
		    b->block, err_words(errno));
	return bench_fail(c, "O_DIRECT");
}

int blocks_direct(struct bench_ctx *c, struct blocks *b)
{
	int rc = cold_put_out(c, b->fd);

	/* Where that cannot be, O_DIRECT may be taken and mean nothing. */
	if (rc == 0)
		rc = cold_drop(c, b->fd, b->n * b->block);
	if (rc != 0)
		return rc;
	close(b->fd);
#ifdef O_DIRECT
	b->fd = file_named(b->dir, FILE_NAME, O_RDWR | O_DIRECT);
	if (b->fd < 0 || pread(b->fd, b->buf, b->block, 0) < 0 ||
	    pwrite(b->fd, b->buf, b->block, 0) < 0)
		return refused(c, b);
	return 0;
#else
	errno = ENOTSUP;
	return refused(c, b);
#endif
}
