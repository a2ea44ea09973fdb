/* openmetrics.c - one run as OpenMetrics text, which Prometheus reads, too.
 *
 * What both formats have: the lines HELP, TYPE and UNIT before the samples of a
 * name (Prometheus takes UNIT and EOF for comments), escapes of \, " and the
 * end of a line in labels, base units in names, no times. */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/csv.h"
#include "report/notes.h"
#include "report/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of each unit: what a name ends in, its unit in words, and what one of it is
 * in run_display's. */
static const struct {
	const char *suffix, *help;
	bool unit; /* the suffix is a unit, and no mere word */
	double scale;
} units[UNITS] = {
	[UNIT_NS] = { "seconds", "time of one operation", true, 1e-9 },
	[UNIT_RATE] = { "bytes_per_second", "bytes moved in a second", true,
	    1 },
	[UNIT_HZ] = { "operations_per_second", "operations in a second", true,
	    1 },
	[UNIT_COUNT] = { "number", "a number, less is better", false, 1 },
	[UNIT_SIZE] = { "bytes", "a size, less is better", true, 1 },
	[UNIT_SCORE] = { "score", "points, more is better", false, 1 },
	[UNIT_INSN] = { "instructions", "instructions of one operation", true,
	    1 },
};

enum which { MEDIAN, LOW, HIGH, WHICH };

static const struct {
	const char *name, *help;
} parts[WHICH] = {
	[MEDIAN] = { "", "median" },
	[LOW] = { "_low", "lower end of the 95 % interval of the median" },
	[HIGH] = { "_high", "upper end of the 95 % interval of the median" },
};

struct out {
	const struct run *r;
	const struct estimate *e;
	const bool *show;
	size_t *order;
	struct buf *b;
};

static void put_label(struct buf *b, const char *name, const char *value)
{
	char *clean = text_clean(xstrdup(value));

	buf_addf(b, "%s%s=\"", b->s[b->len - 1] == '{' ? "" : ",", name);
	for (const char *s = clean; *s; s++) {
		if (*s == '\\' || *s == '"')
			buf_add_char(b, '\\');
		buf_add_char(b, *s);
	}
	buf_add_char(b, '"');
	free(clean);
}

static void put_family(struct buf *b, const char *name, const char *unit,
    const char *help)
{
	buf_addf(b, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
	if (unit)
		buf_addf(b, "# UNIT %s %s\n", name, unit);
}

/* A 16th digit would be that of the change of unit. */
static void put_number(struct buf *b, double v)
{
	buf_addf(b, "} %.15g\n", v);
}

static void begin_row(struct out *o, const char *name, const struct result *res)
{
	buf_addf(o->b, "%s{", name);
	put_label(o->b, "row", res->key);
	put_label(o->b, "name", res->name);
}

static bool is_shown(const struct out *o, size_t k)
{
	return rows_shown(o->r, o->e, o->show, k);
}

/* NaN = the row has none: no sample is written then. */
static double value_of(const struct result *res, const struct estimate *e,
    enum which which)
{
	bool more = unit_is_rate(res->unit); /* ends change places */
	double cost = which == MEDIAN ? e->cost :
	    (which == LOW) != more    ? e->lo :
					e->hi;

	if (e->status == STATUS_FAILED || e->status == STATUS_UNSUPPORTED ||
	    e->status == STATUS_SUSPECT)
		return NAN;
	return run_display(res, cost) * units[res->unit].scale;
}

static void put_values(struct out *o, enum unit unit, enum which which)
{
	char *name = xasprintf("perfloss_row%s_%s", parts[which].name,
	    units[unit].suffix);
	char *help = xasprintf("%s, %s", units[unit].help, parts[which].help);
	bool any = false;

	for (size_t i = 0; i < o->r->n_results; i++) {
		size_t k = o->order[i];
		const struct result *res = &o->r->results[k];
		double v = value_of(res, &o->e[k], which);

		if (res->unit != unit || !is_shown(o, k) || !isfinite(v))
			continue;
		if (!any)
			put_family(o->b, name,
			    units[unit].unit ? units[unit].suffix : NULL, help);
		any = true;
		begin_row(o, name, res);
		put_number(o->b, v);
	}
	free(name);
	free(help);
}

static void put_states(struct out *o)
{
	put_family(o->b, "perfloss_row_values", NULL,
	    "values that count, each of a fresh process");
	for (size_t i = 0; i < o->r->n_results; i++) {
		size_t k = o->order[i];

		if (!is_shown(o, k))
			continue;
		begin_row(o, "perfloss_row_values", &o->r->results[k]);
		put_number(o->b, (double)o->e[k].n);
	}
	put_family(o->b, "perfloss_row_status", NULL,
	    "1 with the status as a label: ok, few, noisy, quantised, "
	    "suspect, unsupported, failed");
	for (size_t i = 0; i < o->r->n_results; i++) {
		size_t k = o->order[i];

		if (!is_shown(o, k))
			continue;
		begin_row(o, "perfloss_row_status", &o->r->results[k]);
		put_label(o->b, "status", status_words[o->e[k].status]);
		put_number(o->b, 1);
	}
}

static void put_plain(struct buf *b, const char *name, const char *unit,
    const char *help, double v)
{
	if (!isfinite(v))
		return;
	put_family(b, name, unit, help);
	buf_addf(b, "%s ", name);
	csv_digits(b, v);
	buf_add_char(b, '\n');
}

static void put_run(const struct run *r, struct buf *b)
{
	const char *kernel = host_get(&r->host, "kernel.release");
	const struct env_sample *hog;

	put_family(b, "perfloss_run", NULL, "1 with what the run is as labels");
	buf_add(b, "perfloss_run{");
	put_label(b, "uuid", r->uuid);
	put_label(b, "label", r->label ? r->label : "");
	put_label(b, "kernel", kernel ? kernel : "");
	put_label(b, "profile", r->profile ? r->profile : "");
	put_number(b, 1);
	put_plain(b, "perfloss_run_start_time_seconds", "seconds",
	    "when it began, since 1970",
	    (double)(r->started_ns / 1000000) / 1e3);
	if (r->ended_ns > r->started_ns)
		put_plain(b, "perfloss_run_duration_seconds", "seconds",
		    "how long it took",
		    (double)(r->ended_ns - r->started_ns) / 1e9);
	put_plain(b, "perfloss_run_rounds", NULL, "complete rounds", r->rounds);
	put_plain(b, "perfloss_run_busy_cpus", "cpus",
	    "CPUs that other programs used meanwhile, on average",
	    notes_busy(r, &hog));
}

void report_run_openmetrics(const struct run *r, const struct estimate *e,
    const bool *show, struct buf *b)
{
	struct out o = { r, e, show, rows_sorted(r), b };

	put_run(r, b);
	for (int unit = 0; unit < UNITS; unit++)
		for (int which = 0; which < WHICH; which++)
			put_values(&o, (enum unit)unit, (enum which)which);
	put_states(&o);
	buf_add(b, "# EOF\n");
	free(o.order);
}
