/* counted.h - what CPU and kernel counted of a command (exec --counters). */
#ifndef PERFLOSS_JUDGE_COUNTED_H
#define PERFLOSS_JUDGE_COUNTED_H

#include "model/run.h"

#include <stddef.h>

#define COUNTED_MOST 16

struct counted {
	char name[32];   /* "cycles", "cycles:u" */
	double value;    /* median over the invocations; NaN: there is none */
	const char *why; /* then; borrowed from the result */
};

/* In the order of the notes ("counter.NAME", "uncounted.NAME"); how many. */
size_t counted_of(const struct result *res, struct counted out[COUNTED_MOST]);

#endif
