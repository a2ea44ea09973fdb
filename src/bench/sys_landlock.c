/* sys_landlock.c - open and close a file that Landlock rules allow.
 *
 * One operation: open(2) for reading of an empty file, by a relative path of
 * `depth` components, and close(2), of a process that may only read files below
 * the scratch directory and /proc; ns. The kernel looks for a rule from the
 * file upwards, in each of `layers` sandboxes that were put on one after the
 * other. The price is what it costs more than sys_open_close of the same depth:
 * the same call without the rules cannot be timed in this process, which keeps
 * them (P20). Inside the clock: both calls and the checks (P11). Outside: the
 * file and the rules, of this one process; before the clock starts, an open
 * that no rule allows must have been refused. Avoids P6 and P15 as
 * sys_open_close does. */
#include "bench/common_call.h"
#include "bench/common_path.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ARG_DEPTH, ARG_LAYERS };

/* linux/landlock.h, which only newer systems have; numbers are the same on
 * all CPUs. */
#define CREATE_RULESET 444
#define ADD_RULE       445
#define RESTRICT_SELF  446
#define READ_FILE      (UINT64_C(1) << 2) /* LANDLOCK_ACCESS_FS_READ_FILE */
#define PATH_BENEATH   1                  /* LANDLOCK_RULE_PATH_BENEATH */
#define LAYERS         16                 /* LANDLOCK_MAX_NUM_LAYERS */

struct beneath {
	uint64_t access;
	int32_t fd;
} __attribute__((packed));

static long one(void *state)
{
	const struct common_path *p = state;
	int fd = open(p->name, O_RDONLY);

	return fd < 0 ? -1 : close(fd);
}

static int allow(struct bench_ctx *c, int rules, const char *dir)
{
	struct beneath b = { READ_FILE, open(dir, O_PATH | O_CLOEXEC) };

	if (b.fd < 0)
		return bench_fail(c, dir);
	if (syscall(ADD_RULE, rules, PATH_BENEATH, &b, 0U) != 0)
		return bench_fail(c, "landlock_add_rule");
	close(b.fd);
	return 0;
}

static int restrict_self(struct bench_ctx *c)
{
	const uint64_t handled = READ_FILE;
	int rules = (int)syscall(CREATE_RULESET, &handled, sizeof(handled), 0U);

	if (rules < 0)
		return call_refused(c, "landlock_create_ruleset");
	/* The engine reads there what disturbed an invocation. */
	if (access("/proc/self", F_OK) == 0 && allow(c, rules, "/proc") != 0)
		return -1;
	if (allow(c, rules, c->dir) != 0)
		return -1;
	if (syscall(RESTRICT_SELF, rules, 0U) != 0)
		return call_refused(c, "landlock_restrict_self");
	close(rules);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	int rc = common_path_setup(c), fd;

	if (rc == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0)
		rc = call_refused(c, "PR_SET_NO_NEW_PRIVS");
	for (int64_t i = 0; rc == 0 && i < c->arg[ARG_LAYERS]; i++)
		rc = restrict_self(c);
	if (rc != 0)
		return rc;
	fd = open("/dev/null", O_RDONLY);
	if (fd >= 0 || errno != EACCES)
		return bench_fail_why(c, "the rules forbid nothing");
	return call_try(c, one, 0, "open and close");
}

static int run(struct bench_ctx *c, uint64_t n)
{
	return call_loop(c, n, one, 0, "open and close");
}

static const struct bench_param params[] = {
	bench_count("depth", 1, COMMON_DEPTH,
	    "components of the relative path"),
	bench_count("layers", 1, LAYERS, "sandboxes in each other"),
	{ 0 },
};

const struct bench sys_landlock = {
	.name = "sys_landlock",
	.summary = "open and close a file under Landlock rules",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_FULL, 1, 1)),
	.state_size = sizeof(struct common_path),
	.needs = BENCH_DIR,
	.calls = "open=1 close=1",
	.setup = setup,
	.run = run,
};
