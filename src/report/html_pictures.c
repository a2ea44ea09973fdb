/* html_pictures.c - the pictures of a page: changes, curves, maps, courses. */
#include "report/html.h"

#include "base/mem.h"
#include "base/text.h"
#include "judge/cross.h"
#include "report/markup.h"

#include <stdlib.h>
#include <string.h>

#define POINTS      3  /* of a curve: two are a line anyway */
#define CURVES_MOST 12 /* pictures */

void html_few_init(struct html_few *f, const struct html *h)
{
	size_t n = h->d->n;

	memset(f, 0, sizeof(*f));
	f->d.n = n <= HTML_FEW ? n : 2;
	for (size_t i = 0; i < f->d.n; i++) {
		f->of[i] = n <= HTML_FEW || i == 0 ? i : n - 1;
		f->run[i] = h->d->run[f->of[i]];
		f->est[i] = h->d->est[f->of[i]];
		f->show[i] =
		    xcalloc(f->run[i]->n_results + 1, sizeof(*f->show[i]));
	}
	f->d.run = f->run;
	f->d.est = f->est;
	f->d.show = (const bool *const *)f->show;
}

void html_few_release(struct html_few *f)
{
	for (size_t i = 0; i < HTML_FEW; i++)
		free(f->show[i]);
}

/* Show the rows of the page that are called so; NULL = all. How many of the
 * first run. */
static size_t show(struct html_few *f, const struct html *h, const char *name)
{
	size_t n = 0;

	for (size_t k = 0; k < h->n_rows; k++) {
		const struct html_row *row = &h->row[k];

		for (size_t i = 0; i < f->d.n; i++) {
			size_t at = row->at[f->of[i]];

			if (at == HTML_NONE)
				continue;
			f->show[i][at] =
			    !name || strcmp(row->res->name, name) == 0;
			n += i == 0 && f->show[i][at];
		}
	}
	return n;
}

bool html_draw(struct html *h, const struct figure_data *d, html_draw_fn *draw)
{
	struct buf svg = BUF_INIT;
	struct err none = { 0 };
	bool drawn = draw(d, &h->look, &svg, &none) == 0;

	if (drawn)
		html_figure(h, &svg);
	buf_release(&svg);
	return drawn;
}

/* -- Changes ------------------------------------------------------------- */

/* One of many comparisons at a time: marks of all of them are a wall. Which is
 * chosen by what a browser can do without a script. The last one is shown. */
static void put_choice(struct html *h)
{
	buf_add(h->out,
	    "<div class=\"choice\" role=\"radiogroup\" "
	    "aria-label=\"comparison\">\n");
	for (size_t k = 0; k < h->many.n; k++) {
		struct figure_data d = *h->d;

		d.pair = &h->many.pair[k];
		d.n_pairs = 1;
		d.changed = true;
		buf_addf(h->out,
		    "<input type=\"radio\" name=\"forest\" id=\"f%zu\"%s>"
		    "<label for=\"f%zu\">",
		    k + 1, k + 1 == h->many.n ? " checked" : "", k + 1);
		markup_text(h->out, h->name[k + 1]);
		buf_add(h->out, "</label><div>\n");
		if (!html_draw(h, &d, figure_forest))
			buf_add(h->out, "<p>No row has changed.</p>\n");
		buf_add(h->out, "</div>\n");
	}
	buf_add(h->out, "</div>\n");
}

void html_forest(struct html *h)
{
	if (h->many.n == 0)
		return;
	html_section(h, "changes", "Changes");
	if (h->many.n > HTML_FEW) {
		buf_addf(h->out,
		    "<p>The rows of one run that have changed against %s; the "
		    "part of each row shows its course over all.</p>\n",
		    many_neighbours(&h->many) ? "the one before it" :
						"the first");
		put_choice(h);
	} else if (!html_draw(h, h->d, figure_forest)) {
		buf_add(h->out, "<p>There is nothing to draw.</p>\n");
	}
	html_steps(h);
	html_section_end(h);
}

/* -- Curves -------------------------------------------------------------- */

/* Whether the rows of that name, which are shown, are a curve of more than two
 * points; param: over what. */
static bool is_curve(const struct html_few *f, const char *name, char *param,
    size_t size)
{
	struct curve *c;
	bool found = false;
	size_t n;

	if (!curve_param(f->run[0], f->show[0], param, size))
		return false;
	c = curves_of(f->run[0], param, &n);
	for (size_t i = 0; i < n; i++)
		found |= c[i].n >= POINTS &&
		    strcmp(f->run[0]->results[c[i].p[0].at].name, name) == 0;
	curves_free(c, n);
	return found;
}

/* Of each name that has one; memory's own is drawn with its levels. */
static bool put_curves(struct html *h)
{
	size_t pictures = 0;
	char param[64];
	struct html_few f;

	html_few_init(&f, h);
	for (size_t k = 0; k < h->n_rows && pictures < CURVES_MOST; k++) {
		const char *name = h->row[k].res->name;
		size_t before = 0;

		while (strcmp(h->row[before].res->name, name) != 0)
			before++;
		if (before < k || strcmp(name, "mem_lat") == 0 ||
		    show(&f, h, name) < POINTS ||
		    !is_curve(&f, name, param, sizeof(param)))
			continue;
		f.d.param = param;
		pictures += html_draw(h, &f.d, figure_curves);
	}
	html_few_release(&f);
	return pictures > 0;
}

/* -- Of one run ---------------------------------------------------------- */

static bool put_single(struct html *h, html_draw_fn *draw)
{
	struct html_few f;
	bool drawn = false;

	html_few_init(&f, h);
	/* a course is of the rows that are measured again and again, unless
	 * some were asked for */
	if (draw == figure_course && !h->d->show)
		f.d.show = NULL;
	else
		show(&f, h, NULL);
	for (size_t i = 0; i < f.d.n; i++) {
		struct figure_data one = { .run = &f.run[i],
			.est = &f.est[i],
			.show = f.d.show ? f.d.show + i : NULL,
			.n = 1 };
		struct buf svg = BUF_INIT;
		struct err none = { 0 };

		if (draw(&one, &h->look, &svg, &none) == 0) {
			if (f.d.n > 1)
				html_element(h, "h3", NULL, h->name[f.of[i]]);
			html_figure(h, &svg);
			drawn = true;
		}
		buf_release(&svg);
	}
	html_few_release(&f);
	return drawn;
}

void html_pictures(struct html *h)
{
	struct html_few f;
	bool any;

	html_section(h, "pictures", "Pictures");
	if (h->d->n > HTML_FEW)
		buf_add(h->out, "<p>Of the first run and the last.</p>\n");
	any = html_timeline(h);
	html_few_init(&f, h);
	show(&f, h, NULL);
	any |= html_draw(h, &f.d, figure_memory);
	any |= put_curves(h);
	any |= put_single(h, figure_heat);
	any |= put_single(h, figure_course);
	if (h->d->n == 1)
		any |= html_draw(h, &f.d, figure_rows);
	html_few_release(&f);
	if (!any)
		buf_add(h->out,
		    "<p>There is nothing that has a curve, a map or a "
		    "course.</p>\n");
	html_section_end(h);
}
