/* cells.h - what 'perfloss exec' runs: commands, once for each combination of
 * the levels of factors. */
#ifndef PERFLOSS_CMD_CELLS_H
#define PERFLOSS_CMD_CELLS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

#define CELLS_MOST 1000

struct factor {
	char *name;
	char **level;
	size_t n;
	bool set; /* it is not switched here, and has one level */
};

/* Commands of the shell around a command. */
enum cell_hook {
	CELL_SETUP,    /* once, before all */
	CELL_PREPARE,  /* before each run */
	CELL_CONCLUDE, /* after each run */
	CELL_CLEANUP,  /* once, after all */
	CELL_HOOKS,
};

struct cell {
	char *text;             /* the command as a person reads it */
	char **argv;            /* NULL-ended */
	char *hook[CELL_HOOKS]; /* or NULL */
	char *name;             /* a label for its run, of its own */
	size_t *level;          /* of each factor */
};

/* A command as it was given: for the shell, or in words of its own. */
struct cell_command {
	const char *text;   /* NULL = words */
	char *const *words; /* NULL-ended */
	const char *name;   /* NULL = as it is called */
};

struct cells {
	struct factor *factor;
	size_t n_factors, cap_factors;
	struct cell *cell;
	size_t n, cap;
};

/* Zeroed before. */
void cells_release(struct cells *c);

/* "NAME=v1,v2", "NAME=1..64" or "NAME=0..1:0.25". */
int cells_factor(struct cells *c, const char *spec, struct err *e);

/* "NAME=VALUE" of one that is not switched here. */
int cells_set(struct cells *c, const char *spec, struct err *e);

/* Make the cells of commands, hooks of each in hook[command][]; shell = what
 * runs those given as text, "" = none: they are split at blanks then. {NAME}
 * stands for the level of a factor; one that stands nowhere is refused. */
int cells_make(struct cells *c, const struct cell_command *command, size_t n,
    const char *(*hook)[CELL_HOOKS], const char *shell, struct err *e);

/* "make -j2, threads=4": the levels of a cell; "" without factors. The caller
 * frees. */
char *cells_levels(const struct cells *c, const struct cell *cell);

#endif
