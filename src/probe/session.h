/* session.h - the plan in, results out. */
#ifndef PERFLOSS_PROBE_SESSION_H
#define PERFLOSS_PROBE_SESSION_H

#include "measure/engine.h"

/* Carry out the plan on standard input until its end or a reason to stop. */
void session_run(struct measurer *m, const struct bench *const *table);

/* One invocation of batches batches of ops operations without calibration and
 * warm-up. Returns the exit status. */
int session_once(struct measurer *m, const struct bench *const *table,
    const char *key, uint64_t ops, uint32_t batches);

#endif
