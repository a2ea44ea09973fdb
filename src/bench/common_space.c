/* common_space.c - a namespace of this process's own. */
#include "bench/common_space.h"

#include <errno.h>
#include <sched.h>

int common_space(struct bench_ctx *c, int kind, const char *name)
{
	int first;

	if (unshare(kind) == 0)
		return 0;
	first = errno;
	if (unshare(CLONE_NEWUSER | kind) == 0)
		return 0;
	return bench_skip(c, "needs %s namespace of its own (unshare): %s",
	    name, err_words(first));
}
