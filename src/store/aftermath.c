/* aftermath.c - what runs that are phases of an aftermath keep of it. */
#include "base/json.h"
#include "model/after_part.h"
#include "store/inner.h"

#include <stdlib.h>
#include <string.h>

int store_put_part(struct store *s, int64_t run, const struct run *r,
    struct err *e)
{
	struct buf text = BUF_INIT;
	struct query q;
	struct json j;

	if (!r->after)
		return 0;
	json_init(&j, &text);
	after_part_to_json(r->after, &j);
	query_init(&q, &s->db,
	    "INSERT INTO aftermath (run, uuid, phase, part)"
	    " VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
	    " uuid = excluded.uuid, phase = excluded.phase,"
	    " part = excluded.part",
	    e);
	query_bind(&q, "ittt", run, r->after->uuid,
	    after_phase_words[r->after->phase], buf_str(&text));
	query_put(&q);
	query_release(&q);
	buf_release(&text);
	return q.code;
}

int store_load_part(struct store *s, struct run *r, struct err *e)
{
	struct query q;
	int code = 0;

	query_init(&q, &s->db, "SELECT part FROM aftermath WHERE run = ?", e);
	query_bind(&q, "i", r->id);
	if (query_step(&q) > 0) {
		const char *text = query_text(&q, 0);

		if (text)
			r->after = after_part_from_text(text, strlen(text), e);
		if (!r->after)
			code = db_corrupt(&s->db, e, "an aftermath");
	}
	query_release(&q);
	return q.code ? q.code : code;
}

int store_phases(struct store *s, const char *uuid, int64_t id[AFTER_PHASES],
    struct err *e)
{
	struct query q;

	memset(id, 0, AFTER_PHASES * sizeof(*id));
	query_init(&q, &s->db,
	    "SELECT run, phase FROM aftermath WHERE uuid = ? ORDER BY run", e);
	query_bind(&q, "t", uuid);
	while (query_step(&q) > 0) {
		const char *phase = query_text(&q, 1);

		for (int i = 0; phase && i < AFTER_PHASES; i++)
			if (strcmp(phase, after_phase_words[i]) == 0)
				id[i] = query_int(&q, 0);
	}
	query_release(&q);
	return q.code;
}
