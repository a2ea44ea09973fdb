/* figures.c - the table of pictures, and which of them is meant. */
#include "report/figure.h"

#include "base/text.h"

#include <errno.h>
#include <string.h>

enum {
	FOREST,
	STRIP,
	ROWS,
	CURVES,
	MEMORY,
	HEAT,
	HISTOGRAM,
	COURSE,
	AFTERMATH,
	FIGURES
};

const struct figure figure_table[] = {
	[FOREST] = { "forest", "the changes of a comparison, with intervals",
	    figure_forest },
	[STRIP] = { "strip",
	    "every value of some rows or commands, with quartiles and interval",
	    figure_strip },
	[ROWS] = { "rows", "the medians of all rows, with intervals",
	    figure_rows },
	[CURVES] = { "curves", "rows over the values of an argument",
	    figure_curves },
	[MEMORY] = { "memory", "memory latency over size, with its levels",
	    figure_memory },
	[HEAT] = { "heat", "a row over two arguments, as a map", figure_heat },
	[HISTOGRAM] = { "histogram", "single events of rows, with percentiles",
	    figure_histogram },
	[COURSE] = { "course",
	    "rows over the time of the run, and what else ran", figure_course },
	[AFTERMATH] = { "aftermath",
	    "rows over time before, during and after a load",
	    figure_aftermath },
	[FIGURES] = { NULL, NULL, NULL },
};

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

/* -- By content ---------------------------------------------------------- */

#define FEW 6 /* rows whose every value can be looked at */

/* What the rows shown of the first run are. */
struct content {
	size_t n, events;
	const char *name; /* of all, or NULL */
	bool same;
};

static void look_at(const struct figure_data *d, struct content *c)
{
	const struct run *r = d->run[0];

	*c = (struct content){ .same = true };
	for (size_t k = 0; k < r->n_results; k++) {
		const struct result *res = &r->results[k];

		if ((res->flags & RESULT_TAIL) || res->n_inv == 0 ||
		    (d->show && d->show[0] && !d->show[0][k]))
			continue;
		c->n++;
		c->events += res->inv[0].n_events > 0;
		c->same =
		    c->same && (!c->name || strcmp(c->name, res->name) == 0);
		c->name = res->name;
	}
}

/* Pictures that say most of it, the best first. */
static void candidates(const struct figure_data *d, int order[FIGURES])
{
	struct content c = { 0 };
	size_t n = 0;

	if (d->aftermath)
		order[n++] = AFTERMATH;
	if (d->n_commands == 0 && d->n_pairs > 0)
		order[n++] = FOREST;
	if (d->n_commands > 0)
		order[n++] = STRIP;
	if (d->n > 0)
		look_at(d, &c);
	if (c.events > 0 && c.events == c.n && c.n <= FEW)
		order[n++] = HISTOGRAM;
	if (c.n > 1 && c.same && strcmp(c.name, "mem_lat") == 0)
		order[n++] = MEMORY;
	if (d->param || (c.n > 1 && c.same))
		order[n++] = CURVES;
	if (c.n > 0 && c.n <= FEW)
		order[n++] = STRIP;
	if (c.n > 0)
		order[n++] = ROWS;
	while (n < FIGURES)
		order[n++] = -1;
}

int figure_draw_any(const struct figure_data *d, const struct svg_look *look,
    struct buf *out, struct err *e)
{
	int order[FIGURES], r;

	r = err_set(e, -ENODATA,
	    "there is nothing measured that could be drawn");
	candidates(d, order);
	for (size_t i = 0; i < FIGURES && order[i] >= 0 && r == -ENODATA; i++)
		r = figure_table[order[i]].draw(d, look, out, e);
	return r;
}
