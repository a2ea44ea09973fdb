/* common_note.c - notes of rows that are a share. */
#include "bench/common_note.h"

#include <stdio.h>

void common_note_share(struct bench_ctx *c, const char *key, uint64_t n,
    uint64_t all)
{
	char text[32] = "unknown";

	if (all > 0)
		snprintf(text, sizeof(text), "%.1f %%",
		    100 * (double)n / (double)all);
	bench_note(c, key, text);
}
