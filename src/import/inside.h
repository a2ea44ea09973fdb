/* inside.h - what the readers of formats share. */
#ifndef PERFLOSS_IMPORT_INSIDE_H
#define PERFLOSS_IMPORT_INSIDE_H

#include "import/import.h"

#include <stdbool.h>

/* -- The input (lines.c) -------------------------------------------------- */

/* A line: no quoting of a mail ("> "), no carriage return, tabs expanded,
 * nothing that moves a cursor, valid UTF-8. */
struct line {
	char *s;     /* never NULL */
	size_t no;   /* from 1 */
	size_t skip; /* columns of quoting that stood in front */
};

struct input {
	const char *name;
	const char *text; /* as it is, '\0' behind it */
	size_t len;
	struct line *lines;
	size_t n;
	char *cells; /* owns the lines */
	char *
	    plain; /* the text without quoting, where it is a quoted document */
};

/* 0, or -EINVAL: binary, or a line without end. Release in any case. */
int input_init(struct input *in, const char *name, const char *text, size_t len,
    struct err *e);
void input_release(struct input *in);

/* Points for the commas of fractions in the lines, where commas are that for
 * sure (commas.c). */
void input_commas(struct input *in);

/* The first line from `from` on that holds a text; in->n if there is none.
 * Letters' case does not matter. */
size_t input_find(const struct input *in, size_t from, const char *what);
bool input_has(const struct input *in, const char *what);

/* Whether a line holds, begins with a text, blanks in front passed over. */
bool line_has(const struct line *l, const char *what);
const char *line_find(const struct line *l, const char *what); /* or NULL */
bool line_starts(const struct line *l, const char *what);
bool line_blank(const struct line *l);

/* The words of a line and where they stand; borrowed from it. */
struct word {
	const char *s;
	size_t len;
	size_t at; /* bytes into the line */
};
#define WORDS 256
size_t line_words(const struct line *l, struct word *out, size_t most);
bool word_is(const struct word *w, const char *what);
char *word_dup(const struct word *w); /* the caller frees */

/* Whether the first byte that is no blank is this one. */
bool input_begins(const struct input *in, char c);

/* -- Numbers (figure.c) --------------------------------------------------- */

/* A number as it was printed. step: of its last decimal place; where: line and
 * column, 0 = none. */
struct figure {
	double value, step;
	size_t line, column;
};

/* What stands at s, len bytes, and nothing else: "1.64", "13.K", "115.",
 * "9.0M", "1,234.5", "0,05", "1e-6". Separators of thousands are taken for such
 * where they are sure to be. False: it is no number. */
bool figure_read(const char *s, size_t len, struct figure *f);
bool figure_word(const struct line *l, const struct word *w, struct figure *f);

/* The number that begins at s; *end = behind it. */
bool figure_begin(const char *s, const char **end, struct figure *f);

/* Of a binary double (JSON): no step is known but its own. */
struct figure figure_of(double value);

/* "1h2m3.5s", "2:03.45", "0m0.05s", "37min 10sec": in seconds. */
bool figure_duration(const char *s, size_t len, struct figure *f);

/* The factor of a unit to ns, 0 = it is no time: "ns", "us", "usec", "ms",
 * "s", "sec", "m", "min", "h". */
double figure_time_unit(const char *unit, size_t len);

/* -- Numbers beside words (scan.c) ---------------------------------------- */

/* The number that begins at s, a place in the line. */
bool scan_at(const struct line *l, const char *s, struct figure *f);

/* The number behind a label ("Time:  0.281", "Total operations: 5"), and the
 * one in front of it ("8693150 ops/sec"). Letters' case does not matter. */
bool scan_after(const struct line *l, const char *label, struct figure *f);
bool scan_before(const struct line *l, const char *label, struct figure *f);

/* What stands behind a label, borrowed; NULL where it is not. */
const char *scan_text(const struct line *l, const char *label);

/* -- Building (put.c) ----------------------------------------------------- */

/* A new record; the pointer is valid until the next one. */
struct run *put_run(struct import *im);
void put_fact(struct run *r, const char *key, const char *value);
void put_factn(struct run *r, const char *key, const char *s, size_t len);

/* A row key from a format and the tool's own name: what may not stand in one
 * is written as %XX, blanks as '_'. */
#define PUT_KEY 201
void put_key(char out[PUT_KEY], const char *format, const char *name);

/* Add a value: figure times scale, in ns, bytes per second, operations per
 * second, bytes, or as it is. Returns the invocation for notes, borrowed until
 * the next, or NULL after a complaint: a value of another unit, below zero, or
 * no finite one. Zero is kept as "it is 0 there". */
struct invocation *put_value(struct import *im, struct run *r, const char *key,
    enum unit unit, const struct figure *f, double scale);

/* A mean of n values with their standard deviation, both times scale. */
struct invocation *put_mean(struct import *im, struct run *r, const char *key,
    enum unit unit, const struct figure *mean, double sd, double n,
    double scale);

/* Values of a row from the n-th on were taken in one run of the tool: batches
 * of one value, not values. */
void put_join(struct result *res, size_t from);

/* Or parts of one sum. */
void put_sum(struct result *res);

void put_complaint(struct import *im, size_t line, size_t column,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Something to know of what was kept. */
void put_remark(struct import *im, size_t line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Those of another, behind what there are. */
void put_complaints(struct import *im, const struct import *from);

/* A word that should be a number and is none. */
void put_no_number(struct import *im, const struct line *l,
    const struct word *w);

#endif
