/* run_index.c - where in a run a row stands: a hash table with open
 * addressing. */
#include "model/run_index.h"

#include "base/hash.h"
#include "base/mem.h"
#include "model/run.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* So few are sooner looked at one by one. */
#define FEW 8

struct run_index {
	struct slot {
		uint32_t hash;
		uint32_t at; /* place + 1; 0 = empty */
	} * slot;
	size_t slots; /* a power of two, at most half of them taken */
	size_t n;     /* results that are in it: the first n */
};

struct run_index *run_index_new(void)
{
	return xcalloc(1, sizeof(struct run_index));
}

void run_index_free(struct run_index *x)
{
	if (x)
		free(x->slot);
	free(x);
}

static uint32_t hash_of(const char *key)
{
	return (uint32_t)hash_add(HASH_START, key, strlen(key));
}

static void put(struct run_index *x, uint32_t hash, size_t place)
{
	size_t i = hash & (x->slots - 1);

	while (x->slot[i].at)
		i = (i + 1) & (x->slots - 1);
	x->slot[i] = (struct slot){ hash, (uint32_t)place + 1 };
}

static void grow(struct run_index *x, size_t n)
{
	struct slot *old = x->slot;
	size_t slots = x->slots;

	while (x->slots < 2 * n)
		x->slots = x->slots ? 2 * x->slots : 4 * FEW;
	if (x->slots == slots)
		return;
	x->slot = xcalloc(x->slots, sizeof(*x->slot));
	for (size_t i = 0; i < slots; i++)
		if (old[i].at)
			put(x, old[i].hash, old[i].at - 1);
	free(old);
}

static size_t look(const struct result *results, size_t n, const char *key)
{
	size_t i = 0;

	while (i < n && strcmp(results[i].key, key) != 0)
		i++;
	return i;
}

size_t run_index_find(struct run_index *x, const struct result *results,
    size_t n, const char *key)
{
	uint32_t hash;
	size_t i;

	if (!x || n <= FEW)
		return look(results, n, key);
	grow(x, n);
	for (; x->n < n; x->n++)
		put(x, hash_of(results[x->n].key), x->n);
	hash = hash_of(key);
	for (i = hash & (x->slots - 1); x->slot[i].at;
	     i = (i + 1) & (x->slots - 1))
		if (x->slot[i].hash == hash &&
		    strcmp(results[x->slot[i].at - 1].key, key) == 0)
			return x->slot[i].at - 1;
	return n;
}
