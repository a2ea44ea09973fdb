/* gbench.c - Google Benchmark's JSON: iterations as values; where there are
 * only aggregates, their mean with its spread. Counters of a user are of no
 * known direction and are passed over. */
#include "import/doc.h"
#include "import/formats.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct metric {
	const char *member, *what;
	enum unit unit;
} metrics[] = { { "real_time", "real", UNIT_NS },
	{ "cpu_time", "cpu", UNIT_NS },
	{ "bytes_per_second", "bandwidth", UNIT_RATE },
	{ "items_per_second", "items", UNIT_HZ } };
#define METRICS (sizeof(metrics) / sizeof(metrics[0]))

/* "mean", "stddev", ... of an aggregate; NULL for an iteration. Before run_type
 * there was (1.5) the name alone told. */
static const char *aggregate(const json_t *o)
{
	static const char *const ends[] = { "_mean", "_median", "_stddev",
		"_cv", "_BigO", "_RMS" };
	const char *type = doc_text(o, "run_type"), *name;

	if (type)
		return strcmp(type, "aggregate") != 0 ?
		    NULL :
		    doc_text(o, "aggregate_name") ?
		    doc_text(o, "aggregate_name") :
		    "unknown";
	name = doc_text(o, "name");
	for (size_t i = 0; name && i < sizeof(ends) / sizeof(ends[0]); i++)
		if (text_ends(name, ends[i]))
			return ends[i] + 1;
	return NULL;
}

/* The name of all repetitions. */
static char *base_name(const json_t *o)
{
	const char *name = doc_text(o, "run_name"), *what = aggregate(o);
	size_t len;

	if (name)
		return xstrdup(name);
	name = doc_text(o, "name") ? doc_text(o, "name") : "?";
	len = strlen(name);
	if (what && text_ends(name, what) && len > strlen(what))
		len -= strlen(what) + 1;
	return xstrndup(name, len);
}

static double scale_of(const json_t *o, const struct metric *m)
{
	const char *unit = doc_text(o, "time_unit");

	if (m->unit != UNIT_NS)
		return 1;
	return unit ? figure_time_unit(unit, strlen(unit)) : 1;
}

static void key_of(const char *name, const struct metric *m, char key[PUT_KEY])
{
	char *text = xasprintf("%s/%s", name, m->what);

	put_key(key, "google-benchmark", text);
	free(text);
}

/* The aggregate of that kind of the same benchmark. */
static const json_t *sibling(const json_t *all, const char *name,
    const char *kind)
{
	size_t i;
	json_t *o;

	json_array_foreach(all, i, o)
	{
		const char *what = aggregate(o);
		char *base = base_name(o);
		bool same =
		    what && strcmp(what, kind) == 0 && strcmp(base, name) == 0;

		free(base);
		if (same)
			return o;
	}
	return NULL;
}

static bool has_iterations(const struct run *run, const char *key)
{
	const struct result *res = run_find(run, key);

	return res && res->n_inv > 0;
}

static void put_mean_of(struct import *im, struct run *run, const json_t *all,
    const json_t *mean, const char *name, const struct metric *m)
{
	const json_t *sd = sibling(all, name, "stddev");
	struct figure f = figure_of(doc_real(mean, m->member));
	double n = doc_real(mean, "repetitions");
	char key[PUT_KEY];

	key_of(name, m, key);
	if (has_iterations(run, key) || !isfinite(f.value))
		return;
	if (sd && n >= 2)
		put_mean(im, run, key, m->unit, &f, doc_real(sd, m->member), n,
		    scale_of(mean, m));
	else
		put_value(im, run, key, m->unit, &f, scale_of(mean, m));
}

static void put_iteration(struct import *im, struct run *run, const json_t *o,
    size_t i)
{
	char *name = base_name(o), key[PUT_KEY], path[80];

	if (json_is_true(json_object_get(o, "error_occurred"))) {
		put_complaint(im, 0, 0, "benchmarks[%zu] failed: %.80s", i,
		    doc_text(o, "error_message") ?
			doc_text(o, "error_message") :
			"no reason is given");
		free(name);
		return;
	}
	for (size_t k = 0; k < METRICS; k++) {
		const json_t *v = json_object_get(o, metrics[k].member);

		snprintf(path, sizeof(path), "benchmarks[%zu].%s", i,
		    metrics[k].member);
		key_of(name, &metrics[k], key);
		if (v && scale_of(o, &metrics[k]) > 0)
			doc_put(im, run, key, metrics[k].unit, v,
			    scale_of(o, &metrics[k]), path);
		else if (k == 0)
			put_complaint(im, 0, 0, "%s is missing", path);
	}
	free(name);
}

static void put_all(struct import *im, struct run *run, const json_t *all)
{
	size_t i;
	json_t *o;

	json_array_foreach(all, i, o) if (!aggregate(o))
	    put_iteration(im, run, o, i);
	json_array_foreach(all, i, o)
	{
		const char *what = aggregate(o);
		char *name;

		if (what && strcmp(what, "unknown") == 0)
			put_complaint(im, 0, 0,
			    "benchmarks[%zu] is an aggregate of no kind", i);
		if (!what || strcmp(what, "mean") != 0)
			continue;
		name = base_name(o);
		for (size_t k = 0; k < METRICS; k++)
			put_mean_of(im, run, all, o, name, &metrics[k]);
		free(name);
	}
}

static int gbench_read(struct import *im, const struct input *in, struct err *e)
{
	json_t *root = doc_read(im, in, e);
	const json_t *context;
	struct run *run;

	if (!root)
		return e->code;
	run = put_run(im);
	context = json_object_get(root, "context");
	doc_fact(run, context, "host_name", "google-benchmark.host");
	doc_fact(run, context, "executable", "google-benchmark.executable");
	doc_fact(run, context, "library_build_type", "google-benchmark.build");
	put_all(im, run, json_object_get(root, "benchmarks"));
	json_decref(root);
	return 0;
}

static int gbench_probe(const struct input *in)
{
	static const char *const keys[] = { "\"benchmarks\"", "\"real_time\"",
		NULL };

	return doc_looks(in, keys) ? 88 : 0;
}

const struct import_format import_gbench = {
	.name = "google-benchmark",
	.title = "Google Benchmark (JSON)",
	.probe = gbench_probe,
	.read = gbench_read,
};
