/* inject.h - what the probe was told to make slower, on purpose.
 *
 * So that it can be seen whether a slowdown of known size is found:
 *
 *	seccomp:N[,INSNS]  N filters that allow everything, of INSNS (2)
 *	                   instructions each, in front of every system call
 *	spin:TURNS         so many turns more in each operation of self_spin
 *	quota:SHARE%[,PERIOD_US]  a CPU quota, counted over a period (10000)
 *
 * It is in force in the process of each invocation and all it starts, never in
 * the probe, and is told as a fact, "probe.inject". */
#ifndef PERFLOSS_MEASURE_INJECT_H
#define PERFLOSS_MEASURE_INJECT_H

#include "plat/plat.h"

#define INJECT_TEXT 64

enum inject_kind {
	INJECT_NONE,
	INJECT_SECCOMP,
	INJECT_SPIN,
	INJECT_QUOTA,
};

struct inject {
	enum inject_kind kind;
	char text[INJECT_TEXT]; /* as it was given; "none" */
	unsigned filters, instructions;
	uint64_t turns;
	double share; /* of one CPU */
	int64_t period_us;
	struct plat_quota quota;
	struct err why_not; /* code < 0: it cannot be had here */
};

/* Understand word; NULL = nothing is injected. 0 or -EINVAL, -ERANGE with the
 * reason. */
int inject_parse(struct inject *in, const char *word, struct err *e);

/* In the probe: make what lasts longer than an invocation. What cannot be had
 * is told in why_not, and every invocation then says so. */
void inject_open(struct inject *in);
void inject_close(struct inject *in);

/* In the process of an invocation, before it does anything. 0 or the reason. */
int inject_enter(const struct inject *in, struct err *e);

#endif
