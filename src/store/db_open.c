/* db_open.c - opens a store: checked before it is touched, made or brought up
 * to date where it may be written, read even where it cannot be locked. */
#include "store/db.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "store/file.h"

#include <ctype.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int db_patience_ms = 5000;

static int not_ours(struct db *d, struct err *e)
{
	return err_set(e, -EINVAL, "'%s' is not a store of perfloss", d->path);
}

static int check_version(struct db *d, const struct db_schema *s, int32_t id,
    int32_t version, struct err *e)
{
	if (id != s->application_id)
		return not_ours(d, e);
	if (version > s->version)
		return err_set(e, -ENOTSUP,
		    "store '%s' was made by a newer perfloss "
		    "(version %d, this one knows %d)",
		    d->path, version, s->version);
	return 0;
}

static int32_t big_endian(const unsigned char *b)
{
	return (int32_t)((uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 |
	    (uint32_t)b[2] << 8 | b[3]);
}

static bool is_there(const char *path, const char *suffix)
{
	char *name = xasprintf("%s%s", path, suffix);
	struct stat st;
	bool there = stat(name, &st) == 0 && st.st_size > 0;

	free(name);
	return there;
}

/* The file's own header, before SQLite may recover, lock or change anything:
 * 100 bytes, user version at 60, application id at 68 (the SQLite file format,
 * section 1.3). While a journal lies beside, its contents decide. */
static int check_header(struct db *d, const struct db_schema *s, int fd,
    struct err *e)
{
	unsigned char head[100];
	ssize_t n;

	do
		n = pread(fd, head, sizeof(head), 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_sys(e, -errno, "cannot read store '%s'", d->path);
	if (n == 0)
		return d->write ? 0 : not_ours(d, e);
	if (is_there(d->path, "-journal"))
		return 0;
	if (n < (ssize_t)sizeof(head) ||
	    memcmp(head, "SQLite format 3", 16) != 0)
		return not_ours(d, e);
	return check_version(d, s, big_endian(head + 68), big_endian(head + 60),
	    e);
}

static int check_file(struct db *d, const struct db_schema *s, struct err *e)
{
	bool fresh;
	int code = file_open(&d->file, d->path, d->write, &fresh, e);

	/* one that is open already was looked at then */
	return code || !fresh ? code :
				check_header(d, s, file_descriptor(d->file), e);
}

static int pragma(struct db *d, const char *sql, int64_t *value, struct err *e)
{
	struct query q;

	query_init(&q, d, sql, e);
	if (query_step(&q) > 0)
		*value = query_int(&q, 0);
	query_release(&q);
	return q.code;
}

static int versions(struct db *d, int64_t *id, int64_t *version, struct err *e)
{
	int code = pragma(d, "PRAGMA application_id", id, e);

	return code ? code : pragma(d, "PRAGMA user_version", version, e);
}

/* SQLite takes ":memory:" and "" for something else than files. */
static char *file_name(const char *path)
{
	return xasprintf("%s%s", *path == '/' ? "" : "./", path);
}

static int open_handle(struct db *d, const char *name, int flags, struct err *e)
{
	int rc = db_fault ? db_fault() : SQLITE_OK;

	if (rc == SQLITE_OK)
		rc = sqlite3_open_v2(name, &d->h,
		    /* one thread uses a handle: it needs no lock */
		    flags | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE |
			SQLITE_OPEN_NOMUTEX,
		    NULL);
	if (rc != SQLITE_OK)
		return db_error(d, rc, e);
	sqlite3_busy_timeout(d->h, db_patience_ms);
	/* A file from elsewhere may be made to do harm, and one that turns
	 * out to be newer must stay as it is. */
	sqlite3_db_config(d->h, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(d->h, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(d->h, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return db_exec(d, "PRAGMA foreign_keys = ON", e);
}

static void close_handle(struct db *d)
{
	db_drop_kept(d);
	sqlite3_close_v2(d->h);
	d->h = NULL;
}

/* SQLite needs its -shm file to read a log; on read-only media or in a
 * directory of someone else's there can be none. The file alone is still good
 * as long as nobody writes to it. */
static int open_immutable(struct db *d, struct err *e)
{
	char *name = file_name(d->path);
	struct buf uri = BUF_INIT;
	const char *c;
	int code;

	buf_add(&uri, "file:");
	for (c = name; *c; c++) {
		if (isalnum((unsigned char)*c) || text_in(*c, "/._-"))
			buf_add_char(&uri, *c);
		else
			buf_addf(&uri, "%%%02X", (unsigned char)*c);
	}
	buf_add(&uri, "?immutable=1");
	code = open_handle(d, buf_str(&uri),
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, e);
	if (code == 0 && is_there(d->path, "-wal"))
		d->note = xasprintf("store '%s' cannot be locked here: what "
				    "its log holds is not seen",
		    d->path);
	buf_release(&uri);
	free(name);
	return code;
}

/* Whether an error may go away when the file is read without its lock. */
static bool needs_no_lock(int code)
{
	return code != -EBUSY && code != -EBADMSG && code != -EINVAL &&
	    code != -ENOMEM;
}

/* The file as it is, for reading; its versions. */
static int open_as_it_is(struct db *d, int64_t *id, int64_t *version,
    struct err *e)
{
	char *name = file_name(d->path);
	int code;

	/* With write access, so that the last reader can put the log away;
	 * SQLite takes less where there is less. */
	code = open_handle(d, name, SQLITE_OPEN_READWRITE, e);
	if (code == 0)
		code = versions(d, id, version, e);
	if (code != 0 && needs_no_lock(code)) {
		close_handle(d);
		code = open_immutable(d, e);
		if (code == 0)
			code = versions(d, id, version, e);
	}
	free(name);
	return code;
}

/* In a transaction: bring version to the schema's. */
static int migrate_steps(struct db *d, const struct db_schema *s,
    int64_t version, struct err *e)
{
	char *sql;
	int code = 0;

	for (; version < s->version && code == 0; version++)
		code = db_exec(d, s->steps[version], e);
	if (code)
		return code;
	sql = xasprintf("PRAGMA application_id = %d; PRAGMA user_version = %d",
	    s->application_id, s->version);
	code = db_exec(d, sql, e);
	free(sql);
	return code;
}

/* Nothing at all, as a new file has it. */
static int is_empty(struct db *d, bool *empty, struct err *e)
{
	int64_t n = 1;
	int code = pragma(d, "SELECT count(*) FROM sqlite_schema", &n, e);

	*empty = n == 0;
	return code;
}

static int migrate(struct db *d, const struct db_schema *s, struct err *e)
{
	int64_t id = 0, version = 0;
	bool empty = false;
	int code = db_begin(d, e);

	/* again, now that nobody else can change it */
	if (code == 0)
		code = versions(d, &id, &version, e);
	if (code == 0)
		code = is_empty(d, &empty, e);
	if (code == 0 && !(empty && id == 0 && version == 0))
		code = check_version(d, s, (int32_t)id, (int32_t)version, e);
	if (code == 0 && version < s->version)
		code = migrate_steps(d, s, version, e);
	if (code == 0)
		code = db_commit(d, e);
	if (code)
		db_rollback(d);
	return code;
}

static int open_writing(struct db *d, const struct db_schema *s, struct err *e)
{
	char *name = file_name(d->path);
	int64_t id = 0, version = 0;
	int code;

	code =
	    open_handle(d, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e);
	free(name);
	if (code == 0 && sqlite3_db_readonly(d->h, "main") == 1)
		code = db_error(d, SQLITE_READONLY, e);
	if (code == 0)
		code = versions(d, &id, &version, e);
	if (code == 0 && (id != s->application_id || version != s->version))
		code = migrate(d, s, e);
	/* After this, a program that is killed loses the transaction at hand
	 * and nothing else; without fsync at each of them, so that the disk is
	 * left alone while others are timed. Where the file system has no
	 * shared memory, or a second program opens the new store at this very
	 * moment, the mode stays what it is, and is as safe. */
	if (code == 0)
		code = db_exec(d, "PRAGMA journal_mode = WAL", e);
	if (code == -EBUSY)
		code = 0;
	if (code == 0)
		code = db_exec(d, "PRAGMA synchronous = NORMAL", e);
	/* SQLite makes a table of its own of the words of each CHECK for each
	 * row, which is most of the work of putting one. What is written here
	 * are words of the program's own lists, and a test asks SQLite whether
	 * all of them pass the CHECKs. */
	return code ? code :
		      db_exec(d, "PRAGMA ignore_check_constraints = ON", e);
}

/* An older store is brought up to date where it may be written: somebody who
 * has a newer perfloss and only looks must not be told to write first. */
static int update_file(struct db *d, const struct db_schema *s, struct err *e)
{
	int code;

	close_handle(d);
	d->write = true;
	code = open_writing(d, s, e);
	d->write = false;
	close_handle(d);
	return code;
}

/* A copy of the store in memory in its place; on failure it stays. */
static int read_copy(struct db *d, struct err *e)
{
	struct sqlite3 *copy = NULL;
	struct sqlite3_backup *b;
	int code, rc = db_fault ? db_fault() : SQLITE_OK;

	if (rc == SQLITE_OK)
		rc = sqlite3_open_v2(":memory:", &copy,
		    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
			SQLITE_OPEN_EXRESCODE,
		    NULL);
	if (rc == SQLITE_OK) {
		b = sqlite3_backup_init(copy, "main", d->h, "main");
		rc = b ? sqlite3_backup_step(b, -1) : SQLITE_NOMEM;
		sqlite3_backup_finish(b);
		rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
	}
	code = rc == SQLITE_OK ? 0 : db_error(d, rc, e);
	if (code == 0)
		db_drop_kept(d);
	sqlite3_close_v2(code ? copy : d->h);
	if (code == 0) {
		d->h = copy;
		file_close(d->file);
		d->file = NULL; /* its runs are others now */
	}
	return code;
}

int db_to_memory(struct db *d, struct err *e)
{
	int code = read_copy(d, e);

	d->write = code == 0;
	return code;
}

/* A copy is brought up to date instead: the file may not be written. */
static int update_copy(struct db *d, const struct db_schema *s, int64_t version,
    struct err *e)
{
	int code = read_copy(d, e);

	if (code == 0)
		code = db_exec(d, "BEGIN", e);
	if (code == 0)
		code = migrate_steps(d, s, version, e);
	if (code == 0)
		code = db_commit(d, e);
	if (code == 0 && !d->note)
		d->note = xasprintf("store '%s' is of an older version and "
				    "cannot be written: a copy of it is read",
		    d->path);
	return code;
}

static int open_reading(struct db *d, const struct db_schema *s, struct err *e)
{
	int64_t id = 0, version = 0;
	struct err why;
	int code = open_as_it_is(d, &id, &version, e);

	if (code == 0)
		code = check_version(d, s, (int32_t)id, (int32_t)version, e);
	if (code == 0 && version < s->version) {
		/* whatever forbids to write it does not forbid to read it */
		update_file(d, s, &why);
		free(d->note);
		d->note = NULL;
		code = open_as_it_is(d, &id, &version, e);
		if (code == 0 && version < s->version)
			code = update_copy(d, s, version, e);
	}
	return code ? code : db_exec(d, "PRAGMA query_only = ON", e);
}

int db_open(struct db *d, const char *path, bool write,
    const struct db_schema *schema, struct err *e)
{
	int code;

	memset(d, 0, sizeof(*d));
	d->path = xstrdup(path);
	d->write = write;
	code = check_file(d, schema, e);
	if (code == 0)
		code = write ? open_writing(d, schema, e) :
			       open_reading(d, schema, e);
	if (code)
		db_close(d);
	else
		sqlite3_db_config(d->h, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0,
		    NULL);
	return code;
}

void db_close(struct db *d)
{
	if (!d)
		return;
	close_handle(d);
	file_close(d->file);
	free(d->path);
	free(d->note);
	memset(d, 0, sizeof(*d));
}
