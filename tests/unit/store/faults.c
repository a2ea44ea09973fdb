/* faults.c - tests of the store when SQLite fails: at each of its calls, and
 * at each operation on the file, with an I/O error or a full disk. */
#include "runs.h"
#include "scratch.h"
#include "store/db.h"
#include "store/store.h"

#include "base/mem.h"

#include "tap.h"

#include <errno.h>
#include <sqlite3.h>

/* -- What fails ------------------------------------------------------------ */

static unsigned calls, fail_at;
static bool fail_on; /* every one from fail_at on */
static int fail_with;

static int next_call(void)
{
	calls++;
	if (fail_at && (fail_on ? calls >= fail_at : calls == fail_at))
		return fail_with;
	return SQLITE_OK;
}

/* A file system between SQLite and the real one. Its methods fail in turn; the
 * rest goes to the real file, which lies behind the struct. */
struct file {
	sqlite3_file base;
	sqlite3_file *real;
};

static sqlite3_vfs *real_vfs, faulty_vfs;
static sqlite3_io_methods methods;

#define REAL(f) (((struct file *)(f))->real)
#define FORWARD(f, method, ...) \
	(REAL(f)->pMethods->method(REAL(f), __VA_ARGS__))

static int f_close(sqlite3_file *f)
{
	return REAL(f)->pMethods->xClose(REAL(f));
}

static int f_read(sqlite3_file *f, void *p, int n, sqlite3_int64 at)
{
	int rc = fail_with == SQLITE_FULL ? SQLITE_OK : next_call();

	return rc ? SQLITE_IOERR_READ : FORWARD(f, xRead, p, n, at);
}

static int f_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
	int rc = next_call();

	return rc ? rc : FORWARD(f, xWrite, p, n, at);
}

static int f_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	int rc = next_call();

	return rc ? rc : FORWARD(f, xTruncate, size);
}

static int f_sync(sqlite3_file *f, int flags)
{
	int rc = next_call();

	return rc ? SQLITE_IOERR_FSYNC : FORWARD(f, xSync, flags);
}

static int f_size(sqlite3_file *f, sqlite3_int64 *size)
{
	return FORWARD(f, xFileSize, size);
}

static int f_lock(sqlite3_file *f, int level)
{
	return FORWARD(f, xLock, level);
}

static int f_unlock(sqlite3_file *f, int level)
{
	return FORWARD(f, xUnlock, level);
}

static int f_reserved(sqlite3_file *f, int *out)
{
	return FORWARD(f, xCheckReservedLock, out);
}

static int f_control(sqlite3_file *f, int op, void *arg)
{
	return FORWARD(f, xFileControl, op, arg);
}

static int f_sector(sqlite3_file *f)
{
	return REAL(f)->pMethods->xSectorSize(REAL(f));
}

static int f_kind(sqlite3_file *f)
{
	return REAL(f)->pMethods->xDeviceCharacteristics(REAL(f));
}

static int f_shm_map(sqlite3_file *f, int page, int size, int extend,
    void volatile **out)
{
	int rc = extend ? next_call() : SQLITE_OK;

	return rc ? rc : FORWARD(f, xShmMap, page, size, extend, out);
}

static int f_shm_lock(sqlite3_file *f, int at, int n, int flags)
{
	return FORWARD(f, xShmLock, at, n, flags);
}

static void f_shm_barrier(sqlite3_file *f)
{
	REAL(f)->pMethods->xShmBarrier(REAL(f));
}

static int f_shm_unmap(sqlite3_file *f, int remove)
{
	return FORWARD(f, xShmUnmap, remove);
}

static int f_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
    int flags, int *out)
{
	struct file *to = (struct file *)f;
	int rc = next_call();

	(void)vfs;
	to->base.pMethods = NULL;
	to->real = (sqlite3_file *)(to + 1);
	if (rc)
		return SQLITE_CANTOPEN;
	rc = real_vfs->xOpen(real_vfs, name, to->real, flags, out);
	if (to->real->pMethods)
		to->base.pMethods = &methods;
	return rc;
}

static void use_faulty_vfs(void)
{
	real_vfs = sqlite3_vfs_find(NULL);
	faulty_vfs = *real_vfs;
	faulty_vfs.zName = "faulty";
	faulty_vfs.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile;
	faulty_vfs.xOpen = f_open;
	methods = (sqlite3_io_methods){ 2, f_close, f_read, f_write, f_truncate,
		f_sync, f_size, f_lock, f_unlock, f_reserved, f_control,
		f_sector, f_kind, f_shm_map, f_shm_lock, f_shm_barrier,
		f_shm_unmap, NULL, NULL };
	sqlite3_vfs_register(&faulty_vfs, 1);
}

static void use_real_vfs(void)
{
	sqlite3_vfs_unregister(&faulty_vfs);
	sqlite3_vfs_register(real_vfs, 1);
}

/* -- What is done meanwhile ---------------------------------------------- */

static const char *path;
static struct run whole, growing;
static unsigned saved; /* rounds that store_save said are saved */
static bool put_said_done;

static void remove_store(void)
{
	unlink(path);
	unlink(scratch("faults.db-wal"));
	unlink(scratch("faults.db-shm"));
	unlink(scratch("faults.db-journal"));
}

static int put_whole(struct err *e)
{
	struct store *s;
	int code = store_open(&s, path, STORE_WRITE, e);

	if (code == 0)
		code = store_put_run(s, &whole, e);
	store_close(s);
	put_said_done = code == 0;
	return code;
}

static int grow(struct err *e)
{
	struct store *s;
	uint32_t i;
	int code = store_open(&s, path, STORE_WRITE, e);

	run_release(&growing);
	runs_make(&growing, 2, 0, 0);
	saved = 0;
	if (code == 0)
		code = store_begin_run(s, &growing, e);
	for (i = 0; i < 3 && code == 0; i++) {
		runs_round(&growing, 2, 3, i);
		growing.rounds = i + 1;
		code = store_save(s, &growing, e);
		saved += code == 0;
	}
	if (code == 0)
		code = store_end_run(s, &growing, e);
	store_close(s);
	return code;
}

static void pass_row(void *to, size_t i, const char *key, const char *how,
    double y)
{
	size_t *rows = to;

	*rows += i == 0 && key && how && y < 50;
}

/* What "trend" reads. */
static int read_history(struct store *s, int64_t id, struct err *e)
{
	struct store_point *p, one = { .id = id };
	size_t n, rows = 0;
	struct host host;
	int code = store_points(s, "boot.id", 0, &p, &n, e);

	if (code == 0) {
		store_points_free(p, n);
		code = store_point_rows(s, &one, 1, pass_row, &rows, e);
	}
	host_init(&host);
	if (code == 0)
		code = store_facts(s, id, &host, e);
	host_release(&host);
	return code;
}

static int read_back(struct err *e)
{
	struct store_entry *list;
	struct store *s;
	struct run r;
	size_t n;
	int64_t id;
	int code = store_open(&s, path, STORE_READ, e);

	if (code == 0 && (code = store_list(s, &list, &n, e)) == 0)
		store_entries_free(list, n);
	if (code == 0)
		code = store_find(s, "@1", &id, e);
	if (code == 0 && (code = store_load(s, id, &r, e)) == 0)
		run_release(&r);
	if (code == 0)
		code = read_history(s, id, e);
	store_close(s);
	return code;
}

/* -- What must hold after it ---------------------------------------------- */

static bool sound(void)
{
	bool good = false;
	sqlite3_stmt *st;
	sqlite3 *h;

	sqlite3_open(path, &h);
	if (sqlite3_prepare_v2(h, "PRAGMA integrity_check", -1, &st, NULL) ==
		SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		good =
		    strcmp((const char *)sqlite3_column_text(st, 0), "ok") == 0;
	sqlite3_finalize(st);
	sqlite3_close(h);
	return good;
}

/* The whole of the run; or none at all, where this was said. */
static bool all_or_nothing(void)
{
	struct store_entry *list = NULL;
	const char *differs = NULL;
	struct store *s;
	struct run r;
	struct err e;
	size_t n = 0;

	if (store_open(&s, path, STORE_WRITE, &e) != 0)
		return false;
	store_list(s, &list, &n, &e);
	if (n == 1 && store_load(s, list[0].id, &r, &e) == 0) {
		differs = runs_differ(&whole, &r);
		run_release(&r);
	}
	store_entries_free(list, n);
	store_close(s);
	return n <= 1 && !differs && (n == 1 || !put_said_done);
}

/* Every round that was said to be saved, and each of them whole. */
static bool rounds_kept(void)
{
	struct store *s;
	struct run r;
	struct err e;
	bool good;
	int64_t id;
	size_t i;

	if (store_open(&s, path, STORE_WRITE, &e) != 0)
		return false;
	if (store_find(s, "@1", &id, &e) != 0) {
		store_close(s);
		return saved == 0;
	}
	good = store_load(s, id, &r, &e) == 0;
	good = good && r.rounds >= saved;
	for (i = 2; good && i < r.n_results; i++) /* after the failed ones */
		good = r.results[i].n_inv == r.rounds;
	run_release(&r);
	store_close(s);
	return good;
}

struct work {
	const char *name;
	int (*fn)(struct err *e);
	bool (*holds)(void);
	bool fresh; /* from no store at all */
};

/* A failure at the first call, the second, ... until a pass is clean. */
static void each(const struct work *w, const char *what)
{
	unsigned wrong = 0, n;
	struct err e;
	int code = -1;

	if (!w->fresh)
		put_whole(&e);
	for (n = 1; n < 5000; n++) {
		if (w->fresh)
			remove_store();
		memset(&e, 0, sizeof(e));
		calls = 0;
		fail_at = n;
		code = w->fn(&e);
		fail_at = 0;
		if (calls < n)
			break;
		/* a few may fail unseen: closing, what is only advice */
		if (code > 0 || (code != 0 && !e.text[0]) || !w->holds()) {
			wrong++;
			printf("# %s, call %u: %d '%s'\n", w->name, n, code,
			    e.text);
		}
	}
	tap_ok(wrong == 0, "%s: %s, each of %u calls", w->name, what, n - 1);
	tap_ok(code == 0 && n > 20, "%s: and then a clean pass", w->name);
	remove_store();
}

static const struct work works[] = {
	{ "put", put_whole, all_or_nothing, true },
	{ "grow", grow, rounds_kept, true },
	{ "read", read_back, sound, false },
};

static void each_call(void)
{
	size_t i;

	db_fault = next_call;
	fail_with = SQLITE_IOERR;
	for (i = 0; i < 3; i++)
		each(&works[i], "an error");
	db_fault = NULL;
}

static void each_file_call(int with, bool on, const char *what)
{
	size_t i;

	fail_with = with;
	fail_on = on;
	for (i = 0; i < 2; i++)
		each(&works[i], what);
	fail_on = false;
}

int main(void)
{
	scratch_begin();
	path = xstrdup(scratch("faults.db"));
	runs_make(&whole, 1, 3, 2);
	each_call();
	use_faulty_vfs();
	each_file_call(SQLITE_IOERR_WRITE, false, "an error of the file");
	each_file_call(SQLITE_FULL, false, "a full disk");
	each_file_call(SQLITE_FULL, true, "a disk full from there on");
	use_real_vfs();
	run_release(&whole);
	run_release(&growing);
	scratch_end();
	return tap_done();
}
