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
 * between threads of one. Giving always wakes, taking waits if it must: not
 * where the byte is there already, because the other side was quicker on its
 * own CPU, or because, woken on the same one, it had the CPU at once and has
 * already answered. */
extern const struct common_way_how common_futex_shared, common_futex_private;
/* Teardown: how often the other side was asleep is noted. */
int common_futex_stop(struct bench_ctx *c);

#endif
