/* ns_unshare.c - a new namespace instead of the one before.
 *
 * One operation: unshare(2) of one kind of namespace by a process that is in
 * one of its own of that kind already, which goes with that: making one and
 * leaving one; ns. A mount namespace is a copy of all mounts of the last. The
 * kernel takes network and IPC namespaces apart later, in a thread of its own:
 * that work is not in the clock, but loads the machine. User and process-id
 * namespaces are not here: they nest, so no process can make one after the
 * other. Inside the clock: the call and its check. Outside: the first one.
 * Needs CAP_SYS_ADMIN; without it a user namespace gives it (common_ns.h).
 * Avoids P11 (each call is checked; after a single one, which calibration
 * begins with, the namespace's number is another). */
#include "bench/common_ns.h"

#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>

static struct stat before;

static int look(struct bench_ctx *c, struct stat *st)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/ns/%s",
	    common_ns_files[c->arg[0]]);
	return stat(path, st) == 0 ? 0 : bench_skip(c, "no '%s' here", path);
}

static int setup(struct bench_ctx *c)
{
	return common_unshare(c, common_ns_flags[c->arg[0]]);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	return look(c, &before);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const int flag = common_ns_flags[c->arg[0]];

	while (n-- > 0)
		if (unshare(flag) != 0)
			return bench_fail(c, "unshare");
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct stat now;

	if (look(c, &now) != 0)
		return -1;
	/* Numbers may be used again, but not by the very next one. */
	if (n == 1 && now.st_ino == before.st_ino)
		return bench_fail_why(c, "the namespace is the one before");
	return 0;
}

const struct bench ns_unshare = {
	.name = "ns_unshare",
	.summary = "a new namespace instead of the one before",
	.params =
	    bench_params(bench_words("kind", common_ns_words, "of namespace")),
	.cases = bench_cases(bench_case(BENCH_FULL, NS_MOUNT),
	    bench_case(BENCH_FULL, NS_NET)),
	.max_ops = 1000,
	.calls = "unshare=1",
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
