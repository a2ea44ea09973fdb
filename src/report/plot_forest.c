/* plot_forest.c - the changes of comparisons, as text. */
#include "report/figure.h"

#include "base/text.h"
#include "report/change.h"
#include "report/forest.h"
#include "report/plot.h"

#include <stdio.h>

#define WORDS 20 /* "-12.3 % CANNOT TELL" */
#define LEAST 16 /* columns for the picture: without the words if need be */
#define EACH  9  /* columns that a tick takes */

/* Label and, of several, run: the label is cut before the name of the run. */
static void name_of(const struct many *m, const struct many_row *row, size_t k,
    size_t most, struct buf *out)
{
	size_t run = m->n > 1 ? text_width(m->name[k + 1]) + 2 : 0;
	char label[96];

	row_label(row->res, label, sizeof(label));
	run = run < most / 2 ? run : most / 2;
	buf_addf(out, "%.*s", (int)text_fit(label, most - run), label);
	if (run > 0)
		buf_addf(out, "  %.*s", (int)text_fit(m->name[k + 1], run - 2),
		    m->name[k + 1]);
}

/* The longest name, and how many lines there are. */
static size_t name_width(const struct many *m, size_t most, size_t *lines)
{
	size_t width = 0;

	*lines = 0;
	for (size_t i = 0; i < m->n_rows; i++)
		for (size_t k = 0; k < m->n; k++) {
			struct buf name = BUF_INIT;
			size_t w;

			if (!forest_drawn(m->row[i].cell[k]))
				continue;
			name_of(m, &m->row[i], k, most, &name);
			w = text_width(buf_str(&name));
			width = w > width ? w : width;
			buf_release(&name);
			(*lines)++;
		}
	return width;
}

static void put_line(const struct axis *a, const struct comparison *c,
    bool words, const struct style *s, struct buf *out)
{
	struct change d = change_of(c);
	enum colour colour = change_colour(c->verdict);
	char change[32];

	if (words)
		buf_addf(out, "  %7s %s%-11.11s%s",
		    change_text(&d, change, sizeof(change)),
		    style_on(s, colour), verdict_words[c->verdict],
		    style_off(s, colour));
	buf_add(out, "  ");
	plot_interval(a, forest_place(c->lo), forest_place(c->change),
	    forest_place(c->hi), 0, s, out);
	buf_add_char(out, '\n');
}

static void put(const struct many *m, size_t name, const struct style *s,
    struct buf *out)
{
	bool words = s->width >= name + WORDS + 3 + LEAST;
	size_t indent = name + 2 + (words ? WORDS + 1 : 0);
	struct axis a = { .at0 = 0 };
	double least, most;

	forest_range(m, &least, &most);
	axis_fit_change(&a, least, most, (s->width - indent) / EACH);
	a.at1 = (double)(s->width - indent) - 1;
	for (size_t i = 0; i < m->n_rows; i++)
		for (size_t k = 0; k < m->n; k++) {
			struct buf text = BUF_INIT;

			if (!forest_drawn(m->row[i].cell[k]))
				continue;
			name_of(m, &m->row[i], k, name, &text);
			plot_pad(buf_str(&text), name, out);
			put_line(&a, m->row[i].cell[k], words, s, out);
			buf_release(&text);
		}
	plot_ticks(&a, indent, out);
}

size_t plot_forest(const struct figure_data *d, const struct style *s,
    struct buf *out)
{
	struct many m;
	size_t name, n;

	if (d->n_pairs == 0)
		return 0;
	many_init(&m, d->pair, d->n_pairs);
	name = name_width(&m, s->width * 2 / 5, &n);
	if (n > 0)
		put(&m, name, s, out);
	many_release(&m);
	return n;
}
