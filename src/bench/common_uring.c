/* common_uring.c - an io_uring, by its system calls alone. */
#include "bench/common_uring.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef COMMON_URING

#include <linux/io_uring.h>

#define IDLE_MS 1000 /* of the kernel's thread: longer than a batch */

static void *at(void *map, uint32_t offset)
{
	return (char *)map + offset;
}

static void *map(const struct uring *u, size_t size, off_t what)
{
	return mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_POPULATE, u->fd, what);
}

static int refused(struct bench_ctx *c)
{
	/* ENOMEM: what a user may lock, before Linux 5.12. */
	if (errno == ENOSYS || errno == EPERM || errno == EACCES ||
	    errno == ENOMEM || errno == EINVAL)
		return bench_skip(c, "io_uring_setup: %s", err_words(errno));
	return bench_fail(c, "io_uring_setup");
}

int uring_open(struct bench_ctx *c, struct uring *u, unsigned entries,
    bool polled)
{
	struct io_uring_params p = {
		.flags = polled ? IORING_SETUP_SQPOLL : 0,
		.sq_thread_idle = IDLE_MS,
	};
	void *sq, *cq, *sqe;
	unsigned *array;

	if (polled && c->cpu[1] >= 0) {
		p.flags |= IORING_SETUP_SQ_AFF;
		p.sq_thread_cpu = (uint32_t)c->cpu[1];
	}
	u->fd = (int)syscall(SYS_io_uring_setup, entries, &p);
	if (u->fd < 0)
		return refused(c);
	u->polled = polled;
	sq = map(u, p.sq_off.array + p.sq_entries * sizeof(*array),
	    IORING_OFF_SQ_RING);
	cq = map(u, p.cq_off.cqes + p.cq_entries * sizeof(*u->cqe),
	    IORING_OFF_CQ_RING);
	sqe = map(u, p.sq_entries * sizeof(*u->sqe), IORING_OFF_SQES);
	if (sq == MAP_FAILED || cq == MAP_FAILED || sqe == MAP_FAILED)
		return bench_fail(c, "mmap of io_uring");
	u->entries = p.sq_entries;
	u->sqe = sqe;
	u->cqe = at(cq, p.cq_off.cqes);
	u->sq_head = at(sq, p.sq_off.head);
	u->sq_tail = at(sq, p.sq_off.tail);
	u->sq_flags = at(sq, p.sq_off.flags);
	u->cq_head = at(cq, p.cq_off.head);
	u->cq_tail = at(cq, p.cq_off.tail);
	u->sq_mask = p.sq_entries - 1;
	u->cq_mask = p.cq_entries - 1;
	array = at(sq, p.sq_off.array);
	for (unsigned i = 0; i < p.sq_entries; i++)
		array[i] = i;
	u->tail = atomic_load(u->sq_tail);
	return 0;
}

static struct io_uring_sqe *next(struct uring *u, uint8_t op, uint64_t tag)
{
	struct io_uring_sqe *e = &u->sqe[u->tail++ & u->sq_mask];

	memset(e, 0, sizeof(*e));
	e->opcode = op;
	e->user_data = tag;
	return e;
}

void uring_nop(struct uring *u, uint64_t tag)
{
	next(u, IORING_OP_NOP, tag);
}

void uring_read(struct uring *u, int fd, void *buf, unsigned size,
    uint64_t offset, uint64_t tag)
{
	struct io_uring_sqe *e = next(u, IORING_OP_READ, tag);

	e->fd = fd;
	e->addr = (uintptr_t)buf;
	e->len = size;
	e->off = offset;
}

int uring_submit(struct uring *u, unsigned n, unsigned wait)
{
	unsigned flags = wait > 0 ? IORING_ENTER_GETEVENTS : 0;
	long done;

	atomic_store_explicit(u->sq_tail, u->tail, memory_order_release);
	if (u->polled) {
		/* The tail first, then whether anybody looks at it. */
		atomic_thread_fence(memory_order_seq_cst);
		if (!(atomic_load_explicit(u->sq_flags, memory_order_relaxed) &
			IORING_SQ_NEED_WAKEUP))
			return 0;
		flags = IORING_ENTER_SQ_WAKEUP;
		wait = 0;
	}
	done = syscall(SYS_io_uring_enter, u->fd, n, wait, flags, NULL, 0);
	if (done >= 0 && !u->polled && done != (long)n)
		errno = EAGAIN;
	return done < 0 || (!u->polled && done != (long)n) ? -1 : 0;
}

bool uring_take(struct uring *u, int *result, uint64_t *tag)
{
	unsigned head = atomic_load_explicit(u->cq_head, memory_order_relaxed);
	const struct io_uring_cqe *e = &u->cqe[head & u->cq_mask];

	if (head == atomic_load_explicit(u->cq_tail, memory_order_acquire))
		return false;
	*result = e->res;
	*tag = e->user_data;
	atomic_store_explicit(u->cq_head, head + 1, memory_order_release);
	return true;
}
#endif
