/* watch.c - waiting for a child, input, time, or a reason to stop. */
#include "measure/watch.h"

#include "base/err.h"
#include "base/log.h"
#include "plat/boot.h"

#include <errno.h>
#include <limits.h>
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
static unsigned to_port;
static pid_t parent;
static sigset_t while_waiting;

static void on_signal(int sig)
{
	if (sig == SIGCHLD)
		child_ended = 1;
	else
		caught = sig;
}

static const int handled[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP };
#define HANDLED (sizeof(handled) / sizeof(handled[0]))

static void set_action(int sig, void (*what)(int))
{
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = what;
	sigaction(sig, &sa, NULL);
}

void watch_init(void)
{
	struct stat st;
	sigset_t block;
	size_t i;
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		set_action(sig, SIG_DFL);
	set_action(SIGPIPE, SIG_IGN);
	set_action(SIGXFSZ, SIG_IGN);
	sigemptyset(&block);
	for (i = 0; i < HANDLED; i++) {
		set_action(handled[i], on_signal);
		sigaddset(&block, handled[i]);
	}
	sigemptyset(&while_waiting);
	sigprocmask(SIG_SETMASK, &block, NULL);
	/* Results that go to a file need no reader and no parent. */
	piped = fstat(STDOUT_FILENO, &st) == 0 &&
	    (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
	parent = getppid();
}

void watch_reset(void)
{
	sigset_t none;
	size_t i;

	set_action(SIGPIPE, SIG_DFL);
	set_action(SIGXFSZ, SIG_DFL);
	for (i = 0; i < HANDLED; i++)
		set_action(handled[i], SIG_DFL);
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

bool watch_stopped(void)
{
	if (caught)
		stopped = true;
	return stopped;
}

/* One wait of at most ns. */
static int wait_once(int fd, int64_t ns)
{
	struct pollfd p[2] = { { .fd = piped ? STDOUT_FILENO : -1 },
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

/* Whether standard output takes PIPE_BUF bytes without blocking, waiting for
 * it; no longer once a reason to stop is there. */
static bool can_write(void)
{
	struct pollfd p = { .fd = STDOUT_FILENO, .events = POLLOUT };
	struct timespec t = { .tv_sec = 1 };
	int r;

	for (;;) {
		r = ppoll(&p, 1, &t, &while_waiting);
		if (r > 0)
			return !(p.revents & (POLLERR | POLLNVAL));
		if (watch_stopped())
			return false;
	}
}

void watch_port(unsigned port)
{
	to_port = port;
}

bool watch_write(const void *buf, size_t n)
{
	const char *p = buf;
	ssize_t put;
	struct err e;

	if (to_port) {
		stopped |= plat_boot_port(to_port, buf, n, &e) < 0;
		return !stopped;
	}

	while (n > 0) {
		if (!can_write())
			break;
		put = write(STDOUT_FILENO, p, n < PIPE_BUF ? n : PIPE_BUF);
		if (put < 0 && errno != EINTR && errno != EAGAIN) {
			/* A reader that went away knows it. */
			if (errno != EPIPE && !stopped)
				log_error("cannot write results: %s",
				    err_words(errno));
			break;
		}
		if (put > 0) {
			p += put;
			n -= (size_t)put;
		}
	}
	if (n > 0)
		stopped = true;
	return n == 0;
}
