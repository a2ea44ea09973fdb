/* common_note.h - notes of rows that are a share. */
#ifndef PERFLOSS_BENCH_COMMON_NOTE_H
#define PERFLOSS_BENCH_COMMON_NOTE_H

#include "measure/bench.h"

/* "57.3 %": n of all; "unknown" of none. */
void common_note_share(struct bench_ctx *c, const char *key, uint64_t n,
    uint64_t all);

#endif
