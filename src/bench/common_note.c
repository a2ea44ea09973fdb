/* common_note.c - notes of rows that are a share. */
#include "bench/common_note.h"

void common_note_share(struct bench_ctx *c, const char *key, uint64_t n,
    uint64_t all)
{
	if (all > 0)
		bench_note(c, key, "%.1f %%", 100 * (double)n / (double)all);
	else
		bench_note(c, key, "unknown");
}
