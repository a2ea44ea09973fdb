/* plan_load.c - lines of the plan about a load and what it leaves. */
#include "base/json.h"
#include "model/plan.h"

void plan_one(const struct plan_one *p, struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "step");
	json_put_int(&j, "id", p->id);
	json_put_string(&j, "key", p->key);
	if (p->ops > 0)
		json_put_uint(&j, "ops", p->ops);
	if (p->idle_ns > 0)
		json_put_int(&j, "idle_ns", p->idle_ns);
	if (p->deadline_ns > 0)
		json_put_int(&j, "deadline_ns", p->deadline_ns);
	if (p->stay)
		json_put_bool(&j, "stay", true);
	json_end_object(&j);
}

void plan_load(const struct plan_load *p, struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "load");
	json_put_int(&j, "id", p->id);
	if (p->key)
		json_put_string(&j, "key", p->key);
	if (p->argv) {
		json_key(&j, "argv");
		json_begin_array(&j);
		for (char *const *word = p->argv; *word; word++)
			json_string(&j, *word);
		json_end_array(&j);
	}
	if (p->copies > 0)
		json_put_uint(&j, "copies", p->copies);
	if (p->time_ns > 0)
		json_put_int(&j, "time_ns", p->time_ns);
	if (p->deadline_ns > 0)
		json_put_int(&j, "deadline_ns", p->deadline_ns);
	json_end_object(&j);
}

void plan_look(struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "look");
	json_end_object(&j);
}

void plan_release_load(bool keep, struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "release");
	if (keep)
		json_put_bool(&j, "keep", true);
	json_end_object(&j);
}

void plan_left(struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "left");
	json_end_object(&j);
}

void plan_file(const char *path, int64_t most, struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "file");
	json_put_string(&j, "path", path);
	json_put_int(&j, "most", most);
	json_end_object(&j);
}

void plan_symbols(struct buf *out)
{
	struct json j;

	plan_begin_line(&j, out, "symbols");
	json_end_object(&j);
}
