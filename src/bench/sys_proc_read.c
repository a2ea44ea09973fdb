/* sys_proc_read.c - read a file that the kernel makes up.
 *
 * One operation: open(2), one read(2) of up to 64 KB and close(2) of
 * /proc/self/stat, /proc/stat or /proc/meminfo, which is what top, ps and free
 * do over and over; ns. Inside the clock: the three calls and the check that
 * something was read (P11). Outside: a first reading, checked to be whole
 * lines. What /proc/stat costs grows with the CPUs and the interrupts of the
 * machine. */
#include "bench/common_call.h"

#include <fcntl.h>
#include <unistd.h>

struct sys_proc_read {
	const char *path;
	ssize_t got;
	char text[64 << 10];
};

static long one(void *state)
{
	struct sys_proc_read *s = state;
	/* No O_CLOEXEC: musl makes one more call for it. */
	int fd = open(s->path, O_RDONLY);

	if (fd < 0)
		return -1;
	s->got = read(fd, s->text, sizeof(s->text));
	if (close(fd) != 0 || s->got <= 0)
		return -1;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	static const char *const path[] = { "/proc/self/stat", "/proc/stat",
		"/proc/meminfo" };
	struct sys_proc_read *s = c->state;

	s->path = path[c->arg[0]];
	if (access(s->path, R_OK) != 0)
		return bench_skip(c, "'%s' cannot be read here", s->path);
	if (call_try(c, one, 0, s->path) != 0)
		return -1;
	if (s->text[s->got - 1] != '\n')
		return bench_fail_why(c, "'%s' is no text of less than 64 KB",
		    s->path);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "read of /proc");
}

const struct bench sys_proc_read = {
	.name = "sys_proc_read",
	.summary = "open, read and close a file of /proc",
	.params = bench_params(bench_word("file", "which one of /proc",
	    "self-stat", "stat", "meminfo")),
	.cases = bench_cases(bench_case(BENCH_FULL, 0),
	    bench_case(BENCH_FULL, 1), bench_case(BENCH_FULL, 2)),
	.state_size = sizeof(struct sys_proc_read),
	.calls = "open=1 read=1 close=1",
	.setup = setup,
	.run = run,
};
