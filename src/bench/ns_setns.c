/* ns_setns.c - from one namespace to another and back.
 *
 * One operation: setns(2) with the descriptor of the other of two namespaces
 * of one kind, both this process's own; ns. Inside the clock: the call and its
 * check. Outside: making the two.
 * Needs CAP_SYS_ADMIN; without it a user namespace gives it (common_ns.h).
 * Avoids P11 (tidy looks in which of the two the process is). */
#include "bench/common_ns.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>

struct ns_setns {
	int fd[2], at;
	char path[64];
};

static int setup(struct bench_ctx *c)
{
	struct ns_setns *s = c->state;
	int rc = 0;

	snprintf(s->path, sizeof(s->path), "/proc/self/ns/%s",
	    common_ns_files[c->arg[0]]);
	for (s->at = 0; s->at < 2 && rc == 0; s->at++) {
		if (s->at == 0)
			rc = common_unshare(c, common_ns_flags[c->arg[0]]);
		else if (unshare(common_ns_flags[c->arg[0]]) != 0)
			rc = bench_fail(c, "unshare");
		s->fd[s->at] = open(s->path, O_RDONLY | O_CLOEXEC);
		if (rc == 0 && s->fd[s->at] < 0)
			rc = bench_skip(c, "'%s' cannot be opened", s->path);
	}
	s->at = 1;
	if (rc == 0 && setns(s->fd[1], common_ns_flags[c->arg[0]]) != 0)
		return bench_skip(c, "setns is not allowed here");
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct ns_setns *s = c->state;
	const int flag = common_ns_flags[c->arg[0]];

	while (n-- > 0) {
		s->at = 1 - s->at;
		if (setns(s->fd[s->at], flag) != 0)
			return bench_fail(c, "setns");
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct ns_setns *s = c->state;
	struct stat here, want;

	(void)n;
	if (stat(s->path, &here) != 0 || fstat(s->fd[s->at], &want) != 0)
		return bench_fail(c, "stat");
	if (here.st_ino != want.st_ino)
		return bench_fail_why(c, "not in the namespace it went to");
	return 0;
}

const struct bench ns_setns = {
	.name = "ns_setns",
	.summary = "from one namespace to another and back",
	.params =
	    bench_params(bench_words("kind", common_ns_words, "of namespace")),
	.cases = bench_cases(bench_case(BENCH_FULL, NS_NET)),
	.state_size = sizeof(struct ns_setns),
	.calls = "setns=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
