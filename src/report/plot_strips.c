/* plot_strips.c - how values of rows or commands are distributed, as text. */
#include "report/figure.h"

#include "base/text.h"
#include "report/plot.h"
#include "report/rows.h"
#include "report/strips.h"

#include <math.h>

#define VALUE 9  /* "12.3 GB/s" */
#define EACH  10 /* columns that a tick takes */

static size_t name_width(const struct strips *t, size_t width)
{
	size_t most = 0;

	for (size_t i = 0; i < t->n; i++) {
		size_t w = text_width(t->s[i].name);

		most = w > most ? w : most;
	}
	return most < width / 3 ? most : width / 3;
}

static void put(const struct strips *t, const struct style *s, struct buf *out)
{
	size_t name = name_width(t, s->width), columns;
	struct axis a = { .kind = t->kind, .log = t->log && !t->relative };
	char value[48];

	columns = s->width - name - VALUE - 4;
	if (t->relative)
		axis_fit_change(&a, t->least, t->most, 1 + columns / EACH);
	else
		axis_fit(&a, t->least, t->most, 1 + columns / EACH);
	plot_narrow(&a, t->least, t->most);
	a.at0 = 0;
	a.at1 = (double)columns - 1;
	for (size_t i = 0; i < t->n; i++) {
		const struct strip *x = &t->s[i];

		plot_pad(x->name, name, out);
		rows_value(x->res, x->est->cost, value, sizeof(value));
		buf_addf(out, "  %*s  ", VALUE, value);
		plot_box(&a, x->quartile, s, out);
		buf_add_char(out, '\n');
	}
	plot_ticks(&a, name + VALUE + 4, out);
}

size_t plot_strips(const struct figure_data *d, const struct style *s,
    struct buf *out)
{
	struct strips t;
	size_t n;

	strips_init(&t, d);
	n = t.n;
	if (n > 0)
		put(&t, s, out);
	strips_release(&t);
	return n;
}
