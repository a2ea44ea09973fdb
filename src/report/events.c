/* events.c - single events of a row over all its invocations: percentiles and a
 * histogram. They are exact: all events are there. */
#include "report/events.h"

#include "base/mem.h"
#include "base/num.h"
#include "model/tails.h"
#include "report/plot.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINES 16 /* of a histogram, at most */
#define BAR   40 /* columns of its longest bar, if there are so many */
#define HEAD  22 /* columns before it */

static const struct {
	const char *name, *json;
	unsigned permille; /* 1000 = the largest */
} shown[] = { { "p50", "p50", 500 }, { "p90", "p90", 900 },
	{ "p95", "p95", 950 }, { "p99", "p99", 990 }, { "p99.9", "p99_9", 999 },
	{ "max", "max", 1000 } };
#define SHOWN (sizeof(shown) / sizeof(shown[0]))

const size_t events_percentiles = SHOWN;

const char *events_name(size_t k)
{
	return shown[k].name;
}

/* A percentile that has events beyond it, the median and the largest in any
 * case; else NaN. */
double events_percentile(const uint64_t *v, size_t n, size_t k)
{
	unsigned permille = shown[k].permille;

	if (n == 0 ||
	    (permille > 500 && permille < 1000 && n < tails_least(permille)))
		return NAN;
	return (double)tails_at(v, n, permille);
}

void events_put_json(const struct result *res, struct json *j)
{
	size_t n, i;
	uint64_t *v = tails_events(res, &n);

	if (n > 0) {
		json_key(j, "events");
		json_begin_object(j);
		json_put_uint(j, "n", n);
		for (i = 0; i < SHOWN; i++)
			json_put_double(j, shown[i].json,
			    events_percentile(v, n, i));
		json_end_object(j);
	}
	free(v);
}

static void put_percentiles(const uint64_t *v, size_t n, const struct style *s,
    struct buf *out)
{
	const char *heads[SHOWN + 2] = { NULL };
	struct table *t;
	char text[32];
	size_t i;

	for (i = 0; i < SHOWN; i++)
		heads[i] = shown[i].name;
	heads[SHOWN] = "events";
	t = table_new(heads, "rrrrrrr");
	for (i = 0; i < SHOWN; i++)
		table_cell(t,
		    isnan(events_percentile(v, n, i)) ?
			"-" :
			num_time(events_percentile(v, n, i), text,
			    sizeof(text)));
	table_cellf(t, "%zu", n);
	table_print(t, s, out);
	table_free(t);
}

/* By how much a line of the histogram ends above where it begins: the least of
 * these with which all events have a line. */
static double step_of(double lo, double hi)
{
	static const double steps[] = { 1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3,
		5, 10, 100 };
	const size_t last = sizeof(steps) / sizeof(steps[0]) - 1;
	size_t i = 0;

	while (i < last && lo * pow(steps[i], LINES) <= hi)
		i++;
	return steps[i];
}

/* Each line from a value on, its share, and a bar: the longest is the fullest,
 * one mark is something. */
static void put_histogram(const uint64_t *v, size_t n, const struct style *s,
    struct buf *out)
{
	size_t columns = s->width < HEAD + BAR ? s->width - HEAD : BAR;
	double lo = fmax((double)v[0], 1), hi = (double)v[n - 1], end;
	double step = step_of(lo, hi);
	size_t count[LINES] = { 0 }, most = 0, lines, at = 0;
	char from[32], share[32];

	for (lines = 0; lines < LINES && at < n; lines++) {
		end = lo * pow(step, (double)lines + 1);
		/* the last line takes what is left of hundredfold steps */
		for (; at < n && ((double)v[at] < end || lines + 1 == LINES);
		     at++)
			count[lines]++;
		most = count[lines] > most ? count[lines] : most;
	}
	for (size_t i = 0; i < lines; i++) {
		snprintf(share, sizeof(share), "%.3g %%",
		    100 * (double)count[i] / (double)n);
		buf_addf(out, "%10s  %8s%s",
		    num_time(lo * pow(step, (double)i), from, sizeof(from)),
		    count[i] ? share : "-", count[i] ? "  " : "");
		plot_bar((double)count[i] / (double)most, columns, s, out);
		buf_add_char(out, '\n');
	}
}

void report_events(const struct run *r, const bool *show, const struct style *s,
    struct buf *out)
{
	size_t *order = rows_sorted(r), i, n;

	for (i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[order[i]];
		uint64_t *v;
		char label[96];

		if (!show || !show[order[i]] || (res->flags & RESULT_TAIL))
			continue;
		v = tails_events(res, &n);
		row_label(res, label, sizeof(label));
		if (n > 0) {
			buf_addf(out, "single events of %s:\n", label);
			put_percentiles(v, n, s, out);
			put_histogram(v, n, s, out);
			buf_add_char(out, '\n');
		}
		free(v);
	}
	free(order);
}
