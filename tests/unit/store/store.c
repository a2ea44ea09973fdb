/* store.c - tests of the store: runs kept, listed, found, grown, deleted. */
#include "store/store.h"

#include "base/mem.h"
#include "model/after_part.h"
#include "runs.h"
#include "scratch.h"
#include "store/db.h"

#include "tap.h"

#include <errno.h>
#include <sqlite3.h>

static struct err e;

static void check_same(struct store *s, const struct run *r, const char *what)
{
	const char *differs = "not loaded";
	struct run back;

	if (store_load(s, r->id, &back, &e) == 0) {
		differs = runs_differ(r, &back);
		run_release(&back);
	}
	tap_str(differs, NULL, "%s", what);
}

static void whole(void)
{
	struct store *s;
	struct run r, again;
	int code;

	tap_ok(store_open(&s, scratch("a/b/whole.db"), STORE_WRITE, &e) == 0,
	    "made, with its directories");
	tap_str(store_path(s), scratch("a/b/whole.db"), "its path");
	tap_ok(!store_note(s), "nothing to say");
	runs_make(&r, 1, 20, 3);
	tap_ok(store_put_run(s, &r, &e) == 0 && r.id == 1, "put");
	check_same(s, &r, "loaded again");
	code = store_put_run(s, &r, &e);
	tap_ok(code == -EEXIST && strstr(e.text, "is already in store"),
	    "the same uuid again: %s", e.text);
	store_close(s);
	tap_ok(store_open(&s, scratch("a/b/whole.db"), STORE_READ, &e) == 0,
	    "opened for reading");
	check_same(s, &r, "read in a second session");
	tap_ok(store_begin_run(s, &r, &e) == -EROFS, "no writing then");
	tap_ok(store_load(s, 99, &again, &e) == -ENOENT, "no such run");
	tap_ok(access(scratch("a/b/whole.db-wal"), F_OK) == 0 ||
		errno == ENOENT,
	    "the log is SQLite's business");
	store_close(s);
	tap_ok(access(scratch("a/b/whole.db-wal"), F_OK) != 0 &&
		access(scratch("a/b/whole.db-shm"), F_OK) != 0,
	    "nothing beside the file after the last close");
	store_close(NULL);
	run_release(&r);
}

static void grows(void)
{
	struct store *s;
	struct run r;
	uint32_t i;
	size_t n;

	store_open(&s, scratch("grow.db"), STORE_WRITE, &e);
	runs_make(&r, 7, 0, 0);
	r.rounds = 0;
	r.ended_ns = 0;
	tap_ok(store_save(s, &r, &e) == -EINVAL, "not begun");
	tap_ok(store_begin_run(s, &r, &e) == 0 && r.id > 0, "begun");
	for (i = 0; i < 4; i++) {
		/* more rows each round, a failure, a later reason, a fact */
		runs_round(&r, 7, 3 + 2 * i, i);
		n = r.n_results - 1;
		r.results[0].n_failed = i;
		free(r.results[n].why);
		r.results[n].why = xasprintf("reason %u", i);
		host_set(&r.host, "load.1", FACT_STATE, i % 2 ? "1" : "2");
		run_add_env(&r, &r.env[0]);
		r.rounds = i + 1;
		r.looks = i == 0 ? 40 : r.looks; /* known after a round */
		tap_ok(store_save(s, &r, &e) == 0, "round %u saved", i);
		check_same(s, &r, "as it stands");
	}
	tap_ok(store_save(s, &r, &e) == 0, "nothing new");
	check_same(s, &r, "unchanged");
	r.ended_ns = r.started_ns + 5;
	tap_ok(store_end_run(s, &r, &e) == 0, "ended");
	check_same(s, &r, "whole");
	tap_ok(store_save(s, &r, &e) == -EINVAL, "no more after the end");
	store_close(s);
	run_release(&r);
}

/* Two runs that grow in one store, turn by turn. */
static void two_grow(void)
{
	struct run r[2];
	struct store *s;
	uint32_t i, k;

	store_open(&s, scratch("two.db"), STORE_WRITE, &e);
	for (k = 0; k < 2; k++) {
		runs_make(&r[k], 11 + k, 0, 0);
		r[k].ended_ns = 0;
		tap_ok(store_begin_run(s, &r[k], &e) == 0, "run %u begun", k);
	}
	for (i = 0; i < 3; i++)
		for (k = 0; k < 2; k++) {
			runs_round(&r[k], 11 + k, 2 + k + i, i);
			r[k].rounds = i + 1;
			tap_ok(store_save(s, &r[k], &e) == 0,
			    "run %u, round %u saved", k, i);
			check_same(s, &r[0], "the first as it stands");
		}
	tap_ok(store_end_run(s, &r[0], &e) == 0, "the first ends");
	runs_round(&r[1], 12, 7, 3);
	tap_ok(store_end_run(s, &r[1], &e) == 0, "the second, later");
	tap_ok(store_save(s, &r[0], &e) == -EINVAL, "the first is over");
	for (k = 0; k < 2; k++) {
		check_same(s, &r[k], "whole");
		run_release(&r[k]);
	}
	store_close(s);
}

static void put(struct store *s, const char *label, const char *uuid,
    int64_t started)
{
	struct run r;

	runs_make(&r, 1, 2, 1);
	free(r.label);
	r.label = label ? xstrdup(label) : NULL;
	r.started_ns = started;
	memcpy(r.uuid, uuid, sizeof(r.uuid));
	store_put_run(s, &r, &e);
	run_release(&r);
}

static void find(struct store *s, const char *name, int64_t want)
{
	int64_t id = -1;
	int code = store_find(s, name, &id, &e);

	tap_ok(code == 0 && id == want, "'%s' is %lld", name, (long long)want);
}

static void find_none(struct store *s, const char *name, const char *why)
{
	int64_t id = -1;

	tap_ok(store_find(s, name, &id, &e) == -ENOENT && id == 0,
	    "'%s' is none", name);
	tap_ok(strstr(e.text, why) == e.text, "why: %s", e.text);
}

static void finds(void)
{
	struct store_entry *list;
	struct store *s;
	size_t n;

	store_open(&s, scratch("find.db"), STORE_WRITE, &e);
	find_none(s, "@1", "no run '@1': store '");
	tap_ok(store_list(s, &list, &n, &e) == 0 && n == 0, "an empty list");
	store_entries_free(list, n);
	put(s, "before", "abcd0000-0000-4000-8000-000000000001", 100);
	put(s, "after", "abcd1111-0000-4000-8000-000000000002", 300);
	put(s, "before", "12345678-0000-4000-8000-000000000003", 200);
	put(s, NULL, "cccccccc-0000-4000-8000-000000000004", 50);
	put(s, "77", "dddddddd-0000-4000-8000-000000000005", 20);
	find(s, "@1", 2);
	find(s, "@2", 3);
	find(s, "@5", 5);
	find(s, "4", 4);
	find(s, "before", 3);
	find(s, "77", 5);
	find(s, "abcd0", 1);
	find(s, "ABCD1111", 2);
	find(s, "12345678", 3);
	find_none(s, "@6", "no run '@6': store '");
	find_none(s, "@0", "'@0' is no run: '@1' is the last one");
	find_none(s, "@x", "'@x' is no run");
	find_none(s, "befor", "no run 'befor'; did you mean 'before'?");
	find_none(s, "zzzzzzzz", "no run 'zzzzzzzz' in store '");
	find_none(s, "abcd", "'abcd' is the start of 2 uuids");
	find_none(s, "", "no run '' in store '");
	find_none(s, "*", "no run '*' in store '");
	tap_ok(store_list(s, &list, &n, &e) == 0 && n == 5, "five runs");
	tap_ok(list[0].id == 2 && list[1].id == 3 && list[4].id == 5,
	    "newest first");
	tap_str(list[0].label, "after", "label");
	tap_str(list[0].kernel, "6.1.0", "kernel");
	tap_ok(list[0].n_results == 4 && list[0].rounds == 1 && !list[3].label,
	    "counts");
	store_entries_free(list, n);
	tap_ok(store_delete(s, 3, &e) == 0, "deleted");
	find(s, "before", 1);
	tap_ok(store_delete(s, 3, &e) == -ENOENT, "only once");
	store_close(s);
}

static int64_t count(const char *path, const char *sql)
{
	sqlite3 *h;
	sqlite3_stmt *st;
	int64_t n = -1;

	sqlite3_open(path, &h);
	sqlite3_prepare_v2(h, sql, -1, &st, NULL);
	if (sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	sqlite3_close(h);
	return n;
}

static void spoil(const char *path)
{
	sqlite3 *h;

	sqlite3_open(path, &h);
	sqlite3_exec(h,
	    "PRAGMA ignore_check_constraints = ON;"
	    "UPDATE result SET unit = 'furlong' WHERE id = 1",
	    NULL, NULL, NULL);
	sqlite3_close(h);
}

static int64_t unfit(const char *path)
{
	return count(path,
	    "SELECT count(*) FROM pragma_integrity_check WHERE"
	    " integrity_check LIKE '%CHECK%'");
}

/* One run of each unit and outcome, with a fact of each kind and, in turn, as
 * each phase of an aftermath. */
static void put_words(struct store *s)
{
	struct after_part *part = xcalloc(1, sizeof(*part));
	struct run r;

	runs_make(&r, 1, UNITS, 1);
	for (size_t i = 0; i < UNITS; i++) {
		r.results[i].unit = (enum unit)i;
		r.results[i].outcome = (enum outcome)(i % 3);
	}
	host_set(&r.host, "kind.identity", FACT_IDENTITY, "x");
	host_set(&r.host, "kind.setting", FACT_SETTING, "x");
	host_set(&r.host, "kind.state", FACT_STATE, "x");
	r.after = part;
	for (int i = 0; i < AFTER_PHASES; i++) {
		part->phase = (enum after_phase)i;
		run_uuid(r.uuid);
		tap_ok(store_put_run(s, &r, &e) == 0, "put with phase %s",
		    after_phase_words[i]);
	}
	run_release(&r);
}

/* What is put is not checked row by row, but passes. */
static void checks(void)
{
	const char *path = scratch("checks.db");
	struct store *s;

	store_open(&s, path, STORE_WRITE, &e);
	put_words(s);
	store_close(s);
	tap_ok(unfit(path) == 0, "all words are those of the schema");
	tap_ok(count(path, "SELECT count(DISTINCT unit) FROM result") == UNITS,
	    "of all units");
	spoil(path);
	tap_ok(unfit(path) == 1, "which this sees where one is not");
}

static void deletes_all(void)
{
	const char *path = scratch("delete.db");
	struct store *s;
	struct run r;

	store_open(&s, path, STORE_WRITE, &e);
	runs_make(&r, 3, 9, 2);
	store_put_run(s, &r, &e);
	store_delete(s, r.id, &e);
	store_close(s);
	tap_ok(count(path,
		   "SELECT (SELECT count(*) FROM run) +"
		   "(SELECT count(*) FROM fact) + (SELECT count(*) FROM env) +"
		   "(SELECT count(*) FROM result) +"
		   "(SELECT count(*) FROM invocation)") == 0,
	    "nothing of a deleted run stays");
	tap_ok(count(path, "PRAGMA application_id") == 0x7065726c &&
		count(path, "PRAGMA user_version") == 7,
	    "the file says what it is");
	run_release(&r);
}

static void damaged_blob(void)
{
	const char *path = scratch("damaged.db");
	struct store *s;
	struct run r, back;
	sqlite3 *h;

	store_open(&s, path, STORE_WRITE, &e);
	runs_make(&r, 3, 9, 2);
	store_put_run(s, &r, &e);
	sqlite3_open(path, &h);
	sqlite3_exec(h, "UPDATE invocation SET run = x'0102' WHERE result = 4",
	    NULL, NULL, NULL);
	sqlite3_close(h);
	tap_ok(store_load(s, r.id, &back, &e) == -EBADMSG && !back.results,
	    "a damaged sample: %s", e.text);
	tap_ok(strstr(e.text, "is corrupt: row_3/"), "with its row");
	store_close(s);
	run_release(&r);
}

static void paths(void)
{
	char *path;

	setenv("XDG_DATA_HOME", "/x", 1);
	setenv("HOME", "/h", 1);
	path = store_default_path(&e);
	tap_str(path, "/x/perfloss/perfloss.db", "XDG_DATA_HOME");
	free(path);
	setenv("XDG_DATA_HOME", "relative", 1);
	path = store_default_path(&e);
	tap_str(path, "/h/.local/share/perfloss/perfloss.db", "HOME");
	free(path);
	unsetenv("XDG_DATA_HOME");
	unsetenv("HOME");
	tap_ok(!store_default_path(&e) && strstr(e.text, "neither HOME nor"),
	    "no place: %s", e.text);
}

int main(void)
{
	struct stat st;

	scratch_begin();
	whole();
	tap_ok(stat(scratch("a/b"), &st) == 0 && (st.st_mode & 0777) == 0700,
	    "its directories are the user's own");
	grows();
	two_grow();
	finds();
	checks();
	deletes_all();
	damaged_blob();
	paths();
	scratch_end();
	return tap_done();
}
