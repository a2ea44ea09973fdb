/* boot.h - what process 1 of a machine that was made for measuring does to it.
 *
 * Such a machine has one file system, in memory, as the kernel was given it. */
#ifndef PERFLOSS_PLAT_BOOT_H
#define PERFLOSS_PLAT_BOOT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the caller is process 1 of such a machine, which has the regular file
 * path, and nothing was done to it yet. Never in a container: what follows is
 * done to the whole machine. */
bool plat_boot_is_ours(const char *path);

/* Mount what programs look for; without /proc, /sys or /dev: -errno with the
 * reason. The rest is where the kernel has it. */
int plat_boot_mount(struct err *e);

/* The loopback is up; -errno with the reason. */
int plat_boot_loopback(struct err *e);

/* Mix bytes into the kernel's randomness, which is ready then. */
int plat_boot_mix(const void *bytes, size_t n, struct err *e);

/* Write bytes to a port of the machine (x86-64), one after the other: without
 * interrupts, and no time passes but that of the instructions. 0 or -errno with
 * the reason; of no bytes whether it is allowed. */
int plat_boot_port(unsigned port, const void *bytes, size_t n, struct err *e);

/* Switch the machine off, what was written is out. */
_Noreturn void plat_boot_off(void);

#endif
