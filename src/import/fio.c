/* fio.c - fio's JSON, versions 2 (times in us) and 3 (in ns).
 *
 * Its spreads are between operations of one run, which say nothing of another
 * run, so each figure is one value. */
#include "import/doc.h"
#include "import/formats.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PERCENTILE_LEAST 1000 /* operations that p99 wants (METHOD.md) */

static void put(struct import *im, struct run *run, const char *name,
    const char *what, enum unit unit, const json_t *value, double scale)
{
	char key[PUT_KEY], *text = xasprintf("%s/%s", name, what);

	put_key(key, "fio", text);
	doc_put(im, run, key, unit, value, scale, key);
	free(text);
}

/* "lat_ns" of version 3, "lat" of version 2. */
static const json_t *latency(const json_t *o, const char *name, double *scale)
{
	char *ns = xasprintf("%s_ns", name);
	const json_t *at = json_object_get(o, ns);

	free(ns);
	*scale = at ? 1 : 1e3;
	return at ? at : json_object_get(o, name);
}

static void put_way(struct import *im, struct run *run, const char *job,
    const char *way, const json_t *o)
{
	double scale, ops = doc_real(o, "total_ios");
	char *name = xasprintf("%s/%s", job, way);
	const json_t *lat, *p99;

	/* a way that was not gone has zeros everywhere */
	if (!(doc_real(o, "io_bytes") > 0)) {
		free(name);
		return;
	}
	if (json_is_number(json_object_get(o, "bw_bytes")))
		put(im, run, name, "bandwidth", UNIT_RATE,
		    json_object_get(o, "bw_bytes"), 1);
	else
		put(im, run, name, "bandwidth", UNIT_RATE,
		    json_object_get(o, "bw"), 1024);
	put(im, run, name, "iops", UNIT_HZ, json_object_get(o, "iops"), 1);
	lat = latency(o, "lat", &scale);
	if (doc_real(lat, "mean") > 0)
		put(im, run, name, "latency_avg", UNIT_NS,
		    json_object_get(lat, "mean"), scale);
	lat = latency(o, "clat", &scale);
	p99 = json_object_get(json_object_get(lat, "percentile"), "99.000000");
	if (p99 && ops >= PERCENTILE_LEAST)
		put(im, run, name, "completion_p99", UNIT_NS, p99, scale);
	free(name);
}

static void put_job(struct import *im, struct run *run, const json_t *job)
{
	static const char *const ways[] = { "read", "write", "trim" };
	const char *name = doc_text(job, "jobname");

	if (doc_real(job, "error") != 0) {
		put_complaint(im, 0, 0, "job '%.60s' ended with an error",
		    name ? name : "?");
		return;
	}
	for (size_t i = 0; i < 3; i++)
		put_way(im, run, name ? name : "job", ways[i],
		    json_object_get(job, ways[i]));
}

static int fio_read(struct import *im, const struct input *in, struct err *e)
{
	json_t *root = doc_read(im, in, e), *job;
	struct run *run;
	size_t i;

	if (!root)
		return e->code;
	run = put_run(im);
	doc_fact(run, root, "fio version", "fio.version");
	json_array_foreach(json_object_get(root, "jobs"), i, job)
	    put_job(im, run, job);
	json_array_foreach(json_object_get(root, "client_stats"), i, job)
	    put_job(im, run, job);
	json_decref(root);
	return 0;
}

static int fio_probe(const struct input *in)
{
	static const char *const keys[] = { "\"jobname\"", "\"iops\"", NULL };

	return doc_looks(in, keys) ? 92 : 0;
}

const struct import_format import_fio = {
	.name = "fio",
	.title = "fio --output-format=json",
	.probe = fio_probe,
	.read = fio_read,
};
