/* import.c - fuzz target: any bytes as other tools' output, through the reader
 * they look like and what is made of its records. The first byte may force a
 * format, so that none waits for its probe; $FUZZ_FORMAT forces one on all. */
#include "import/import.h"
#include "model/tails.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct import_format *forced(uint8_t byte)
{
	size_t n = 0;

	while (import_formats[n])
		n++;
	return byte < n ? import_formats[byte] : NULL;
}

static void check(const struct run *r)
{
	/* nothing of it may reach a terminal as it is, no value be odd */
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];

		for (const char *s = res->key; *s; s++)
			if (*s <= ' ' || *s > '~')
				abort();
		for (size_t k = 0; k < res->n_inv; k++)
			if (!(run_cost(r, res, k) >= 0) || !res->inv[k].ops)
				abort();
	}
}

static void one(const struct import_format *format, const uint8_t *data,
    size_t size)
{
	static const char *const split[] = { "a", "=" };
	const struct import_how how = { .format = format,
		.split = split,
		.n_split = size % 3 == 0 ? 2 : 0 };
	struct run view, *rows = NULL;
	struct import im;
	struct err e = { 0 };
	char *text = malloc(size + 1);
	size_t n;

	for (size_t i = 0; i < size; i++)
		text[i] = (char)data[i];
	text[size] = '\0';
	if (import_text(&im, "a/b", text, size, &how, &e) == 0) {
		import_group(&im.runs, &im.n, NULL, &e);
		import_label(im.runs, im.n, NULL, NULL);
		for (size_t i = 0; i < im.n; i++) {
			check(&im.runs[i]);
			run_view(&im.runs[i], &view);
			run_view_release(&view);
		}
		n = import_rows_apart(&im.runs[0], size % 2 == 0, &rows);
		for (size_t i = 0; i < n; i++)
			run_release(&rows[i]);
		free(rows);
		import_group(&im.runs, &im.n, "format", &e);
		import_uuid(&im.runs[0], im.hash);
	} else if (!e.text[0]) {
		abort(); /* a refusal has its reason */
	}
	import_release(&im);
	free(text);
}

/* NULL = none is forced. */
static const struct import_format *chosen(void)
{
	const char *name = getenv("FUZZ_FORMAT");
	size_t i = 0;

	if (name == NULL || *name == '\0')
		return NULL;
	while (import_formats[i] && strcmp(import_formats[i]->name, name) != 0)
		i++;
	if (import_formats[i] == NULL) {
		fprintf(stderr, "fuzz: no format '%s'\n", name);
		exit(2);
	}
	return import_formats[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct import_format *format = chosen();

	if (format) {
		one(format, data, size);
		return 0;
	}
	format = size ? forced(data[0]) : NULL;
	one(NULL, data, size);
	if (format)
		one(format, data + 1, size - 1);
	return 0;
}
