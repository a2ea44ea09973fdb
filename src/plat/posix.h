/* posix.h - private to plat: what posix.c does for the platforms. */
#ifndef PERFLOSS_PLAT_POSIX_H
#define PERFLOSS_PLAT_POSIX_H

#include "plat/plat.h"

/* The part of plat_usage that getrusage knows. */
void posix_usage(struct plat_usage *u);

/* The facts that uname and the compiler give. */
void posix_facts(plat_fact_fn *emit, void *to);

/* The MHz that the CPU delivers now: dependent additions against the clock, an
 * addition is one cycle on every CPU of the last decades. 0 = not measurable.
 * Takes 3 ms. */
double posix_mhz(void);

#endif
