/* vdso.h - whether a clock is read without a system call. */
#ifndef PERFLOSS_TESTS_OPS_VDSO_H
#define PERFLOSS_TESTS_OPS_VDSO_H

#include <stdbool.h>

/* 1 = the C library and the kernel's vDSO answer for the row of this key
 * ("time_clock/clock=coarse") without a call, 0 = they call; -1 = it cannot be
 * found out here. Tried in a child for which the calls are forbidden. */
int vdso_answers(const char *key);

#endif
