/* common_fault.c - memory of which a touch makes one page fault. */
#include "bench/common_fault.h"

#include "bench/common_file.h"

#include <sys/mman.h>
#include <unistd.h>

#define AROUND 16        /* pages: fault_around_bytes of Linux is 64 KB */
#define WHOLE  (8 << 20) /* of the file that has all its pages */

static size_t page(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static int no_huge(struct bench_ctx *c)
{
	return bench_skip(c, "this system gives no transparent huge pages");
}

/* Where the touches read, there is a byte of 1. */
static int mark(struct bench_ctx *c, const struct fault *f)
{
	for (size_t at = 0; at < WHOLE; at += f->step)
		if (pwrite(f->fd, "\1", 1, (off_t)at) != 1)
			return bench_fail(c, "pwrite");
	return 0;
}

int fault_open(struct bench_ctx *c, struct fault *f, enum fault_kind kind)
{
	f->kind = kind;
	f->fd = -1;
	f->step = page();
	f->reads =
	    kind == FAULT_FILE || kind == FAULT_AROUND || kind == FAULT_ZERO;
	switch (kind) {
	case FAULT_FILE:
		f->step = AROUND * page();
		f->fd = file_make_sparse(c, FAULT_MOST, f->step);
		return f->fd < 0 ? -1 : 0;
	case FAULT_AROUND:
		f->step = AROUND * page();
		f->fd = file_make(c, WHOLE, FILE_BLOCK);
		return f->fd < 0 ? -1 : mark(c, f);
	case FAULT_COW:
		f->fd = file_make(c, FAULT_MOST * page(), FILE_BLOCK);
		return f->fd < 0 ? -1 : 0;
	case FAULT_THP:
		f->step = (size_t)plat_huge_page();
		return f->step == 0 ? no_huge(c) : 0;
	default:
		return 0;
	}
}

/* The file again and again. */
static int map_whole(struct bench_ctx *c, const struct fault *f, size_t size)
{
	for (size_t at = 0; at < size; at += WHOLE)
		if (mmap(f->map + at, size - at < WHOLE ? size - at : WHOLE,
			PROT_READ, MAP_SHARED | MAP_FIXED, f->fd,
			0) == MAP_FAILED)
			return bench_fail(c, "mmap");
	return 0;
}

static int advise(struct bench_ctx *c, const struct fault *f, size_t size)
{
#ifdef MADV_HUGEPAGE
	if (f->kind == FAULT_THP && madvise(f->map, size, MADV_HUGEPAGE) != 0)
		return no_huge(c);
	/* An error means that there are none. */
	if (f->kind != FAULT_THP)
		madvise(f->map, size, MADV_NOHUGEPAGE);
#else
	if (f->kind == FAULT_THP)
		return no_huge(c);
	(void)size;
#endif
	return 0;
}

int fault_map(struct bench_ctx *c, struct fault *f, uint64_t n)
{
	const bool shared = f->kind == FAULT_SHARED || f->kind == FAULT_FILE;
	const bool file = f->fd >= 0 && f->kind != FAULT_AROUND;
	const size_t size = n * f->step;
	const int64_t memory = plat_memory();
	int prot = PROT_READ | (f->kind == FAULT_FILE ? 0 : PROT_WRITE), rc;

	if (f->kind == FAULT_THP && memory > 0 && (int64_t)size > memory / 4)
		return bench_skip(c, "more than a quarter of memory");
	f->all_size = size + (f->kind == FAULT_THP ? f->step : 0);
	f->all = mmap(NULL, f->all_size, prot,
	    (shared ? MAP_SHARED : MAP_PRIVATE) | (file ? 0 : MAP_ANONYMOUS),
	    file ? f->fd : -1, 0);
	if (f->all == MAP_FAILED)
		return bench_fail(c, "mmap");
	f->map = f->all;
	if (f->kind == FAULT_THP)
		f->map += f->step - 1 - ((uintptr_t)f->all - 1) % f->step;
	rc = f->kind == FAULT_AROUND ? map_whole(c, f, size) : 0;
	if (rc == 0)
		rc = advise(c, f, size);
	for (uint64_t i = 0; f->kind == FAULT_COW && i < n; i++)
		bench_use(*(volatile char *)(f->map + i * f->step));
	return rc;
}

int fault_unmap(struct bench_ctx *c, struct fault *f)
{
	return munmap(f->all, f->all_size) != 0 ? bench_fail(c, "munmap") : 0;
}

bool fault_is_huge(const struct fault *f, uint64_t n)
{
	struct plat_usage before, after;

	plat_usage(&before);
	for (uint64_t i = 0; i < n; i++)
		*(volatile char *)(f->map + (i + 1) * f->step - 1) = 1;
	plat_usage(&after);
	return after.minflt - before.minflt < n;
}
