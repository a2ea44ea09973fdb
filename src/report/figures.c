/* figures.c - the table of pictures, and which of them is meant. */
#include "report/figure.h"

#include "base/text.h"

#include <errno.h>
#include <string.h>

const struct figure figure_table[] = {
	{ "forest", "changes of a comparison with their intervals",
	    figure_forest },
	{ "curves", "rows over the values of an argument", figure_curves },
	{ NULL, NULL, NULL },
};

#define FIGURES (sizeof(figure_table) / sizeof(figure_table[0]) - 1)

const struct figure *figure_find(const char *name, struct err *e)
{
	struct buf list = BUF_INIT;

	for (size_t i = 0; i < FIGURES; i++)
		if (strcmp(name, figure_table[i].name) == 0)
			return &figure_table[i];
	for (size_t i = 0; i < FIGURES; i++)
		buf_addf(&list, "%s%s",
		    i == 0              ? "" :
			i + 1 < FIGURES ? ", " :
					  " and ",
		    figure_table[i].name);
	err_set(e, -EINVAL, "there is no picture '%s', there are %s", name,
	    buf_str(&list));
	buf_release(&list);
	return NULL;
}

int figure_draw_any(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	int r = -ENODATA;

	for (size_t i = 0; i < FIGURES && r == -ENODATA; i++)
		r = figure_table[i].draw(d, look, out, e);
	return r == -ENODATA ?
	    err_set(e, r, "there is nothing measured that could be drawn") :
	    r;
}
