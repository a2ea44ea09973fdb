/* samples.h - where a CPU spends its time, by looking again and again; and what
 * the kernel's addresses are called. */
#ifndef PERFLOSS_PLAT_SAMPLES_H
#define PERFLOSS_PLAT_SAMPLES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plat_samples {
	int fd;
	void *ring;
	size_t size;
};

/* One sample each period_ns of time in which the CPU (cpu) executes whatever it
 * be, kernel and user space; off at first. 0 or -errno with the reason. */
int plat_samples_open(struct plat_samples *s, int cpu, int64_t period_ns,
    struct err *e);
void plat_samples_close(struct plat_samples *s);

void plat_samples_switch(const struct plat_samples *s, bool on);

/* The addresses sampled since the last call; returns how many were lost for
 * want of room. */
typedef void plat_sample_fn(void *to, uint64_t address);
uint64_t plat_samples_read(const struct plat_samples *s, plat_sample_fn *fn,
    void *to);

/* The functions of the kernel and of its modules, in the kernel's order; module
 * NULL = none. 0 or -errno with the reason. */
typedef void plat_symbol_fn(void *to, uint64_t address, const char *name,
    const char *module);
int plat_symbols(plat_symbol_fn *fn, void *to, struct err *e);

#endif
