/* sys_select.c - select over many descriptors.
 *
 * One operation: select(2) over `fds` descriptors without waiting; ns.
 * on=tcp: distinct connected loopback sockets watched for reading, none ready.
 * on=file: distinct files watched for reading, all ready (files always are).
 * on=tcp-dup: lmbench's: one socket duplicated, watched for writing, ready.
 * Inside the clock: copying the set, the call, the check of the count.
 * Outside: opening the descriptors; sockets end with a reset when the process
 * does, so that none stays in TIME_WAIT (P3).
 * Avoids P11; distinct sockets, since duplicates share one hot object.
 * Source: lmbench's lat_select, as said of tcp-dup and file. It gives the
 * number of descriptors for the highest one, and looks at about 95 of 100. */
#include "bench/common_fds.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

enum sys_select_on { ON_TCP, ON_FILE, ON_TCP_DUP };

struct sys_select {
	fd_set set;
	int top, want, last;
};

static int watch(struct bench_ctx *c, struct sys_select *s, int fd)
{
	if (fd < 0)
		return fds_refused(c, "open");
	if (fd >= FD_SETSIZE)
		return bench_skip(c, "a descriptor is beyond FD_SETSIZE");
	FD_SET((unsigned)fd, &s->set);
	s->last = fd;
	if (fd >= s->top)
		s->top = fd + 1;
	return 0;
}

static int open_tcp(struct bench_ctx *c, struct sys_select *s, int64_t n)
{
	struct fds f;
	int rc = fds_tcp(c, &f, n);

	for (int64_t i = 0; rc == 0 && i < n; i++)
		rc = watch(c, s, f.fd[i]);
	return rc;
}

static int make_file(struct bench_ctx *c, int64_t i)
{
	char name[sizeof(c->dir) + 24];

	snprintf(name, sizeof(name), "%s/%lld", c->dir, (long long)i);
	return open(name, O_RDONLY | O_CREAT | O_EXCL, 0600);
}

static int setup(struct bench_ctx *c)
{
	struct sys_select *s = c->state;
	int64_t n = c->arg[0];
	int rc = 0;

	FD_ZERO(&s->set);
	s->want = c->arg[1] == ON_TCP ? 0 : (int)n;
	if (c->arg[1] != ON_FILE)
		rc = open_tcp(c, s, c->arg[1] == ON_TCP ? n : 1);
	while (rc == 0 && s->want > 0 && n-- > (c->arg[1] == ON_TCP_DUP))
		rc = watch(c, s,
		    c->arg[1] == ON_FILE ? make_file(c, n) : dup(s->last));
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct sys_select *s = c->state;
	bool writing = c->arg[1] == ON_TCP_DUP;
	struct timeval zero = { 0, 0 };
	fd_set set;

	while (n-- > 0) {
		set = s->set;
		if (select(s->top, writing ? NULL : &set, writing ? &set : NULL,
			NULL, &zero) != s->want)
			return bench_fail(c, "select");
	}
	return 0;
}

static const struct bench_param params[] = {
	bench_count("fds", 1, FDS_MOST, "descriptors in the set"),
	bench_word("on", "sockets, files, or one socket duplicated", "tcp",
	    "file", "tcp-dup"),
	{ 0 },
};

const struct bench sys_select = {
	.name = "sys_select",
	.summary = "select over many descriptors without waiting",
	.alias = "lat_select",
	.params = params,
	.cases =
	    bench_cases(bench_case(BENCH_QUICK | BENCH_DEFAULT, 100, ON_TCP),
		bench_case(BENCH_DEFAULT, 100, ON_FILE),
		bench_case_lm(BENCH_DEFAULT, 100, ON_TCP_DUP)),
	.state_size = sizeof(struct sys_select),
	.needs = BENCH_DIR | BENCH_LOOPBACK,
	.calls = "select=1",
	.setup = setup,
	.run = run,
};
