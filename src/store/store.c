/* store.c - a store opened, its runs listed, found and deleted. */
#include "store/store.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/path.h"
#include "base/text.h"
#include "store/file.h"
#include "store/inner.h"
#include "store/schema.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const store_outcomes[3] = { "ok", "skipped", "failed" };

/* From nothing to version 1, to 2, ...; a later version adds a step and never
 * changes one that was released. */
static const char *const steps[] = { schema_sql, schema_2_sql, schema_3_sql,
	schema_4_sql, schema_5_sql, schema_6_sql, schema_7_sql };

static const struct db_schema schema = {
	.application_id = 0x7065726c, /* "perl": perfloss, in the file's head */
	.version = sizeof(steps) / sizeof(steps[0]),
	.steps = steps,
};

int store_open(struct store **s, const char *path, enum store_mode mode,
    struct err *e)
{
	int code;

	*s = NULL;
	if (mode == STORE_WRITE) {
		code = path_make(path, e);
		if (code)
			return code;
	}
	*s = xcalloc(1, sizeof(**s));
	code = db_open(&(*s)->db, path, mode == STORE_WRITE, &schema, e);
	if (code) {
		free(*s);
		*s = NULL;
		return code;
	}
	(*s)->blob = blob_new();
	return 0;
}

void store_close(struct store *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; i < s->n_grow; i++)
		file_unclaim(s->db.file, s->grow[i].run);
	db_close(&s->db);
	blob_free(s->blob);
	for (i = 0; i < s->n_grow; i++)
		free(s->grow[i].saved);
	free(s->grow);
	free(s);
}

const char *store_path(const struct store *s)
{
	return s->db.path;
}

int store_to_memory(struct store *s, struct err *e)
{
	return db_to_memory(&s->db, e);
}

const char *store_note(const struct store *s)
{
	return s->db.note;
}

static void release_entry(struct store_entry *entry)
{
	free(entry->label);
	free(entry->profile);
	free(entry->kernel);
	free(entry->stop);
	free(entry->pair);
}

void store_entries_free(struct store_entry *entries, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		release_entry(&entries[i]);
	free(entries);
}

static void read_entry(const struct query *q, struct store_entry *to)
{
	const char *uuid = query_text(q, 1);

	memset(to, 0, sizeof(*to));
	to->id = query_int(q, 0);
	if (uuid && strlen(uuid) < sizeof(to->uuid))
		memcpy(to->uuid, uuid, strlen(uuid));
	to->label = query_dup(q, 2);
	to->profile = query_dup(q, 3);
	to->stop = query_dup(q, 4);
	to->started_ns = query_int(q, 5);
	to->ended_ns = query_int(q, 6);
	to->rounds = (uint32_t)query_int(q, 7);
	to->kernel = query_dup(q, 8);
	to->n_results = (size_t)query_int(q, 9);
	to->pair = query_dup(q, 10);
}

#define ENTRY \
	"SELECT id, uuid, label, profile, stop, started_ns, ended_ns," \
	" rounds, (SELECT value FROM fact" \
	"  WHERE fact.run = run.id AND key = 'kernel.release')," \
	" (SELECT count(*) FROM result WHERE result.run = run.id), pair" \
	" FROM run"

enum store_end store_end_of(struct store *s, int64_t run)
{
	int claimed = 0;

	for (size_t i = 0; i < s->n_grow; i++)
		if (s->grow[i].run == run)
			return STORE_GROWS;
	claimed = file_is_claimed(s->db.file, run);
	if (claimed < 0)
		return STORE_UNKNOWN;
	return claimed ? STORE_GROWS : STORE_KILLED;
}

/* How a run ends that had not ended when it was read. If nobody claims it, it
 * may have ended since: then it is read again. */
static int look_at_end(struct store *s, struct store_entry *to, struct err *e)
{
	struct query q;

	to->end = store_end_of(s, to->id);
	if (to->end != STORE_KILLED)
		return 0;
	query_init(&q, &s->db, ENTRY " WHERE id = ? AND ended_ns > 0", e);
	query_bind(&q, "i", to->id);
	while (query_step(&q) > 0) {
		release_entry(to);
		read_entry(&q, to);
	}
	query_release(&q);
	return q.code;
}

int store_list(struct store *s, struct store_entry **out, size_t *n,
    struct err *e)
{
	struct store_entry *list = NULL;
	size_t len = 0, cap = 0, i;
	struct query q;
	int code;

	query_init(&q, &s->db, ENTRY " ORDER BY started_ns DESC, id DESC", e);
	while (query_step(&q) > 0) {
		list = xgrow(list, len, &cap, sizeof(*list));
		read_entry(&q, &list[len++]);
	}
	query_release(&q);
	code = q.code;
	for (i = 0; i < len && code == 0; i++)
		if (list[i].ended_ns == 0)
			code = look_at_end(s, &list[i], e);
	if (code) {
		store_entries_free(list, len);
		list = NULL;
		len = 0;
	}
	*out = list;
	*n = len;
	return code;
}

/* The id in the first row of a query with one parameter; 0 = no row. */
static int one_id(struct store *s, const char *sql, const char *text,
    int64_t number, int64_t *id, struct err *e)
{
	struct query q;

	*id = 0;
	query_init(&q, &s->db, sql, e);
	if (text)
		query_bind(&q, "t", text);
	else
		query_bind(&q, "i", number);
	if (query_step(&q) > 0)
		*id = query_int(&q, 0);
	query_release(&q);
	return q.code;
}

static int find_last(struct store *s, const char *name, int64_t *id,
    struct err *e)
{
	int64_t back, n = 0;
	int code;

	if (num_parse_i64(name + 1, &back) != 0 || back < 1)
		return err_set(e, -ENOENT,
		    "'%s' is no run: '@1' is the last one, '@2' the one before",
		    name);
	code = one_id(s,
	    "SELECT id FROM run ORDER BY started_ns DESC, id DESC"
	    " LIMIT 1 OFFSET ?",
	    NULL, back - 1, id, e);
	if (code || *id)
		return code;
	code = one_id(s, "SELECT count(*) + 0 * ? FROM run", NULL, 0, &n, e);
	if (code)
		return code;
	return err_set(e, -ENOENT, "no run '%s': store '%s' has %lld", name,
	    s->db.path, (long long)n);
}

/* A run by the start of its uuid; LIKE's and GLOB's signs are not in it. */
static int find_uuid(struct store *s, const char *name, int64_t *id,
    struct err *e)
{
	size_t len = strspn(name, "0123456789abcdefABCDEF-");
	struct query q;
	int64_t n = 0;
	char *glob, *c;

	*id = 0;
	if (len < 4 || name[len] != '\0')
		return 0;
	glob = xasprintf("%s*", name);
	for (c = glob; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	query_init(&q, &s->db,
	    "SELECT min(id), count(*) FROM run WHERE uuid GLOB ?", e);
	query_bind(&q, "t", glob);
	if (query_step(&q) > 0) {
		*id = query_int(&q, 0);
		n = query_int(&q, 1);
	}
	query_release(&q);
	free(glob);
	if (q.code == 0 && n > 1)
		return err_set(e, -ENOENT,
		    "'%s' is the start of %lld uuids: give more of it", name,
		    (long long)n);
	return q.code;
}

static int no_such_run(struct store *s, const char *name, struct err *e)
{
	char **labels = NULL;
	size_t n = 0, cap = 0, i;
	const char *near;
	struct query q;
	int code;

	query_init(&q, &s->db,
	    "SELECT DISTINCT label FROM run WHERE label IS NOT NULL", e);
	while (query_step(&q) > 0) {
		labels = xgrow(labels, n, &cap, sizeof(*labels));
		labels[n++] = query_dup(&q, 0);
	}
	query_release(&q);
	code = q.code;
	near = text_nearest(name, (const char *const *)labels, n);
	if (code == 0 && near)
		code = err_set(e, -ENOENT, "no run '%s'; did you mean '%s'?",
		    name, near);
	else if (code == 0)
		code = err_set(e, -ENOENT, "no run '%s' in store '%s'", name,
		    s->db.path);
	for (i = 0; i < n; i++)
		free(labels[i]);
	free(labels);
	return code;
}

int store_find(struct store *s, const char *name, int64_t *id, struct err *e)
{
	int64_t number;
	int code = 0;

	*id = 0;
	if (*name == '@')
		return find_last(s, name, id, e);
	/* "#3", as it is printed, as well. */
	if (num_parse_i64(name + (*name == '#'), &number) == 0)
		code = one_id(s, "SELECT id FROM run WHERE id = ?", NULL,
		    number, id, e);
	if (code == 0 && *id == 0)
		code = one_id(s,
		    "SELECT id FROM run WHERE label = ?"
		    " ORDER BY started_ns DESC, id DESC LIMIT 1",
		    name, 0, id, e);
	if (code == 0 && *id == 0)
		code = find_uuid(s, name, id, e);
	if (code == 0 && *id == 0)
		code = no_such_run(s, name, e);
	if (code)
		*id = 0;
	return code;
}

int store_delete(struct store *s, int64_t id, struct err *e)
{
	int64_t found = 0;
	int code;

	/* of another program: what grows here may be given up */
	if (file_is_claimed(s->db.file, id) > 0)
		return err_set(e, -EBUSY,
		    "run %lld in store '%s' is being measured", (long long)id,
		    s->db.path);
	code = db_begin(&s->db, e);
	if (code == 0)
		code = one_id(s, "DELETE FROM run WHERE id = ? RETURNING id",
		    NULL, id, &found, e);
	if (code == 0 && found == 0)
		code = err_set(e, -ENOENT, "no run %lld in store '%s'",
		    (long long)id, s->db.path);
	if (code == 0)
		code = db_commit(&s->db, e);
	if (code)
		db_rollback(&s->db);
	return code;
}

int store_label(struct store *s, int64_t id, const char *label, struct err *e)
{
	int code = db_begin(&s->db, e);
	bool found = false;
	struct query q;

	if (code)
		return code;
	query_init(&q, &s->db,
	    "UPDATE run SET label = ? WHERE id = ? RETURNING id", e);
	query_bind(&q, "ti", label, id);
	while (query_step(&q) > 0)
		found = true;
	query_release(&q);
	code = q.code;
	if (code == 0 && !found)
		code = err_set(e, -ENOENT, "no run %lld in store '%s'",
		    (long long)id, s->db.path);
	if (code == 0)
		code = db_commit(&s->db, e);
	if (code)
		db_rollback(&s->db);
	return code;
}
