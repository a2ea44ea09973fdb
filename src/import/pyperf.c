/* pyperf.c - pyperf's JSON. A run is a process: its values are batches of one
 * value. Warm-ups are left out, as pyperf does. */
#include "import/doc.h"
#include "import/formats.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Metadata of a benchmark, else what holds for all. */
static const char *meta(const json_t *bench, const json_t *root,
    const char *key)
{
	const char *s = doc_text(json_object_get(bench, "metadata"), key);

	return s ? s : doc_text(json_object_get(root, "metadata"), key);
}

static enum unit unit_of(const char *word, double *scale)
{
	bool bytes = word && strcmp(word, "byte") == 0;

	*scale = bytes || (word && strcmp(word, "second") != 0) ? 1 : 1e9;
	return bytes ? UNIT_SIZE : *scale > 1 ? UNIT_NS : UNIT_COUNT;
}

static void put_process(struct import *im, struct run *run, const char *key,
    const json_t *values, enum unit unit, double scale, const char *path)
{
	const struct result *res = run_find(run, key);
	size_t from = res ? res->n_inv : 0, i;
	struct result *now;
	json_t *v;

	json_array_foreach(values, i, v)
	    doc_put(im, run, key, unit, v, scale, path);
	now = run_find(run, key);
	if (!now || now->n_inv <= from)
		return;
	put_join(now, from);
	now->inv[from].round = (uint32_t)from;
}

static void put_bench(struct import *im, struct run *run, const json_t *root,
    const json_t *bench, size_t at)
{
	const char *name = meta(bench, root, "name");
	char key[PUT_KEY], path[80];
	double scale;
	enum unit unit = unit_of(meta(bench, root, "unit"), &scale);
	size_t i;
	json_t *r;

	put_key(key, "pyperf", name ? name : "benchmark");
	json_array_foreach(json_object_get(bench, "runs"), i, r)
	{
		snprintf(path, sizeof(path), "benchmarks[%zu].runs[%zu].values",
		    at, i);
		put_process(im, run, key, json_object_get(r, "values"), unit,
		    scale, path);
	}
}

/* pyperf writes metadata of every run: a document without is somebody
 * else's. */
static bool is_pyperf(const json_t *root)
{
	const json_t *bench =
			 json_array_get(json_object_get(root, "benchmarks"), 0),
		     *run = json_array_get(json_object_get(bench, "runs"), 0);

	return json_is_object(json_object_get(run, "metadata"));
}

static int pyperf_read(struct import *im, const struct input *in, struct err *e)
{
	static const struct {
		const char *key, *fact;
	} facts[] = { { "hostname", "pyperf.host" },
		{ "platform", "pyperf.platform" },
		{ "python_version", "pyperf.python" },
		{ "python_implementation", "pyperf.implementation" },
		{ "cpu_model_name", "pyperf.cpu" } };
	json_t *root = doc_read(im, in, e), *bench;
	struct run *run;
	size_t i;

	if (!root)
		return e->code;
	if (!is_pyperf(root)) {
		json_decref(root);
		return err_set(e, -EINVAL,
		    "its runs have no metadata, so it is no file of pyperf");
	}
	run = put_run(im);
	json_array_foreach(json_object_get(root, "benchmarks"), i, bench)
	{
		for (size_t k = 0;
		     i == 0 && k < sizeof(facts) / sizeof(facts[0]); k++)
			if (meta(bench, root, facts[k].key))
				put_fact(run, facts[k].fact,
				    meta(bench, root, facts[k].key));
		put_bench(im, run, root, bench, i);
	}
	json_decref(root);
	return 0;
}

static int pyperf_probe(const struct input *in)
{
	static const char *const keys[] = { "\"benchmarks\"", "\"runs\"",
		NULL };

	return doc_looks(in, keys) ? 85 : 0;
}

const struct import_format import_pyperf = {
	.name = "pyperf",
	.title = "pyperf (JSON)",
	.probe = pyperf_probe,
	.read = pyperf_read,
};
