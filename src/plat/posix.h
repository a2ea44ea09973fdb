/* posix.h - private to plat: what posix.c does for the platforms. */
#ifndef PERFLOSS_PLAT_POSIX_H
#define PERFLOSS_PLAT_POSIX_H

#include "plat/plat.h"

/* The part of plat_usage that getrusage knows. */
void posix_usage(struct plat_usage *u);

/* The facts that uname and the compiler give. */
void posix_facts(plat_fact_fn *emit, void *to);

#endif
