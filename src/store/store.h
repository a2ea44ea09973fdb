/* store.h - runs kept in one SQLite file; the only place with sqlite3.h.
 * doc/STORE.md describes the tables. */
#ifndef PERFLOSS_STORE_STORE_H
#define PERFLOSS_STORE_STORE_H

#include "base/err.h"
#include "model/aftermath.h"
#include "model/run.h"
#include "model/session.h"

#include <stdbool.h>

struct store;

enum store_mode {
	STORE_READ,  /* must exist; nothing is written */
	STORE_WRITE, /* made if it is not there, with its directory */
};

/* The default path, or the reason why there is none ($XDG_DATA_HOME and $HOME
 * unset). The caller frees it. */
char *store_default_path(struct err *e);

/* Open. A store of a newer version, a file that is no store, a locked or
 * corrupt one is refused with one sentence and nothing in it is touched. */
int store_open(struct store **s, const char *path, enum store_mode mode,
    struct err *e);
void store_close(struct store *s);

/* Go on with a copy in memory, which may be written, where the file may not:
 * it is gone with store_close. On failure the store stays as it is. */
int store_to_memory(struct store *s, struct err *e);

const char *store_path(const struct store *s);

/* A sentence on how it had to be opened, for a warning; NULL = as usual. A
 * store on read-only media is read without its lock. */
const char *store_note(const struct store *s);

/* Put the head of a run (everything but results and env); sets r->id. Several
 * runs may grow in one store at a time. */
int store_begin_run(struct store *s, struct run *r, struct err *e);

/* Store what was added to the run since the last call, in one transaction: new
 * results, new invocations, env samples, facts, rounds. */
int store_save(struct store *s, struct run *r, struct err *e);

/* The last save: sets ended_ns and stop. */
int store_end_run(struct store *s, struct run *r, struct err *e);

/* A whole run in one transaction (import). -EEXIST if its uuid is there. */
int store_put_run(struct store *s, struct run *r, struct err *e);

/* Several whole runs in one transaction: all of them or none. */
int store_put_runs(struct store *s, struct run *runs, size_t n, struct err *e);

enum store_end {
	STORE_ENDED,   /* in good order */
	STORE_GROWS,   /* it is being measured */
	STORE_KILLED,  /* nobody measures it any more */
	STORE_UNKNOWN, /* either: the file system has no locks */
};

struct store_entry {
	int64_t id;
	char uuid[37];
	char *label, *profile, *kernel, *stop;
	char *pair; /* run.pair; NULL = measured alone */
	int64_t started_ns, ended_ns;
	enum store_end end;
	uint32_t rounds;
	size_t n_results;
};

/* All runs, newest first. The caller frees with store_entries_free. */
int store_list(struct store *s, struct store_entry **out, size_t *n,
    struct err *e);
void store_entries_free(struct store_entry *entries, size_t n);

/* Find by "@1" (last), "@2", id, label (newest of it) or the start of a uuid:
 * 0 and *id, or -ENOENT with the nearest label in the sentence. */
int store_find(struct store *s, const char *name, int64_t *id, struct err *e);

int store_load(struct store *s, int64_t id, struct run *r, struct err *e);

/* -EBUSY: it is being measured by another program. */
int store_delete(struct store *s, int64_t id, struct err *e);

/* The runs that are the phases of an aftermath, by the uuid that they share;
 * 0 = it is not in the store. */
int store_phases(struct store *s, const char *uuid, int64_t id[AFTER_PHASES],
    struct err *e);

/* A label instead of the one it has; NULL = none. */
int store_label(struct store *s, int64_t id, const char *label, struct err *e);

/* -- Sessions (session.c) ------------------------------------------------ */

/* How a session is made of a run's raw values; those made by another rule count
 * as missing. Raise it when judge_session changes. */
#define STORE_SESSION_RULE 2

/* Runs that can be a session of the machine alone: ended, and not measured
 * together with others; and have none yet. The caller frees. */
int store_sessions_missing(struct store *s, int64_t **ids, size_t *n,
    struct err *e);

/* Keep what was made of runs, in one transaction, in place of what there is of
 * them. A run that is gone meanwhile is passed over. */
int store_put_sessions(struct store *s, const struct session *all, size_t n,
    struct err *e);

/* Forget what was kept of the runs of a machine and state: they count as
 * missing, and are made again of the raw values. */
int store_forget_sessions(struct store *s, const char *host, const char *state,
    struct err *e);

/* More history changes a floor little, and reading it takes time. */
#define STORE_SESSIONS 100

/* The newest sessions of a machine and state (host_hash, host_state_hash) whose
 * boot is known, at most so many, the oldest first; sessions_free gives them
 * back. -EBADMSG: a level among them is none. */
int store_sessions(struct store *s, const char *host, const char *state,
    struct session **out, size_t *n, struct err *e);

/* -- History (history.c) ------------------------------------------------- */

/* A run of a history, without its rows. */
struct store_point {
	int64_t id, started_ns;
	char uuid[37], host[17]; /* host_hash */
	char *label;             /* NULL = none */
	char *fact;              /* value of the fact asked for, or NULL */
};

/* The newest runs that have a session, at most so many (0 = all), the oldest
 * first. fact: a key, or NULL. store_points_free gives them back. */
int store_points(struct store *s, const char *fact, size_t most,
    struct store_point **out, size_t *n, struct err *e);
void store_points_free(struct store_point *p, size_t n);

/* Calls fn for each row of each run, i of them, in their order; within a run by
 * key. how and y as in struct session_row; a level that can be none is passed
 * over. */
typedef void store_row_fn(void *to, size_t i, const char *key, const char *how,
    double y);
int store_point_rows(struct store *s, const struct store_point *p, size_t n,
    store_row_fn *fn, void *to, struct err *e);

/* The facts of a run: host_init was called. */
int store_facts(struct store *s, int64_t id, struct host *h, struct err *e);

#endif
