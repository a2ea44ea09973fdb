/* invoke.c - the process of one invocation, seen from inside. */
#include "measure/invoke.h"

#include "measure/batch.h"
#include "measure/pulse.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define ALIGN 64 /* bench.h promises it for the state */

/* Standard input and output lead nowhere; standard error stays for words of
 * programs that were run. */
static int quiet_files(void)
{
	int fd = open("/dev/null", O_RDWR);

	if (fd < 0)
		return -1;
	if (dup2(fd, 0) < 0 || dup2(fd, 1) < 0)
		return -1;
	if (fd > 2)
		close(fd);
	return 0;
}

static int place(const struct bench_ctx *c, struct shared *s)
{
	struct err e;

	if (c->cpu[0] >= 0 && plat_pin(c->cpu[0], &e) < 0)
		return shared_skip(s, -e.code, "%s", e.text);
	return 0;
}

/* What cannot be planted leaves nothing to measure. */
static int plant(struct bench_ctx *c, const struct inject *in)
{
	struct err e;

	return inject_enter(in, &e) < 0 ? bench_skip(c, "%s", e.text) : 0;
}

static int ready_state(struct bench_ctx *c, struct shared *s, size_t size)
{
	if (size == 0)
		return 0;
	if (posix_memalign(&c->state, ALIGN, size) != 0)
		return shared_skip(s, ENOMEM, "no memory for the state");
	memset(c->state, 0, size);
	return 0;
}

static void work(struct bench_ctx *c, const struct batch_job *job)
{
	const struct bench *b = c->engine->bench;
	const char *why;

	if (ready_state(c, c->engine->shared, b->state_size) < 0)
		return;
	why = b->unsupported ? b->unsupported(c) : NULL;
	if (why)
		bench_skip(c, "%s", why);
	else
		batch_all(c, job);
}

_Noreturn void invoke(struct shared *s, const struct bench *bench)
{
	struct engine en = { .shared = s, .bench = bench };
	struct batch_job job = s->task.job;
	struct bench_ctx c = s->task.ctx;
	const struct inject in = s->task.inject;

	c.engine = &en;
	c.state = NULL;
	/* One mapping less in what is forked; partners get it all the same. */
	plat_fork_shares(s, sizeof(*s), false);
	if (quiet_files() < 0)
		shared_fail(s, errno, "cannot use '/dev/null': %s",
		    err_words(errno));
	else if (place(&c, s) == 0 && plant(&c, &in) == 0) {
		if (job.full_ns > 0 && job.quiet_ns > 0)
			s->waited_ns =
			    pulse_await(job.clock, job.full_ns, job.quiet_ns);
		work(&c, &job);
	}
	_exit(0);
}

int invoke_main(const struct bench *const *table, struct err *e)
{
	struct shared *s = MAP_FAILED;
	struct stat st;

	if (fstat(INVOKE_FD, &st) == 0 && st.st_size == (off_t)sizeof(*s))
		s = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE, MAP_SHARED,
		    INVOKE_FD, 0);
	close(INVOKE_FD);
	if (s == MAP_FAILED || s->task.magic != TASK_MAGIC)
		return err_set(e, -EINVAL,
		    "'" INVOKE_OPTION "' is for the probe's own use");
	if (strcmp(s->task.version, PERFLOSS_VERSION) != 0)
		return err_set(e, -EINVAL, "of version %s, wanted %.15s",
		    PERFLOSS_VERSION, s->task.version);
	if (plat_die_with_parent(SIGKILL, s->task.parent) == -ESRCH)
		_exit(1);
	/* "exe" says nothing to somebody who looks with perf or top */
	plat_call_me(s->task.bench);
	for (; *table; table++)
		if (strcmp((*table)->name, s->task.bench) == 0)
			invoke(s, *table);
	return err_set(e, -ENOENT, "no row '%s'", s->task.bench);
}
