/* grid.h - tables of cells with a head: CSV and columns of text. */
#ifndef PERFLOSS_IMPORT_GRID_H
#define PERFLOSS_IMPORT_GRID_H

#include "import/inside.h"

#define GRID_COLUMNS 256

struct grid_cell {
	char *s;
	size_t column; /* in its line, from 1 */
};

struct grid_line {
	struct grid_cell *cell; /* as many as the grid has columns */
	size_t no;
};

struct grid {
	struct grid_line head, *line;
	size_t columns, n, cap;
};

/* Add a line; cells beyond the columns are nobody's, missing ones are empty.
 * Both take cells over. */
void grid_head(struct grid *g, struct grid_cell *cell, size_t n, size_t no);
void grid_add(struct grid *g, struct grid_cell *cell, size_t n, size_t no);
void grid_release(struct grid *g);

/* Whether it is a table of values: a column of numbers under a word. */
bool grid_is_table(const struct grid *g);

/* Records of all lines. Columns of words are facts "FORMAT.NAME"; one that
 * names what was measured is a part of the rows' names. */
void grid_put(const struct grid *g, struct import *im, const char *format);

/* The unit and the direction that a column's head tells; false: none. */
bool grid_unit(const char *head, enum unit *unit, double *scale);

#endif
