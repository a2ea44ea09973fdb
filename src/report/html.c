/* html.c - runs as one page of HTML: its frame, and what its parts share. */
#include "report/html.h"

#include "base/mem.h"
#include "report/change.h"
#include "report/markup.h"
#include "report/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PICTURE 860.0 /* pixels: the page is 1100 at most, its edges 24 */

size_t html_base(const struct html *h, size_t k)
{
	return many_neighbours(&h->many) ? k : 0;
}

/* -- Elements ------------------------------------------------------------ */

void html_element(struct html *h, const char *tag, const char *cls,
    const char *text)
{
	buf_addf(h->out, cls ? "<%s class=\"%s\">" : "<%s>", tag, cls);
	markup_text(h->out, text);
	if (strcmp(tag, "td") != 0)
		buf_addf(h->out, "</%s>", tag);
}

void html_head(struct html *h, const char *scope, const char *text)
{
	buf_addf(h->out, "<th scope=\"%s\">", scope);
	markup_text(h->out, text);
}

void html_term(struct html *h, const char *term, const char *text)
{
	if (!text || !*text)
		return;
	html_element(h, "dt", NULL, term);
	html_element(h, "dd", NULL, text);
	buf_add_char(h->out, '\n');
}

void html_cell(struct html *h, double sort, const char *text)
{
	buf_add(h->out, "<td");
	if (isfinite(sort))
		buf_addf(h->out, " data-v=\"%.5g\"", sort);
	buf_add_char(h->out, '>');
	markup_text(h->out, text);
}

/* A line from s to end, without blanks around it, as an element. */
static void piece(struct html *h, const char *tag, const char *s, size_t len)
{
	char *text;

	while (len > 0 && *s == ' ') {
		s++;
		len--;
	}
	while (len > 0 && s[len - 1] == ' ')
		len--;
	text = xstrndup(s, len);
	html_element(h, tag, NULL, text);
	free(text);
}

void html_lines(struct html *h, const struct buf *lines, size_t head)
{
	const char *s = buf_str(lines);
	size_t len, at;

	if (s[strspn(s, "\n")] == '\0')
		return;
	buf_add(h->out, head ? "<dl>" : "<ul>");
	for (; *s; s += len + (s[len] != '\0')) {
		len = strcspn(s, "\n");
		at = len < head ? len : head;
		if (len == 0)
			continue;
		/* one without a head goes on with that before it */
		if (at > 0 && *s != ' ')
			piece(h, "dt", s, at);
		piece(h, head ? "dd" : "li", s + at, len - at);
		buf_add_char(h->out, '\n');
	}
	buf_add(h->out, head ? "</dl>\n" : "</ul>\n");
}

void html_section(struct html *h, const char *id, const char *title)
{
	buf_addf(h->out, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

void html_section_end(struct html *h)
{
	buf_add(h->out, "</section>\n");
}

void html_figure(struct html *h, const struct buf *svg)
{
	buf_add(h->out,
	    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	    "aria-label=\"picture\">\n");
	buf_add_mem(h->out, buf_str(svg), svg->len);
	buf_add(h->out, "</div>\n");
}

/* -- Words --------------------------------------------------------------- */

const char *html_class(enum verdict v)
{
	switch (v) {
	case VERDICT_SLOWER:
		return "bad";
	case VERDICT_FASTER:
		return "good";
	case VERDICT_MAYBE_SLOWER:
	case VERDICT_MAYBE_FASTER:
	case VERDICT_SUSPECT:
		return "warn";
	default:
		return "dim";
	}
}

const char *html_status_class(enum status s)
{
	switch (s) {
	case STATUS_OK:
		return "plain";
	case STATUS_SUSPECT:
	case STATUS_FAILED:
		return "bad";
	case STATUS_UNSUPPORTED:
		return "dim";
	default:
		return "warn";
	}
}

const struct estimate *html_estimate(const struct html *h,
    const struct html_row *row, size_t run)
{
	return row->at[run] == HTML_NONE ? NULL : &h->d->est[run][row->at[run]];
}

const char *html_word(const struct html *h, const struct html_row *row,
    const char **cls)
{
	const struct estimate *e = html_estimate(h, row, 0);
	const struct comparison *c, *most = NULL;

	for (size_t k = 0; row->cells && k < h->many.n; k++) {
		c = row->cells->cell[k];
		if (c && (!most || change_rank(c->verdict, most->verdict) < 0))
			most = c;
	}
	if (cls)
		*cls = most ? html_class(most->verdict) :
		    e       ? html_status_class(e->status) :
			      "dim";
	return most ? verdict_words[most->verdict] :
	    e       ? status_words[e->status] :
		      "missing";
}

/* -- Rows ---------------------------------------------------------------- */

static void add_row(struct html *h, const struct result *res,
    const struct many_row *cells)
{
	struct html_row *row = &h->row[h->n_rows];
	const struct run *r;
	const struct result *mine;

	row->res = res;
	row->cells = cells;
	row->at = h->at + h->d->n * h->n_rows++;
	for (size_t i = 0; i < h->d->n; i++) {
		r = h->d->run[i];
		mine = run_find(r, res->key);
		row->at[i] = mine ? (size_t)(mine - r->results) : HTML_NONE;
	}
}

/* Those of one run, as its table has them. */
static void add_single(struct html *h)
{
	const struct run *r = h->d->run[0];
	const bool *show = h->d->show ? h->d->show[0] : NULL;
	size_t *order = rows_sorted(r);

	for (size_t i = 0; i < r->n_results; i++)
		if (rows_shown(r, h->d->est[0], show, order[i]))
			add_row(h, &r->results[order[i]], NULL);
	free(order);
}

static void init(struct html *h, const struct figure_data *d,
    enum svg_theme theme, struct buf *out)
{
	size_t most = d->run[0]->n_results;

	*h = (struct html){ .d = d,
		.look = { PICTURE, theme, true },
		.out = out,
		.name = xcalloc(d->n + 1, sizeof(*h->name)) };
	if (d->n_pairs > 0) {
		many_init(&h->many, d->pair, d->n_pairs);
		memcpy(h->name, h->many.name, d->n * sizeof(*h->name));
		most = h->many.n_rows;
	} else {
		report_run_name(d->run[0], h->name[0], sizeof(*h->name));
	}
	h->row = xcalloc(most + 1, sizeof(*h->row));
	h->at = xcalloc(most * d->n + 1, sizeof(*h->at));
	if (d->n_pairs == 0)
		add_single(h);
	for (size_t i = 0; d->n_pairs > 0 && i < most; i++)
		add_row(h, h->many.row[i].res, &h->many.row[i]);
}

/* -- The page ------------------------------------------------------------ */

static void put_title(struct html *h)
{
	markup_text(h->out, h->name[h->d->n == 2]);
	if (h->d->n == 1)
		return;
	if (h->d->n > 2)
		buf_addf(h->out, " and %zu more", h->d->n - 1);
	else
		buf_add(h->out, " against ");
	if (h->d->n == 2)
		markup_text(h->out, h->name[0]);
}

/* Nothing but the script of ours is run and nothing is loaded, whatever a page
 * holds: the policy says so to the browser, too. */
static void put_head(struct html *h, enum svg_theme theme)
{
	buf_addf(h->out,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; style-src 'unsafe-inline'; "
	    "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"%s\">\n"
	    "<meta name=\"generator\" content=\"perfloss\">\n<title>",
	    html_js_sha256,
	    theme == SVG_AUTO      ? "light dark" :
		theme == SVG_LIGHT ? "light" :
				     "dark");
	put_title(h);
	buf_add(h->out, " - perfloss</title>\n<style>\n");
	buf_add(h->out, html_css);
	if (theme == SVG_AUTO)
		buf_add(h->out,
		    "@media screen and (prefers-color-scheme:dark){\n");
	if (theme != SVG_LIGHT)
		buf_add(h->out, html_dark_css);
	if (theme == SVG_AUTO)
		buf_add(h->out, "}\n");
	buf_add(h->out, "</style>\n");
	svg_style(theme, h->out);
	buf_add(h->out, "</head>\n<body>\n");
}

static bool has_part(const struct html *h, const char *id)
{
	if (strcmp(id, "changes") == 0)
		return h->d->n_pairs > 0;
	return strcmp(id, "aftermath") != 0 || h->d->aftermath;
}

static void put_nav(struct html *h)
{
	static const char *const parts[][2] = { { "verdict", "Verdict" },
		{ "facts", "Facts" }, { "changes", "Changes" },
		{ "rows", "Rows" }, { "aftermath", "Aftermath" },
		{ "pictures", "Pictures" }, { "each", "Row by row" },
		{ "how", "How it was measured" } };

	buf_add(h->out, "<nav aria-label=\"parts of the page\"><ul>\n");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (has_part(h, parts[i][0]))
			buf_addf(h->out, "<li><a href=\"#%s\">%s</a></li>\n",
			    parts[i][0], parts[i][1]);
	buf_add(h->out, "</ul></nav>\n");
}

void report_html(const struct figure_data *d, enum svg_theme theme,
    struct buf *out)
{
	struct html h;

	init(&h, d, theme, out);
	html_steps_init(&h);
	put_head(&h, theme);
	buf_add(out, "<header>\n<h1>");
	put_title(&h);
	buf_add(out, "</h1>\n");
	put_nav(&h);
	buf_add(out, "</header>\n<main>\n");
	html_verdict(&h);
	html_facts(&h);
	html_forest(&h);
	html_table(&h);
	html_aftermath(&h);
	html_pictures(&h);
	html_each(&h);
	html_how(&h);
	buf_add(out, "</main>\n<script>");
	buf_add(out, html_js);
	buf_add(out, "</script>\n</body>\n</html>\n");
	html_steps_release(&h);
	many_release(&h.many);
	free(h.name);
	free(h.row);
	free(h.at);
}
