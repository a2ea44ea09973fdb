/* crash.c - tests of the store when programs are killed, run side by side, or
 * have no room to write. */
#include "base/mem.h"
#include "runs.h"
#include "scratch.h"
#include "store/store.h"

#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static struct err e;
static const char *path;

static void wait_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

static bool sound(void)
{
	bool good = false;
	sqlite3_stmt *st;
	sqlite3 *h;

	sqlite3_open(path, &h);
	if (sqlite3_prepare_v2(h, "PRAGMA integrity_check", -1, &st, NULL) ==
		SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		good = !strcmp((const char *)sqlite3_column_text(st, 0), "ok");
	sqlite3_finalize(st);
	sqlite3_close(h);
	return good;
}

/* A run that grows by a round of ten rows until `rounds`; each is told on fd
 * once it is said to be saved. Returns 0 or the error. */
static int record(uint64_t seed, uint32_t rounds, int fd)
{
	struct store *s;
	struct run r;
	uint32_t i;
	int code;

	runs_make(&r, seed, 0, 0);
	code = store_open(&s, path, STORE_WRITE, &e);
	if (code == 0)
		code = store_begin_run(s, &r, &e);
	for (i = 0; i < rounds && code == 0; i++) {
		runs_round(&r, seed, 10, i);
		r.rounds = i + 1;
		code = store_save(s, &r, &e);
		if (code == 0 && fd >= 0 && write(fd, &i, sizeof(i)) < 0)
			code = -errno;
	}
	if (code == 0)
		code = store_end_run(s, &r, &e);
	store_close(s);
	run_release(&r);
	return code;
}

/* The last run has these rounds at least, each of them whole and right. */
static bool rounds_right(uint64_t seed, uint32_t least, uint32_t *found)
{
	struct run r, want;
	struct store *s;
	int64_t id;
	uint32_t i;
	bool good;

	*found = 0;
	if (store_open(&s, path, STORE_WRITE, &e) != 0)
		return false;
	good =
	    store_find(s, "@1", &id, &e) == 0 && store_load(s, id, &r, &e) == 0;
	store_close(s);
	if (!good)
		return least == 0;
	runs_make(&want, seed, 0, 0);
	for (i = 0; i < r.rounds; i++)
		runs_round(&want, seed, 10, i);
	want.rounds = r.rounds;
	memcpy(want.uuid, r.uuid, sizeof(want.uuid));
	good = r.rounds >= least && !runs_differ(&want, &r);
	*found = r.rounds;
	run_release(&r);
	run_release(&want);
	return good;
}

static void killed(long after_ms)
{
	uint32_t said = 0, found, i;
	int fd[2], status;
	pid_t pid;
	bool good;

	if (pipe(fd) != 0 || (pid = fork()) < 0) {
		perror("fork");
		return;
	}
	if (pid == 0)
		_exit(-record(5, 1000000, fd[1]));
	close(fd[1]);
	/* after its first round is there, and a little more */
	if (read(fd[0], &i, sizeof(i)) == (ssize_t)sizeof(i))
		said = i + 1;
	wait_ms(after_ms);
	kill(pid, SIGKILL);
	while (read(fd[0], &i, sizeof(i)) == (ssize_t)sizeof(i))
		said = i + 1;
	waitpid(pid, &status, 0);
	close(fd[0]);
	tap_ok(WIFSIGNALED(status) && said > 0, "killed after %u rounds", said);
	good = rounds_right(5, said, &found);
	tap_ok(good, "%u rounds are there, whole and right", found);
	tap_ok(found <= said + 1, "at most one more than was said");
	tap_ok(sound(), "the file is sound");
	unlink(path);
}

static void side_by_side(void)
{
	struct store_entry *list;
	unsigned whole = 0;
	struct store *s;
	int status, bad = 0;
	size_t n = 0, i;
	pid_t pid[4];

	for (i = 0; i < 4; i++) {
		pid[i] = fork();
		if (pid[i] == 0) {
			status = record(10 + i, 20, -1);
			if (status)
				printf("# %s\n", e.text);
			fflush(stdout);
			_exit(-status);
		}
	}
	for (i = 0; i < 4; i++) {
		waitpid(pid[i], &status, 0);
		bad += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
	}
	tap_ok(bad == 0, "four programs that make and fill one store at once");
	store_open(&s, path, STORE_READ, &e);
	store_list(s, &list, &n, &e);
	for (i = 0; i < n; i++)
		whole += list[i].rounds == 20 && list[i].n_results == 12;
	tap_ok(n == 4 && whole == 4, "four whole runs");
	store_entries_free(list, n);
	store_close(s);
	tap_ok(sound(), "the file is sound");
	unlink(path);
}

/* A child that may write files of 64 KiB at most. */
static void no_room(void)
{
	struct rlimit limit = { 98304, 98304 };
	uint32_t said = 0, found, i;
	char said_why[400] = "";
	int fd[2], why[2], status;
	pid_t pid;

	if (pipe(fd) != 0 || pipe(why) != 0 || (pid = fork()) < 0) {
		perror("fork");
		return;
	}
	if (pid == 0) {
		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		status = record(5, 1000, fd[1]);
		if (write(why[1], e.text, sizeof(said_why)) < 0)
			_exit(0);
		_exit(-status);
	}
	close(fd[1]);
	close(why[1]);
	while (read(fd[0], &i, sizeof(i)) == (ssize_t)sizeof(i))
		said = i + 1;
	if (read(why[0], said_why, sizeof(said_why)) < 0)
		perror("pipe");
	waitpid(pid, &status, 0);
	close(fd[0]);
	close(why[0]);
	tap_ok(WIFEXITED(status) && WEXITSTATUS(status) == EFBIG,
	    "no room after %u rounds: %s", said, said_why);
	tap_ok(said > 0 && rounds_right(5, said, &found),
	    "what was saved is there");
	tap_ok(sound(), "the file is sound");
	unlink(path);
}

int main(void)
{
	scratch_begin();
	path = xstrdup(scratch("crash.db"));
	killed(0);
	killed(1);
	killed(7);
	killed(40);
	side_by_side();
	no_room();
	scratch_end();
	return tap_done();
}
