/* hyperfine.c - hyperfine's --export-json: every time; and --export-csv. */
#include "import/doc.h"
#include "import/formats.h"

#include "base/buf.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* "sleep 0.1" and what its parameters were, where the command does not show
 * them. */
static void key_of(const json_t *o, const char *what, char key[PUT_KEY])
{
	json_t *params = json_object_get(o, "parameters");
	struct buf b = BUF_INIT;
	const char *name;
	json_t *value;

	buf_add(&b, doc_text(o, "command") ? doc_text(o, "command") : "?");
	json_object_foreach(params, name, value) if (json_is_string(value))
	    buf_addf(&b, "/%s=%s", name, json_string_value(value));
	buf_add(&b, what);
	put_key(key, "hyperfine", b.s);
	buf_release(&b);
}

/* Runs that ended with another status than 0. */
static size_t failed(const json_t *o)
{
	size_t n = 0, i;
	json_t *code;

	json_array_foreach(json_object_get(o, "exit_codes"), i, code) n +=
	    !json_is_integer(code) || json_integer_value(code) != 0;
	return n;
}

/* Each time is a run of the command: a value. */
static void put_result(struct import *im, struct run *run, const json_t *o,
    size_t i)
{
	const json_t *times = json_object_get(o, "times");
	char key[PUT_KEY], path[64];
	size_t k;
	json_t *t;

	key_of(o, "", key);
	if (json_array_size(times) > 0) {
		json_array_foreach(times, k, t)
		{
			snprintf(path, sizeof(path), "results[%zu].times[%zu]",
			    i, k);
			doc_put(im, run, key, UNIT_NS, t, 1e9, path);
		}
	} else {
		snprintf(path, sizeof(path), "results[%zu].mean", i);
		doc_put(im, run, key, UNIT_NS, json_object_get(o, "mean"), 1e9,
		    path);
	}
	if (failed(o) > 0)
		put_remark(im, 0, "results[%zu]: %zu of %zu runs failed", i,
		    failed(o), json_array_size(times));
	/* means over the runs, without a spread */
	key_of(o, "/user", key);
	if (json_is_number(json_object_get(o, "user")))
		doc_put(im, run, key, UNIT_NS, json_object_get(o, "user"), 1e9,
		    "user");
	key_of(o, "/system", key);
	if (json_is_number(json_object_get(o, "system")))
		doc_put(im, run, key, UNIT_NS, json_object_get(o, "system"),
		    1e9, "system");
}

static int hyperfine_read(struct import *im, const struct input *in,
    struct err *e)
{
	json_t *root = doc_read(im, in, e), *o;
	struct run *run;
	size_t i;

	if (!root)
		return e->code;
	run = put_run(im);
	json_array_foreach(json_object_get(root, "results"), i, o)
	    put_result(im, run, o, i);
	json_decref(root);
	return 0;
}

static int hyperfine_probe(const struct input *in)
{
	static const char *const keys[] = { "\"results\"", "\"command\"",
		"\"mean\"", NULL };

	return doc_looks(in, keys) ? 90 : 0;
}

const struct import_format import_hyperfine = {
	.name = "hyperfine",
	.title = "hyperfine --export-json",
	.sides = SIDES_ALL,
	.probe = hyperfine_probe,
	.read = hyperfine_read,
};
