/* figure.h - pictures of what was measured and judged, as SVG. */
#ifndef PERFLOSS_REPORT_FIGURE_H
#define PERFLOSS_REPORT_FIGURE_H

#include "base/buf.h"
#include "base/err.h"
#include "judge/judge.h"
#include "model/aftermath.h"
#include "model/run.h"
#include "report/report.h"
#include "report/svg.h"
#include "report/timeline.h"

#include <stddef.h>

/* What pictures are made from; each takes what it needs, all borrowed. */
struct figure_data {
	const struct run *const *run;
	const struct estimate *const *est; /* of each run */
	const bool *const *show;           /* results of each; NULL = all */
	size_t n;
	const char *param; /* that curves are over; NULL = find one */
	const struct report_pair *pair;
	size_t n_pairs;
	const struct report_command *command;
	size_t n_commands;
	const struct aftermath *aftermath; /* NULL = none */
	bool changed; /* of pairs: only rows that have changed */
};

struct figure {
	const char *name;
	const char *summary; /* one line of what it shows, and of what */
	/* 0, or -ENODATA with a sentence why there is nothing to draw. */
	int (*draw)(const struct figure_data *d, const struct svg_look *look,
	    struct buf *out, struct err *e);
};

/* In order of how much they say of what they take; ends in a name NULL. */
extern const struct figure figure_table[];

/* By name; NULL with a sentence that lists them. */
const struct figure *figure_find(const char *name, struct err *e);

/* The first of the table that has something to draw, drawn. */
int figure_draw_any(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);

/* Each is of its own file, figure_NAME.c. */
int figure_aftermath(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_curves(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_forest(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_heat(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_histogram(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_memory(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_rows(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_strip(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);
int figure_course(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e);

/* -- For a terminal ------------------------------------------------------ */

/* How the values of rows or commands are distributed, a line for each: least,
 * quartiles, median, most. Returns how many lines there are. */
size_t plot_strips(const struct figure_data *d, const struct style *s,
    struct buf *out);

/* The course of an aftermath's rows. */
size_t plot_aftermath(const struct figure_data *d, const struct style *s,
    struct buf *out);

/* A line for each change and its interval. */
size_t plot_forest(const struct figure_data *d, const struct style *s,
    struct buf *out);

#endif
