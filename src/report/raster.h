/* raster.h - a picture of text: marks at columns and heights, values at the
 * left. */
#ifndef PERFLOSS_REPORT_RASTER_H
#define PERFLOSS_REPORT_RASTER_H

#include "base/buf.h"
#include "report/style.h"

#include <stddef.h>

#define RASTER_MARGIN 12 /* columns of the values at the left */

/* The later ones stand on those before. Above and below: what lies beyond. */
enum raster_mark {
	RASTER_GAP,
	RASTER_LEVEL,
	RASTER_POINT,
	RASTER_ABOVE,
	RASTER_BELOW,
	RASTER_MARKS
};

struct raster {
	unsigned char *cell; /* enum raster_mark; lines of columns */
	size_t lines, columns;
	double least, most; /* at the bottom and at the top */
};

/* So many lines, as wide as the style allows, at least 20 and at most 100
 * columns; nothing in it, and no height. */
void raster_init(struct raster *g, size_t lines, const struct style *style);
void raster_release(struct raster *g);

/* A height that has to be in it; after the last one: a hundredth (heights are
 * logarithms) at least, so that noise of less is a line. */
void raster_reach(struct raster *g, double y);
void raster_fit(struct raster *g);

/* The column of the i-th of n. */
size_t raster_column(const struct raster *g, size_t i, size_t n);

/* Put a mark; beyond the top and the bottom at the edge. */
void raster_put(struct raster *g, size_t column, double y, enum raster_mark m);

/* All lines. say: writes the value of a height, for three of them. */
void raster_print(const struct raster *g,
    void (*say)(const void *arg, double y, char *out, size_t size),
    const void *arg, const struct style *style, struct buf *out);

/* The beginning of a line: a word at the left, and the edge. */
void raster_edge(const char *word, const struct style *style, struct buf *out);

/* A line with a word at each end. */
void raster_ends(const struct raster *g, const char *first, const char *last,
    struct buf *out);

#endif
