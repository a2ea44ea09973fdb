/* claim.c - tests of telling a run that is being measured from a killed one. */
#include "base/mem.h"
#include "runs.h"
#include "scratch.h"
#include "store/store.h"

#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct err e;
static const char *path;

static enum store_end end_of(struct store *s, int64_t id)
{
	enum store_end end = STORE_UNKNOWN;
	struct store_entry *list;
	size_t n;

	if (store_list(s, &list, &n, &e) != 0)
		return end;
	for (size_t i = 0; i < n; i++)
		if (list[i].id == id)
			end = list[i].end;
	store_entries_free(list, n);
	return end;
}

/* As a new program sees it. */
static enum store_end end_in_file(int64_t id)
{
	enum store_end end;
	struct store *s;

	if (store_open(&s, path, STORE_READ, &e) != 0)
		return STORE_UNKNOWN;
	end = end_of(s, id);
	store_close(s);
	return end;
}

static int64_t begin(struct store *s, struct run *r, uint64_t seed)
{
	runs_make(r, seed, 2, 1);
	r->ended_ns = 0;
	return store_begin_run(s, r, &e) == 0 ? r->id : 0;
}

/* A program that measures: it says the run's number and waits; a byte on its
 * input makes it end the run, or leave it, in good order. */
static void measure(int in, int out, bool end)
{
	struct store *s, *other;
	struct run r;
	int64_t id;
	char c;

	if (store_open(&s, path, STORE_WRITE, &e) != 0)
		_exit(1);
	id = begin(s, &r, 7);
	/* a second look of the same program takes nothing away */
	if (store_open(&other, path, STORE_READ, &e) == 0)
		store_close(other);
	if (write(out, &id, sizeof(id)) != sizeof(id) || read(in, &c, 1) != 1)
		_exit(1);
	r.ended_ns = r.started_ns + 1;
	if (end && store_end_run(s, &r, &e) != 0)
		_exit(1);
	run_release(&r);
	store_close(s);
	if (write(out, &id, sizeof(id)) != sizeof(id) || read(in, &c, 1) != 1)
		_exit(1);
	_exit(0);
}

static pid_t start(bool end, int *to, int *from, int64_t *id)
{
	int in[2], out[2];
	pid_t pid;

	if (pipe(in) != 0 || pipe(out) != 0 || (pid = fork()) < 0) {
		perror("fork");
		exit(1);
	}
	if (pid == 0) {
		close(in[1]);
		close(out[0]);
		measure(in[0], out[1], end);
	}
	close(in[0]);
	close(out[1]);
	*to = in[1];
	*from = out[0];
	if (read(*from, id, sizeof(*id)) != sizeof(*id))
		*id = 0;
	return pid;
}

static void stop(pid_t pid, int to, int from)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(to);
	close(from);
}

static void killed(void)
{
	int64_t id, second;
	int to, from, to2, from2;
	pid_t pid = start(true, &to, &from, &id);
	pid_t pid2 = start(true, &to2, &from2, &second);
	struct store *s;
	struct run r;

	tap_ok(id > 0 && second > 0 && id != second, "two are measured");
	tap_ok(end_in_file(id) == STORE_GROWS, "seen from outside");
	tap_ok(end_in_file(id) == STORE_GROWS, "by more than one");
	store_open(&s, path, STORE_WRITE, &e);
	tap_ok(store_delete(s, id, &e) == -EBUSY, "is not deleted: %s", e.text);
	tap_ok(store_load(s, id, &r, &e) == 0 && r.grows, "loaded: it grows");
	run_release(&r);
	stop(pid, to, from);
	tap_ok(end_of(s, id) == STORE_KILLED, "killed: seen at once");
	tap_ok(end_of(s, second) == STORE_GROWS, "the other goes on");
	tap_ok(store_load(s, id, &r, &e) == 0 && !r.grows, "loaded: it is not");
	run_release(&r);
	tap_ok(store_delete(s, id, &e) == 0, "it can be deleted");
	store_close(s);
	stop(pid2, to2, from2);
}

/* end: with an end; else it closes the store, as after an error. */
static void left(bool end)
{
	int64_t id, again = 0;
	int to, from;
	pid_t pid = start(end, &to, &from, &id);

	tap_ok(end_in_file(id) == STORE_GROWS, "is measured");
	if (write(to, "x", 1) != 1 ||
	    read(from, &again, sizeof(again)) != sizeof(again))
		again = -1;
	tap_ok(id > 0 && again == id, "has ended, and lives");
	tap_ok(end_in_file(id) == (end ? STORE_ENDED : STORE_KILLED),
	    "nobody measures it");
	stop(pid, to, from);
}

/* Two handles of one program are one file. */
static void within(void)
{
	struct store *s, *other;
	struct run a, b;
	int64_t id, second;

	store_open(&s, path, STORE_WRITE, &e);
	id = begin(s, &a, 21);
	second = begin(s, &b, 22);
	tap_ok(end_of(s, id) == STORE_GROWS, "its own run");
	store_open(&other, path, STORE_WRITE, &e);
	a.ended_ns = 1;
	tap_ok(store_end_run(s, &a, &e) == 0 && end_of(s, id) == STORE_ENDED,
	    "ended");
	tap_ok(end_of(s, second) == STORE_GROWS, "the second is not");
	run_release(&a);
	id = begin(s, &a, 23);
	tap_ok(store_delete(s, id, &e) == 0, "it may give up its own");
	store_close(s);
	tap_ok(end_of(other, second) == STORE_KILLED, "left with its handle");
	store_close(other);
	run_release(&a);
	run_release(&b);
}

/* Numbers of a copy in memory are not those of the file. */
static void in_memory(void)
{
	struct store *s;
	struct run r;
	int64_t id;

	store_open(&s, path, STORE_WRITE, &e);
	tap_ok(store_to_memory(s, &e) == 0, "a copy");
	id = begin(s, &r, 31);
	tap_ok(id > 0 && end_of(s, id) == STORE_GROWS, "grows in memory");
	tap_ok(end_in_file(id) == STORE_UNKNOWN, "and is not in the file");
	store_close(s);
	run_release(&r);
}

/* Its name is gone, or means another file: what is written there is lost. */
static void removed(bool replaced)
{
	const char *what = replaced ? "replaced" : "removed";
	char *other = xasprintf("%s.other", path);
	struct store *s, *fresh;
	struct run r;

	store_open(&s, path, STORE_WRITE, &e);
	tap_ok(begin(s, &r, 41) > 0, "%s: begun", what);
	store_open(&fresh, other, STORE_WRITE, &e);
	store_close(fresh);
	tap_ok((replaced ? rename(other, path) : unlink(path)) == 0, "%s",
	    what);
	r.ended_ns = 1;
	tap_ok(store_end_run(s, &r, &e) == -ESTALE, "%s: said: %s", what,
	    e.text);
	store_close(s);
	run_release(&r);
	store_open(&s, path, STORE_WRITE, &e);
	tap_ok(begin(s, &r, 42) > 0, "%s: the next run has a store", what);
	store_close(s);
	run_release(&r);
	unlink(other);
	free(other);
}

int main(void)
{
	scratch_begin();
	path = scratch("claim.db");
	killed();
	left(true);
	left(false);
	within();
	in_memory();
	removed(false);
	removed(true);
	scratch_end();
	return tap_done();
}
