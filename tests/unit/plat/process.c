/* process.c - killing descendants and dying with the parent. */
#include "plat/plat.h"
#include "tap.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void nap(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* Sleeps, whatever signal of the polite ones comes. */
static _Noreturn void stay(void)
{
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	for (int i = 0; i < 100; i++)
		nap(100);
	_exit(0);
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Dead or a zombie that we cannot see: the pid takes no signal. */
static bool gone(pid_t pid)
{
	for (int i = 0; i < 200; i++) {
		if (kill(pid, 0) < 0 && errno == ESRCH)
			return true;
		nap(10);
	}
	return false;
}

static void test_none(void)
{
	double start = now_s();

	tap_ok(plat_kill_descendants() == 0, "none to kill");
	for (int i = 0; i < 100; i++)
		plat_kill_descendants();
	tap_ok((now_s() - start) / 100 < 100e-6,
	    "costs under 100 us when there is none");
}

static void test_orphan(void)
{
	int p[2];
	pid_t pid, orphan = 0;

	tap_ok(pipe(p) == 0, "pipe");
	pid = fork();
	if (pid == 0) {
		if (setsid() < 0 || fork() == 0) {
			if (setsid() < 0)
				_exit(1);
			pid = getpid();
			if (write(p[1], &pid, sizeof(pid)) < 0)
				_exit(1);
			stay();
		}
		_exit(0);
	}
	tap_ok(read(p[0], &orphan, sizeof(orphan)) == sizeof(orphan) &&
		kill(orphan, 0) == 0,
	    "the orphan runs");
	tap_ok(plat_kill_descendants() == 2, "child and orphan are counted");
	tap_ok(gone(orphan), "the orphan is gone");
	tap_ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD,
	    "no child is left");
	close(p[0]);
	close(p[1]);
}

/* What the processes of the bomb share: it is bounded three times over, so that
 * it ends when the function under test fails. */
struct bomb {
	atomic_int live, total;
	double end;
};

/* Each forks as long as fewer than 50 live, and ends by and by. */
static _Noreturn void bomb(struct bomb *b)
{
	for (int i = 0; now_s() < b->end; i++) {
		if (i % 3 == 0 && setsid() < 0)
			nap(1);
		if (atomic_fetch_add(&b->live, 1) >= 50 ||
		    atomic_fetch_add(&b->total, 1) >= 4000) {
			atomic_fetch_sub(&b->live, 1);
			nap(1);
		} else if (fork() == 0) {
			i = 0;
		}
		if (i == 5)
			break;
	}
	atomic_fetch_sub(&b->live, 1);
	_exit(0);
}

/* A pipe that all hold tells whether one is left. */
static void test_bomb(void)
{
	struct bomb *b = mmap(NULL, sizeof(*b), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int p[2];
	char c;
	double start;

	if (b == MAP_FAILED || pipe(p) < 0)
		exit(1);
	b->end = now_s() + 5;
	atomic_store(&b->live, 1);
	if (fork() == 0) {
		close(p[0]);
		bomb(b);
	}
	close(p[1]);
	nap(30);
	start = now_s();
	tap_ok(plat_kill_descendants() > 1, "a bomb of %d forks is killed",
	    atomic_load(&b->total));
	tap_ok(now_s() - start < 2.5, "in bounded time: %.3f s",
	    now_s() - start);
	tap_ok(now_s() < b->end, "before it ends by itself");
	tap_ok(read(p[0], &c, 1) == 0, "nobody holds the pipe any more");
	tap_ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD,
	    "no child is left after the bomb");
	tap_ok(syscall(SYS_sched_getscheduler, 0) == SCHED_OTHER,
	    "the scheduling policy is as before");
	close(p[0]);
	munmap(b, sizeof(*b));
}

/* A parent that is killed takes its child along; told = the child's pid. */
static void test_parent_dies(bool early)
{
	int told[2], go[2];
	pid_t parent, child = 0;
	int status = 0;
	char c = 0;

	if (pipe(told) < 0 || pipe(go) < 0)
		exit(1);
	parent = fork();
	if (parent == 0) {
		pid_t me = getpid(), pid = fork();

		if (pid == 0) {
			pid = getpid();
			if (!early)
				plat_die_with_parent(SIGKILL, me);
			if (write(told[1], &pid, sizeof(pid)) < 0)
				_exit(1);
			if (early && read(go[0], &c, 1) == 1)
				plat_die_with_parent(SIGKILL, me);
			stay();
		}
		stay();
	}
	tap_ok(read(told[0], &child, sizeof(child)) == sizeof(child),
	    "the child runs");
	kill(parent, SIGKILL);
	waitpid(parent, NULL, 0);
	if (early)
		tap_ok(write(go[1], "x", 1) == 1, "the parent is dead");
	/* Not of old age: that has another status. */
	tap_ok(waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
		WTERMSIG(status) == SIGKILL,
	    early ? "a parent that is dead already is noticed" :
		    "the child dies with its parent");
	kill(child, SIGKILL);
	for (int i = 0; i < 2; i++) {
		close(told[i]);
		close(go[i]);
	}
}

static void test_self(void)
{
	char path[4096], cut[4];

	plat_self_exe(path, sizeof(path));
	tap_ok(access(path, X_OK) == 0, "the running program has a path");
	plat_self_exe(cut, sizeof(cut));
	tap_ok(cut[0] == '\0', "a path that does not fit is unknown");
	tap_ok(plat_tasks() > 0, "there are processes");
	plat_die_first();
}

static void test_name(void)
{
	char is[32] = "";
	FILE *f;

	plat_call_me("a_name_of_more_than_15");
	f = fopen("/proc/self/comm", "r");
	if (!f) {
		tap_skip("the name of a process", "there is no /proc");
		return;
	}
	if (!fgets(is, sizeof(is), f))
		is[0] = '\0';
	fclose(f);
	tap_str(is, "a_name_of_more_\n", "called by another name");
}

int main(void)
{
	if (strcmp(plat_name, "null") == 0) {
		tap_ok(plat_kill_descendants() == 0, "none to kill");
		tap_ok(plat_adopt_orphans() == -ENOTSUP, "no orphans here");
		tap_skip("killing descendants", "the null platform cannot");
		return tap_done();
	}
	alarm(60);
	test_none();
	test_self();
	test_name();
	tap_ok(plat_adopt_orphans() == 0, "orphans become ours");
	test_orphan();
	test_bomb();
	test_parent_dies(false);
	test_parent_dies(true);
	return tap_done();
}
