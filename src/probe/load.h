/* load.h - a load, and what there is left, as lines of the wire. */
#ifndef PERFLOSS_PROBE_LOAD_H
#define PERFLOSS_PROBE_LOAD_H

#include "measure/load.h"

/* How the load does: the line "load". */
void load_say(struct load *l);

/* The state of the system: the line "left". */
void load_left(void);

#endif
