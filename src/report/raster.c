/* raster.c - a picture of text: marks at columns and heights, values at the
 * left. */
#include "report/raster.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NARROW 20 /* columns at least */
#define WIDEST 100

void raster_init(struct raster *g, size_t lines, const struct style *style)
{
	size_t wide = style->width > RASTER_MARGIN + NARROW ?
	    style->width - RASTER_MARGIN - 1 :
	    NARROW;

	*g = (struct raster){ .lines = lines,
		.columns = wide < WIDEST ? wide : WIDEST,
		.least = INFINITY,
		.most = -INFINITY };
	g->cell = xcalloc(lines * g->columns, 1);
}

void raster_release(struct raster *g)
{
	free(g->cell);
	memset(g, 0, sizeof(*g));
}

void raster_reach(struct raster *g, double y)
{
	g->least = fmin(g->least, y);
	g->most = fmax(g->most, y);
}

void raster_fit(struct raster *g)
{
	double around = fmax(0, 0.01 - (g->most - g->least)) / 2;

	g->least -= around;
	g->most += around;
}

size_t raster_column(const struct raster *g, size_t i, size_t n)
{
	return n > 1 ? i * (g->columns - 1) / (n - 1) : 0;
}

void raster_put(struct raster *g, size_t column, double y, enum raster_mark m)
{
	double share = (y - g->least) / (g->most - g->least);
	size_t top = g->lines - 1, line;

	if (share > 1.0001)
		m = RASTER_ABOVE;
	if (share < -0.0001)
		m = RASTER_BELOW;
	share = fmin(fmax(share, 0), 1);
	line = top - (size_t)(share * (double)top + 0.5);
	g->cell[line * g->columns + column] = (unsigned char)m;
}

void raster_edge(const char *word, const struct style *style, struct buf *out)
{
	buf_addf(out, "%*s %s", RASTER_MARGIN - 2, word,
	    style->utf8 ? "\u2502" : "|");
}

static void put_line(const struct raster *g, size_t line,
    const struct style *style, struct buf *out)
{
	static const char *const plain[RASTER_MARKS] = { " ", "-", "o", "^",
		"v" };
	static const char *const fine[RASTER_MARKS] = { " ", "\u2500", "\u25cf",
		"\u25b2", "\u25bc" };
	const unsigned char *cell = g->cell + line * g->columns;
	size_t end = g->columns;

	while (end > 0 && cell[end - 1] == RASTER_GAP)
		end--;
	for (size_t i = 0; i < end; i++)
		buf_add(out, (style->utf8 ? fine : plain)[cell[i]]);
	buf_add_char(out, '\n');
}

void raster_print(const struct raster *g,
    void (*say)(const void *arg, double y, char *out, size_t size),
    const void *arg, const struct style *style, struct buf *out)
{
	char value[48];

	for (size_t i = 0; i < g->lines; i++) {
		value[0] = '\0';
		if (i % (g->lines / 2) == 0)
			say(arg,
			    g->most -
				(g->most - g->least) * (double)i /
				    (double)(g->lines - 1),
			    value, sizeof(value));
		raster_edge(value, style, out);
		put_line(g, i, style, out);
	}
}

void raster_ends(const struct raster *g, const char *first, const char *last,
    struct buf *out)
{
	size_t words = text_width(first) + text_width(last);

	buf_addf(out, "%*s%s%*s%s\n", RASTER_MARGIN, "", first,
	    (int)(words + 1 < g->columns ? g->columns - words : 1), "", last);
}
