/* load.c - a load, and what there is left, as lines of the wire. */
#include "probe/load.h"

#include "probe/out.h"

#include <stdio.h>
#include <unistd.h>

void load_say(struct load *l)
{
	struct json *j;
	char text[32];

	load_look(l);
	j = out_begin("load");
	json_put_int(j, "pid", getpid());
	json_put_uint(j, "running", load_running(l));
	json_put_uint(j, "copies", l->n);
	json_put_bool(j, "command", l->command);
	json_put_uint(j, "turns",
	    l->shared ? atomic_load(&l->shared->turns) : 0);
	json_put_uint(j, "failed",
	    l->shared ? atomic_load(&l->shared->failed) : 0);
	json_put_string(j, "why", l->why[0] ? l->why : NULL);
	json_put_double(j, "cpu_s", l->cpu);
	json_key(j, "each_s");
	json_begin_array(j);
	for (size_t i = 0; i < l->n; i++) {
		snprintf(text, sizeof(text), "%.2f", l->cpu_s[i]);
		json_string(j, text);
	}
	json_end_array(j);
	out_end();
}

static void one(void *to, enum plat_left_kind kind, const char *key,
    const char *value)
{
	static const char *const kinds[] = { "level", "counter", "choice",
		"process", "unread" };
	struct json *j = to;

	json_string(j, kinds[kind]);
	json_string(j, key);
	json_string(j, value);
}

void load_left(void)
{
	struct json *j = out_begin("left");

	json_key(j, "all");
	json_begin_array(j);
	plat_left(one, j);
	json_end_array(j);
	out_end();
}
