/* common_proc.c - a child process, started and waited for. */
#include "bench/common_proc.h"

#include "base/num.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* An exit status from here on carries an errno; no program run here ends with
 * such a one of its own. */
#define FAILED 128

void common_note_image(struct bench_ctx *c)
{
	long size, resident, page = sysconf(_SC_PAGESIZE);
	FILE *f = fopen("/proc/self/statm", "re");
	char text[32];

	if (f == NULL)
		return;
	if (fscanf(f, "%ld %ld", &size, &resident) == 2) {
		bench_note(c, "image", "%s",
		    num_bytes(size * page, text, sizeof(text)));
		bench_note(c, "resident", "%s",
		    num_bytes(resident * page, text, sizeof(text)));
	}
	fclose(f);
}

void common_child_failed(void)
{
	_exit(FAILED + (errno < 128 ? errno : 0));
}

static int bad_end(struct bench_ctx *c, int status)
{
	if (WIFSIGNALED(status))
		return bench_fail_why(c, "the child was killed by signal %d",
		    WTERMSIG(status));
	if (WEXITSTATUS(status) < FAILED)
		return bench_fail_why(c,
		    "the child ended with status %d, "
		    "not %d",
		    WEXITSTATUS(status), BENCH_EXIT);
	errno = WEXITSTATUS(status) - FAILED;
	return bench_fail(c, "execve");
}

int common_reap(struct bench_ctx *c, pid_t pid)
{
	int status;
	pid_t got = waitpid(pid, &status, 0);

	if (got < 0 || (pid > 0 && got != pid))
		return bench_fail(c, "waitpid");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != BENCH_EXIT)
		return bad_end(c, status);
	return 0;
}

int common_children(struct bench_ctx *c, uint64_t n,
    void (*child)(const struct bench_ctx *c))
{
	pid_t pid;

	while (n-- > 0) {
		pid = fork();
		if (pid < 0)
			return bench_fail(c, "fork");
		if (pid == 0)
			child(c);
		if (common_reap(c, pid) != 0)
			return -1;
	}
	return 0;
}

static char flag[] = "--exit-at-once";
static char name[] = "perfloss-probe";
char *const common_argv[] = { name, flag, NULL };
char *const common_envp[] = { NULL };

int common_exec_setup(struct bench_ctx *c)
{
	common_note_image(c);
	if (bench_self_exe()[0] == '\0')
		return bench_skip(c, "the path of this program is unknown");
	return 0;
}
