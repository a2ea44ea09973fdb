/* stranger.c - tests of a store that somebody else made: what is in it neither
 * reaches a terminal raw nor breaks what reads it. */
#include "base/text.h"
#include "runs.h"
#include "scratch.h"
#include "store/store.h"

#include "tap.h"

#include <errno.h>
#include <sqlite3.h>

static struct err e;

static void sql(const char *path, const char *text)
{
	sqlite3 *h;

	sqlite3_open(path, &h);
	if (sqlite3_exec(h, text, NULL, NULL, NULL) != SQLITE_OK)
		printf("# %s\n", sqlite3_errmsg(h));
	sqlite3_close(h);
}

/* A store with one run, spoilt with SQL. */
static const char *spoilt(const char *name, const char *text)
{
	const char *path = scratch(name);
	struct store *s;
	struct run r;

	runs_make(&r, 1, 3, 2);
	if (store_open(&s, path, STORE_WRITE, &e) != 0 ||
	    store_put_run(s, &r, &e) != 0)
		printf("# %s\n", e.text);
	store_close(s);
	run_release(&r);
	sql(path, text);
	return path;
}

static bool clean(const char *s)
{
	return !s || text_is_clean(s);
}

static bool clean_results(const struct run *r)
{
	const struct result *res;
	char *const *note;
	size_t i;

	for (res = r->results; res < r->results + r->n_results; res++) {
		if (!clean(res->key) || !clean(res->why))
			return false;
		for (i = 0; i < res->n_inv; i++) {
			note = res->inv[i].notes;
			for (; note && *note; note++)
				if (!clean(*note))
					return false;
			if (!clean(res->inv[i].place))
				return false;
		}
	}
	return true;
}

#define RAW "char(27) || '[31m' || char(7, 155, 10) || "

static void cleaned(void)
{
	const char *path = spoilt("raw.db",
	    "UPDATE run SET label = " RAW "'x', profile = " RAW "'x', "
	    "pair = " RAW "'x', arm = " RAW "'x', state = " RAW "'x', "
	    "command = " RAW "'x', stop = " RAW "'x', clock_name = " RAW "'x';"
	    "UPDATE fact SET value = " RAW "'x';"
	    "UPDATE env SET hog = " RAW "'x';"
	    "UPDATE result SET why = " RAW "'x';"
	    "UPDATE invocation SET place = " RAW "'x',"
	    " notes = json_object(" RAW "'k', " RAW "'v');");
	struct store_entry *list;
	struct store *s;
	struct run r;
	size_t i, n;

	tap_ok(store_open(&s, path, STORE_READ, &e) == 0 &&
		store_load(s, 1, &r, &e) == 0,
	    "a store full of escape sequences is read");
	tap_str(r.label, " [31m    x", "they are blanks then");
	tap_ok(clean(r.profile) && clean(r.command) && clean(r.stop) &&
		clean(r.pair) && clean(r.arm) && clean(r.state) &&
		clean(r.clock_name),
	    "head");
	for (i = 0; i < r.host.n && clean(r.host.facts[i].value); i++)
		;
	tap_ok(i == r.host.n && i > 0, "facts");
	for (i = 0; i < r.n_env && clean(r.env[i].hog); i++)
		;
	tap_ok(i == r.n_env && i > 0, "env");
	tap_ok(r.results[0].inv[0].notes && clean_results(&r), "results");
	tap_ok(store_list(s, &list, &n, &e) == 0 && n == 1 &&
		clean(list[0].label) && clean(list[0].profile) &&
		clean(list[0].kernel) && clean(list[0].stop),
	    "list");
	store_entries_free(list, n);
	run_release(&r);
	store_close(s);
}

static void corrupt(const char *name, const char *text)
{
	const char *path = spoilt(name, text);
	struct store *s = NULL;
	struct run r;
	int code = store_open(&s, path, STORE_READ, &e);

	if (code == 0) {
		code = store_load(s, 1, &r, &e);
		if (code == 0)
			run_release(&r);
	}
	tap_ok(code == -EBADMSG, "%s is refused: %s", name, e.text);
	store_close(s);
}

/* The same tables without what the real ones promise. */
#define LOOSE(table, columns) \
	"ALTER TABLE " table " RENAME TO old;" \
	"CREATE TABLE " table "(" columns ");" \
	"INSERT INTO " table " SELECT * FROM old;"
#define FACT   "run, key, kind, value"
#define RESULT "id, run, seq, key, unit, flags, bytes, outcome, why, failed"

int main(void)
{
	scratch_begin();
	cleaned();
	corrupt("a raw key", "UPDATE result SET key = char(27) || key");
	corrupt("a fact's raw key", "UPDATE fact SET key = key || char(10)");
	corrupt("no operations", "UPDATE invocation SET ops = 0");
	corrupt("more warm-up than batches",
	    "UPDATE invocation SET warm = 1000000");
	corrupt("a fact without a key",
	    LOOSE("fact", FACT) "UPDATE fact SET key = NULL");
	corrupt("a fact without a kind",
	    LOOSE("fact", FACT) "UPDATE fact SET kind = NULL");
	corrupt("a result without a key",
	    LOOSE("result", RESULT) "UPDATE result SET key = NULL");
	scratch_end();
	return tap_done();
}
