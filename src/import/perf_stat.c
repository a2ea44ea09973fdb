/* perf_stat.c - 'perf stat' as text: plain, -r, -A, -I; perf_stat_x.c has the
 * tables of -x and -j.
 *
 * What stands behind +- is the error of the mean (perf's stddev_stats over the
 * root of the runs), so the spread of n runs is that times the root of n. */
#include "import/perf_stat.h"
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer seconds, cycles, misses are less work; more instructions are not a
 * gain, either: all counts are costs. */
void perf_put(struct perf_reader *r, const struct perf_value *v)
{
	double ns = figure_time_unit(v->unit, strlen(v->unit));
	enum unit unit = ns > 0 ? UNIT_NS : UNIT_COUNT;
	double scale = ns > 0 ? ns : 1;
	char key[PUT_KEY], *name;

	if (strcmp(v->unit, "Joules") != 0 && ns == 0 && v->unit[0] &&
	    strcmp(v->unit, "MiB") != 0) {
		put_complaint(r->im, v->f.line, v->f.column,
		    "%.40s is in %.20s, which is not known", v->event, v->unit);
		return;
	}
	name =
	    xasprintf("%s%s%s", v->event, v->where[0] ? "/cpu=" : "", v->where);
	put_key(key, "perf-stat", name);
	free(name);
	if (v->error >= 0 && r->runs >= 2)
		put_mean(r->im, r->run, key, unit, &v->f,
		    v->error * v->f.value * sqrt(r->runs), r->runs, scale);
	else
		put_value(r->im, r->run, key, unit, &v->f, scale);
}

/* "<not supported>" and "<not counted>" are no number; nor a fault. */
static bool is_nothing(const struct line *l)
{
	return line_has(l, "<not supported>") || line_has(l, "<not counted>");
}

/* "( +-  3.91% )", else -1. */
static double error_of(const struct line *l)
{
	const char *s = strstr(l->s, "( +-");
	struct figure f;

	if (!s)
		return -1;
	s += 4 + strspn(s + 4, " ");
	return scan_at(l, s, &f) ? f.value / 100 : -1;
}

/* "0.04844 +- 0.00181 seconds time elapsed", "0.001574000 seconds user" */
static bool seconds_line(struct perf_reader *r, const struct line *l,
    const struct word *w, size_t n)
{
	struct perf_value v = { .unit = "s",
		.where = "",
		.error = error_of(l) };
	size_t k = 1;

	if (n < 3 || !line_has(l, " seconds ") || !figure_word(l, &w[0], &v.f))
		return false;
	while (k < n && !word_is(&w[k], "seconds"))
		k++;
	if (k + 1 >= n)
		return false;
	v.event = word_is(&w[k + 1], "time") ? "elapsed" :
	    word_is(&w[k + 1], "user")       ? "user" :
	    word_is(&w[k + 1], "sys")        ? "sys" :
					       NULL;
	if (!v.event)
		return false;
	perf_put(r, &v);
	return true;
}

/* "CPU0   304.15 msec cpu-clock   #  1.004 CPUs utilized" */
static void counter_line(struct perf_reader *r, const struct line *l,
    const struct word *w, size_t n)
{
	struct perf_value v = { .unit = "", .where = "", .error = error_of(l) };
	char *unit = NULL, *event, *where = NULL;
	size_t k = 0;

	if (n > 2 && (w[0].s[0] == 'C' || w[0].s[0] == 'S') &&
	    !figure_word(l, &w[0], &v.f))
		where = word_dup(&w[k++]);
	/* a socket, and how many of its CPUs count */
	if (where && where[0] == 'S' && k + 1 < n &&
	    figure_word(l, &w[k + 1], &v.f))
		k++;
	if (k + 1 < n && figure_word(l, &w[k], &v.f)) {
		k++;
		/* a unit stands between where another word follows */
		if (k + 1 < n && w[k + 1].s[0] != '#' && w[k + 1].s[0] != '(')
			unit = word_dup(&w[k++]);
		event = word_dup(&w[k]);
		v.event = event;
		v.unit = unit ? unit : "";
		v.where = where ? where : "";
		/* a point in a count parts thousands, in some languages */
		if (!unit && event[0] != '#' && v.f.step < 1)
			put_complaint(r->im, l->no, v.f.column,
			    "%.40s is a count with a point in it", event);
		else if (event[0] != '#')
			perf_put(r, &v);
		free(event);
	}
	free(unit);
	free(where);
}

/* " Performance counter stats for 'sleep 0.2' (5 runs):" */
static bool heading(struct perf_reader *r, const struct line *l)
{
	const char *s, *end;
	struct figure f;

	if (!line_has(l, "Performance counter stats for"))
		return false;
	r->run = put_run(r->im);
	r->runs = scan_before(l, "runs)", &f) ? f.value : 1;
	s = strchr(l->s, '\'');
	end = s ? strrchr(l->s, '\'') : NULL;
	if (s && end > s)
		put_factn(r->run, "perf.command", s + 1, (size_t)(end - s) - 1);
	return true;
}

void perf_sum(struct perf_reader *r)
{
	for (size_t i = 0; r->intervals && i < r->run->n_results; i++)
		put_sum(&r->run->results[i]);
}

void perf_interval(struct perf_reader *r, double at)
{
	if (at < r->last) {
		perf_sum(r);
		r->run = put_run(r->im);
	}
	r->intervals = true;
	r->last = at;
}

/* "     0.200258720      76      page-faults": a piece of one run. */
static bool interval_line(struct perf_reader *r, const struct line *l,
    struct word *w, size_t n)
{
	struct figure at;

	if (!r->intervals || n < 3 || !figure_word(l, &w[0], &at))
		return false;
	perf_interval(r, at.value);
	if (!is_nothing(l))
		counter_line(r, l, w + 1, n - 1);
	return true;
}

static void read_line(struct perf_reader *r, const struct line *l)
{
	struct word w[WORDS];
	size_t n;

	if (heading(r, l))
		return;
	if (line_starts(l, "#") && line_has(l, "time") &&
	    line_has(l, "counts")) {
		r->intervals = true;
		r->run = r->run ? r->run : put_run(r->im);
		return;
	}
	n = line_words(l, w, WORDS);
	if (!r->run || n < 2 || interval_line(r, l, w, n))
		return;
	if (!is_nothing(l) && !seconds_line(r, l, w, n))
		counter_line(r, l, w, n);
}

static int perf_stat_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct perf_reader r = { .im = im, .runs = 1 };

	(void)e;
	for (size_t i = 0; i < in->n; i++)
		read_line(&r, &in->lines[i]);
	perf_sum(&r);
	return 0;
}

static int perf_stat_probe(const struct input *in)
{
	if (input_has(in, "Performance counter stats for"))
		return 92;
	for (size_t i = 0; i < in->n; i++)
		if (line_starts(&in->lines[i], "#") &&
		    line_has(&in->lines[i], "time ") &&
		    line_has(&in->lines[i], "counts") &&
		    line_has(&in->lines[i], "events"))
			return 90;
	return 0;
}

const struct import_format import_perf_stat = {
	.name = "perf-stat",
	.title = "perf stat",
	.probe = perf_stat_probe,
	.read = perf_stat_read,
};
