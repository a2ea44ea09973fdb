/* guard.c - restores the machine's state when this program is killed. */
#include "drive/guard.h"

#include "base/log.h"
#include "base/mem.h"
#include "drive/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Descriptors that a program may have before it opens its own. */
#define FDS 256

/* A killed command is gone before the state is restored. */
#define GONE_NS 1000000000
#define LOOK_NS 1000000

struct guard {
	pid_t pid;
	int fd;
};

enum { BEGINS, ENDED, ALL_WELL };

/* Written at once, as it is less than PIPE_BUF. */
struct note {
	int what;
	pid_t pid;
};

static void send_note(const struct guard *g, int what, pid_t pid)
{
	struct note n = { what, pid };
	ssize_t done;

	if (!g)
		return;
	do
		done = write(g->fd, &n, sizeof(n));
	while (done < 0 && errno == EINTR);
}

void guard_begins(const struct guard *g, pid_t pid)
{
	send_note(g, BEGINS, pid);
}

void guard_ended(const struct guard *g, pid_t pid)
{
	send_note(g, ENDED, pid);
}

/* Nothing of the one that is guarded but its errors and the pipe. */
static void alone(int keep)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	int fd, null = open("/dev/null", O_RDWR);
	size_t i;

	setsid();
	for (i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		signal(sigs[i], SIG_IGN);
	dup2(null, 0);
	dup2(null, 1);
	for (fd = 3; fd < FDS; fd++)
		if (fd != keep)
			close(fd);
}

static void kill_running(pid_t pid)
{
	const struct timespec look = { 0, LOOK_NS };
	int64_t left = GONE_NS;

	if (pid <= 0)
		return;
	kill(-pid, SIGKILL);
	for (; left > 0 && kill(-pid, 0) == 0; left -= LOOK_NS)
		nanosleep(&look, NULL);
}

static void watch(int fd, const char *restore, int64_t timeout_ns)
{
	struct command c = { .text = restore,
		.timeout_ns = timeout_ns,
		.way_out = true };
	struct err e = { 0, "" };
	pid_t running = 0;
	struct note n;
	ssize_t got;

	for (;;) {
		got = read(fd, &n, sizeof(n));
		if (got < 0 && errno == EINTR)
			continue;
		if (got != (ssize_t)sizeof(n))
			break;
		if (n.what == ALL_WELL)
			return;
		running = n.what == BEGINS ? n.pid : 0;
	}
	kill_running(running);
	if (!restore)
		return;
	if (command_run(&c, NULL, &e) < 0)
		log_error("it was killed, and the state is not restored: %s",
		    e.text);
	else
		log_warn("it was killed; '%s' has restored the state", restore);
}

int guard_start(struct guard **g, const char *restore, int64_t timeout_ns,
    struct err *e)
{
	int fd[2], r;
	pid_t pid;

	*g = NULL;
	if (pipe2(fd, O_CLOEXEC) != 0)
		return err_sys(e, -errno, "cannot make a pipe");
	pid = fork();
	if (pid == 0) {
		alone(fd[0]);
		watch(fd[0], restore, timeout_ns);
		_exit(0);
	}
	r = -errno;
	close(fd[0]);
	if (pid < 0) {
		close(fd[1]);
		return err_sys(e, r, "cannot start a process");
	}
	*g = xcalloc(1, sizeof(**g));
	(*g)->pid = pid;
	(*g)->fd = fd[1];
	return 0;
}

void guard_stop(struct guard *g)
{
	if (!g)
		return;
	send_note(g, ALL_WELL, 0);
	kill(g->pid, SIGKILL); /* it may be stopped, and has nothing to do */
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(g);
}
