/* unixbench.c - Byte's UnixBench: results and indices of each run. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two blanks end a name; numbers stand at the end. */
static size_t name_end(const struct line *l)
{
	const char *s = strstr(l->s, "  ");

	return s ? (size_t)(s - l->s) : 0;
}

struct unit_of {
	const char *word;
	enum unit unit;
	double scale;
};

/* UnixBench's KB are 1024 bytes (its fstime.c). */
static const struct unit_of units[] = { { "lps", UNIT_HZ, 1 },
	{ "lpm", UNIT_HZ, 1.0 / 60 }, { "MWIPS", UNIT_HZ, 1e6 },
	{ "KBps", UNIT_RATE, 1024 } };

static void put(struct import *im, struct run *run, const struct line *l,
    const struct figure *f, const struct unit_of *u, double copies,
    const char *what)
{
	char key[PUT_KEY];
	char *name = xasprintf("%.*s%s/copies=%.0f", (int)name_end(l), l->s,
	    what, copies);

	put_key(key, "unixbench", name);
	put_value(im, run, key, u->unit, f, u->scale);
	free(name);
}

/* "Execl Throughput    4735.8 lps   (29.8 s, 2 samples)" */
static void result(struct import *im, struct run *run, const struct line *l,
    double copies)
{
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS);
	struct figure f;

	if (name_end(l) == 0 || !line_has(l, " samples)"))
		return;
	for (size_t i = 1; i + 1 < n; i++)
		for (size_t k = 0; k < sizeof(units) / sizeof(units[0]); k++) {
			if (w[i].at < name_end(l) ||
			    !word_is(&w[i + 1], units[k].word))
				continue;
			if (figure_word(l, &w[i], &f))
				put(im, run, l, &f, &units[k], copies, "");
			else
				put_no_number(im, l, &w[i]);
			return;
		}
}

/* "Execl Throughput   43.0   4735.8   1101.4", and the score of all */
static void score(struct import *im, struct run *run, const struct line *l,
    double copies)
{
	static const struct unit_of points = { "", UNIT_SCORE, 1 };
	struct word w[WORDS];
	size_t n = line_words(l, w, WORDS);
	struct figure f;

	if (line_starts(l, "System Benchmarks Index Score") && n > 4 &&
	    figure_word(l, &w[n - 1], &f))
		put(im, run, l, &f, &points, copies, "");
}

static double copies_of(const struct line *l)
{
	struct figure f;

	return scan_after(l, "running", &f) && f.value >= 1 ? f.value : NAN;
}

static void set_fact(struct run *run, const struct line *l, const char *label,
    const char *key)
{
	if (line_starts(l, label))
		put_fact(run, key, scan_text(l, label));
}

static int unixbench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct run *run = put_run(im);
	double copies = 1;

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];

		if (line_has(l, "parallel cop") && isfinite(copies_of(l)))
			copies = copies_of(l);
		set_fact(run, l, "System:", "unixbench.system");
		set_fact(run, l, "OS:", "unixbench.os");
		result(im, run, l, copies);
		score(im, run, l, copies);
	}
	return 0;
}

static int unixbench_probe(const struct input *in)
{
	if (input_has(in, "BYTE UNIX Benchmarks"))
		return 95;
	return input_has(in, "System Benchmarks Index") ? 90 : 0;
}

const struct import_format import_unixbench = {
	.name = "unixbench",
	.title = "UnixBench",
	.probe = unixbench_probe,
	.read = unixbench_read,
};
