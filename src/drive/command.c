/* command.c - a shell command with a time limit. */
#include "drive/command.h"

#include "base/text.h"
#include "drive/clocks.h"
#include "drive/guard.h"
#include "drive/spawn.h"
#include "drive/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SHELL "/bin/sh"

/* How often to look whether it has ended: soon at first, most take 2 ms. */
#define NAP_LEAST 200000
#define NAP_MOST  4000000

/* Of its errors in their file, of their end in memory, and of the last line in
 * a sentence. */
#define KEEP_FILE   1048576
#define KEEP_ERRORS 4096
#define KEEP_LINE   160

/* What is left of a killed group is waited for so long: it dies at once, and
 * then counts until it is reaped, which may take longer. */
#define GONE_NS 200000000

static void nap(int64_t ns)
{
	struct timespec ts = { 0, (long)ns };

	nanosleep(&ts, NULL);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* In the child. The guard hears of it before anything of it runs. */
static void become(const struct command *c, pid_t parent, int out, int errors)
{
	static const char no_dir[] = "sh: its directory is gone\n";
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	setpgid(0, 0);
	if (c->bound)
		spawn_bind(parent);
	guard_begins(c->guard, getpid());
	spawn_signals();
	dup2(null, 0);
	if (c->log)
		out = errors;
	dup2(out >= 0 ? out : null, 1);
	dup2(errors >= 0 ? errors : null, 2);
	if (c->dir && chdir(c->dir) != 0) {
		(void)!write(2, no_dir, sizeof(no_dir) - 1);
		_exit(126);
	}
	execl(SHELL, "sh", "-c", c->text, (char *)NULL);
	_exit(127);
}

/* Take what there is to read. */
static void drain(int fd, struct buf *to)
{
	char block[4096];
	ssize_t n;

	while (fd >= 0 && (n = read(fd, block, sizeof(block))) > 0)
		if (to->len < COMMAND_KEEP)
			buf_add_mem(to, block, (size_t)n);
}

/* Its errors go to a file without a name, or nowhere: a pipe would end with the
 * command, and kill what that leaves in the background at its next word. */
static int errors_file(void)
{
	FILE *f = tmpfile();
	int fd = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;

	if (f)
		fclose(f);
	if (fd >= 0)
		fcntl(fd, F_SETFL, O_APPEND);
	return fd;
}

static void read_end(int fd, struct buf *to)
{
	char block[KEEP_ERRORS];
	struct stat st;
	ssize_t n = 0;

	if (fd >= 0 && fstat(fd, &st) == 0)
		n = pread(fd, block, sizeof(block),
		    st.st_size > KEEP_ERRORS ? st.st_size - KEEP_ERRORS : 0);
	if (n > 0)
		buf_add_mem(to, block, (size_t)n);
}

/* One that complains without end does not fill the disk. What stood last goes
 * to *errors: it may have been its last word. */
static void bound(int fd, struct buf *errors)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0 || st.st_size <= KEEP_FILE)
		return;
	buf_clear(errors);
	read_end(fd, errors);
	if (ftruncate(fd, 0) != 0)
		return; /* then it grows until the time is over */
}

/* A group that was killed is gone before what comes next: a command that is
 * still at work would undo it. */
static void kill_group(pid_t pid)
{
	int64_t end = clocks_now_ns() + GONE_NS;
	int status;

	kill(-pid, SIGKILL);
	/* -ECHILD where it has ended before the others of its group */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	while (kill(-pid, 0) == 0 && clocks_now_ns() < end)
		nap(NAP_LEAST);
}

/* Its last line of errors, after ": "; or nothing. */
static void last_line(struct buf *errors, char *out, size_t size)
{
	const char *line;

	while (errors->len > 0 && text_in(errors->s[errors->len - 1], "\n\r "))
		errors->s[--errors->len] = '\0';
	line = errors->len > 0 ? strrchr(errors->s, '\n') : NULL;
	line = line ? line + 1 : buf_str(errors);
	snprintf(out, size, "%s%s", *line ? ": " : "", line);
}

static int ended(const struct command *c, int status, int err_fd,
    struct buf *errors, struct err *e)
{
	char line[KEEP_LINE];
	int r;

	if (c->status)
		*c->status = WIFEXITED(status) ? WEXITSTATUS(status) :
						 128 + WTERMSIG(status);

	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	read_end(err_fd, errors);
	last_line(errors, line, sizeof(line));
	if (WIFSIGNALED(status))
		r = err_set(e, -ECHILD, "'%.120s' was killed by signal %d%s",
		    c->text, WTERMSIG(status), line);
	else
		r = err_set(e, -ECHILD, "'%.120s' failed with status %d%s",
		    c->text, WEXITSTATUS(status), line);
	text_clean(e->text);
	return r;
}

/* Wait for its end, reading what it writes. */
static int watch(const struct command *c, pid_t pid, int out_fd, int err_fd,
    struct buf *out, struct buf *errors, struct err *e)
{
	int64_t end = clocks_now_ns() + c->timeout_ns, wait_ns = NAP_LEAST;
	int status;
	pid_t got;

	for (;;) {
		got = waitpid(pid, &status, WNOHANG);
		drain(out_fd, out);
		if (got == pid && c->alone)
			kill_group(pid);
		if (got == pid)
			return ended(c, status, err_fd, errors, e);
		if (!c->log)
			bound(err_fd, errors);
		if (clocks_now_ns() >= end) {
			kill_group(pid);
			return err_set(e, -ETIMEDOUT,
			    "'%.120s' had not ended after %.3g s and was "
			    "killed",
			    c->text, (double)c->timeout_ns / 1e9);
		}
		if (c->way_out) {
			nap(wait_ns);
		} else if (stop_wait(-1, wait_ns) < 0) {
			kill_group(pid);
			return err_set(e, -EINTR, "interrupted");
		}
		wait_ns = 2 * wait_ns < NAP_MOST ? 2 * wait_ns : NAP_MOST;
	}
}

static int pipe_to_us(int fd[2])
{
	if (pipe2(fd, O_CLOEXEC) != 0)
		return -errno;
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	return 0;
}

static int log_file(const char *path)
{
	return open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
	    0666);
}

int command_run(const struct command *c, struct buf *out, struct err *e)
{
	int to_out[2] = { -1, -1 };
	int errors = c->log ? log_file(c->log) : errors_file();
	struct buf text = BUF_INIT, said = BUF_INIT;
	int r = out ? pipe_to_us(to_out) : 0;
	pid_t pid = -1, parent = -1;

	if (c->status)
		*c->status = -1;
	if (c->log && errors < 0)
		return err_sys(e, -errno, "cannot write '%s'", c->log);
	if (r == 0) {
		parent = getpid();
		pid = fork();
		r = pid < 0 ? -errno : 0;
	}
	if (pid == 0)
		become(c, parent, to_out[1], errors);
	close_fd(&to_out[1]);
	if (r < 0) {
		err_sys(e, r, "cannot run '%.120s'", c->text);
	} else {
		setpgid(pid, pid); /* whoever comes first */
		r = watch(c, pid, to_out[0], errors, &text, &said, e);
		guard_ended(c->guard, pid);
	}
	close_fd(&to_out[0]);
	close_fd(&errors);
	while (text.len > 0 && text.len < COMMAND_KEEP &&
	    text.s[text.len - 1] == '\n')
		text.s[--text.len] = '\0';
	if (out && r == 0 && text.len > 0)
		buf_add_mem(out, text.s, text.len);
	buf_release(&text);
	buf_release(&said);
	return r;
}
