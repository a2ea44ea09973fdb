/* hash.h - a number for some bytes: a name, no defence. */
#ifndef PERFLOSS_BASE_HASH_H
#define PERFLOSS_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits (Fowler, Noll and Vo; offset basis and prime as in
 * draft-eastlake-fnv): of what follows what hash is of; HASH_START is that of
 * nothing. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t hash_add(uint64_t hash, const void *p, size_t n);

#endif
