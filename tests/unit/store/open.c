/* open.c - tests of what a store refuses to open. */
#include "base/mem.h"
#include "nobody.h"
#include "runs.h"
#include "scratch.h"
#include "store/db.h"
#include "store/store.h"

#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

static struct err e;

static void make(const char *path)
{
	struct store *s;
	struct run r;

	runs_make(&r, 1, 6, 2);
	if (store_open(&s, path, STORE_WRITE, &e) != 0 ||
	    store_put_run(s, &r, &e) != 0)
		printf("# %s\n", e.text);
	store_close(s);
	run_release(&r);
}

static void sql(const char *path, const char *text)
{
	sqlite3 *h;

	sqlite3_open(path, &h);
	sqlite3_exec(h, text, NULL, NULL, NULL);
	sqlite3_close(h);
}

/* Refused with code and the end of a sentence in both modes, and the file is
 * byte for byte what it was. */
static void refused(const char *path, int code, const char *why)
{
	enum store_mode mode;
	struct store *s;
	char *before, *after;
	size_t n, m;
	int got;

	for (mode = STORE_READ; mode <= STORE_WRITE; mode++) {
		before = scratch_read(path, &n);
		memset(&e, 0, sizeof(e));
		got = store_open(&s, path, mode, &e);
		tap_ok(got == code && !s, "mode %d: %d is %d", (int)mode, got,
		    code);
		tap_ok(strstr(e.text, why), "why: %s", e.text);
		after = scratch_read(path, &m);
		tap_ok(n == m && (n == 0 || memcmp(before, after, n) == 0),
		    "untouched");
		free(before);
		free(after);
		store_close(s);
	}
}

static void no_stores(void)
{
	const char *path = scratch("none.db");
	struct store *s;

	tap_ok(store_open(&s, path, STORE_READ, &e) == -ENOENT && !s,
	    "reading what is not there: %s", e.text);
	tap_ok(access(path, F_OK) != 0, "and it is not made");
	scratch_write(path, "", 0);
	tap_ok(store_open(&s, path, STORE_READ, &e) == -EINVAL,
	    "reading an empty file: %s", e.text);
	tap_ok(store_open(&s, path, STORE_WRITE, &e) == 0,
	    "an empty file becomes a store");
	store_close(s);
	scratch_write(path, "a,b\n1,2\n", 8);
	refused(path, -EINVAL, "is not a store of perfloss");
	unlink(path);
	sql(path, "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
	refused(path, -EINVAL, "is not a store of perfloss");
	refused(scratch_dir, -EISDIR, "cannot open store '");
	refused("/dev/null", -EINVAL, "is not a store of perfloss");
	refused("", -ENOENT, "cannot open store ''");
	tap_ok(store_open(&s, scratch("none.db/x/y.db"), STORE_WRITE, &e) ==
		-ENOTDIR,
	    "a file for a directory: %s", e.text);
}

static void memory_is_a_file(void)
{
	struct store *s;
	char *cwd = getcwd(NULL, 0);

	if (chdir(scratch_dir) != 0)
		perror(scratch_dir);
	tap_ok(store_open(&s, ":memory:", STORE_WRITE, &e) == 0,
	    "':memory:' is a name");
	store_close(s);
	tap_ok(access(":memory:", F_OK) == 0, "of a file");
	if (chdir(cwd) != 0)
		perror(cwd);
	free(cwd);
}

static void newer(void)
{
	const char *path = scratch("newer.db");

	make(path);
	sql(path, "PRAGMA user_version = 8; CREATE TABLE later (x)");
	refused(path, -ENOTSUP,
	    "was made by a newer perfloss (version 8, this one knows 7)");
}

static void corrupt(void)
{
	const char *path = scratch("corrupt.db");
	unsigned wrong = 0, refusals = 0;
	struct store *s;
	struct run r;
	char *good, *bad;
	size_t n, page, i;
	int code;

	make(path);
	good = scratch_read(path, &n);
	bad = xmalloc(n);
	/* each page in turn filled with rubbish, then cut off there */
	for (page = 1; page < n / 4096; page++) {
		memcpy(bad, good, n);
		memset(bad + page * 4096, 0xa5, 4096);
		for (i = 0; i < 2; i++) {
			scratch_write(path, bad, i ? page * 4096 : n);
			memset(&e, 0, sizeof(e));
			code = store_open(&s, path, STORE_READ, &e);
			if (code == 0) {
				code = store_load(s, 1, &r, &e);
				run_release(&r);
			}
			refusals += code != 0;
			wrong += code > 0 || (code != 0 && !e.text[0]);
			store_close(s);
		}
	}
	tap_ok(wrong == 0 && refusals > n / 4096, "%u of %zu damages refused",
	    refusals, 2 * (n / 4096 - 1));
	tap_ok(strstr(e.text, "corrupt"), "the last one: %s", e.text);
	free(good);
	free(bad);
}

static void locked(void)
{
	const char *path = scratch("locked.db");
	struct store *s, *t;
	sqlite3 *h;
	struct run r;

	make(path);
	db_patience_ms = 50;
	store_open(&s, path, STORE_WRITE, &e);
	sqlite3_open(path, &h);
	sqlite3_exec(h, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	runs_make(&r, 9, 2, 1);
	tap_ok(store_put_run(s, &r, &e) == -EBUSY, "locked by a writer");
	tap_ok(strstr(e.text, "is locked by another program") &&
		strstr(e.text, "store '"),
	    "why: %s", e.text);
	tap_ok(store_open(&t, path, STORE_READ, &e) == 0,
	    "readers do not mind");
	store_close(t);
	sqlite3_exec(h, "ROLLBACK", NULL, NULL, NULL);
	tap_ok(store_put_run(s, &r, &e) == 0, "free again");
	store_close(s);
	sqlite3_exec(h, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE",
	    NULL, NULL, NULL);
	tap_ok(store_open(&t, path, STORE_READ, &e) == -EBUSY,
	    "locked against readers: %s", e.text);
	tap_ok(store_open(&t, path, STORE_WRITE, &e) == -EBUSY,
	    "and writers: %s", e.text);
	sqlite3_close(h);
	db_patience_ms = 5000;
	run_release(&r);
}

/* -- As a user without rights -------------------------------------------- */

static int open_write(const char *path, char *said, size_t size)
{
	struct store *s;
	int code = store_open(&s, path, STORE_WRITE, &e);

	if (code)
		snprintf(said, size, "%s", e.text);
	store_close(s);
	return code;
}

static void no_rights(void)
{
	const char *dir = scratch("ro");
	char *path = xasprintf("%s/s.db", dir), said[400], *log;
	size_t n;

	chmod(scratch_dir, 0755);
	make(path);
	chmod(dir, 0555);
	chmod(path, 0444);
	tap_ok(as_nobody(read_all, path, said, sizeof(said)) == 0,
	    "a store is read where nothing may be written: %s", said);
	tap_str(said, "", "nothing to say about it");
	tap_ok(as_nobody(open_write, path, said, sizeof(said)) < 0 && said[0],
	    "not written: %s", said);
	/* a log that is left over, as a killed run leaves it */
	chmod(dir, 0755);
	log = xasprintf("%s-wal", path);
	scratch_write(log, "left over", 9);
	chmod(log, 0444);
	chmod(dir, 0555);
	tap_ok(as_nobody(read_all, path, said, sizeof(said)) == 0,
	    "read without its log: %s", said);
	tap_ok(strstr(said, "cannot be locked here"), "and it says so");
	chmod(path, 0);
	tap_ok(as_nobody(read_all, path, said, sizeof(said)) == -EACCES,
	    "may not be read: %s", said);
	free(path);
	path = xasprintf("%s/new/s.db", dir);
	tap_ok(as_nobody(open_write, path, said, sizeof(said)) == -EACCES,
	    "no directory can be made: %s", said);
	free(path);
	free(log);
	(void)n;
}

/* Whether this process holds a lock that another one sees, on the bytes that
 * SQLite locks (the file format's "lock-byte page"). */
static bool holds_lock(const char *path)
{
	struct flock l = { .l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = 0x40000000,
		.l_len = 512 };
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		int fd = open(path, O_RDWR);

		_exit(fd >= 0 && fcntl(fd, F_GETLK, &l) == 0 &&
		    l.l_type != F_UNLCK);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* A store that is opened twice in one process keeps its lock when one of them
 * is closed, or fails to open: without it another program that closes the store
 * removes the log under it. */
static void twice(void)
{
	struct store *s, *other;
	const char *path;
	int64_t id;

	path = scratch("twice.db");
	make(path);
	tap_ok(!holds_lock(path), "a closed store is not locked");
	for (enum store_mode mode = STORE_READ; mode <= STORE_WRITE; mode++) {
		store_open(&s, path, mode, &e);
		store_find(s, "@1", &id, &e);
		tap_ok(holds_lock(path), "mode %d: an open one is", (int)mode);
		for (int m = STORE_READ; m <= STORE_WRITE; m++) {
			store_open(&other, path, (enum store_mode)m, &e);
			tap_ok(holds_lock(path), "while another one opens it");
			store_close(other);
			tap_ok(holds_lock(path), "and after that");
		}
		store_close(s);
		tap_ok(!holds_lock(path), "until it is closed");
	}
}

int main(void)
{
	scratch_begin();
	twice();
	no_stores();
	memory_is_a_file();
	newer();
	corrupt();
	locked();
	no_rights();
	scratch_end();
	return tap_done();
}
