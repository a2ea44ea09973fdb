/* linux_facts_cache.c - caches, as the system and the CPU itself tell them. */
#include "plat/facts.h"

#include <stdio.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define HAS_CPUID 1
#else
#define HAS_CPUID 0
#endif

#define MOST 8 /* caches of a CPU */

/* CPUID leaf 04H (Intel SDM, volume 2A), of which AMD's 8000001DH is a copy. */
bool cache_of_cpuid(const unsigned reg[3], struct plat_cache *c)
{
	unsigned type = reg[0] & 31, ways = (reg[1] >> 22) + 1;
	unsigned parts = (reg[1] >> 12 & 1023) + 1;

	if (type != 1 && type != 3) /* data, unified */
		return false;
	c->level = (int)(reg[0] >> 5 & 7);
	c->line = (int64_t)(reg[1] & 4095) + 1;
	c->size = c->line * parts * ways * ((int64_t)reg[2] + 1);
	return true;
}

#if HAS_CPUID
static size_t read_leaf(unsigned leaf, struct plat_cache *c)
{
	unsigned reg[4];
	size_t n = 0;

	for (unsigned i = 0; i < MOST; i++) {
		if (!__get_cpuid_count(leaf, i, &reg[0], &reg[1], &reg[2],
			&reg[3]) ||
		    (reg[0] & 31) == 0)
			break;
		n += cache_of_cpuid(reg, &c[n]);
	}
	return n;
}

static size_t cpuid_caches(struct plat_cache c[MOST])
{
	size_t n;

	if (!linux_is_real())
		return 0;
	n = read_leaf(4, c);
	return n > 0 ? n : read_leaf(0x8000001d, c);
}
#else
static size_t cpuid_caches(struct plat_cache c[MOST])
{
	(void)c;
	return 0;
}
#endif

static void levels(struct facts *f, const char *prefix,
    enum plat_fact_kind kind, const struct plat_cache *c, size_t n)
{
	char key[40];

	for (int level = 1; level <= 3; level++) {
		size_t i;

		for (i = 0; i < n && c[i].level != level; i++)
			;
		snprintf(key, sizeof(key), "%s%d", prefix, level);
		if (i < n)
			fact_int(f, key, kind, c[i].size);
		else
			fact(f, key, kind, n > 0 ? "none" : NULL);
	}
}

/* What the CPU says is a state, not what a machine is known by: in a guest it
 * is what the hypervisor lets it say, and it came later than the rest. */
void facts_cache(struct facts *f)
{
	struct plat_cache c[MOST] = { 0 }, own[MOST] = { 0 };
	size_t n = plat_caches(c, MOST);

	levels(f, "cpu.cache.l", PLAT_IDENTITY, c, n);
	if (n > 0 && c[0].line > 0)
		fact_int(f, "cpu.cache.line", PLAT_IDENTITY, c[0].line);
	else
		fact(f, "cpu.cache.line", PLAT_IDENTITY, NULL);
	levels(f, "cpu.cache.cpuid.l", PLAT_STATE, own, cpuid_caches(own));
}
