/* common_dyn.h - a program that does nothing, linked dynamically.
 *
 * The probe is static, and what lies on a machine differs: true(1) is 27 KB
 * here and a megabyte of another language there. So the program is written
 * here, into a file in memory: a page with one import, _exit of the C library,
 * which it calls with BENCH_EXIT. The loader and the C library are this
 * system's, and are what is measured. A status of BENCH_EXIT proves that the
 * loader found the library and bound the symbol. */
#ifndef PERFLOSS_BENCH_COMMON_DYN_H
#define PERFLOSS_BENCH_COMMON_DYN_H

#include "measure/bench.h"

/* A descriptor of the program, to be executed by common_dyn_exec; or what
 * bench_skip or bench_fail returned. Notes "loader" and "library". */
int common_dyn(struct bench_ctx *c);

/* Returns only on failure, with errno. */
void common_dyn_exec(int fd);

#endif
