/* migrate.c - tests of a store that an older version made. */
#include "base/mem.h"
#include "model/after_part.h"
#include "nobody.h"
#include "runs.h"
#include "scratch.h"
#include "store/blob.h"
#include "store/db.h"
#include "store/schema.h"

#include "tap.h"

#include <errno.h>
#include <sqlite3.h>

static struct err e;

static const char *const steps[] = {
	"CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)",
	"ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = 'two'",
	"CREATE TABLE b AS SELECT * FROM a; INSERT INTO a VALUES (3, 'x')",
};
static const char *const broken[] = { NULL, NULL,
	"CREATE TABLE b (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)" };

static int64_t number(struct db *d, const char *text)
{
	struct query q;
	int64_t n = -1;

	query_init(&q, d, text, &e);
	if (query_step(&q) > 0)
		n = query_int(&q, 0);
	query_release(&q);
	return n;
}

static void migrates(int from)
{
	struct db_schema old = { 77, from, steps }, now = { 77, 3, steps };
	struct db_schema bad = { 77, 3, broken };
	char name[16];
	const char *path;
	struct db d;

	snprintf(name, sizeof(name), "from%d.db", from);
	path = scratch(name);
	tap_ok(db_open(&d, path, true, &old, &e) == 0, "made as %d", from);
	db_close(&d);
	if (from == 2) {
		tap_ok(db_open(&d, path, true, &bad, &e) < 0,
		    "a step that fails: %s", e.text);
		tap_ok(db_open(&d, path, false, &old, &e) == 0 &&
			number(&d, "SELECT count(*) FROM sqlite_schema") == 1,
		    "leaves it as it was");
		db_close(&d);
		tap_ok(db_open(&d, path, false, &bad, &e) < 0 && e.text[0],
		    "nor is it read then: %s", e.text);
	}
	tap_ok(db_open(&d, path, true, &now, &e) == 0, "brought up to date");
	tap_ok(number(&d, "PRAGMA user_version") == 3 &&
		number(&d, "SELECT count(*) FROM a WHERE y IS NOT NULL") == 2 &&
		number(&d, "SELECT count(*) FROM b") == 1,
	    "each step once, in order");
	db_close(&d);
	tap_ok(db_open(&d, path, true, &now, &e) == 0 &&
		number(&d, "SELECT count(*) FROM a") == 2,
	    "nothing to do the next time");
	db_close(&d);
	tap_ok(db_open(&d, path, true, &old, &e) == -ENOTSUP,
	    "an older program refuses it: %s", e.text);
}

static const char *const schemas[] = { schema_sql, schema_2_sql, schema_3_sql,
	schema_4_sql, schema_5_sql, schema_6_sql, schema_7_sql };
#define VERSIONS ((int)(sizeof(schemas) / sizeof(schemas[0])))

/* A store as a version made it, with a run of two values. */
static void make_version(const char *path, int version)
{
	static const uint64_t times[] = { 200000, 201000, 202000 };
	struct blob *blob = blob_new();
	const void *data;
	sqlite3_stmt *st;
	char text[100];
	sqlite3 *h;
	size_t size;

	sqlite3_open(path, &h);
	for (int i = 0; i < version; i++)
		sqlite3_exec(h, schemas[i], NULL, NULL, NULL);
	snprintf(text, sizeof(text), "PRAGMA user_version = %d", version);
	sqlite3_exec(h, text, NULL, NULL, NULL);
	sqlite3_exec(h,
	    "PRAGMA application_id = 1885696620;"
	    "PRAGMA journal_mode = WAL;"
	    "INSERT INTO run (id, uuid, label, started_ns, ended_ns, seed,"
	    " rounds) VALUES (7, '00000000-0000-4000-8000-000000000007',"
	    " 'old', 1, 2, 3, 1);"
	    "INSERT INTO fact VALUES (7, 'boot.id', 'state', 'b');"
	    "INSERT INTO result (id, run, seq, key, unit, flags, bytes,"
	    " outcome, failed) VALUES (1, 7, 0, 'sys_null', 'ns', 0, 0,"
	    " 'ok', 0)",
	    NULL, NULL, NULL);
	sqlite3_prepare_v2(h,
	    "INSERT INTO invocation (result, seq, round, start_ns, wall_ns,"
	    " ops, warm, cpu, partner, run) VALUES (1, 0, 0, 0, 9, 1000, 1,"
	    " 0, -1, ?)",
	    -1, &st, NULL);
	data = blob_pack(blob, times, 3, &size);
	sqlite3_bind_blob64(st, 1, data, size, SQLITE_STATIC);
	tap_ok(sqlite3_step(st) == SQLITE_DONE, "a store of version %d",
	    version);
	sqlite3_finalize(st);
	sqlite3_close(h);
	blob_free(blob);
}

static int64_t version_of(const char *path)
{
	char *head;
	size_t n;
	int64_t v;

	head = scratch_read(path, &n);
	v = n > 63 ? head[63] : -1;
	free(head);
	return v;
}

/* A run that came from an older version, and one put beside it now. */
static void goes_on(const char *path)
{
	struct store *s;
	struct run r, back;

	runs_make(&r, 5, 4, 2);
	r.after = xcalloc(1, sizeof(*r.after));
	memcpy(r.after->uuid, r.uuid, sizeof(r.uuid));
	r.after->phase = AFTER_LOAD;
	r.after->load.what = xstrdup("compute x 2");
	tap_ok(store_open(&s, path, STORE_WRITE, &e) == 0 &&
		store_put_run(s, &r, &e) == 0,
	    "takes what is new: %s", e.text);
	tap_ok(store_load(s, 7, &back, &e) == 0 && !back.after &&
		back.n_results == 1 && back.results[0].n_inv == 1,
	    "what is old is there");
	run_release(&back);
	tap_ok(store_load(s, r.id, &back, &e) == 0 && back.after &&
		back.after->phase == AFTER_LOAD &&
		strcmp(back.after->load.what, "compute x 2") == 0,
	    "and the new");
	run_release(&back);
	run_release(&r);
	store_close(s);
}

/* Who upgraded perfloss and only looks at a store. */
static void reads_version(int version)
{
	char name[2][24], *other, said[400] = "", *before, *after;
	const char *path, *dir;
	size_t n, m;

	snprintf(name[0], sizeof(name[0]), "v%d.db", version);
	snprintf(name[1], sizeof(name[1]), "v%dro", version);
	path = scratch(name[0]);
	dir = scratch(name[1]);
	other = xasprintf("%s/v.db", dir);
	make_version(path, version);
	tap_ok(version_of(path) == version, "its header");
	tap_ok(read_all(path, said, sizeof(said)) == 0 && !said[0],
	    "is read: %s", said);
	tap_ok(version_of(path) == VERSIONS, "and is up to date then");
	goes_on(path);
	mkdir(dir, 0755);
	make_version(other, version);
	before = scratch_read(other, &n);
	chmod(other, 0444);
	chmod(dir, 0555);
	tap_ok(as_nobody(read_all, other, said, sizeof(said)) == 0,
	    "is read where nothing may be written: %s", said);
	tap_ok(version == VERSIONS || strstr(said, "a copy of it is read"),
	    "which is said");
	after = scratch_read(other, &m);
	tap_ok(n == m && n > 0 && memcmp(before, after, n) == 0, "untouched");
	free(before);
	free(after);
	free(other);
}

int main(void)
{
	scratch_begin();
	chmod(scratch_dir, 0755); /* for nobody */
	migrates(1);
	migrates(2);
	for (int v = 1; v <= VERSIONS; v++)
		reads_version(v);
	scratch_end();
	return tap_done();
}
