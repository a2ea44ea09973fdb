/* common_pages.c - private pages that are there. */
#include "bench/common_pages.h"

#include <sys/mman.h>
#include <unistd.h>

size_t pages_one(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

int pages_map(struct bench_ctx *c, struct pages *m, int64_t size, size_t align)
{
	const size_t page = pages_one();
	const size_t room = align > page ? align : page;
	const int64_t memory = plat_memory();

	m->size = ((size_t)size + page - 1) / page * page;
	m->all_size = m->size + 2 * room;
	if (memory > 0 && (int64_t)m->size > memory / 4)
		return bench_skip(c, "more than a quarter of memory");
	m->all = mmap(NULL, m->all_size, PROT_NONE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (m->all == MAP_FAILED)
		return bench_fail(c, "mmap");
	m->p = m->all + room - (uintptr_t)m->all % room;
	if (mprotect(m->p, m->size, PROT_READ | PROT_WRITE) != 0)
		return bench_fail(c, "mprotect");
#ifdef MADV_NOHUGEPAGE
	/* An error means that there are none. */
	madvise(m->p, m->size, MADV_NOHUGEPAGE);
#endif
	return 0;
}

int pages_make(struct bench_ctx *c, struct pages *m, int64_t size, char v)
{
	int rc = pages_map(c, m, size, 0);

	if (rc == 0)
		pages_fill(m, v);
	return rc;
}

void pages_unmap(struct pages *m)
{
	munmap(m->all, m->all_size);
	*m = (struct pages){ .p = NULL };
}

void pages_fill(const struct pages *m, char v)
{
	const size_t page = pages_one();

	for (size_t at = 0; at < m->size; at += page)
		*(volatile char *)(m->p + at) = v;
}

bool pages_have(const struct pages *m, char v)
{
	const size_t page = pages_one();

	for (size_t at = 0; at < m->size; at += page)
		if (*(const volatile char *)(m->p + at) != v)
			return false;
	return true;
}
