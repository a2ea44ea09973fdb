/* command.h - a program line of the plan: a command, run and measured. */
#ifndef PERFLOSS_PROBE_COMMAND_H
#define PERFLOSS_PROBE_COMMAND_H

#include "measure/engine.h"
#include "probe/plan.h"

/* The environment that commands get: that of the probe when it was started.
 * Before it is trimmed for rows; borrowed. */
void command_environment(char *const *env);

char *const *command_env(void);

/* Whoever is killed before it can end what it has started: with the first call
 * this process becomes two, of which one only waits and cleans up. */
void command_split(void);

/* Run it and say what it came to. */
void command_step(struct measurer *m, const struct plan_line *p);

#endif
