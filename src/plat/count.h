/* count.h - a clock that counts instructions, and readings of any clock.
 *
 * The time-stamp counter of x86-64 counts time. In a virtual machine that
 * advances it by one for each instruction it executes (QEMU's -icount shift=0)
 * it counts these instead: a clock without noise. */
#ifndef PERFLOSS_PLAT_COUNT_H
#define PERFLOSS_PLAT_COUNT_H

#include "base/err.h"
#include "plat/plat.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* plat_clock.id of that clock: no clockid_t. Its "ns" are instructions. */
#define PLAT_COUNT INT_MIN

/* It and what a reading costs. 0; -ENOTSUP where the CPU has no such counter,
 * or has one that counts something else: two pieces of straight code, of as
 * many instructions each, one of which any real CPU is several times as fast
 * at, must both take exactly these, in most of many trials. */
int plat_count_init(struct plat_clock *clock, struct err *e);

/* The counter itself; 0 where there is none. */
static inline uint64_t plat_count(void)
{
#if defined(__x86_64__)
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
#else
	return 0;
#endif
}

/* A reading, ns or instructions. */
static inline uint64_t plat_clock_read(int id)
{
	struct timespec t;

	if (id == PLAT_COUNT)
		return plat_count();
	clock_gettime((clockid_t)id, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* How long the CPUs have run tasks and not their idle loops since the boot, ns.
 * The system adds a task's turn when it ends, so the caller is put to sleep for
 * a moment first. -1 = unknown. */
int64_t plat_busy(void);

#endif
