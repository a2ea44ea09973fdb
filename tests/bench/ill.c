/* ill.c - benchmarks that misbehave, each in its own way, and their table. */
#include "measure/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int forever(void)
{
	for (;;)
		pause();
	return 0;
}

static int fine_run(struct bench_ctx *c, uint64_t n)
{
	uint64_t i;

	(void)c;
	for (i = 0; i < n; i++)
		bench_hide(i);
	return 0;
}

static int crash(void)
{
	signal(SIGSEGV, SIG_DFL); /* a sanitizer would catch it */
	return kill(getpid(), SIGSEGV);
}

static int crash_setup(struct bench_ctx *c)
{
	(void)c;
	return crash();
}

static int crash_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	return crash();
}

static int hang_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	signal(SIGTERM, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	return forever();
}

/* Bounded: each process forks once a millisecond, so that the deadline finds
 * hundreds, not a machine that stands. */
static int bomb_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	for (;;) {
		if (fork() < 0)
			usleep(1000);
		usleep(50000);
	}
	return 0;
}

/* Leaves a process in a session of its own, and notes which. */
static int survivor_run(struct bench_ctx *c, uint64_t n)
{
	int told[2];
	pid_t pid, left = 0;

	(void)n;
	if (pipe(told) < 0)
		return bench_fail(c, "pipe");
	pid = fork();
	if (pid < 0)
		return bench_fail(c, "fork");
	if (pid == 0) {
		setsid();
		left = fork();
		if (left == 0)
			forever();
		_exit(bench_write_all(told[1], &left, sizeof(left)) < 0);
	}
	waitpid(pid, NULL, 0);
	if (bench_read_all(told[0], &left, sizeof(left)) < 0)
		return bench_fail(c, "read");
	close(told[0]);
	close(told[1]);
	bench_note(c, "pid", "%ld", (long)left);
	return 0;
}

/* Address space only, never touched: this machine is not to suffer. */
static int leak_memory_run(struct bench_ctx *c, uint64_t n)
{
	int64_t memory = plat_memory();
	size_t size = memory > 0 ? (size_t)memory / 4 : SIZE_MAX / 2;

	(void)n;
	while (mmap(NULL, size, PROT_NONE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		   0) != MAP_FAILED)
		;
	return bench_fail(c, "mmap");
}

static int leak_files_run(struct bench_ctx *c, uint64_t n)
{
	char path[300];
	uint64_t i;

	snprintf(path, sizeof(path), "%s/deep", c->dir);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/deep/er", c->dir);
	mkdir(path, 0700);
	for (i = 0; i < 5; i++) {
		snprintf(path, sizeof(path), "%s/deep/er/%d", c->dir, (int)i);
		if (open(path, O_CREAT | O_WRONLY, 0) < 0 && errno != EACCES)
			return bench_fail(c, "open");
	}
	snprintf(path, sizeof(path), "%s/out", c->dir);
	if (symlink("/", path) < 0 && errno != EEXIST)
		return bench_fail(c, "symlink");
	snprintf(path, sizeof(path), "%s/deep", c->dir);
	chmod(path, 0);
	return fine_run(c, n);
}

static int errno_run(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	errno = ECONNREFUSED;
	return bench_fail(c, "connect");
}

static int refused_run(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	errno = EPERM;
	return bench_fail(c, "connect");
}

/* A limit is no failure, unless it was done before. */
static int limit_setup(struct bench_ctx *c)
{
	errno = EMFILE;
	return bench_fail(c, "pipe");
}

static int limit_run(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	errno = EAGAIN;
	return bench_fail(c, "fork");
}

static int limit_late(struct bench_ctx *c, uint64_t n)
{
	static int batches;

	return batches++ == 0 ? fine_run(c, n) : limit_run(c, n);
}

/* Nor is it a limit where nothing is started. */
static int limit_other(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	errno = EAGAIN;
	return bench_fail(c, "read");
}

static int space_setup(struct bench_ctx *c)
{
	errno = ENOSPC;
	return bench_fail(c, "write");
}

static int large_setup(struct bench_ctx *c)
{
	(void)c;
	signal(SIGXFSZ, SIG_DFL);
	return kill(getpid(), SIGXFSZ);
}

static int exit_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	_exit(0);
}

static int garbage_run(struct bench_ctx *c, uint64_t n)
{
	static const char garbage[] = "{\"t\":\"rubbish\"}\n\377\n";

	(void)!write(1, garbage, sizeof(garbage) - 1);
	return fine_run(c, n);
}

static int close_run(struct bench_ctx *c, uint64_t n)
{
	int fd;

	for (fd = 0; fd < 64; fd++)
		close(fd);
	return fine_run(c, n);
}

static int status_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	return 5;
}

static int group_run(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	setpgid(0, getppid());
	if (setsid() < 0 && setpgid(0, getpgid(getppid())) < 0)
		return bench_fail(c, "setpgid");
	if (fork() == 0)
		forever();
	return forever();
}

static int slow_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	while (n-- > 0)
		usleep(30000);
	return 0;
}

static int skip_setup(struct bench_ctx *c)
{
	return bench_skip(c, "no %s here", "such thing");
}

static int partner_dies(struct bench_ctx *c)
{
	bench_ready(c);
	errno = EPIPE;
	return bench_fail(c, "partner's write");
}

static int partner_crashes(struct bench_ctx *c)
{
	(void)c;
	return crash();
}

static int partner_setup(struct bench_ctx *c)
{
	if (bench_partner(c, 1, partner_dies) < 0)
		return bench_fail(c, "fork");
	return bench_wait_ready(c, 1);
}

static int partner_crash_setup(struct bench_ctx *c)
{
	if (bench_partner(c, 1, partner_crashes) < 0)
		return bench_fail(c, "fork");
	return bench_wait_ready(c, 1);
}

static int wait_run(struct bench_ctx *c, uint64_t n)
{
	(void)c;
	(void)n;
	return forever();
}

static int partner_lives(struct bench_ctx *c)
{
	signal(SIGTERM, SIG_IGN);
	bench_ready(c);
	return forever();
}

static int partner_lives_setup(struct bench_ctx *c)
{
	if (bench_partner(c, 0, partner_lives) < 0)
		return bench_fail(c, "fork");
	bench_note(c, "size", "32M");
	return bench_wait_ready(c, 1);
}

static int record_run(struct bench_ctx *c, uint64_t n)
{
	uint64_t i;

	for (i = 0; i < n; i++)
		bench_record(c, i + 1);
	return 0;
}

static int batch_setup(struct bench_ctx *c)
{
	c->batch_ops = 7;
	return 0;
}

static int full_run(struct bench_ctx *c, uint64_t n)
{
	static const char block[4096];
	char path[300];
	int fd, r = 0;

	snprintf(path, sizeof(path), "%s/file", c->dir);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	if (fd < 0)
		return bench_fail(c, "open");
	while (n-- > 0 && r == 0)
		if (bench_write_all(fd, block, sizeof(block)) < 0)
			r = bench_fail(c, "write");
	close(fd);
	return r;
}

/* Not ill: it looks whether its process is as bench.h and the engine promise:
 * fresh, whatever the probe inherited. */
/* A sanitizer's own handlers are there before main. */
static bool of_sanitizer(int sig)
{
#if defined(__SANITIZE_ADDRESS__)
	return sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE;
#else
	(void)sig;
	return false;
#endif
}

static int fresh_setup(struct bench_ctx *c)
{
	struct sigaction sa;
	struct rlimit core;
	sigset_t mask;
	int i;

	bench_note(c, "at", "%p", (void *)&mask);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	for (i = 1; i < NSIG; i++) {
		if (sigaction(i, NULL, &sa) == 0 && sa.sa_handler != SIG_DFL &&
		    !of_sanitizer(i))
			return bench_fail_why(c, "signal %d is handled", i);
		if (sigismember(&mask, i) == 1)
			return bench_fail_why(c, "signal %d is blocked", i);
	}
	for (i = 3; i < 64; i++)
		if (fcntl(i, F_GETFD) >= 0)
			return bench_fail_why(c, "descriptor %d is open", i);
	if (getenv("PERFLOSS_TEST"))
		return bench_fail_why(c, "the environment is inherited");
	if (getrlimit(RLIMIT_CORE, &core) < 0 || core.rlim_cur != 0)
		return bench_fail_why(c, "it would dump core");
	if (getpgid(0) != getpid())
		return bench_fail_why(c, "it leads no process group");
	if (read(0, &i, 1) != 0)
		return bench_fail_why(c, "standard input is not at its end");
	if ((uintptr_t)c->state % 64 != 0)
		return bench_fail_why(c, "the state is not aligned");
	for (i = 0; i < 1000; i++)
		if (((char *)c->state)[i] != 0)
			return bench_fail_why(c, "the state is not zero");
	memset(c->state, 1, 1000);
	return 0;
}

/* What was injected, as this process sees it. */
static int injected_setup(struct bench_ctx *c)
{
	char line[200], value[24] = "unknown";
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "Seccomp_filters: %20[0-9]", value);
	if (f)
		fclose(f);
	bench_note(c, "filters", "%s", value);
	bench_note(c, "spin", "%llu", (unsigned long long)c->spin);
	return 0;
}

static const char *never(const struct bench_ctx *c)
{
	(void)c;
	return "there is no such device";
}

static const struct bench_param sizes[] = {
	{ "procs", BENCH_COUNT, 1, 96, NULL, "processes" },
	{ "size", BENCH_BYTES, 0, 1 << 20, NULL, "bytes" },
	{ "cpu", BENCH_PLACE, 0, 0, NULL, "placement" },
	{ 0 },
};

static const struct bench_case size_cases[] = {
	{ BENCH_DEFAULT, { 2, 0, PLAT_SAME }, false },
	{ BENCH_FULL, { 8, 65536, PLAT_CACHE }, false },
	{ BENCH_FULL, { 2, 0, PLAT_FREE }, true },
	{ 0 },
};

#define BENCH(n, ...) \
	static const struct bench n = { .name = #n, .summary = #n, __VA_ARGS__ }

BENCH(ill_base, .run = fine_run, .base = fine_run);
BENCH(ill_bomb, .run = bomb_run);
BENCH(ill_close, .run = close_run);
BENCH(ill_crash, .run = crash_run);
BENCH(ill_crash_setup, .setup = crash_setup, .run = fine_run);
BENCH(ill_errno, .run = errno_run);
BENCH(ill_exit, .run = exit_run);
BENCH(ill_limit, .run = limit_run);
BENCH(ill_limit_late, .run = limit_late);
BENCH(ill_limit_other, .run = limit_other);
BENCH(ill_limit_setup, .setup = limit_setup, .run = fine_run);
BENCH(ill_files, .run = leak_files_run, .needs = BENCH_DIR, .max_ops = 1000);
BENCH(ill_fine, .run = fine_run);
BENCH(ill_fresh, .setup = fresh_setup, .run = fine_run, .state_size = 1000);
BENCH(ill_full, .run = full_run, .needs = BENCH_DIR);
BENCH(ill_large, .setup = large_setup, .run = fine_run);
BENCH(ill_refused, .run = refused_run);
BENCH(ill_space, .setup = space_setup, .run = fine_run);
BENCH(ill_batch, .setup = batch_setup, .run = fine_run);
BENCH(ill_events, .run = record_run, .events = 10);
BENCH(ill_garbage, .run = garbage_run, .max_ops = 1000);
BENCH(ill_group, .run = group_run);
BENCH(ill_hang, .run = hang_run);
BENCH(ill_injected, .setup = injected_setup, .run = fine_run);
BENCH(ill_memory, .run = leak_memory_run);
BENCH(ill_never, .run = fine_run, .unsupported = never);
BENCH(ill_partner, .setup = partner_setup, .run = wait_run);
BENCH(ill_partner_crash, .setup = partner_crash_setup, .run = wait_run);
BENCH(ill_partner_lives, .setup = partner_lives_setup, .run = fine_run);
BENCH(ill_place, .run = fine_run, .params = sizes, .cases = size_cases);
BENCH(ill_record, .run = record_run, .max_ops = 100000);
BENCH(ill_skip, .setup = skip_setup, .run = fine_run);
BENCH(ill_slow, .run = slow_run);
BENCH(ill_status, .run = status_run);
BENCH(ill_survivor, .run = survivor_run, .max_ops = 1);

const struct bench *const bench_table[] = {
	&ill_base,
	&ill_batch,
	&ill_bomb,
	&ill_close,
	&ill_crash,
	&ill_crash_setup,
	&ill_errno,
	&ill_events,
	&ill_exit,
	&ill_files,
	&ill_fine,
	&ill_fresh,
	&ill_full,
	&ill_garbage,
	&ill_group,
	&ill_hang,
	&ill_injected,
	&ill_large,
	&ill_limit,
	&ill_limit_late,
	&ill_limit_other,
	&ill_limit_setup,
	&ill_memory,
	&ill_never,
	&ill_partner,
	&ill_partner_crash,
	&ill_partner_lives,
	&ill_place,
	&ill_record,
	&ill_refused,
	&ill_skip,
	&ill_slow,
	&ill_space,
	&ill_status,
	&ill_survivor,
	NULL,
};
