/* common_no_uring.c - io_uring where there is none. */
#include "bench/common_uring.h"

#ifndef COMMON_URING

#include <errno.h>

int uring_open(struct bench_ctx *c, struct uring *u, unsigned entries,
    bool polled)
{
	(void)u;
	(void)entries;
	(void)polled;
	return bench_skip(c,
	    "this system, or the one that perfloss was built "
	    "on, has no io_uring");
}

/* Not reached. */
void uring_nop(struct uring *u, uint64_t tag)
{
	(void)u;
	(void)tag;
}

void uring_read(struct uring *u, int fd, void *buf, unsigned size, uint64_t at,
    uint64_t tag)
{
	(void)u;
	(void)fd;
	(void)buf;
	(void)size;
	(void)at;
	(void)tag;
}

int uring_submit(struct uring *u, unsigned n, unsigned wait)
{
	(void)u;
	(void)n;
	(void)wait;
	errno = ENOSYS;
	return -1;
}

bool uring_take(struct uring *u, int *result, uint64_t *tag)
{
	(void)u;
	(void)result;
	(void)tag;
	return false;
}

#endif
