/* import.h - other tools' output as runs: the contract of src/import.
 *
 * A format is a const struct import_format in a file of its own: a probe that
 * looks at the content and says how sure it is, and a reader that adds records
 * (a run each, of one value or more in a row) with the builders of inside.h.
 * Nothing is ever invented: what cannot be read is complained of, by line and
 * column, and left out. doc/IMPORT.md says what each format gives. */
#ifndef PERFLOSS_IMPORT_IMPORT_H
#define PERFLOSS_IMPORT_IMPORT_H

#include "base/err.h"
#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMPORT_TEXT_MAX (64u << 20) /* bytes of one input */
#define IMPORT_LINE_MAX (1u << 16)  /* bytes of a line of text */
#define IMPORT_ROWS_MAX 10000       /* of one input, as in doc/RUN.md */
#define IMPORT_MAX      1000000     /* values of one input */

/* Facts that every imported run has. Their names begin so; those of the
 * formats begin with the format. */
#define IMPORT_FORMAT "import.format" /* "lmbench" */
#define IMPORT_FILE   "import.file"   /* "results/a.txt", "-" */
#define IMPORT_FOLDER "import.folder" /* the last folder of that; "." */

/* What could not be read. column 0: the whole line; line 0: no place (JSON has
 * a path in the text). */
struct complaint {
	size_t line, column;
	bool kept; /* nothing was left out: a remark */
	char text[160];
};
#define IMPORT_COMPLAINTS 100 /* that are kept; n_complaints counts all */

struct import {
	const struct import_format *format; /* that read it */
	const char *time_format;            /* of struct import_how */
	struct run *runs;
	size_t n, cap;
	struct complaint *complaints;
	size_t n_complaints, cap_complaints;
	size_t n_left; /* complaints without the remarks */
	size_t values; /* that were read */
	size_t rows;   /* of all runs */
	uint64_t hash; /* of the content, FNV-1a */
};

struct input; /* inside.h */

struct import_format {
	const char *name;  /* "lmbench", for --format */
	const char *title; /* what a person calls it */
	enum {
		SIDES_NONE,
		SIDES_ALIKE,
		SIDES_ALL
	} sides; /* whether its rows
		    are what people compare with each other */
	/* 0 = it is none, 100 = it cannot be another. */
	int (*probe)(const struct input *in);
	/* Add records; 0, or -EINVAL where not even one value is there. */
	int (*read)(struct import *im, const struct input *in, struct err *e);
};

/* All formats; ends in NULL. */
extern const struct import_format *const import_formats[];

/* By its name, NULL and a sentence with the nearest one if there is none. */
const struct import_format *import_format_find(const char *name, struct err *e);

/* What the user knows better. */
struct import_how {
	const struct import_format *format; /* NULL = by the content */
	const char *time_format; /* what GNU time's -f was: "%e %U %S" */
	/* texts: a line that holds one begins another part, of its own run */
	const char *const *split;
	size_t n_split;
};

/* Read a whole input into *im, which is initialised here; release it in any
 * case. name: for facts. how: NULL = nothing is known. -EINVAL with the reason
 * where nothing in it can be read, -ENOMSG where no format knows it. */
int import_text(struct import *im, const char *name, const char *text,
    size_t len, const struct import_how *how, struct err *e);
void import_release(struct import *im);

/* -- Runs from records (group.c) ------------------------------------------ */

/* Merge runs that are of one thing into one, whose rounds are the records:
 * where fact `by` ("os" means "lmbench.os") has one value, or, for NULL, where
 * all identities are equal. Facts that differ among those merged go. Returns 0,
 * or -ENOENT with the facts that there are when no run has that one. */
int import_group(struct run **runs, size_t *n, const char *by, struct err *e);

/* A run for each row of one, all with the same row FORMAT/value, labelled by
 * what the row was called: rows of one unit are compared with each other so.
 * alike: only where they are of one size, three times at most. Returns how many
 * runs there are, 0 where units differ or there are fewer than two rows with
 * values; release and free them. */
size_t import_rows_apart(const struct run *r, bool alike, struct run **out);

/* Labels that tell the runs apart: by the fact, or by the identities that
 * differ; `label` in front of it, or alone for one run. A run that has no such
 * value keeps none. */
void import_label(struct run *runs, size_t n, const char *by,
    const char *label);

/* The value of the fact that runs were grouped by; borrowed, "" without. */
const char *import_value_by(const struct run *r, const char *by);

/* A uuid that follows from what was imported (hash: of the contents), so that
 * the same again is noticed. */
void import_uuid(struct run *r, uint64_t hash);

#endif
