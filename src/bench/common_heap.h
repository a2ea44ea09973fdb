/* common_heap.h - numbers from a generator, sorted by a heap. */
#ifndef PERFLOSS_BENCH_COMMON_HEAP_H
#define PERFLOSS_BENCH_COMMON_HEAP_H

#include <stddef.h>

/* n numbers of x' = (3877 x + 29573) mod 139968 from 42, in [0, 1): all 139968
 * occur before one comes again. */
#define HEAP_PERIOD 139968
void heap_fill(double *a, size_t n);

/* Ascending, in place. */
void heap_sort(double *a, size_t n);

#endif
