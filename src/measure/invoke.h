/* invoke.h - the process of one invocation, seen from inside. */
#ifndef PERFLOSS_MEASURE_INVOKE_H
#define PERFLOSS_MEASURE_INVOKE_H

#include "measure/shared.h"

/* How the probe calls itself for an invocation, and where it then finds the
 * file that is mapped as struct shared. */
#define INVOKE_OPTION "--invocation"
#define INVOKE_FD     3

/* Do shared->task with the benchmark it names; ends the process. */
_Noreturn void invoke(struct shared *shared, const struct bench *bench);

/* The same for a program called with INVOKE_OPTION. Returns, with a sentence,
 * when nobody prepared that. */
int invoke_main(const struct bench *const *table, struct err *e);

#endif
