/* command.c - commands of the shell: how they end, what they leave, the guard.
 */
#include "drive/command.h"

#include "base/mem.h"
#include "drive/guard.h"
#include "drive/stop.h"
#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define S INT64_C(1000000000)

static char top[] = "/tmp/perfloss-test-command-XXXXXX";
static struct err e;

static int run(const char *text, int64_t timeout_ns, struct buf *out)
{
	const struct command c = { .text = text, .timeout_ns = timeout_ns };

	e.text[0] = '\0';
	return command_run(&c, out, &e);
}

/* Until a file is there (or is not), half a minute at most. */
static bool wait_file(const char *name, bool there)
{
	const struct timespec nap = { 0, 10000000 };
	char *path = xasprintf("%s/%s", top, name);
	int i;

	for (i = 0; i < 3000 && (access(path, F_OK) == 0) != there; i++)
		nanosleep(&nap, NULL);
	there = (access(path, F_OK) == 0) == there;
	free(path);
	return there;
}

static bool wait_gone(pid_t pid)
{
	const struct timespec nap = { 0, 10000000 };
	int i;

	for (i = 0; i < 3000 && kill(pid, 0) == 0; i++)
		nanosleep(&nap, NULL);
	return kill(pid, 0) != 0;
}

/* The number in a file that a command wrote. */
static pid_t pid_in(const char *name)
{
	char *path = xasprintf("%s/%s", top, name);
	FILE *f = fopen(path, "r");
	int pid = 0;

	if (f && fscanf(f, "%d", &pid) != 1)
		pid = 0;
	if (f)
		fclose(f);
	free(path);
	return pid;
}

static void ends(void)
{
	struct buf out = BUF_INIT;

	tap_ok(run("exit 0", 5 * S, NULL) == 0, "it ends well");
	tap_ok(run("echo one; echo two >&2; echo three; echo", 5 * S, &out) ==
		0,
	    "what it prints is kept");
	tap_str(buf_str(&out), "one\nthree", "without newlines at the end");
	buf_clear(&out);
	tap_ok(run("cat", 5 * S, &out) == 0, "there is nothing to read");
	tap_ok(run("exit 3", 5 * S, &out) == -ECHILD, "it fails");
	tap_str(e.text, "'exit 3' failed with status 3", "and says so");
	run("echo no >&2; printf 'such\\033thing\\n\\n' >&2; exit 1", 5 * S,
	    NULL);
	tap_ok(strstr(e.text, "failed with status 1: such thing") != NULL,
	    "with its last line of errors: %s", e.text);
	tap_ok(run("kill -9 $$", 5 * S, NULL) == -ECHILD &&
		strstr(e.text, "killed by signal 9"),
	    "killed: %s", e.text);
	tap_ok(run("no-such-command-here", 5 * S, NULL) == -ECHILD &&
		strstr(e.text, "status 127: ") && strstr(e.text, "not found"),
	    "not there: %s", e.text);
	/* more than a pipe holds */
	tap_ok(run("i=0; while [ $i -lt 9999 ]; do echo 0123456789 >&2; "
		   "echo 0123456789; i=$((i + 1)); done",
		   20 * S, &out) == 0,
	    "much output does not block it");
	buf_release(&out);
}

static void hangs(void)
{
	int64_t most = S / 5;
	int rc;

	/* A busy machine may not have begun by then. */
	do
		rc = run("sleep 60 & echo $! >child; wait", most, NULL);
	while (pid_in("child") == 0 && (most *= 2) < 60 * S);
	tap_ok(rc == -ETIMEDOUT, "it hangs: %s", e.text);
	tap_ok(wait_gone(pid_in("child")), "and its child is gone");
	tap_ok(run("trap '' TERM INT; sleep 60", S / 5, NULL) == -ETIMEDOUT,
	    "one that ignores signals");
	tap_ok(strstr(e.text, "had not ended after 0.2 s") != NULL, "said");
	/* What a state leaves running is part of the state. */
	tap_ok(run("sleep 60 >out 2>&1 & echo $! >back", 5 * S, NULL) == 0,
	    "something stays in the background");
	tap_ok(kill(pid_in("back"), 0) == 0, "and is left there");
	kill(pid_in("back"), SIGKILL);
	tap_ok(run("(sleep 60; :) & echo $! >back", 5 * S, NULL) == 0,
	    "its open output is not waited for");
	kill(-getpgid(pid_in("back")), SIGKILL);
}

/* A signal that asks to stop cuts a command short, but not on a way out. */
static void stops(void)
{
	struct command c = { .text = "sleep 60 & echo $! >c; mv c child; wait",
		.timeout_ns = 20 * S };
	int status;
	pid_t pid;

	run("rm -f child", S, NULL);
	pid = fork();
	if (pid == 0) {
		stop_catch();
		_exit(command_run(&c, NULL, &e) == -EINTR ? 7 : 1);
	}
	wait_file("child", true);
	kill(pid, SIGTERM);
	waitpid(pid, &status, 0);
	tap_ok(WIFEXITED(status) && WEXITSTATUS(status) == 7, "interrupted");
	tap_ok(wait_gone(pid_in("child")), "and nothing is left of it");

	pid = fork();
	c.text = "echo >began; sleep 0.3; echo >restored";
	c.way_out = true;
	if (pid == 0) {
		stop_catch();
		_exit(command_run(&c, NULL, &e) == 0 ? 7 : 1);
	}
	wait_file("began", true);
	kill(pid, SIGTERM);
	waitpid(pid, &status, 0);
	tap_ok(WIFEXITED(status) && WEXITSTATUS(status) == 7 &&
		wait_file("restored", true),
	    "a way out is gone to its end");
}

/* A program that is guarded, and then does something. */
static pid_t guarded(const char *command, bool well)
{
	struct command c = { .text = command, .timeout_ns = 20 * S };
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	if (guard_start(&c.guard, "cat state >was; echo >guard", 5 * S, &e) < 0)
		_exit(1);
	command_run(&c, NULL, &e);
	if (well)
		guard_stop(c.guard);
	else
		kill(getpid(), SIGKILL);
	_exit(0);
}

static void guards(void)
{
	int status;
	pid_t pid = guarded("echo b >state", true);

	waitpid(pid, &status, 0);
	run("sleep 0.1", S, NULL);
	tap_ok(status == 0 && wait_file("guard", false),
	    "all is well: the guard does nothing");
	pid = guarded("echo b >state", false);
	waitpid(pid, &status, 0);
	tap_ok(WIFSIGNALED(status) && wait_file("guard", true),
	    "killed: the guard restores");

	/* Killed while a command is at work, which would undo it. */
	run("rm -f guard", S, NULL);
	pid =
	    guarded("echo $$ >child; echo >busy; sleep 60; echo >late", false);
	wait_file("busy", true);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	tap_ok(wait_file("guard", true), "killed in mid-command: it restores");
	tap_ok(wait_gone(pid_in("child")), "after ending the command");
	tap_ok(wait_file("late", false), "which never comes to its end");
}

int main(void)
{
	char *clean;

	signal(SIGPIPE, SIG_IGN);
	if (!mkdtemp(top) || chdir(top) != 0)
		return 1;
	ends();
	hangs();
	stops();
	guards();
	clean = xasprintf("rm -rf %s", top);
	run(clean, 5 * S, NULL);
	free(clean);
	return tap_done();
}
