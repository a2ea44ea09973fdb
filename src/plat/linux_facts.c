/* linux_facts.c - facts about the host. */
#include "plat/linux.h"
#include "plat/posix.h"

void plat_facts(plat_fact_fn *emit, void *to, const char *scratch)
{
	(void)scratch;
	posix_facts(emit, to);
}
