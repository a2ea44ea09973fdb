/* common_futex.h - waiting and waking by futex(2), without a library. */
#ifndef PERFLOSS_BENCH_COMMON_FUTEX_H
#define PERFLOSS_BENCH_COMMON_FUTEX_H

#include "bench/common_way.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int common_futex(_Atomic uint32_t *word, int op, uint32_t value)
{
	return (int)syscall(SYS_futex, word, op, value, NULL, NULL, 0);
}

/* A flag and a byte; the flag is waited for. Between processes, and (private)
 * between threads of one. Giving always wakes, taking waits if it must. */
extern const struct common_way_how common_futex_shared, common_futex_private;

#endif
