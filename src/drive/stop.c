/* stop.c - a signal asks the program to end in good order. */
#include "drive/stop.h"

#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int caught[] = { SIGINT, SIGTERM, SIGHUP };
#define N_CAUGHT (sizeof(caught) / sizeof(caught[0]))

static volatile sig_atomic_t asked;

static void on_signal(int sig)
{
	asked = sig;
}

void stop_catch(void)
{
	struct sigaction sa, old;
	size_t i;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = on_signal;
	sigemptyset(&sa.sa_mask);
	sa.sa_flags = (int)SA_RESETHAND;
	for (i = 0; i < N_CAUGHT; i++)
		/* nohup and shells that ignore SIGINT for us mean it. */
		if (sigaction(caught[i], NULL, &old) == 0 &&
		    old.sa_handler != SIG_IGN)
			sigaction(caught[i], &sa, NULL);
}

int stop_asked(void)
{
	return asked;
}

/* As poll: how many are ready, 0, or -EINTR. */
static int wait_for(struct pollfd *pfd, size_t n, int64_t timeout_ns)
{
	struct timespec ts = { (time_t)(timeout_ns / 1000000000),
		(long)(timeout_ns % 1000000000) };
	sigset_t block, old;
	size_t i;
	int r;

	/* Blocked between the look at the flag and the wait, so that a signal
	 * in between is not slept through. */
	sigemptyset(&block);
	for (i = 0; i < N_CAUGHT; i++)
		sigaddset(&block, caught[i]);
	sigprocmask(SIG_BLOCK, &block, &old);
	r = asked ? -EINTR : ppoll(pfd, n, timeout_ns < 0 ? NULL : &ts, &old);
	if (r == -1)
		r = -errno;
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (r == -EINTR && !asked)
		return 0; /* some other signal: the caller looks again */
	return r < 0 ? -EINTR : r;
}

int stop_wait(int fd, int64_t timeout_ns)
{
	struct pollfd pfd = { fd, POLLIN, 0 };

	return wait_for(&pfd, 1, timeout_ns);
}

int stop_wait_any(const int *fd, size_t n, int64_t timeout_ns)
{
	struct pollfd *pfd = xcalloc(n + 1, sizeof(*pfd));
	int r, ready = -EAGAIN;

	for (size_t i = 0; i < n; i++)
		pfd[i] = (struct pollfd){ fd[i], POLLIN, 0 };
	r = wait_for(pfd, n, timeout_ns);
	for (size_t i = n; i-- > 0 && r > 0;)
		if (pfd[i].revents)
			ready = (int)i;
	free(pfd);
	return r == -EINTR ? r : ready;
}
