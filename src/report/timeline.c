/* timeline.c - values over time, as text for a terminal. */
#include "report/timeline.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MOST  20 /* columns of a series' name */
#define PHASE_COLS 3  /* a phase has so many at least */
#define LEVELS     8

bool timeline_span(const struct timeline *t, double *from, double *to)
{
	*from = INFINITY;
	*to = -INFINITY;
	for (size_t i = 0; i < t->n_phases; i++) {
		*from = fmin(*from, t->phase[i].from);
		*to = fmax(*to, t->phase[i].to);
	}
	for (size_t i = 0; i < t->n_panels; i++)
		for (size_t k = 0; k < t->panel[i].n; k++) {
			const struct timeline_series *s =
			    &t->panel[i].series[k];

			for (size_t j = 0; j < s->n; j++) {
				if (!isfinite(s->value[j]))
					continue;
				*from = fmin(*from, s->at[j]);
				*to = fmax(*to, s->at[j]);
			}
		}
	return isfinite(*from) && isfinite(*to);
}

bool timeline_range(const struct timeline_panel *p, double *least, double *most)
{
	*least = INFINITY;
	*most = -INFINITY;
	for (size_t k = 0; k < p->n; k++) {
		const struct timeline_series *s = &p->series[k];

		for (size_t j = 0; j < s->n; j++) {
			if (!isfinite(s->value[j]))
				continue;
			*least = fmin(*least, s->value[j]);
			*most = fmax(*most, s->value[j]);
		}
	}
	return isfinite(*least);
}

/* -- Columns ------------------------------------------------------------- */

/* Where phases stand: columns [first[i], first[i + 1] - 1) and a separator
 * behind each but the last. */
struct columns {
	struct timeline_phase *phase;
	size_t *first;
	size_t n;
};

/* A single phase of all time where there are none. */
static void columns_init(struct columns *c, const struct timeline *t,
    double from, double to, size_t width)
{
	double total = 0, sum = 0, room;
	size_t at = 0;

	c->n = t->n_phases ? t->n_phases : 1;
	c->phase = xcalloc(c->n, sizeof(*c->phase));
	c->first = xcalloc(c->n + 1, sizeof(*c->first));
	if (t->n_phases == 0)
		c->phase[0] = (struct timeline_phase){ "", from, to };
	for (size_t i = 0; i < t->n_phases; i++)
		c->phase[i] = t->phase[i];
	for (size_t i = 0; i < c->n; i++)
		total += fmax(c->phase[i].to - c->phase[i].from, 0);
	/* what is left beside the least of each is shared by duration */
	room = (double)width - (double)(c->n * (PHASE_COLS + 1));
	room = fmax(room, 0);
	for (size_t i = 0; i < c->n; i++) {
		c->first[i] = at;
		sum += fmax(c->phase[i].to - c->phase[i].from, 0);
		at = (i + 1) * (PHASE_COLS + 1) +
		    (size_t)(total > 0 ? room * sum / total : 0);
	}
	c->first[c->n] = at;
}

static void columns_release(struct columns *c)
{
	free(c->phase);
	free(c->first);
}

/* -- Lines --------------------------------------------------------------- */

static void put_names(const struct columns *c, size_t indent,
    const struct style *s, struct buf *out)
{
	buf_add_fill(out, ' ', indent);
	for (size_t i = 0; i < c->n; i++) {
		size_t n = c->first[i + 1] - c->first[i] - 1;

		if (i + 1 < c->n) {
			plot_pad(c->phase[i].name, n, out);
			buf_add(out, s->utf8 ? "\u2502" : "|");
		} else {
			buf_addf(out, "%.*s",
			    (int)text_fit(c->phase[i].name, n),
			    c->phase[i].name);
		}
	}
	buf_add_char(out, '\n');
}

/* How far apart the values of a series stand in time, on average. */
static double spacing(const struct timeline_series *s)
{
	return s->n > 1 ? (s->at[s->n - 1] - s->at[0]) / (double)(s->n - 1) : 0;
}

/* The mean of what was measured in [from, to); where nothing was, what was
 * measured next to it, for columns may be finer than the measuring. NaN: a
 * value is missing there. */
static double mean(const struct timeline_series *s, double from, double to,
    const struct timeline_phase *p, bool last)
{
	double sum = 0, next = NAN, near = fmax(spacing(s), to - from);
	size_t n = 0, seen = 0;

	for (size_t j = 0; j < s->n; j++) {
		double away = fabs(s->at[j] - (from + to) / 2);

		if (s->at[j] < p->from || s->at[j] > p->to ||
		    (s->at[j] == p->to && !last))
			continue;
		if (away <= near) {
			near = away;
			next = s->value[j];
		}
		if (s->at[j] < from || s->at[j] >= to)
			continue;
		seen++;
		if (isfinite(s->value[j])) {
			sum += s->value[j];
			n++;
		}
	}
	return n ? sum / (double)n : seen ? NAN : next;
}

static const char *block(double value, double least, double most, bool utf8)
{
	static const char *const fine[LEVELS] = { "\u2581", "\u2582", "\u2583",
		"\u2584", "\u2585", "\u2586", "\u2587", "\u2588" };
	static const char *const plain[LEVELS] = { "_", ".", ":", "-", "=", "+",
		"*", "#" };
	bool logs = least > 0 && most > AXIS_LOG_FROM * least;
	double share = !(most > least) ? 0 :
	    logs ? log(value / least) / log(most / least) :
		   (value - least) / (most - least);
	size_t level = (size_t)(fmin(fmax(share, 0), 1) * (LEVELS - 1) + 0.5);

	if (isnan(value))
		return " ";
	return utf8 ? fine[level] : plain[level];
}

static void put_course(const struct timeline_series *s, const struct columns *c,
    double least, double most, bool utf8, struct buf *out)
{
	struct buf line = BUF_INIT;
	size_t len;

	for (size_t i = 0; i < c->n; i++) {
		size_t n = c->first[i + 1] - c->first[i] - 1;
		double from = c->phase[i].from, span = c->phase[i].to - from;

		for (size_t k = 0; k < n; k++)
			buf_add(&line,
			    block(mean(s, from + span * (double)k / (double)n,
				      from + span * (double)(k + 1) / (double)n,
				      &c->phase[i], i + 1 == c->n),
				least, most, utf8));
		if (i + 1 < c->n)
			buf_add(&line, utf8 ? "\u2502" : "|");
	}
	for (len = line.len; len > 0 && line.s[len - 1] == ' ';)
		len--;
	buf_add_mem(out, buf_str(&line), len);
	buf_add_char(out, '\n');
	buf_release(&line);
}

static void put_panel(const struct timeline_panel *p, const struct columns *c,
    size_t indent, const struct style *s, struct buf *out)
{
	char a[32], b[32];
	double least, most;

	if (!timeline_range(p, &least, &most))
		return;
	buf_addf(out, "%s  (%s .. %s)\n", p->name,
	    axis_value(p->kind, least, a, sizeof(a)),
	    axis_value(p->kind, most, b, sizeof(b)));
	for (size_t k = 0; k < p->n; k++) {
		buf_add(out, "  ");
		plot_pad(p->series[k].name, indent - 4, out);
		buf_add(out, "  ");
		put_course(&p->series[k], c, least, most, s->utf8, out);
	}
}

size_t plot_timeline(const struct timeline *t, const struct style *s,
    struct buf *out)
{
	size_t name = 0, drawn = 0, indent;
	double from, to, least, most;
	struct columns c;

	if (!timeline_span(t, &from, &to))
		return 0;
	for (size_t i = 0; i < t->n_panels; i++)
		for (size_t k = 0; k < t->panel[i].n; k++) {
			size_t w = text_width(t->panel[i].series[k].name);

			name = w > name ? w : name;
		}
	for (size_t i = 0; i < t->n_panels; i++)
		drawn += timeline_range(&t->panel[i], &least, &most);
	if (drawn == 0)
		return 0;
	indent = 4 + (name < NAME_MOST ? name : NAME_MOST);
	columns_init(&c, t, from, to,
	    s->width > indent ? s->width - indent : 0);
	if (t->n_phases > 0)
		put_names(&c, indent, s, out);
	for (size_t i = 0; i < t->n_panels; i++)
		put_panel(&t->panel[i], &c, indent, s, out);
	columns_release(&c);
	return drawn;
}
