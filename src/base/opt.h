/* opt.h - one option table for parsing, -h, completion and the manual. */
#ifndef PERFLOSS_BASE_OPT_H
#define PERFLOSS_BASE_OPT_H

#include "base/buf.h"
#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum opt_kind {
	OPT_FLAG,     /* bool *to */
	OPT_STRING,   /* const char **to */
	OPT_LIST,     /* struct opt_list *to; may be given again */
	OPT_INT,      /* int64_t *to, >= min */
	OPT_UINT,     /* uint64_t *to */
	OPT_DURATION, /* int64_t *to, nanoseconds */
	OPT_PERCENT,  /* double *to, fraction, above 0 */
	OPT_BYTES,    /* int64_t *to */
};

struct opt_list {
	const char **item;
	size_t n, cap;
};

struct opt {
	char letter;      /* 0 = none */
	const char *name; /* long name without "--"; NULL ends the table */
	const char *arg;  /* name of the argument in the help, or NULL */
	const char *help;
	enum opt_kind kind;
	void *to;
	int64_t min; /* OPT_INT, OPT_DURATION */
};

struct opt_cmd {
	const char *name;    /* "perfloss run" */
	const char *args;    /* "[ROW...]" */
	const char *summary; /* one line */
	const char *detail;  /* further paragraphs for -h, or NULL */
	const struct opt *opts;
};

/* Parse argv[1..argc-1], GNU style: options may stand after words until "--".
 * Words are kept in order at argv[1...] and their number goes to *n_words.
 * -h or --help prints to stdout and returns 1. Bad options return -EINVAL and
 * name the nearest option there is. */
int opt_parse(const struct opt_cmd *cmd, int argc, char **argv, int *n_words,
    struct err *e);

/* The same, but words end at the first one (for commands that run others). */
int opt_parse_leading(const struct opt_cmd *cmd, int argc, char **argv,
    int *n_words, struct err *e);

void opt_help(const struct opt_cmd *cmd, struct buf *out);
void opt_list_release(struct opt_list *l);

#endif
