/* batches.h - what each batch of a step executed, and the middle ones of them.
 *
 * The number of a row is the median of its batches. What makes it up are then
 * the batches about the median, not all of them: a tick of the timer, or memory
 * that is given back in one lump, is in a few, and would be in their mean. */
#ifndef PERFLOSS_PLUGIN_BATCHES_H
#define PERFLOSS_PLUGIN_BATCHES_H

#include "plugin/slots.h"

/* Of a batch: an instruction that began n times more. */
struct growth {
	struct slot *slot;
	uint64_t n;
};

struct batch {
	size_t from, n; /* in growth */
	uint64_t total;
};

/* Of one step and region. All zero is none. */
struct batches {
	struct growth *growth;
	size_t n_growth, cap_growth;
	struct batch *batch;
	size_t n, cap;
	bool open; /* the last one goes on */
};

/* It began so many times more in the batch that is open, which is opened by
 * that where there is none. */
void batches_add(struct batches *b, struct slot *slot, uint64_t n);

/* The open batch, if one is, is over. */
void batches_close(struct batches *b);

/* How many are about the median: one of five, as many below as above it; one
 * at least, two where they are an even number. */
size_t batches_middle(size_t n);

/* Into sum of the slots: what the middle batches executed. Returns the slots
 * with a sum, by address and bytes, *n of them, with *total; the caller frees,
 * sets their sums back to 0, and forgets the batches. */
struct slot **batches_sum(struct batches *b, size_t *n, uint64_t *total);
void batches_forget(struct batches *b);

#endif
