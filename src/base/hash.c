/* hash.c - a number for some bytes: a name, no defence. */
#include "base/hash.h"

uint64_t hash_add(uint64_t hash, const void *p, size_t n)
{
	const unsigned char *c = p;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ c[i]) * UINT64_C(0x100000001b3);
	return hash;
}
