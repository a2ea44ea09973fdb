/* common_chase.c - memory full of pointers, and the walk along them. */
#include "bench/common_chase.h"

#include "bench/common_mem.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *const common_pages_words[] = { "4k", "2m", NULL };

/* Bytes of the mapping at p that are in huge pages; -1 = unknown. */
static int64_t huge_bytes(const void *p)
{
	uintptr_t want = (uintptr_t)p;
	unsigned long long from, to;
	int64_t kb = -1;
	bool here = false;
	char line[256];
	FILE *f = fopen("/proc/self/smaps", "re");

	if (f == NULL)
		return -1;
	while (kb < 0 && fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "%llx-%llx ", &from, &to) == 2)
			here = want >= from && want < to;
		else if (here && strncmp(line, "AnonHugePages:", 14) == 0)
			kb = strtoll(line + 14, NULL, 10);
	}
	fclose(f);
	return kb < 0 ? -1 : kb * 1024;
}

/* Ask for the pages, then touch each, as one call where the system can. */
static void populate(char *at, size_t size, bool huge)
{
	size_t i, page = (size_t)sysconf(_SC_PAGESIZE);

#if defined(MADV_HUGEPAGE) && defined(MADV_NOHUGEPAGE)
	/* Where this is refused there are no huge pages: seen below. */
	(void)madvise(at, size, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
#ifdef MADV_POPULATE_WRITE
	if (madvise(at, size, MADV_POPULATE_WRITE) == 0)
		return;
#endif
	for (i = 0; i < size; i += page)
		((volatile char *)at)[i] = 0;
}

uint64_t common_page_size(enum common_pages pages)
{
	return (uint64_t)(pages == COMMON_2M ? plat_huge_page() :
					       sysconf(_SC_PAGESIZE));
}

int common_chase_map(struct bench_ctx *c, size_t size, enum common_pages pages)
{
	struct common_chase *m = c->state;
	size_t unit = common_page_size(pages), whole;
	char *raw;

	if (unit == 0)
		return bench_skip(c, "no transparent huge pages here");
	whole = (size + unit - 1) / unit * unit;
	if (mem_room(c, whole) != 0)
		return -1;
	raw = mmap(NULL, whole + unit, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (raw == MAP_FAILED)
		return bench_fail(c, "mmap");
	m->at = raw + (unit - (uintptr_t)raw % unit) % unit;
	m->p = m->at;
	m->size = size;
	populate(m->at, whole, pages == COMMON_2M);
	if (pages == COMMON_2M && huge_bytes(m->at) < (int64_t)whole)
		return bench_skip(c, "the system gave no huge pages");
	return 0;
}

#define LOAD   p = *(void *const *)p;
#define LOAD8  LOAD LOAD LOAD LOAD LOAD LOAD LOAD LOAD
#define LOAD32 LOAD8 LOAD8 LOAD8 LOAD8

void common_chase_walk(struct common_chase *m, uint64_t n)
{
	const void *p = m->p;

	m->done += n;
	for (; n >= 32; n -= 32) {
		LOAD32
	}
	while (n-- > 0) {
		LOAD
	}
	bench_use(p);
	m->p = (void *)(uintptr_t)p;
}

int common_chase_check(struct bench_ctx *c, uint64_t offset)
{
	const struct common_chase *m = c->state;

	if (m->p != m->at + offset)
		return bench_fail_why(c,
		    "after %llu loads the walk is not "
		    "where it must be",
		    (unsigned long long)m->done);
	return 0;
}
