/* common_heap.c - numbers from a generator, sorted by a heap. */
#include "bench/common_heap.h"

#include <stdint.h>

void heap_fill(double *a, size_t n)
{
	uint32_t x = 42;

	for (size_t i = 0; i < n; i++) {
		x = (3877 * x + 29573) % HEAP_PERIOD;
		a[i] = x / (double)HEAP_PERIOD;
	}
}

/* v sinks from a[i] to where none below it, of the first n, is larger. */
static void sink(double *a, size_t i, size_t n, double v)
{
	size_t child;

	while ((child = 2 * i + 1) < n) {
		if (child + 1 < n && a[child + 1] > a[child])
			child++;
		if (v >= a[child])
			break;
		a[i] = a[child];
		i = child;
	}
	a[i] = v;
}

void heap_sort(double *a, size_t n)
{
	for (size_t i = n / 2; i-- > 0;)
		sink(a, i, n, a[i]);
	while (n > 1) {
		double v = a[--n];

		a[n] = a[0];
		sink(a, 0, n, v);
	}
}
