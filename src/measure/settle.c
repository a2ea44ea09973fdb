/* settle.c - how many leading batches were still warming up. */
#include "measure/settle.h"

#include <stdlib.h>
#include <string.h>

#define MADS  5 /* about 3.4 standard deviations of a normal distribution */
#define LEAST 8 /* batches behind, for a median and a MAD that mean a thing */

static int by_value(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

static uint64_t median(uint64_t *v, uint32_t n)
{
	qsort(v, n, sizeof(*v), by_value);
	return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

uint32_t settle(const uint64_t *ns, uint32_t n, uint32_t warm, uint64_t *room)
{
	uint32_t limit = warm + (n > warm ? (n - warm) / 4 : 0), rest, i;
	uint64_t mid, mad, *off = room + n;

	while (warm < limit && n - warm - 1 >= LEAST) {
		rest = n - warm - 1;
		memcpy(room, ns + warm + 1, rest * sizeof(*room));
		mid = median(room, rest);
		for (i = 0; i < rest; i++)
			off[i] = apart(ns[warm + 1 + i], mid);
		mad = median(off, rest);
		if (apart(ns[warm], mid) <= MADS * mad)
			break;
		warm++;
	}
	return warm;
}
