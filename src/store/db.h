/* db.h - inside the store: SQLite in a few verbs, its errors as sentences. */
#ifndef PERFLOSS_STORE_DB_H
#define PERFLOSS_STORE_DB_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file;
struct sqlite3;
struct sqlite3_stmt;

/* What makes a file a store, and how it came to its present form: steps[v] is
 * the SQL that brings a store of version v to v + 1; from nothing is v = 0. */
struct db_schema {
	int32_t application_id;
	int version; /* of the last step's result = number of steps */
	const char *const *steps;
};

/* Saving a run takes nine statements; preparing them costs more than they do
 * for the few rows of an imported one. */
#define DB_KEPT 16

struct db {
	struct sqlite3 *h;
	char *path;
	bool write;
	char *note;        /* a sentence on how it had to be opened, or NULL */
	struct file *file; /* NULL = a copy in memory */
	/* db.c's own: statements that are not in use, for whoever asks again */
	struct sqlite3_stmt *kept[DB_KEPT];
	size_t n_kept;
};

/* How long to wait for another program's lock, ms; tests shorten it. */
extern int db_patience_ms;

/* Tests set it: called before each call of SQLite that can fail; what it
 * returns other than 0 (SQLITE_OK) is taken for that call's result. */
extern int (*db_fault)(void);

/* d stays where it is until db_close. Not for two threads at a time. */
int db_open(struct db *d, const char *path, bool write,
    const struct db_schema *schema, struct err *e);
void db_close(struct db *d);

/* Go on with a copy in memory, which may be written; on failure d stays as it
 * is. */
int db_to_memory(struct db *d, struct err *e);

/* Gives back the statements that are kept: before the handle is closed. */
void db_drop_kept(struct db *d);

/* SQL without results. */
int db_exec(struct db *d, const char *sql, struct err *e);

/* A transaction that writes; rollback is harmless where none is open. */
int db_begin(struct db *d, struct err *e);
int db_commit(struct db *d, struct err *e);
void db_rollback(struct db *d);

/* The sentence for a result of SQLite, and its errno. */
int db_error(struct db *d, int rc, struct err *e);

/* A stored value that cannot be: -EBADMSG and the sentence. */
int db_corrupt(struct db *d, struct err *e, const char *what);

/* One statement. The first error stays in code and e, further calls do
 * nothing: so only the last one needs to be looked at. */
struct query {
	struct db *db;
	struct sqlite3_stmt *st;
	struct err *e;
	int code;
	int at; /* parameter that is bound next, from 1 */
};

void query_init(struct query *q, struct db *d, const char *sql, struct err *e);
void query_release(struct query *q);

/* The id of the row that was inserted last. RETURNING makes a table for it. */
int64_t db_last_id(const struct db *d);

/* Bind the next parameters: i int64_t, u uint64_t (UINT64_MAX = NULL), t const
 * char * (NULL = NULL; must last until query_step), d double (NaN = NULL), b
 * const void * and size_t (NULL = NULL; is copied). */
void query_bind(struct query *q, const char *types, ...);

/* 1 = a row, 0 = no more (and ready to bind again), < 0 = the error. */
int query_step(struct query *q);

/* bind and step for what returns no rows: 0 or the error. */
int query_put(struct query *q);

int64_t query_int(const struct query *q, int column);
double query_double(const struct query *q, int column); /* NULL = NaN */
uint64_t query_uint(const struct query *q, int column); /* NULL = UINT64_MAX */
const char *query_text(const struct query *q, int column); /* borrowed */
char *query_dup(const struct query *q, int column);        /* NULL = NULL */
const void *query_blob(const struct query *q, int column, size_t *n);

#endif
