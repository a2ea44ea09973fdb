/* load.c - a load on the machine: many copies of a row, or a command. */
#include "measure/load.h"

#include "base/mem.h"
#include "base/text.h"
#include "measure/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Directories are numbered by invocations, a range for each copy. */
#define RANGE UINT64_C(1000000)

/* A copy that fails waits a moment, and gives up when nothing ever went well.
 */
#define PAUSE_NS INT64_C(100000000)
#define FAILURES 3

/* A command has so long to end in good order. */
#define END_NS INT64_C(2000000000)

/* Or so long where all is over: whoever drives the probe kills it 1.5 s after
 * the end of its input (drive/local.c). */
#define HURRY_NS INT64_C(300000000)

/* Of what a command writes to its errors this much is kept. */
#define SAID_MOST 65536

/* -- A copy --------------------------------------------------------------- */

static void tell(struct load_shared *s, const char *why)
{
	atomic_fetch_add(&s->failed, 1);
	if (atomic_exchange(&s->told, 1) == 0)
		snprintf(s->why, sizeof(s->why), "%.150s", why);
}

static void rows(struct measurer *m, const struct measure_step *step,
    struct load_shared *s)
{
	struct measure_result r;
	int failed = 0;

	while (!watch_stopped() && failed < FAILURES) {
		measure(m, step, &r);
		if (r.outcome == OUTCOME_DONE) {
			atomic_fetch_add(&s->turns, 1);
			failed = 0;
			continue;
		}
		tell(s, r.why);
		failed++;
		watch_wait(-1, PAUSE_NS);
	}
}

static _Noreturn void copy_main(struct load *l, const struct measurer *m,
    const struct load_work *w, size_t which, pid_t parent)
{
	struct measurer own = *m;
	struct err e;

	watch_init();
	if (plat_die_with_parent(SIGKILL, parent) == -ESRCH)
		_exit(1);
	plat_adopt_orphans();
	plat_die_first();
	scratch_forget(&own.tmpfs);
	own.invocations = (which + 1) * RANGE;
	own.keeps = false;
	if (w->preset) {
		if (w->preset->run(own.scratch.path, w->copies, &e) < 0)
			tell(l->shared, e.text);
		_exit(1);
	}
	measure_share(&own);
	rows(&own, w->step, l->shared);
	_exit(1);
}

/* -- A command ------------------------------------------------------------ */

static _Noreturn void command_main(const struct load *l,
    const struct load_work *w, pid_t parent)
{
	int null = open("/dev/null", O_RDWR);

	setpgid(0, 0);
	watch_reset();
	/* only itself: what it starts and leaves is not to die of it */
	if (plat_die_with_parent(SIGKILL, parent) == -ESRCH)
		_exit(1);
	dup2(null, 0);
	dup2(null, 1);
	dup2(l->said >= 0 ? l->said : null, 2);
	execve(w->argv[0], w->argv, w->env);
	_exit(127);
}

/* Its last line of errors, after ": "; or nothing. */
static void last_words(int fd, char *out, size_t size)
{
	char text[1024];
	off_t end = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
	off_t from =
	    end > (off_t)sizeof(text) - 1 ? end - ((off_t)sizeof(text) - 1) : 0;
	ssize_t n = end > 0 ? pread(fd, text, sizeof(text) - 1, from) : 0;
	char *line;

	while (n > 0 && text_in(text[n - 1], "\n\r "))
		n--;
	text[n > 0 ? n : 0] = '\0';
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	snprintf(out, size, "%s%.120s", *line ? ": " : "", line);
	text_clean(out);
}

static void command_ended(struct load *l, int status)
{
	char said[140];

	l->status = status;
	if (l->released || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
		return;
	last_words(l->said, said, sizeof(said));
	if (WIFSIGNALED(status))
		snprintf(l->why, sizeof(l->why), "it was killed by signal %d%s",
		    WTERMSIG(status), said);
	else
		snprintf(l->why, sizeof(l->why), "it failed with status %d%s",
		    WEXITSTATUS(status), said);
}

/* One that complains without end does not fill the memory. */
static void bound_errors(const struct load *l)
{
	struct stat st;

	if (l->said >= 0 && fstat(l->said, &st) == 0 &&
	    st.st_size > SAID_MOST && ftruncate(l->said, 0) != 0)
		return;
}

/* -- All of it ------------------------------------------------------------ */

static int prepare(struct load *l, const struct load_work *w, struct err *e)
{
	void *p = mmap(NULL, sizeof(*l->shared), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	memset(l, 0, sizeof(*l));
	l->said = -1;
	if (p == MAP_FAILED)
		return err_sys(e, -errno, "cannot share memory with a load");
	l->shared = p;
	l->command = w->argv != NULL;
	l->n = l->command ? 1 : w->copies;
	l->pid = xcalloc(l->n, sizeof(*l->pid));
	l->cpu_s = xcalloc(l->n, sizeof(*l->cpu_s));
	if (l->command) {
		l->said = plat_memory_file(0);
		if (l->said >= 0)
			fcntl(l->said, F_SETFL, O_APPEND);
	}
	return 0;
}

int load_begin(struct load *l, struct measurer *m, const struct load_work *w,
    struct err *e)
{
	pid_t parent = getpid();
	int r;

	if (l->begun)
		return err_set(e, -EBUSY, "there is a load already");
	r = prepare(l, w, e);
	l->begun = r == 0;
	for (size_t i = 0; r == 0 && i < l->n; i++) {
		l->pid[i] = fork();
		if (l->pid[i] == 0 && l->command)
			command_main(l, w, parent);
		if (l->pid[i] == 0)
			copy_main(l, m, w, i, parent);
		if (l->pid[i] < 0) {
			r = err_sys(e, -errno, "cannot start copy %zu of %zu",
			    i + 1, l->n);
			l->pid[i] = 0;
			load_end(l, true);
		} else if (l->command) {
			setpgid(l->pid[i], l->pid[i]);
		}
	}
	return r;
}

size_t load_running(const struct load *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->pid[i] > 0;
	return n;
}

/* Those that have ended are reaped, and orphans that became ours; false: no
 * child is left. */
static bool reap(struct load *l)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		for (size_t i = 0; i < l->n; i++) {
			if (l->pid[i] != pid)
				continue;
			l->pid[i] = 0;
			if (l->command)
				command_ended(l, status);
		}
	return pid == 0 || errno == EINTR;
}

void load_look(struct load *l)
{
	double own;
	pid_t self = getpid();

	if (!l->begun)
		return;
	if (!l->released) {
		plat_cpu_of(l->pid, l->n, l->cpu_s);
		plat_cpu_of(&self, 1, &own);
		l->cpu = own;
	}
	reap(l);
	bound_errors(l);
	if (!l->why[0] && atomic_load(&l->shared->told) &&
	    atomic_load(&l->shared->turns) == 0)
		snprintf(l->why, sizeof(l->why), "%s", l->shared->why);
}

static void end_command(struct load *l, int64_t patience_ns)
{
	int64_t end = watch_now() + patience_ns;
	pid_t group = l->pid[0];

	if (group <= 0)
		return; /* it ended by itself: what it left stays */
	kill(-group, SIGTERM);
	kill(-group, SIGCONT);
	while (reap(l) && kill(-group, 0) == 0 && watch_now() < end)
		watch_wait(-1, PAUSE_NS / 10);
	kill(-group, SIGKILL);
	end = watch_now() + patience_ns;
	/* all of the group, not its leader alone */
	while (reap(l) && kill(-group, 0) == 0 && watch_now() < end)
		watch_wait(-1, PAUSE_NS / 10);
}

void load_end(struct load *l, bool hurry)
{
	if (!l->begun || l->released)
		return;
	load_look(l);
	l->released = true;
	if (l->command)
		end_command(l, hurry ? HURRY_NS : END_NS);
	else
		plat_kill_descendants();
	for (size_t i = 0; i < l->n; i++)
		l->pid[i] = 0;
}

void load_release(struct load *l)
{
	if (l->shared)
		munmap(l->shared, sizeof(*l->shared));
	if (l->said >= 0 && l->begun)
		close(l->said);
	free(l->pid);
	free(l->cpu_s);
	memset(l, 0, sizeof(*l));
	l->said = -1;
}
