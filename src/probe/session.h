/* session.h - the plan in, results out. */
#ifndef PERFLOSS_PROBE_SESSION_H
#define PERFLOSS_PROBE_SESSION_H

#include "measure/engine.h"

/* Carry out the plan on standard input until its end. Returns the exit
 * status: 0, or 128 + the signal that stopped it, or 2 when the reader of
 * standard output went away. */
int session_run(struct measurer *m, const struct bench *const *table);

/* One invocation of batches batches of ops operations without calibration and
 * warm-up. Returns the exit status. */
int session_once(struct measurer *m, const struct bench *const *table,
    const char *key, uint64_t ops, uint32_t batches);

#endif
