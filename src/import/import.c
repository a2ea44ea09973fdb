/* import.c - which format an input has, and what is done with any. */
#include "import/inside.h"
#include "import/parts.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "import/formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of two that are equally sure the first is taken. */
const struct import_format *const import_formats[] = {
	&import_lmbench,
	&import_time,
	&import_hackbench,
	&import_perf_bench,
	&import_unixbench,
	&import_gobench,
	&import_sysbench,
	&import_cyclictest,
	&import_stress_ng,
	&import_schbench,
	&import_perf_stat,
	&import_hyperfine_text,
	&import_perf_stat_x,
	&import_perf_stat_j,
	&import_hyperfine,
	&import_gbench,
	&import_pyperf,
	&import_fio,
	&import_cyclictest_json,
	&import_csv,
	&import_hyperfine_csv,
	&import_table,
	&import_lmbench_raw,
	&import_series,
	NULL,
};

#define FORMATS (sizeof(import_formats) / sizeof(import_formats[0]))

const struct import_format *import_format_find(const char *name, struct err *e)
{
	const char *words[FORMATS], *near;
	size_t n;

	for (n = 0; n < FORMATS - 1; n++) {
		if (strcmp(import_formats[n]->name, name) == 0)
			return import_formats[n];
		words[n] = import_formats[n]->name;
	}
	near = text_nearest(name, words, n);
	err_set(e, -EINVAL, "no format '%.40s'%s%s%s", name,
	    near ? ", did you mean '" :
		   ", 'perfloss import --formats' lists them",
	    near ? near : "", near ? "'?" : "");
	return NULL;
}

/* From here on an input is of a format for sure. */
#define SURE 70

static const struct import_format *detect(struct import *im,
    const struct input *in)
{
	const struct import_format *best = NULL, *also[FORMATS];
	int sure = 0;
	size_t n = 0;

	for (size_t i = 0; import_formats[i]; i++) {
		int now = import_formats[i]->probe(in);

		if (now >= SURE)
			also[n++] = import_formats[i];
		if (now <= sure)
			continue;
		sure = now;
		best = import_formats[i];
	}
	/* other tools' output in the same input is not passed over unsaid */
	for (size_t i = 0; i < n; i++)
		if (also[i] != best)
			put_remark(im, 0,
			    "it holds %s, too, which --format "
			    "%s reads",
			    also[i]->title, also[i]->name);
	return best;
}

static void set_place(struct run *r, const char *name)
{
	const char *base = strrchr(name, '/'), *folder = name;

	put_fact(r, IMPORT_FILE, name);
	if (!base || base == name) {
		put_fact(r, IMPORT_FOLDER, ".");
		return;
	}
	for (const char *s = name; s < base; s++)
		if (*s == '/' && s + 1 < base)
			folder = s + 1;
	put_factn(r, IMPORT_FOLDER, folder, (size_t)(base - folder));
}

/* A record without a value is no run. */
static void drop_empty(struct import *im)
{
	size_t n = 0;

	for (size_t i = 0; i < im->n; i++) {
		if (!run_has_values(&im->runs[i]))
			run_release(&im->runs[i]);
		else if (n++ != i)
			im->runs[n - 1] = im->runs[i];
	}
	im->n = n;
}

static int read_all(struct import *im, const struct input *in,
    const struct import_format *format, struct err *e)
{
	int r;

	im->format = im->time_format ? &import_time :
	    format                   ? format :
				       detect(im, in);
	if (!im->format)
		return err_set(e, -ENOMSG, "it is of no format that is known");
	r = im->format->read(im, in, e);
	if (r < 0)
		return r;
	drop_empty(im);
	if (im->n == 0)
		return err_set(e, -EINVAL,
		    "there is no value in it (read as %s)", im->format->title);
	for (size_t i = 0; i < im->n; i++) {
		put_fact(&im->runs[i], IMPORT_FORMAT, im->format->name);
		set_place(&im->runs[i], in->name);
	}
	return 0;
}

int import_text(struct import *im, const char *name, const char *text,
    size_t len, const struct import_how *how, struct err *e)
{
	struct input in;
	int r;

	*im = (struct import){ .hash = hash_add(HASH_START, text, len),
		.time_format = how ? how->time_format : NULL };
	if (len == 0)
		return err_set(e, -EINVAL, "it is empty");
	if (len > IMPORT_TEXT_MAX)
		return err_set(e, -EFBIG, "it is larger than %u MiB",
		    IMPORT_TEXT_MAX >> 20);
	r = input_init(&in, name, text, len, e);
	if (r == 0 && how && how->n_split > 0) {
		r = import_parts(im, &in, how, e);
	} else if (r == 0) {
		r = read_all(im, &in, how ? how->format : NULL, e);
		if (r == 0)
			import_say_parts(im, &in);
	}
	input_release(&in);
	return r;
}

void import_release(struct import *im)
{
	for (size_t i = 0; i < im->n; i++)
		run_release(&im->runs[i]);
	free(im->runs);
	free(im->complaints);
	memset(im, 0, sizeof(*im));
}

/* Version 8 of RFC 9562: what the program says, here two hashes. */
void import_uuid(struct run *r, uint64_t hash)
{
	uint64_t rows = hash;

	for (size_t i = 0; i < r->n_results; i++)
		rows = hash_add(rows, r->results[i].key,
		    strlen(r->results[i].key) + 1);
	for (size_t i = 0; i < r->host.n; i++) {
		const struct fact *f = &r->host.facts[i];

		/* the same under another name is the same */
		if (!f->value || strcmp(f->key, IMPORT_FILE) == 0 ||
		    strcmp(f->key, IMPORT_FOLDER) == 0)
			continue;
		rows = hash_add(rows, f->value, strlen(f->value) + 1);
	}
	snprintf(r->uuid, sizeof(r->uuid), "%08x-%04x-8%03x-8%03x-%012" PRIx64,
	    (unsigned)(hash >> 32), (unsigned)(hash >> 16) & 0xffffu,
	    (unsigned)hash & 0xfffu, (unsigned)(rows >> 48) & 0xfffu,
	    rows & UINT64_C(0xffffffffffff));
}
