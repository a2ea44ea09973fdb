/* common_mem.c - buffers whose contents are known. */
#include "bench/common_mem.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

/* So little is always tried: asking costs as much as mapping it. */
#define ASK (16u << 20)

int mem_room(struct bench_ctx *c, size_t size)
{
	int64_t room = size < ASK ? -1 : plat_memory_free();
	int64_t all = size < ASK ? -1 : plat_memory();

	if (room < 0 || (all > 0 && all < room))
		room = all;
	if (room < 0 || size <= (uint64_t)room)
		return 0;
	return bench_skip(c,
	    "needs %zu MB of memory, the system has %" PRId64 " MB to give",
	    size >> 20, room >> 20);
}

void *mem_map(struct bench_ctx *c, size_t size)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS;

	if (mem_room(c, size) != 0)
		return NULL;

#ifdef MAP_POPULATE
	flags |= MAP_POPULATE;
#endif
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (p == MAP_FAILED) {
		bench_fail(c, "mmap");
		return NULL;
	}
#ifndef MAP_POPULATE
	memset(p, 1, size);
	memset(p, 0, size);
#endif
	return p;
}

int mem_check_size(struct bench_ctx *c, int64_t size)
{
	if (size % LOOP_BLOCK != 0)
		return bench_skip(c, "size %" PRId64 " is not a multiple of %d",
		    size, LOOP_BLOCK);
	return 0;
}

/* From one mark to the next, in words. */
static size_t step(size_t size)
{
	return size <= 1 << 20 ? 1 : 4096 / sizeof(uint64_t) + 1;
}

void mem_mark(void *buf, size_t size)
{
	uint64_t *w = buf;

	for (size_t i = 0; i < size / sizeof(*w); i += step(size))
		w[i] = i + 1;
}

bool mem_is_mark(size_t size, size_t word)
{
	return word % step(size) == 0;
}

/* The first mark at or after a byte. */
static size_t first_mark(size_t size, size_t at)
{
	size_t s = step(size);

	return (at / sizeof(uint64_t) + s - 1) / s * s;
}

bool mem_marked_in(const struct mem_walk *w, const void *buf, size_t at)
{
	const uint64_t *word = buf;
	size_t i, end = (at + w->piece) / sizeof(*word);

	for (i = first_mark(w->size, at); i < end; i += step(w->size))
		if (word[i] != i + 1)
			return false;
	return true;
}

uint64_t mem_marks_in(const struct mem_walk *w, size_t at)
{
	size_t i, end = (at + w->piece) / sizeof(uint64_t);
	uint64_t sum = 0;

	for (i = first_mark(w->size, at); i < end; i += step(w->size))
		sum += i + 1;
	return sum;
}

uint64_t mem_marks(size_t size)
{
	const struct mem_walk all = { size, size, 0 };

	return mem_marks_in(&all, 0);
}

void mem_walk_init(struct mem_walk *w, size_t size)
{
	w->size = size;
	w->piece = size;
	w->at = 0;
	while (size > BENCH_CACHE_BIG && w->piece > MEM_PIECE &&
	    w->piece % (2 * LOOP_BLOCK) == 0)
		w->piece /= 2;
}

void *mem_walk_map(struct bench_ctx *c, struct mem_walk *w)
{
	if (mem_check_size(c, c->arg[MEM_SIZE]) != 0)
		return NULL;
	mem_walk_init(w, (size_t)c->arg[MEM_SIZE]);
	c->bytes_per_op = w->piece;
	return mem_map(c, w->size);
}

size_t mem_walk_past(const struct mem_walk *w, uint64_t before)
{
	uint64_t pieces = w->size / w->piece, at = w->at / w->piece;

	return (size_t)((at + pieces - 1 - before % pieces) % pieces) *
	    w->piece;
}

bool mem_filled(const void *buf, size_t size, uint64_t v)
{
	const uint64_t *w = buf;

	for (size_t i = 0; i < size / sizeof(*w); i += step(size))
		if (w[i] != v)
			return false;
	return true;
}
