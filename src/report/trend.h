/* trend.h - what the levels of rows did over many runs, as text, JSON and a
 * picture. */
#ifndef PERFLOSS_REPORT_TREND_H
#define PERFLOSS_REPORT_TREND_H

#include "base/buf.h"
#include "base/json.h"
#include "judge/trend.h"
#include "report/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of the history, in its order. */
struct trend_run {
	int64_t id, started_ns;
	const char *uuid;
	const char *name; /* "2.1.30", or NULL: then it is "#12" */
	const char *host; /* the machine, in words */
	char hash[17];    /* and what it is known by */
};

struct trend_view {
	const struct trend *t;
	size_t *order; /* of the series; report_trend_sort makes it */
	const struct trend_run *run;
	size_t runs;
	const char *by;  /* "date", "label", or the key of a fact */
	size_t without;  /* runs left out: they have no label, no such fact */
	size_t machines; /* how many different ones */
	size_t newest;   /* as in trend_opts */
	bool all;        /* every row in the table */
	bool full;       /* a picture and all steps of each row */
	char *const *mixed; /* of each series: factors that its runs mix
			       ("disk, patch"), or NULL; NULL: not known */
};

/* For people: machine by machine, rows as in every table. The caller frees. */
size_t *report_trend_sort(const struct trend *t);

/* A row in full, or a table of those that changed. */
void report_trend(const struct trend_view *v, const struct style *s,
    struct buf *out);
void report_trend_json(const struct trend_view *v, struct json *j);

/* Each series with its levels as SVG, one above the other. */
void figure_trend(const struct trend_view *v, struct buf *out);

/* -- Inside ---------------------------------------------------------------- */

/* "between 2.1.29 and 2.1.30", "between #3 and #7, likely at #5". */
void trend_where(const struct trend_view *v, const struct trend_series *s,
    const struct step *at, char *out, size_t size);

/* "SLOWER", "faster, maybe". */
const char *trend_word(const struct trend_step *s);

/* A change of the cost as one of what is shown. */
double trend_shown(const struct trend_series *s, double by);

/* What a run is called; of two that are called the same, by their numbers. */
const char *trend_name(const struct trend_run *r, char *out, size_t size);

/* The values over the runs, with the levels, so many lines high. */
void trend_plot(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out);

#endif
