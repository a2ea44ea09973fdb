/* db.c - SQLite in a few verbs, its errors as sentences. */
#include "store/db.h"

#include "base/mem.h"
#include "base/text.h"
#include "store/file.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <string.h>

int (*db_fault)(void);

static int fault(void)
{
	errno = 0; /* so that system_error knows whose it is */
	return db_fault ? db_fault() : SQLITE_OK;
}

/* What the system said below an I/O error. SQLite itself passes on few of
 * them; errno still stands, unless a call that may fail came after: then it is
 * none of these. */
static int system_code(struct db *d)
{
	static const int plausible[] = { EFBIG, ENOSPC, EDQUOT, EIO, EROFS,
		EACCES, EPERM, EMFILE, ENFILE, ENOTDIR, ELOOP, ENAMETOOLONG };
	int now = errno, code = d->h ? sqlite3_system_errno(d->h) : 0;
	size_t i;

	if (code > 0)
		return code;
	for (i = 0; i < sizeof(plausible) / sizeof(plausible[0]); i++)
		if (now == plausible[i])
			return now;
	return EIO;
}

static int no_space(struct db *d, struct err *e)
{
	return err_set(e, -ENOSPC, "cannot write store '%s': no space left",
	    d->path);
}

static int system_error(struct db *d, struct err *e)
{
	int code = system_code(d);

	if (code == ENOSPC)
		return no_space(d, e);
	return err_sys(e, -code, "cannot use store '%s'", d->path);
}

int db_error(struct db *d, int rc, struct err *e)
{
	switch (rc & 0xff) { /* without the extended part */
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return err_set(e, -EBUSY,
		    "store '%s' is locked by another program", d->path);
	case SQLITE_FULL:
		return no_space(d, e);
	case SQLITE_READONLY:
		return err_set(e, -EROFS,
		    "cannot write store '%s': it is read-only", d->path);
	case SQLITE_CORRUPT:
		return err_set(e, -EBADMSG, "store '%s' is corrupt", d->path);
	case SQLITE_NOTADB:
		return err_set(e, -EINVAL, "'%s' is not a store of perfloss",
		    d->path);
	case SQLITE_NOMEM:
		return err_set(e, -ENOMEM, "out of memory with store '%s'",
		    d->path);
	case SQLITE_CONSTRAINT:
		return err_set(e, -EBADMSG,
		    "store '%s' refuses what does not fit it: %s", d->path,
		    d->h ? sqlite3_errmsg(d->h) : "");
	case SQLITE_CANTOPEN:
	case SQLITE_IOERR:
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return system_error(d, e);
	default:
		return err_set(e, -EIO, "cannot use store '%s': %s", d->path,
		    sqlite3_errstr(rc));
	}
}

int db_corrupt(struct db *d, struct err *e, const char *what)
{
	return err_set(e, -EBADMSG, "store '%s' is corrupt: %s", d->path, what);
}

int db_exec(struct db *d, const char *sql, struct err *e)
{
	int rc = fault();

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(d->h, sql, NULL, NULL, NULL);
	return rc == SQLITE_OK ? 0 : db_error(d, rc, e);
}

int db_begin(struct db *d, struct err *e)
{
	if (!d->write)
		return db_error(d, SQLITE_READONLY, e);
	/* SQLite would write on, into what nobody can open again */
	if (d->file && file_is_removed(d->file))
		return err_set(e, -ESTALE,
		    "store '%s' was removed or replaced meanwhile", d->path);
	return db_exec(d, "BEGIN IMMEDIATE", e);
}

int db_commit(struct db *d, struct err *e)
{
	return db_exec(d, "COMMIT", e);
}

void db_rollback(struct db *d)
{
	if (d->h && !sqlite3_get_autocommit(d->h))
		sqlite3_exec(d->h, "ROLLBACK", NULL, NULL, NULL);
}

static void query_fail(struct query *q, int rc)
{
	if (q->code == 0)
		q->code = db_error(q->db, rc, q->e);
}

/* -- Statements that are kept --------------------------------------------- */

static struct sqlite3_stmt *take_kept(struct db *d, const char *sql)
{
	for (size_t i = 0; i < d->n_kept; i++) {
		struct sqlite3_stmt *st = d->kept[i];

		if (strcmp(sqlite3_sql(st), sql) != 0)
			continue;
		d->kept[i] = d->kept[--d->n_kept];
		return st;
	}
	return NULL;
}

static void keep(struct db *d, struct sqlite3_stmt *st)
{
	if (d->n_kept == DB_KEPT) {
		sqlite3_finalize(st);
		return;
	}
	/* what was bound is not to be seen again, and may be gone */
	sqlite3_reset(st);
	sqlite3_clear_bindings(st);
	d->kept[d->n_kept++] = st;
}

void db_drop_kept(struct db *d)
{
	while (d->n_kept > 0)
		sqlite3_finalize(d->kept[--d->n_kept]);
}

/* -- A statement ---------------------------------------------------------- */

void query_init(struct query *q, struct db *d, const char *sql, struct err *e)
{
	int rc = fault();

	q->db = d;
	q->st = rc == SQLITE_OK ? take_kept(d, sql) : NULL;
	q->e = e;
	q->code = 0;
	q->at = 1;
	if (rc == SQLITE_OK && !q->st)
		rc = sqlite3_prepare_v2(d->h, sql, -1, &q->st, NULL);
	if (rc != SQLITE_OK)
		query_fail(q, rc);
}

void query_release(struct query *q)
{
	if (q->st && q->code == 0)
		keep(q->db, q->st);
	else
		sqlite3_finalize(q->st);
	q->st = NULL;
}

int64_t db_last_id(const struct db *d)
{
	return sqlite3_last_insert_rowid(d->h);
}

static int bind_int(struct query *q, int at, int64_t x)
{
	return sqlite3_bind_int64(q->st, at, x);
}

static int bind_uint(struct query *q, int at, uint64_t x)
{
	return x == UINT64_MAX ? sqlite3_bind_null(q->st, at) :
				 bind_int(q, at, (int64_t)x);
}

static int bind_double(struct query *q, int at, double x)
{
	return isnan(x) ? sqlite3_bind_null(q->st, at) :
			  sqlite3_bind_double(q->st, at, x);
}

void query_bind(struct query *q, const char *types, ...)
{
	int rc = SQLITE_OK, at;
	const void *p;
	va_list ap;

	if (q->code)
		return;
	va_start(ap, types);
	for (; *types && rc == SQLITE_OK; types++) {
		at = q->at++;
		switch (*types) {
		case 'i':
			rc = bind_int(q, at, va_arg(ap, int64_t));
			break;
		case 'u':
			rc = bind_uint(q, at, va_arg(ap, uint64_t));
			break;
		case 't':
			rc = sqlite3_bind_text(q->st, at,
			    va_arg(ap, const char *), -1, SQLITE_STATIC);
			break;
		case 'd':
			rc = bind_double(q, at, va_arg(ap, double));
			break;
		case 'b':
			p = va_arg(ap, const void *);
			rc = sqlite3_bind_blob64(q->st, at, p,
			    va_arg(ap, size_t), SQLITE_TRANSIENT);
			break;
		default:
			rc = SQLITE_MISUSE;
		}
	}
	va_end(ap);
	if (rc != SQLITE_OK)
		query_fail(q, rc);
}

int query_step(struct query *q)
{
	int rc = fault();

	if (q->code)
		return q->code;
	if (rc == SQLITE_OK)
		rc = sqlite3_step(q->st);
	if (rc == SQLITE_ROW)
		return 1;
	if (rc != SQLITE_DONE)
		query_fail(q, rc);
	sqlite3_reset(q->st);
	q->at = 1;
	return q->code;
}

int query_put(struct query *q)
{
	while (query_step(q) > 0)
		continue;
	return q->code;
}

int64_t query_int(const struct query *q, int column)
{
	return sqlite3_column_int64(q->st, column);
}

double query_double(const struct query *q, int column)
{
	if (sqlite3_column_type(q->st, column) == SQLITE_NULL)
		return NAN;
	return sqlite3_column_double(q->st, column);
}

uint64_t query_uint(const struct query *q, int column)
{
	if (sqlite3_column_type(q->st, column) == SQLITE_NULL)
		return UINT64_MAX;
	return (uint64_t)sqlite3_column_int64(q->st, column);
}

const char *query_text(const struct query *q, int column)
{
	const void *text = sqlite3_column_text(q->st, column);

	return text;
}

char *query_dup(const struct query *q, int column)
{
	const char *text = query_text(q, column);

	/* A store may come from a stranger, as a file may. */
	return text ? text_clean(xstrdup(text)) : NULL;
}

const void *query_blob(const struct query *q, int column, size_t *n)
{
	const void *blob = sqlite3_column_blob(q->st, column);

	*n = (size_t)sqlite3_column_bytes(q->st, column);
	return blob;
}
