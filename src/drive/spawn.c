/* spawn.c - starts a program in a process group of its own. */
#include "drive/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void spawn_signals(void)
{
	static const int sigs[] = { SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP };
	sigset_t none;
	size_t i;

	for (i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		signal(sigs[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The parent may have ended before the kernel was asked. */
void spawn_bind(pid_t parent)
{
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(127);
}

/* In the child: the program, or its errno to the parent. */
static void become(const struct spawn *s, pid_t parent, int report)
{
	size_t i;
	int code;

	setpgid(0, 0);
	if (s->bound)
		spawn_bind(parent);
	spawn_signals();
	for (i = 0; i < s->n_keep; i++)
		fcntl(s->keep[i], F_SETFD, 0);
	if (dup2(s->in, 0) >= 0 && dup2(s->out, 1) >= 0 &&
	    (s->err < 0 || dup2(s->err, 2) >= 0))
		execve(s->argv[0], (char *const *)(uintptr_t)s->argv, s->env);
	code = errno;
	while (write(report, &code, sizeof(code)) < 0 && errno == EINTR)
		;
	_exit(127);
}

int spawn_start(const struct spawn *s, pid_t *pid)
{
	pid_t parent = getpid();
	int report[2], code = 0;
	ssize_t n;

	if (pipe2(report, O_CLOEXEC) != 0)
		return -errno;
	*pid = fork();
	if (*pid == 0)
		become(s, parent, report[1]);
	code = *pid < 0 ? errno : 0;
	close(report[1]);
	if (*pid > 0) {
		setpgid(*pid, *pid); /* whoever comes first */
		do
			n = read(report[0], &code, sizeof(code));
		while (n < 0 && errno == EINTR);
		code = n == (ssize_t)sizeof(code) ? code : 0;
	}
	close(report[0]);
	if (*pid > 0 && code != 0)
		while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR)
			;
	return -code;
}
