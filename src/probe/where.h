/* where.h - where time goes, and what is there, as lines of the wire. */
#ifndef PERFLOSS_PROBE_WHERE_H
#define PERFLOSS_PROBE_WHERE_H

#include "measure/engine.h"

#include <stdint.h>

/* The samples of a step that was sampled: the line "profile". */
void where_profile(int64_t id, const char *key, int64_t period_ns,
    const struct shared *s);

/* The first bytes of a file, at most so many: lines "file". */
void where_file(const char *path, int64_t most);

/* The functions of the kernel: lines "symbols". */
void where_symbols(void);

#endif
