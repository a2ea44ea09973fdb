/* session.c - tests of the sessions that a store keeps, and of new labels. */
#include "base/mem.h"
#include "runs.h"
#include "scratch.h"
#include "store/store.h"

#include "tap.h"

#include <errno.h>
#include <sqlite3.h>

static struct err e;

/* A run in the store, of this boot; alone, or as one of a pair. */
static int64_t put(struct store *s, uint64_t seed, const char *boot,
    bool paired)
{
	int64_t id;
	struct run r;

	runs_make(&r, seed, 3, 2);
	host_set(&r.host, "boot.id", FACT_STATE, boot);
	free(r.pair);
	r.pair =
	    paired ? xstrdup("00000000-0000-4000-8000-000000000000") : NULL;
	r.started_ns = (int64_t)seed;
	r.ended_ns = (int64_t)seed + 1;
	tap_ok(store_put_run(s, &r, &e) == 0, "a run");
	id = r.id;
	run_release(&r);
	return id;
}

static size_t missing(struct store *s, int64_t *first)
{
	int64_t *ids;
	size_t n;

	if (store_sessions_missing(s, &ids, &n, &e) != 0)
		return SIZE_MAX;
	*first = n ? ids[0] : 0;
	free(ids);
	return n;
}

static void make(struct session *to, int64_t run, double y)
{
	struct session_row *row;

	session_init(to);
	to->run = run;
	strcpy(to->host, "0123456789abcdef");
	strcpy(to->state, "fedcba9876543210");
	to->boot = xstrdup("boot");
	row = session_add(to, "sys_null", "ns");
	row->y = y;
	row->se = 0.01;
	row->n = 12;
	row = session_add(to, "row/size=1", "ns free");
	row->y = 2 * y;
}

static size_t kept(struct store *s, double *sum)
{
	struct session *all;
	size_t n, i;

	*sum = 0;
	if (store_sessions(s, "0123456789abcdef", "fedcba9876543210", &all, &n,
		&e) != 0)
		return SIZE_MAX;
	for (i = 0; i < n; i++)
		*sum += all[i].n == 2 ? all[i].row[1].y : NAN;
	sessions_free(all, n);
	return n;
}

static void sessions(void)
{
	int64_t a, b, first;
	struct session one[2], *all;
	struct store *s;
	double sum;
	size_t n;

	tap_ok(store_open(&s, scratch("s.db"), STORE_WRITE, &e) == 0, "opened");
	a = put(s, 1, "boot", false);
	put(s, 2, "boot", true);
	put(s, 3, NULL, false);
	b = put(s, 4, "boot", false);
	tap_ok(missing(s, &first) == 3 && first == a, "not those of a pair");
	make(&one[0], b, 4);
	make(&one[1], a, 1);
	tap_ok(store_put_sessions(s, one, 2, &e) == 0, "put");
	tap_ok(missing(s, &first) == 1 && first == 3, "one is missing then");
	tap_ok(kept(s, &sum) == 2 && sum == 5, "both are there");
	one[0].row[0].y = 8;
	tap_ok(store_put_sessions(s, one, 1, &e) == 0 && kept(s, &sum) == 2 &&
		sum == 9,
	    "put again they are replaced");
	tap_ok(store_sessions(s, one[0].host, one[0].state, &all, &n, &e) == 0,
	    "read");
	tap_ok(n == 2 && all[0].run == a && all[1].run == b,
	    "the oldest first");
	tap_str(all[0].boot, "boot", "its boot");
	tap_str(all[0].row[0].how, "ns free", "how a row was measured");
	tap_ok(all[0].row[1].n == 12 && all[0].row[1].se == 0.01,
	    "values and error");
	sessions_free(all, n);
	tap_ok(store_sessions(s, one[0].host, "0", &all, &n, &e) == 0 && n == 0,
	    "another state has none");
	tap_ok(store_delete(s, a, &e) == 0 && kept(s, &sum) == 1 && sum == 8,
	    "a run that is deleted takes its session with it");
	tap_ok(store_put_sessions(s, one + 1, 1, &e) == 0 && kept(s, &sum) == 1,
	    "and none is kept of a run that is gone");
	session_release(&one[0]);
	session_release(&one[1]);
	store_close(s);
}

static void hostile(void)
{
	const char *path = scratch("s.db");
	struct session *all;
	struct store *s;
	int64_t first;
	sqlite3 *h;
	size_t n;

	sqlite3_open(path, &h);
	sqlite3_exec(h, "UPDATE session_row SET se = -1 WHERE key = 'sys_null'",
	    NULL, NULL, NULL);
	tap_ok(store_open(&s, path, STORE_READ, &e) == 0, "opened");
	tap_ok(store_sessions(s, "0123456789abcdef", "fedcba9876543210", &all,
		   &n, &e) == -EBADMSG &&
		!all && n == 0,
	    "an error below zero: %s", e.text);
	sqlite3_exec(h, "UPDATE session SET rule = rule - 1", NULL, NULL, NULL);
	tap_ok(missing(s, &first) == 2, "by another rule it counts as missing");
	tap_ok(store_put_sessions(s, NULL, 0, &e) == -EROFS,
	    "a reader keeps none: %s", e.text);
	store_close(s);
	sqlite3_close(h);
}

/* What store_point_rows calls: rows of each run, counted; the sum of y. */
struct rows {
	size_t n[4];
	double sum;
};

static void count_row(void *to, size_t i, const char *key, const char *how,
    double y)
{
	struct rows *r = to;

	r->n[i]++;
	if (strcmp(key, "sys_null") == 0 && strcmp(how, "ns") == 0)
		r->sum += y;
}

static void history(void)
{
	struct session one[3], *all;
	struct store_point *p;
	struct rows rows = { .sum = 0 };
	struct host host;
	struct store *s;
	size_t n;

	store_open(&s, scratch("h.db"), STORE_WRITE, &e);
	make(&one[0], put(s, 7, "boot", false), 1);
	make(&one[1], put(s, 5, NULL, false), 2);
	make(&one[2], put(s, 6, "boot", true), 4);
	put(s, 8, "boot", false);
	free(one[1].boot);
	one[1].boot = xstrdup("");
	store_put_sessions(s, one, 3, &e);
	store_label(s, 2, "first", &e);
	tap_ok(store_points(s, "boot.id", 0, &p, &n, &e) == 0 && n == 2,
	    "alone, and with a session");
	tap_ok(p[0].id == 2 && p[1].id == 1, "the oldest first");
	tap_ok(!p[0].fact && strcmp(p[1].fact, "boot") == 0, "their facts");
	tap_str(p[0].label, "first", "their labels");
	tap_str(p[0].host, one[0].host, "their machine");
	tap_ok(store_point_rows(s, p, n, count_row, &rows, &e) == 0 &&
		rows.n[0] == 2 && rows.n[1] == 2 && rows.sum == 3,
	    "their rows");
	store_points_free(p, n);
	tap_ok(store_points(s, NULL, 1, &p, &n, &e) == 0 && n == 1 &&
		p[0].id == 1 && !p[0].fact,
	    "the newest");
	store_points_free(p, n);
	tap_ok(store_sessions(s, one[0].host, one[0].state, &all, &n, &e) ==
		    0 &&
		n == 1,
	    "an unknown boot is none of a state");
	sessions_free(all, n);
	host_init(&host);
	tap_ok(store_facts(s, 1, &host, &e) == 0, "facts");
	tap_str(host_get(&host, "boot.id"), "boot", "one of them");
	host_release(&host);
	for (int i = 0; i < 3; i++)
		session_release(&one[i]);
	store_close(s);
}

static void labels(void)
{
	struct store *s;
	int64_t id;

	store_open(&s, scratch("l.db"), STORE_WRITE, &e);
	put(s, 1, "boot", false);
	tap_ok(store_label(s, 1, "new", &e) == 0 &&
		store_find(s, "new", &id, &e) == 0 && id == 1,
	    "a new label is found");
	tap_ok(store_label(s, 1, NULL, &e) == 0 &&
		store_find(s, "new", &id, &e) == -ENOENT,
	    "it can be taken away");
	tap_ok(store_label(s, 9, "x", &e) == -ENOENT, "no such run: %s",
	    e.text);
	store_close(s);
}

int main(void)
{
	scratch_begin();
	sessions();
	hostile();
	history();
	labels();
	scratch_end();
	return tap_done();
}
