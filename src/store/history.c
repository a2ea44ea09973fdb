/* history.c - the levels of rows over many runs. */
#include "store/store.h"

#include "base/mem.h"
#include "store/inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void store_points_free(struct store_point *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(p[i].label);
		free(p[i].fact);
	}
	free(p);
}

static int read_point(struct store *s, const struct query *q,
    struct store_point *to, struct err *e)
{
	const char *uuid = query_text(q, 1), *host = query_text(q, 2);

	memset(to, 0, sizeof(*to));
	if (!uuid || strlen(uuid) != 36 || !host || strlen(host) != 16)
		return db_corrupt(&s->db, e, "a session");
	memcpy(to->uuid, uuid, sizeof(to->uuid));
	memcpy(to->host, host, sizeof(to->host));
	to->id = query_int(q, 0);
	to->started_ns = query_int(q, 3);
	to->label = query_dup(q, 4);
	to->fact = query_dup(q, 5);
	return 0;
}

static void turn_round(struct store_point *p, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		struct store_point t = p[i];

		p[i] = p[n - 1 - i];
		p[n - 1 - i] = t;
	}
}

int store_points(struct store *s, const char *fact, size_t most,
    struct store_point **out, size_t *n, struct err *e)
{
	struct store_point *list = NULL;
	size_t len = 0, cap = 0;
	struct query q;
	int code = 0;

	query_init(&q, &s->db,
	    "SELECT run.id, uuid, session.host, started_ns, label,"
	    " (SELECT value FROM fact WHERE fact.run = run.id AND key = ?)"
	    " FROM run JOIN session ON session.run = run.id"
	    " WHERE rule = ? AND pair IS NULL"
	    " ORDER BY started_ns DESC, id DESC LIMIT ?",
	    e);
	query_bind(&q, "tii", fact, (int64_t)STORE_SESSION_RULE,
	    most ? (int64_t)most : (int64_t)-1);
	while (code == 0 && query_step(&q) > 0) {
		list = xgrow(list, len, &cap, sizeof(*list));
		code = read_point(s, &q, &list[len], e);
		len += code == 0;
	}
	query_release(&q);
	code = code ? code : q.code;
	if (code) {
		store_points_free(list, len);
		list = NULL;
		len = 0;
	}
	turn_round(list, len);
	*out = list;
	*n = len;
	return code;
}

int store_point_rows(struct store *s, const struct store_point *p, size_t n,
    store_row_fn *fn, void *to, struct err *e)
{
	struct query q;

	query_init(&q, &s->db,
	    "SELECT key, how, y FROM session_row WHERE run = ? ORDER BY key",
	    e);
	for (size_t i = 0; i < n && !q.code; i++) {
		query_bind(&q, "i", p[i].id);
		while (query_step(&q) > 0) {
			const char *key = query_text(&q, 0);
			const char *how = query_text(&q, 1);
			double y = query_double(&q, 2);

			if (key && how && fabs(y) <= STORE_LOG_MOST)
				fn(to, i, key, how, y);
		}
	}
	query_release(&q);
	return q.code;
}
