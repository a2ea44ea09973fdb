/* cyclictest_json.c - cyclictest --json: a histogram of each thread. */
#include "import/doc.h"
#include "import/formats.h"
#include "import/hist.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_thread(struct import *im, struct run *run, const char *id,
    const json_t *o)
{
	char *name = xasprintf("thread=%s/avg", id), key[PUT_KEY], text[40];
	struct invocation *inv;
	struct hist h = { 0 };
	const char *at;
	json_t *count;

	put_key(key, "cyclictest", name);
	inv =
	    doc_put(im, run, key, UNIT_NS, json_object_get(o, "avg"), 1e3, key);
	snprintf(text, sizeof(text), "%.0f", doc_real(o, "max") * 1e3);
	if (inv && isfinite(doc_real(o, "max")))
		invocation_note(inv, "max_ns", text);
	free(name);
	json_object_foreach(json_object_get(o, "histogram"), at, count)
	{
		struct figure f;

		if (figure_read(at, strlen(at), &f) && json_is_number(count))
			hist_add(&h, f.value, json_number_value(count));
	}
	h.over = doc_real(o, "cycles");
	for (size_t i = 0; i < h.n; i++)
		h.over -= h.bin[i].count;
	h.over = h.over > 0 ? h.over : 0;
	name = xasprintf("thread=%s", id);
	hist_put(&h, im, run, "cyclictest", name, 1e3);
	hist_release(&h);
	free(name);
}

static int json_cyclictest_read(struct import *im, const struct input *in,
    struct err *e)
{
	json_t *root = doc_read(im, in, e), *o;
	struct run *run;
	const char *id;

	if (!root)
		return e->code;
	run = put_run(im);
	doc_fact(run, root, "release", "kernel.release");
	json_object_foreach(json_object_get(root, "thread"), id, o)
	    put_thread(im, run, id, o);
	json_decref(root);
	return 0;
}

static int json_cyclictest_probe(const struct input *in)
{
	static const char *const keys[] = { "\"thread\"", "\"histogram\"",
		"\"cycles\"", NULL };

	return doc_looks(in, keys) ? 90 : 0;
}

const struct import_format import_cyclictest_json = {
	.name = "cyclictest-json",
	.title = "cyclictest --json",
	.probe = json_cyclictest_probe,
	.read = json_cyclictest_read,
};
