/* watch.c - waiting for a child, input, time, or a reason to stop. */
#include "measure/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A parent that went away without a word is looked for this often. */
#define LOOK_NS 1000000000

static volatile sig_atomic_t caught, child_ended;
static bool stopped, piped;
static pid_t parent;
static sigset_t while_waiting;

static void on_signal(int sig)
{
	if (sig == SIGCHLD)
		child_ended = 1;
	else
		caught = sig;
}

void watch_init(void)
{
	static const int handled[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa;
	struct stat st;
	sigset_t block;
	size_t i;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &sa, NULL);
	sa.sa_handler = on_signal;
	sigemptyset(&block);
	for (i = 0; i < sizeof(handled) / sizeof(handled[0]); i++) {
		sigaction(handled[i], &sa, NULL);
		sigaddset(&block, handled[i]);
	}
	sigemptyset(&while_waiting);
	sigprocmask(SIG_SETMASK, &block, NULL);
	/* Results that go to a file need no reader and no parent. */
	piped = fstat(1, &st) == 0 &&
	    (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
	parent = getppid();
}

void watch_reset(void)
{
	struct sigaction sa;
	sigset_t none;
	int sig;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = SIG_DFL;
	for (sig = 1; sig < NSIG; sig++)
		sigaction(sig, &sa, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

int64_t watch_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int watch_signal(void)
{
	return (int)caught;
}

void watch_stop(void)
{
	stopped = true;
}

bool watch_stopped(void)
{
	if (caught)
		stopped = true;
	return stopped;
}

/* One wait of at most ns. */
static int wait_once(int fd, int64_t ns)
{
	struct pollfd p[2] = { { .fd = piped ? 1 : -1, .events = 0 },
		{ .fd = fd, .events = POLLIN } };
	struct timespec t = { .tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000) };
	int r = ppoll(p, 2, &t, &while_waiting), what = 0;

	/* Nobody reads what we write, or our parent is not who it was. */
	if (r > 0 && (p[0].revents & (POLLERR | POLLHUP)))
		stopped = true;
	if (r > 0 && p[1].revents)
		what |= WATCH_INPUT;
	if (piped && getppid() != parent)
		stopped = true;
	if (child_ended)
		what |= WATCH_CHILD;
	child_ended = 0;
	if (watch_stopped())
		what |= WATCH_STOP;
	return what;
}

int watch_wait(int fd, int64_t ns)
{
	int64_t end = ns < 0 ? INT64_MAX : watch_now() + ns, left = 0;
	int what = 0;

	do {
		left = end == INT64_MAX ? LOOK_NS : end - watch_now();
		if (left < 0)
			left = 0;
		what = wait_once(fd, left < LOOK_NS ? left : LOOK_NS);
	} while (!what && left > 0);
	return what ? what : WATCH_TIME;
}
