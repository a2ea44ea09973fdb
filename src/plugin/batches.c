/* batches.c - what each batch of a step executed, and the middle ones. */
#include "plugin/batches.h"

#include <stdlib.h>
#include <string.h>

#define SHARE 5 /* one of so many is about the median */

/* Room for one more of `size` bytes. */
static void *grow(void *list, size_t n, size_t *cap, size_t size)
{
	if (n < *cap)
		return list;
	*cap = *cap ? 2 * *cap : 1024;
	return slots_must(realloc(list, *cap * size));
}

static struct batch *open_batch(struct batches *b)
{
	if (!b->open) {
		b->batch = grow(b->batch, b->n, &b->cap, sizeof(*b->batch));
		b->batch[b->n++] = (struct batch){ b->n_growth, 0, 0 };
		b->open = true;
	}
	return &b->batch[b->n - 1];
}

void batches_add(struct batches *b, struct slot *slot, uint64_t n)
{
	struct batch *batch = open_batch(b);

	b->growth =
	    grow(b->growth, b->n_growth, &b->cap_growth, sizeof(*b->growth));
	b->growth[b->n_growth++] = (struct growth){ slot, n };
	batch->n++;
	batch->total += n;
}

void batches_close(struct batches *b)
{
	b->open = false;
}

void batches_forget(struct batches *b)
{
	b->n_growth = b->n = 0;
	b->open = false;
}

size_t batches_middle(size_t n)
{
	size_t k = n / SHARE;

	if (k == 0 && n > 0)
		return 2 - n % 2;
	return k + (n - k) % 2;
}

/* Those that are alike in the order in which they ran. */
static int by_total(const void *a, const void *b)
{
	const struct batch *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static int by_address(const void *a, const void *b)
{
	const struct slot *x = *(struct slot *const *)a;
	const struct slot *y = *(struct slot *const *)b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return memcmp(x->byte, y->byte, SLOTS_MOST);
}

struct slot **batches_sum(struct batches *b, size_t *n, uint64_t *total)
{
	size_t middle = batches_middle(b->n), from = (b->n - middle) / 2;
	struct slot **list = NULL;
	size_t cap = 0;

	*n = 0;
	*total = 0;
	if (b->n)
		qsort(b->batch, b->n, sizeof(*b->batch), by_total);
	for (size_t i = from; i < from + middle; i++) {
		const struct growth *g = &b->growth[b->batch[i].from];

		*total += b->batch[i].total;
		for (size_t k = 0; k < b->batch[i].n; k++, g++) {
			if (g->slot->sum == 0) {
				list = grow(list, *n, &cap, sizeof(*list));
				list[(*n)++] = g->slot;
			}
			g->slot->sum += g->n;
		}
	}
	if (*n)
		qsort(list, *n, sizeof(*list), by_address);
	return list;
}
