/* like.c - one command, timed as time(1) does, in its layout. */
#include "probe/like.h"

#include "base/err.h"
#include "base/log.h"
#include "measure/watch.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* POSIX, "Exit Status for Commands". */
#define NOT_FOUND 127
#define NO_START  126
#define BY_SIGNAL 128

#define US INT64_C(1000000)

struct timed {
	char **argv;
	int status;
	int64_t real_us, user_us, sys_us;
	struct rusage u;
};

/* -- Layouts ------------------------------------------------------------- */

static int64_t us_of(const struct timeval *t)
{
	return (int64_t)t->tv_sec * US + t->tv_usec;
}

static int64_t hundredths(int64_t us)
{
	return us % US / (US / 100);
}

static void put_seconds(FILE *f, const char *before, int64_t us,
    const char *after)
{
	fprintf(f, "%s%" PRId64 ".%02" PRId64 "%s", before, us / US,
	    hundredths(us), after);
}

static void put_elapsed(FILE *f, int64_t us)
{
	int64_t s = us / US;

	fputs("\tElapsed (wall clock) time (h:mm:ss or m:ss): ", f);
	if (s >= 3600)
		fprintf(f, "%" PRId64 ":%02" PRId64 ":%02" PRId64 "\n",
		    s / 3600, s / 60 % 60, s % 60);
	else
		fprintf(f, "%" PRId64 ":%02" PRId64 ".%02" PRId64 "\n", s / 60,
		    s % 60, hundredths(us));
}

static void put_long(FILE *f, const char *what, long value)
{
	fprintf(f, "\t%s: %ld\n", what, value);
}

/* Averages that the kernel no longer has are 0 there, too. */
static void put_gnu_usage(FILE *f, const struct rusage *u)
{
	put_long(f, "Average shared text size (kbytes)", 0);
	put_long(f, "Average unshared data size (kbytes)", 0);
	put_long(f, "Average stack size (kbytes)", 0);
	put_long(f, "Average total size (kbytes)", 0);
	put_long(f, "Maximum resident set size (kbytes)", u->ru_maxrss);
	put_long(f, "Average resident set size (kbytes)", 0);
	put_long(f, "Major (requiring I/O) page faults", u->ru_majflt);
	put_long(f, "Minor (reclaiming a frame) page faults", u->ru_minflt);
	put_long(f, "Voluntary context switches", u->ru_nvcsw);
	put_long(f, "Involuntary context switches", u->ru_nivcsw);
	put_long(f, "Swaps", u->ru_nswap);
	put_long(f, "File system inputs", u->ru_inblock);
	put_long(f, "File system outputs", u->ru_oublock);
	put_long(f, "Socket messages sent", u->ru_msgsnd);
	put_long(f, "Socket messages received", u->ru_msgrcv);
	put_long(f, "Signals delivered", u->ru_nsignals);
}

static void put_gnu(FILE *f, const struct timed *t)
{
	int64_t cpu = t->user_us + t->sys_us;

	if (WIFSIGNALED(t->status))
		fprintf(f, "Command terminated by signal %d\n",
		    WTERMSIG(t->status));
	else if (WEXITSTATUS(t->status))
		fprintf(f, "Command exited with non-zero status %d\n",
		    WEXITSTATUS(t->status));
	fputs("\tCommand being timed: \"", f);
	for (char **word = t->argv; *word; word++)
		fprintf(f, "%s%s", word == t->argv ? "" : " ", *word);
	put_seconds(f, "\"\n\tUser time (seconds): ", t->user_us, "\n");
	put_seconds(f, "\tSystem time (seconds): ", t->sys_us, "\n");
	fprintf(f, "\tPercent of CPU this job got: ");
	if (t->real_us > 0)
		fprintf(f, "%" PRId64 "%%\n", 100 * cpu / t->real_us);
	else
		fputs("?%\n", f);
	put_elapsed(f, t->real_us);
	put_gnu_usage(f, &t->u);
	put_long(f, "Page size (bytes)", sysconf(_SC_PAGESIZE));
	put_long(f, "Exit status", WEXITSTATUS(t->status));
}

static void put_time(FILE *f, int64_t us, const char *what)
{
	fprintf(f, "%9" PRId64 ".%02" PRId64 " %s", us / US, hundredths(us),
	    what);
}

static void put_bsd(FILE *f, const struct timed *t)
{
	const struct rusage *u = &t->u;
	const struct {
		long value;
		const char *what;
	} lines[] = {
		{ u->ru_maxrss, "maximum resident set size" },
		{ u->ru_ixrss, "average shared memory size" },
		{ u->ru_idrss, "average unshared data size" },
		{ u->ru_isrss, "average unshared stack size" },
		{ u->ru_minflt, "page reclaims" },
		{ u->ru_majflt, "page faults" },
		{ u->ru_nswap, "swaps" },
		{ u->ru_inblock, "block input operations" },
		{ u->ru_oublock, "block output operations" },
		{ u->ru_msgsnd, "messages sent" },
		{ u->ru_msgrcv, "messages received" },
		{ u->ru_nsignals, "signals received" },
		{ u->ru_nvcsw, "voluntary context switches" },
		{ u->ru_nivcsw, "involuntary context switches" },
	};

	if (WIFSIGNALED(t->status))
		fputs("Command terminated abnormally.\n", f);
	put_time(f, t->real_us, "real ");
	put_time(f, t->user_us, "user ");
	put_time(f, t->sys_us, "sys\n");
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		fprintf(f, "%10ld  %s\n", lines[i].value, lines[i].what);
}

/* -- The command --------------------------------------------------------- */

static volatile sig_atomic_t child;

static void pass_on(int sig)
{
	if (child > 0)
		kill((pid_t)child, sig);
}

/* What the terminal sends goes to the command as well, and this process waits
 * for what it makes of it; the others are passed on. */
static void catch_signals(sigset_t *passed)
{
	static const int sigs[] = { SIGTERM, SIGHUP };
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(passed);
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = pass_on;
	for (size_t i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++) {
		sigaddset(passed, sigs[i]);
		sigaction(sigs[i], &sa, NULL);
	}
	sa.sa_handler = SIG_IGN;
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGQUIT, &sa, NULL);
}

/* 0 or an errno. */
static int start(struct timed *t, const sigset_t *mask, pid_t *pid)
{
	posix_spawnattr_t a;
	sigset_t usual;
	int r = posix_spawnattr_init(&a);

	if (r)
		return r;
	sigemptyset(&usual);
	sigaddset(&usual, SIGINT);
	sigaddset(&usual, SIGQUIT);
	sigaddset(&usual, SIGPIPE); /* ignored by who became this program */
	posix_spawnattr_setsigdefault(&a, &usual);
	posix_spawnattr_setsigmask(&a, mask);
	posix_spawnattr_setflags(&a,
	    POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	t->real_us = watch_now();
	r = posix_spawnp(pid, t->argv[0], NULL, &a, t->argv, environ);
	posix_spawnattr_destroy(&a);
	return r;
}

static int run(struct timed *t)
{
	sigset_t passed, before;
	pid_t pid = -1;
	int r;

	catch_signals(&passed);
	sigprocmask(SIG_BLOCK, &passed, &before);
	r = start(t, &before, &pid);
	child = r == 0 ? pid : 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (r)
		return r;
	while (wait4(pid, &t->status, 0, &t->u) < 0)
		if (errno != EINTR)
			return errno;
	t->real_us = (watch_now() - t->real_us) / 1000;
	child = 0;
	t->user_us = us_of(&t->u.ru_utime);
	t->sys_us = us_of(&t->u.ru_stime);
	return 0;
}

static int ended_as(const struct timed *t, bool bsd)
{
	int sig;

	if (!WIFSIGNALED(t->status))
		return WEXITSTATUS(t->status);
	sig = WTERMSIG(t->status);
	if (bsd) {
		signal(sig, SIG_DFL);
		setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
		raise(sig);
	}
	return BY_SIGNAL + sig;
}

int like_main(char **word)
{
	struct timed t = { .argv = word + 3 };
	bool bsd = strcmp(word[0], "bsd") == 0, ok;
	FILE *f = stderr;
	int r;

	if (strcmp(word[2], "-") != 0)
		f = fopen(word[2], strcmp(word[1], "a") == 0 ? "ae" : "we");
	if (!f) {
		log_error("cannot write '%s': %s", word[2], err_words(errno));
		return 2;
	}
	r = run(&t);
	if (r) {
		log_error("cannot run '%.120s': %s", t.argv[0], err_words(r));
		return r == ENOENT ? NOT_FOUND : NO_START;
	}
	if (bsd)
		put_bsd(f, &t);
	else
		put_gnu(f, &t);
	ok = fflush(f) == 0;
	if (!ok)
		log_error("cannot write '%s': %s", word[2], err_words(errno));
	return ok ? ended_as(&t, bsd) : 2;
}
