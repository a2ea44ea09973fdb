/* session.c - levels of the rows of past runs, kept beside their raw values. */
#include "store/store.h"

#include "base/mem.h"
#include "store/inner.h"

#include <math.h>
#include <string.h>

int store_sessions_missing(struct store *s, int64_t **ids, size_t *n,
    struct err *e)
{
	size_t cap = 0;
	struct query q;

	*ids = NULL;
	*n = 0;
	query_init(&q, &s->db,
	    "SELECT id FROM run WHERE ended_ns > 0 AND pair IS NULL"
	    " AND NOT EXISTS (SELECT 1 FROM session"
	    "  WHERE session.run = run.id AND rule = ?) ORDER BY id",
	    e);
	query_bind(&q, "i", (int64_t)STORE_SESSION_RULE);
	while (query_step(&q) > 0) {
		*ids = xgrow(*ids, *n, &cap, sizeof(**ids));
		(*ids)[(*n)++] = query_int(&q, 0);
	}
	query_release(&q);
	return q.code;
}

static int put_rows(struct store *s, const struct session *one, struct err *e)
{
	struct query q;
	size_t i;

	query_init(&q, &s->db,
	    "INSERT INTO session_row (run, key, how, y, se, n)"
	    " VALUES (?, ?, ?, ?, ?, ?)",
	    e);
	for (i = 0; i < one->n && !q.code; i++) {
		query_bind(&q, "ittddi", one->run, one->row[i].key,
		    one->row[i].how, one->row[i].y, one->row[i].se,
		    (int64_t)one->row[i].n);
		query_put(&q);
	}
	query_release(&q);
	return q.code;
}

static int forget(struct store *s, int64_t run, struct err *e)
{
	struct query q;

	query_init(&q, &s->db, "DELETE FROM session WHERE run = ?", e);
	query_bind(&q, "i", run);
	query_put(&q);
	query_release(&q);
	return q.code;
}

int store_forget_sessions(struct store *s, const char *host, const char *state,
    struct err *e)
{
	int code = db_begin(&s->db, e);
	struct query q;

	if (code)
		return code;
	query_init(&q, &s->db,
	    "DELETE FROM session WHERE host = ? AND state = ?", e);
	query_bind(&q, "tt", host, state);
	query_put(&q);
	query_release(&q);
	code = q.code ? q.code : db_commit(&s->db, e);
	if (code)
		db_rollback(&s->db);
	return code;
}

static int put_one(struct store *s, const struct session *one, struct err *e)
{
	struct query q;
	bool there = false;
	int code = forget(s, one->run, e);

	if (code)
		return code;
	query_init(&q, &s->db,
	    "INSERT INTO session (run, rule, host, state, boot)"
	    " SELECT id, ?, ?, ?, ? FROM run WHERE id = ? RETURNING run",
	    e);
	query_bind(&q, "ittti", (int64_t)STORE_SESSION_RULE, one->host,
	    one->state, one->boot, one->run);
	while (query_step(&q) > 0)
		there = true;
	query_release(&q);
	return q.code || !there ? q.code : put_rows(s, one, e);
}

int store_put_sessions(struct store *s, const struct session *all, size_t n,
    struct err *e)
{
	int code = db_begin(&s->db, e);
	size_t i;

	for (i = 0; i < n && code == 0; i++)
		code = put_one(s, &all[i], e);
	if (code == 0)
		code = db_commit(&s->db, e);
	if (code)
		db_rollback(&s->db);
	return code;
}

static int read_head(struct store *s, const struct query *q, const char *host,
    const char *state, struct session *to, struct err *e)
{
	const char *uuid = query_text(q, 2);

	session_init(to);
	to->run = query_int(q, 0);
	to->boot = query_dup(q, 1);
	if (!to->boot || !uuid || strlen(uuid) != 36)
		return db_corrupt(&s->db, e, "a session");
	memcpy(to->uuid, uuid, sizeof(to->uuid));
	to->started_ns = query_int(q, 3);
	to->busy = query_double(q, 9);
	memcpy(to->host, host, sizeof(to->host));
	memcpy(to->state, state, sizeof(to->state));
	return 0;
}

static int read_row(struct store *s, const struct query *q, struct session *to,
    struct err *e)
{
	struct session_row *row;

	if (!query_text(q, 4))
		return 0; /* a run of which no row had a value */
	if (!query_text(q, 5) ||
	    !(fabs(query_double(q, 6)) <= STORE_LOG_MOST) ||
	    !(query_double(q, 7) >= 0 && query_double(q, 7) <= STORE_LOG_MOST))
		return db_corrupt(&s->db, e, "the level of a row");
	row = session_add(to, query_text(q, 4), query_text(q, 5));
	row->y = query_double(q, 6);
	row->se = query_double(q, 7);
	row->n = (uint32_t)query_int(q, 8);
	return 0;
}

int store_sessions(struct store *s, const char *host, const char *state,
    struct session **out, size_t *n, struct err *e)
{
	struct session *list = NULL;
	size_t len = 0, cap = 0;
	struct query q;
	int code = 0;

	query_init(&q, &s->db,
	    "SELECT session.run, boot, uuid, started_ns, key, how, y, se, n,"
	    " (SELECT avg(busy) FROM env WHERE env.run = session.run)"
	    " FROM session JOIN run ON run.id = session.run"
	    " LEFT JOIN session_row ON session_row.run = session.run"
	    " WHERE session.run IN (SELECT session.run FROM session"
	    "  JOIN run ON run.id = session.run"
	    "  WHERE host = ? AND session.state = ? AND rule = ?"
	    "  AND run.pair IS NULL AND boot <> ''"
	    "  ORDER BY started_ns DESC LIMIT ?)"
	    " ORDER BY started_ns, session.run, key",
	    e);
	query_bind(&q, "ttii", host, state, (int64_t)STORE_SESSION_RULE,
	    (int64_t)STORE_SESSIONS);
	while (code == 0 && query_step(&q) > 0) {
		if (len == 0 || list[len - 1].run != query_int(&q, 0)) {
			list = xgrow(list, len, &cap, sizeof(*list));
			code = read_head(s, &q, host, state, &list[len++], e);
		}
		if (code == 0)
			code = read_row(s, &q, &list[len - 1], e);
	}
	query_release(&q);
	code = code ? code : q.code;
	if (code) {
		sessions_free(list, len);
		list = NULL;
		len = 0;
	}
	*out = list;
	*n = len;
	return code;
}
