/* no_left.c - systems of which nobody has said what a load leaves behind. */
#include "plat/plat.h"

void plat_left(plat_left_fn *emit, void *to)
{
	emit(to, PLAT_UNREAD, "all of it", "not known on this system");
}

void plat_cpu_of(const pid_t *root, size_t n, double *seconds)
{
	(void)root;
	for (size_t i = 0; i < n; i++)
		seconds[i] = -1;
}

bool plat_go_first(pid_t pid)
{
	(void)pid;
	return false;
}
