/* picture.h - pictures in files: the options of all commands that draw. */
#ifndef PERFLOSS_CMD_PICTURE_H
#define PERFLOSS_CMD_PICTURE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/opt.h"
#include "report/figure.h"

#include <stdbool.h>
#include <stdint.h>

struct picture_opts {
	int64_t width, scale; /* 0 = not given */
	const char *theme;
};

/* clang-format off */
#define PICTURE_OPTS(p) \
	{ 0, "width", "PIXELS", "of a picture (default: 760)", OPT_INT, \
	    &(p)->width, 1 }, \
	{ 0, "scale", "N", "PNG: so many times as large (default: 2)", \
	    OPT_INT, &(p)->scale, 1 }, \
	{ 0, "theme", "NAME", \
	    "of a picture: light, dark or auto (SVG: as the reader's; the " \
	    "default)", OPT_STRING, &(p)->theme, 0 }
/* clang-format on */

/* What --theme says, checked before. */
enum svg_theme picture_theme(const struct picture_opts *p);

/* Whether a picture can be made: what would fail after minutes of measuring
 * fails before. drawn: SVG or PNG is asked for; without it the options are in
 * vain. file: NULL = it goes to standard output. */
int picture_check(const struct picture_opts *p, bool drawn, bool png,
    const char *file, struct err *e);

/* The same of a command whose file, NULL = none, is a picture beside its text,
 * of the kind that the ending says; and whether it can be written. */
int picture_check_beside(const struct picture_opts *p, const char *file,
    bool *png, struct err *e);

/* fig: NULL = the first that has something to draw. */
int picture_draw(const struct picture_opts *p, const struct figure *fig,
    const struct figure_data *d, bool png, struct buf *out, struct err *e);

#endif
