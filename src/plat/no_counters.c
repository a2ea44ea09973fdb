/* no_counters.c - of platforms of which no counters are known. */
#include "plat/plat.h"

void plat_counters_open(struct plat_counters *c)
{
	for (int i = 0; i < PLAT_COUNTERS; i++) {
		c->c[i].fd = -1;
		c->c[i].why = "this platform has no counters that are known";
	}
}

void plat_counters_close(struct plat_counters *c)
{
	(void)c;
}
