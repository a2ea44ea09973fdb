/* html.h - runs as one page of HTML that needs nothing else. */
#ifndef PERFLOSS_REPORT_HTML_H
#define PERFLOSS_REPORT_HTML_H

#include "report/figure.h"
#include "report/many.h"
#include "report/trend.h"

#include <stdbool.h>
#include <stddef.h>

/* One run, or several with the pairs that judge them (n_pairs = n - 1). The
 * rows of one run are those that d->show wants; of several, those judged. */
void report_html(const struct figure_data *d, enum svg_theme theme,
    struct buf *out);

/* -- Inside -------------------------------------------------------------- */

/* Made from html.css, html_dark.css and html.js when the program is built. */
extern const char html_css[], html_dark_css[], html_js[], html_js_sha256[];

/* A row of the table: where it is in each run. */
#define HTML_NONE SIZE_MAX
struct html_row {
	const struct result *res;
	const struct many_row *cells; /* of several runs, else NULL */
	size_t *at;                   /* of each run; HTML_NONE = not there */
};

struct html {
	const struct figure_data *d;
	struct many many;        /* of several runs */
	char (*name)[MANY_NAME]; /* of each run, none twice */
	struct html_row *row;
	size_t n_rows;
	size_t *at;             /* of all rows */
	struct trend trend;     /* of eight runs and more; else empty */
	struct trend_run *past; /* each run, as trend knows them */
	struct svg_look look;
	struct buf *out;
};

/* More runs than these stand in a row's picture side by side, not below one
 * another, and have no pictures of their own: nobody tells more apart. */
#define HTML_FEW 3

/* The run's index of the base of comparison k; its own is k + 1. */
size_t html_base(const struct html *h, size_t k);

/* The word of a row (of several comparisons that of most interest), and the
 * class of its colour (NULL = not wanted); the class of a verdict, of a status;
 * the row's estimate in a run (NULL = none). */
const char *html_word(const struct html *h, const struct html_row *row,
    const char **cls);
const char *html_class(enum verdict v);
const char *html_status_class(enum status s);
const struct estimate *html_estimate(const struct html *h,
    const struct html_row *row, size_t run);

/* An element with text: tag and class (NULL = none). A cell of a table ends
 * where the next or its row does, as HTML has it: a page has thousands. */
void html_element(struct html *h, const char *tag, const char *cls,
    const char *text);

/* A head of a column ("col") or of a row. */
void html_head(struct html *h, const char *scope, const char *text);

/* A term of a list and what it is; nothing where there is no text. */
void html_term(struct html *h, const char *term, const char *text);

/* A cell; sort: the number that it is sorted by, NaN = by its text. */
void html_cell(struct html *h, double sort, const char *text);

/* Lines made for a terminal. A line's head is what stands before a column;
 * 0 = they have none. A list, or of heads a list of terms. */
void html_lines(struct html *h, const struct buf *lines, size_t head);

/* <section id=ID><h2>title</h2>, and the end. */
void html_section(struct html *h, const char *id, const char *title);
void html_section_end(struct html *h);

/* A picture is drawn where there is something for it. */
typedef int html_draw_fn(const struct figure_data *d,
    const struct svg_look *look, struct buf *out, struct err *e);
bool html_draw(struct html *h, const struct figure_data *d, html_draw_fn *draw);

/* A picture in an area of its own that scrolls. svg: drawn already. */
void html_figure(struct html *h, const struct buf *svg);

/* The runs that have pictures of their own: all of few, of many the first and
 * the last. Nothing is shown until show says so. */
struct html_few {
	struct figure_data d;
	const struct run *run[HTML_FEW];
	const struct estimate *est[HTML_FEW];
	bool *show[HTML_FEW];
	size_t of[HTML_FEW]; /* which of the runs each is */
};
void html_few_init(struct html_few *f, const struct html *h);
void html_few_release(struct html_few *f);

/* The sections. */
void html_verdict(struct html *h);
void html_facts(struct html *h);
void html_forest(struct html *h);
void html_table(struct html *h);
void html_aftermath(struct html *h);
void html_pictures(struct html *h);

/* The course of an aftermath's rows where it has no section of its own: the
 * runs of an older perfloss did not keep what else there is to say. */
bool html_timeline(struct html *h);
void html_each(struct html *h);
void html_how(struct html *h);

/* The runs as a history: a list of steps; the n-th step of a row with its
 * series, NULL = it has no more; that in words. */
void html_steps_init(struct html *h);
void html_steps_release(struct html *h);
void html_steps(struct html *h);
const struct trend_step *html_step(const struct html *h,
    const struct html_row *row, size_t n, const struct trend_series **of);
const char *html_step_text(const struct html *h, const struct html_row *row,
    const struct trend_step *step, const struct trend_series *s, char *out,
    size_t size);

/* Values of a row: a small picture for the table; one for its own part. */
void html_mini(struct html *h, const struct html_row *row);
void html_values(struct html *h, const struct html_row *row);

#endif
