/* child.h - the process of one invocation, from fork to the last descendant. */
#ifndef PERFLOSS_MEASURE_CHILD_H
#define PERFLOSS_MEASURE_CHILD_H

#include "measure/engine.h"

/* Run step's batches in a fresh process with c's placement and directory;
 * fills outcome, error, phase, why and wall_ns of *r. Afterwards no process
 * that it started is left. */
void child_run(struct measurer *m, const struct measure_step *step,
    const struct bench_ctx *c, struct measure_result *r);

/* The same in a process that stays, which is started at the first call: it is
 * stopped between two of them, and dies with the caller. m->stays is it, 0
 * before; -1 once it has ended, which every further call then says. */
void child_visit(struct measurer *m, const struct measure_step *step,
    const struct bench_ctx *c, struct measure_result *r);

#endif
