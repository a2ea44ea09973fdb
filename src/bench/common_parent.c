/* common_parent.c - getppid, the null call, with something that watches it. */
#include "bench/common_parent.h"

#include <sys/syscall.h>
#include <unistd.h>

int parent_setup(struct bench_ctx *c)
{
	struct parent *s = c->state;

	s->pid = syscall(SYS_getppid);
	return s->pid > 0 ? 0 : bench_fail_why(c, "getppid: no parent");
}

int parent_run(struct bench_ctx *c, uint64_t n)
{
	const struct parent *s = c->state;
	const long pid = s->pid;

	while (n-- > 0)
		if (syscall(SYS_getppid) != pid)
			return bench_fail_why(c, "getppid: another parent");
	return 0;
}
