/* inject.c - what can be injected, and what is refused. */
#include "measure/inject.h"

#include "tap.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static void good(void)
{
	struct inject in;
	struct err e;

	tap_ok(inject_parse(&in, NULL, &e) == 0 && in.kind == INJECT_NONE,
	    "nothing");
	tap_str(in.text, "none", "and its name");
	tap_ok(inject_parse(&in, "seccomp:8", &e) == 0 &&
		in.kind == INJECT_SECCOMP && in.filters == 8 &&
		in.instructions == 2,
	    "filters, the least each");
	tap_str(in.text, "seccomp:8", "as it was given");
	tap_ok(inject_parse(&in, "seccomp:1,4096", &e) == 0 &&
		in.filters == 1 && in.instructions == 4096,
	    "filters of a size");
	tap_ok(inject_parse(&in, "spin:20", &e) == 0 &&
		in.kind == INJECT_SPIN && in.turns == 20,
	    "turns");
	tap_ok(inject_parse(&in, "quota:50%", &e) == 0 &&
		in.kind == INJECT_QUOTA && in.share == 0.5 &&
		in.period_us == 10000,
	    "a quota");
	tap_ok(inject_parse(&in, "quota:25%,100000", &e) == 0 &&
		in.share == 0.25 && in.period_us == 100000,
	    "and its period");
}

static void bad(void)
{
	static const char too_long[] =
	    "spin:0000000000000000000000000000000000000000000000000000"
	    "000000000000000000000000000000000000000000000000000001";
	static const char *const words[] = { "", "seccomp",
		"seccomp:", "seccomp:x", "seccomp:-1", "seccomp:1,",
		"seccomp:1,2,3", "seccomp:1 ", "spin:", "spin:1.5",
		"quota:", "quota:50%,", "quota:50%,x", "nonsense:1", too_long };
	static const char *const far[] = { "seccomp:0", "seccomp:1,1",
		"seccomp:1,4097", "seccomp:99999", "spin:0", "spin:1000000001",
		"quota:100%", "quota:50%,0" };
	struct inject in;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		tap_ok(inject_parse(&in, words[i], &e) == -EINVAL &&
			in.kind == INJECT_NONE,
		    "'%.20s' is refused", words[i]);
	for (i = 0; i < sizeof(far) / sizeof(far[0]); i++)
		tap_ok(inject_parse(&in, far[i], &e) == -ERANGE &&
			in.kind == INJECT_NONE,
		    "'%s' is out of range", far[i]);
}

/* -1 = unknown here */
static int filters(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[200];
	int n = -1;

	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "Seccomp_filters: %3d", &n);
	if (f)
		fclose(f);
	return n;
}

/* In a process of its own: they stay for good. */
static int count_in_child(const char *word)
{
	struct inject in;
	struct err e;
	pid_t pid;
	int status = 0;

	pid = fork();
	if (pid == 0) {
		int before = filters();

		if (inject_parse(&in, word, &e) < 0 || before < 0)
			_exit(200);
		_exit(inject_enter(&in, &e) < 0 ? 201 : filters() - before);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 202;
}

static void enter(void)
{
	int n = count_in_child("seccomp:3,100");

	if (n == 200 || n == 201)
		tap_skip("filters are there",
		    n == 200 ? "they are not counted here" :
			       "none can be installed here");
	else
		tap_ok(n == 3, "three filters are there: %d", n);
	n = count_in_child("spin:5");
	if (n == 200)
		tap_skip("none for turns", "they are not counted here");
	else
		tap_ok(n == 0, "none for turns");
}

static void quota(void)
{
	struct inject in;
	struct err e;

	inject_parse(&in, "quota:1%,1000", &e);
	inject_open(&in);
	tap_ok(in.why_not.code < 0 && in.why_not.text[0] && !in.quota.dir[0],
	    "a quota that no kernel takes: %s", in.why_not.text);
	inject_close(&in);
	inject_parse(&in, "quota:50%", &e);
	inject_open(&in);
	if (in.why_not.code < 0) {
		tap_ok(in.why_not.text[0], "no quota, and why");
		tap_skip("a quota", in.why_not.text);
		return;
	}
	tap_ok(access(in.quota.dir, F_OK) == 0, "its cgroup is there");
	tap_ok(plat_quota_stops(&in.quota) == 0, "nobody was stopped");
	inject_close(&in);
	tap_ok(in.quota.dir[0] == '\0', "and is gone");
}

int main(void)
{
	good();
	bad();
	enter();
	quota();
	return tap_done();
}
