/* trend.c - what the levels of rows did over many runs, as text. */
#include "report/trend.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPIKES_LISTED 5
#define NAME          24 /* columns of what a run is called */

/* -- Words --------------------------------------------------------------- */

const char *trend_name(const struct trend_run *r, char *out, size_t size)
{
	if (!r->name)
		snprintf(out, size, "#%lld", (long long)r->id);
	else if (text_fit(r->name, NAME) == strlen(r->name))
		snprintf(out, size, "%s", r->name);
	else
		snprintf(out, size, "%.*s..", (int)text_fit(r->name, NAME - 2),
		    r->name);
	return out;
}

/* Of two, so that they differ. */
static void two_names(const struct trend_run *a, const struct trend_run *b,
    char *x, char *y, size_t size)
{
	struct trend_run p = *a, q = *b;

	trend_name(&p, x, size);
	trend_name(&q, y, size);
	if (a->id == b->id || strcmp(x, y) != 0)
		return;
	/* cut off, perhaps, where they differ */
	p.name = q.name = NULL;
	trend_name(&p, x, size);
	trend_name(&q, y, size);
}

static const struct trend_run *run_of(const struct trend_view *v,
    const struct trend_series *s, size_t i)
{
	return &v->run[s->run[i]];
}

void trend_where(const struct trend_view *v, const struct trend_series *s,
    const struct step *at, char *out, size_t size)
{
	const struct trend_run *a = run_of(v, s, at->lo - 1);
	const struct trend_run *b = run_of(v, s, at->hi);
	const struct trend_run *c = run_of(v, s, at->at);
	char x[96], y[96], z[96];

	two_names(a, b, x, y, sizeof(x));
	if (at->lo == at->hi) {
		snprintf(out, size, "between %s and %s", x, y);
		return;
	}
	two_names(a, c, x, z, sizeof(x));
	two_names(c, b, z, y, sizeof(z));
	snprintf(out, size, "between %s and %s, likely at %s", x, y, z);
}

const char *trend_word(const struct trend_step *s)
{
	if (s->sure)
		return s->by > 0 ? "SLOWER" : "FASTER";
	return s->by > 0 ? "slower, maybe" : "faster, maybe";
}

double trend_shown(const struct trend_series *s, double by)
{
	return unit_is_rate(s->res.unit) ? 1 / (1 + by) - 1 : by;
}

static const char *change(const struct trend_series *s, double by, char *out,
    size_t size)
{
	return num_change(trend_shown(s, by), out, size);
}

/* "SLOWER by 6.3 % (+5.8 .. +6.9 %)" of what is shown. */
static void add_size(const struct trend_series *s, const struct trend_step *p,
    struct buf *out)
{
	double lo = trend_shown(s, p->lo), hi = trend_shown(s, p->hi);
	char by[32], from[32], to[32];

	buf_addf(out, "%s: %s (%s .. %s)", trend_word(p),
	    change(s, p->by, by, sizeof(by)),
	    num_change(fmin(lo, hi), from, sizeof(from)),
	    num_change(fmax(lo, hi), to, sizeof(to)));
}

/* -- One row ------------------------------------------------------------- */

static void put_step(const struct trend_view *v, const struct trend_series *s,
    size_t i, const struct style *style, struct buf *out)
{
	const struct trend_step *p = &s->step[i];
	struct buf line = BUF_INIT;
	char where[320], when[32];

	add_size(s, p, &line);
	trend_where(v, s, &p->s, where, sizeof(where));
	buf_addf(&line, " %s, %.10s", where,
	    rows_when(run_of(v, s, p->s.at)->started_ns, when, sizeof(when)));
	if (p->gone != TREND_NONE) {
		trend_where(v, s, &s->step[p->gone].s, where, sizeof(where));
		buf_addf(&line, "; went away %s", where);
	}
	report_line("step", buf_str(&line), style, out);
	if (p->beside) {
		buf_clear(&line);
		buf_addf(&line, "with it changed: %s", p->beside);
		report_line("", buf_str(&line), style, out);
	}
	buf_release(&line);
}

static void add_spike(const struct trend_view *v, const struct trend_series *s,
    const struct trend_spike *p, struct buf *line)
{
	char by[32], x[96], y[96];

	two_names(run_of(v, s, p->from), run_of(v, s, p->to), x, y, sizeof(x));
	buf_addf(line, "%s at %s", change(s, p->by, by, sizeof(by)), x);
	if (p->to > p->from)
		buf_addf(line, " .. %s", y);
}

static void put_spikes(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out)
{
	struct buf line = BUF_INIT;
	size_t shown = 0, open = 0;

	if (s->spikes == 0 && s->far > 0) {
		buf_addf(&line, "%zu of %zu values lie far off their level",
		    s->far, s->n);
		report_line("noisy", buf_str(&line), style, out);
	}
	buf_clear(&line);
	for (size_t i = 0; i < s->spikes; i++) {
		open += s->spike[i].open;
		if (s->spike[i].open || shown == SPIKES_LISTED)
			continue;
		buf_add(&line, shown++ ? ", " : "");
		add_spike(v, s, &s->spike[i], &line);
	}
	if (s->spikes - open > shown)
		buf_addf(&line, " and %zu more", s->spikes - open - shown);
	if (shown)
		report_line("spikes", buf_str(&line), style, out);
	for (size_t i = 0; i < s->spikes; i++) {
		const struct trend_spike *p = &s->spike[i];

		if (!p->open)
			continue;
		buf_clear(&line);
		add_spike(v, s, p, &line);
		buf_addf(&line,
		    ": a spike, or a step; %zu more run%s would tell",
		    STEP_LEAST - (p->to - p->from + 1),
		    p->to - p->from == 2 ? "" : "s");
		report_line("newest", buf_str(&line), style, out);
	}
	buf_release(&line);
}

/* A step of one factor is none of the other. */
static void put_mixed(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out)
{
	const char *mixed = v->mixed ? v->mixed[s - v->t->series] : NULL;
	struct buf line = BUF_INIT;

	if (!mixed)
		return;
	buf_addf(&line,
	    "these runs differ in %s, too: 'perfloss exec --join RUN...' says "
	    "what each factor does",
	    mixed);
	report_line("mixed", buf_str(&line), style, out);
	buf_release(&line);
}

static void put_rest(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out)
{
	struct buf line = BUF_INIT;
	char value[48];

	if (isfinite(s->drift)) {
		buf_addf(&line, "%s over these runs, without a step",
		    change(s, s->drift, value, sizeof(value)));
		report_line("drifts", buf_str(&line), style, out);
	} else if (s->steps == 0 && s->n < 10) {
		buf_addf(&line,
		    "CANNOT TELL from %s: a step needs 10, with %d before and "
		    "behind it",
		    rows_count(s->n, "run", value, sizeof(value)), STEP_LEAST);
		report_line("steps", buf_str(&line), style, out);
	} else if (s->steps == 0) {
		report_line("steps", "none", style, out);
	}
	put_spikes(v, s, style, out);
	buf_clear(&line);
	if (s->rho > 0)
		buf_addf(&line,
		    "each value depends on the one before (%.1f): only steps "
		    "that last longer can be told%s",
		    s->rho, s->steps ? ", and a long wave looks like one" : "");
	if (s->rho > 0)
		report_line("note", buf_str(&line), style, out);
	buf_clear(&line);
	if (s->other) {
		buf_addf(&line,
		    "NOT COMPARABLE with %s more, which measured it otherwise",
		    rows_count(s->other, "run", value, sizeof(value)));
		report_line("note", buf_str(&line), style, out);
	}
	put_mixed(v, s, style, out);
	report_line("now",
	    rows_value(&s->res, exp(s->levels[s->steps]), value, sizeof(value)),
	    style, out);
	buf_release(&line);
}

/* The row and what follows it, wrapped. */
static void put_title(const char *label, const char *text,
    const struct style *style, struct buf *out)
{
	char *line = xasprintf("%s%c %s", label, TABLE_BLANK, text);
	struct buf lines = BUF_INIT;

	for (size_t i = 0; label[i]; i++)
		line[i] = line[i] == ' ' ? TABLE_BLANK : line[i];
	table_wrap(&lines, line, style->width, 0);
	buf_addf(out, "%s%s%s%s", style_on(style, BOLD), label,
	    style_off(style, BOLD), buf_str(&lines) + strlen(label));
	buf_release(&lines);
	free(line);
}

static void put_full(const struct trend_view *v, const struct trend_series *s,
    const struct style *style, struct buf *out)
{
	const struct trend_run *a = run_of(v, s, 0);
	const struct trend_run *b = run_of(v, s, s->n - 1);
	char label[ROW_LABEL + 1], x[96], y[96], count[32], from[32], to[32];
	struct buf head = BUF_INIT;

	row_label(&s->res, label, sizeof(label));
	two_names(a, b, x, y, sizeof(x));
	buf_add(&head, rows_count(s->n, "run", count, sizeof(count)));
	rows_when(a->started_ns, from, sizeof(from));
	rows_when(b->started_ns, to, sizeof(to));
	if (s->n == 1)
		buf_addf(&head, ", %s, %.10s", x, from);
	else
		buf_addf(&head, " from %s, %.10s, to %s, %.10s", x, from, y,
		    to);
	put_title(label, buf_str(&head), style, out);
	buf_release(&head);
	if (v->machines > 1)
		buf_addf(out, "machine  %s\n", a->host);
	buf_add_char(out, '\n');
	if (s->n > 1)
		trend_plot(v, s, style, out);
	for (size_t i = 0; i < s->steps; i++)
		put_step(v, s, i, style, out);
	put_rest(v, s, style, out);
}

/* -- The table ----------------------------------------------------------- */

static bool matters(const struct trend_series *s)
{
	bool open = s->spikes > 0 && s->spike[s->spikes - 1].open;

	return s->steps > 0 || isfinite(s->drift) || open;
}

static void put_row(const struct trend_view *v, const struct trend_series *s,
    struct table *t)
{
	const struct trend_step *last =
	    s->steps ? &s->step[s->steps - 1] : NULL;
	char text[400], by[32];

	row_label(&s->res, text, sizeof(text));
	table_cell(t, text);
	table_cellf(t, "%zu", s->n);
	table_cell(t,
	    rows_value(&s->res, exp(s->levels[s->steps]), text, sizeof(text)));
	if (last) {
		table_cell(t, trend_word(last));
		table_colour(t,
		    !last->sure      ? YELLOW :
			last->by > 0 ? RED :
				       GREEN);
		table_cell(t, change(s, last->by, by, sizeof(by)));
		trend_where(v, s, &last->s, text, sizeof(text));
		table_cell(t, text);
	} else if (isfinite(s->drift)) {
		table_cell(t, "drifts");
		table_cell(t, change(s, s->drift, by, sizeof(by)));
		table_cell(t, "");
	} else if (matters(s)) {
		table_cell(t, "newest");
		table_cell(t,
		    change(s, s->spike[s->spikes - 1].by, by, sizeof(by)));
		table_cell(t, "a spike, or a step");
	} else {
		table_cell(t, s->n < 10 ? "CANNOT TELL" : "");
		table_cell(t, "");
		table_cell(t, "");
	}
}

static void put_counts(const struct trend_view *v, const struct style *style,
    struct buf *out)
{
	struct buf text = BUF_INIT;
	size_t slower = 0, faster = 0, drift = 0, few = 0, worse = 0;
	char rows[32];

	for (size_t i = 0; i < v->t->n; i++) {
		const struct trend_series *s = &v->t->series[i];
		const struct trend_step *p =
		    s->steps ? &s->step[s->steps - 1] : NULL;

		slower += p && p->sure && p->by > 0;
		faster += p && p->sure && p->by < 0;
		drift += isfinite(s->drift) != 0;
		few += s->n < 10;
		worse += trend_is_worse(s);
	}
	buf_addf(&text,
	    "Of %s the last step was to SLOWER in %zu, to FASTER in %zu; "
	    "%zu %s.",
	    rows_count(v->t->n, "row", rows, sizeof(rows)), slower, faster,
	    drift, drift == 1 ? "drifts" : "drift");
	table_wrap(out, buf_str(&text), style->width, 0);
	buf_clear(&text);
	if (worse)
		buf_addf(&text, "%zu %s new: SLOWER among the newest %zu runs.",
		    worse, worse == 1 ? "step is" : "steps are", v->newest);
	if (worse)
		table_wrap(out, buf_str(&text), style->width, 0);
	buf_clear(&text);
	if (few)
		buf_addf(&text,
		    "%zu %s fewer than 10 values, from which no step can be "
		    "told.",
		    few, few == 1 ? "row has" : "rows have");
	if (few)
		table_wrap(out, buf_str(&text), style->width, 0);
	buf_release(&text);
}

static void put_table(const struct trend_view *v, const struct style *style,
    struct buf *out)
{
	static const char *const heads[] = { "row", "runs", "now", "last step",
		"change", "where", NULL };
	struct table *t = table_new(heads, "lrrlrL");
	const char *host = NULL;

	put_counts(v, style, out);
	for (size_t i = 0; i < v->t->n; i++) {
		const struct trend_series *s = &v->t->series[v->order[i]];

		if (!v->all && !matters(s))
			continue;
		if (v->machines > 1 && (!host || strcmp(host, s->host) != 0))
			table_heading(t, run_of(v, s, 0)->host);
		host = s->host;
		put_row(v, s, t);
	}
	if (table_rows(t) > 0) {
		buf_add_char(out, '\n');
		table_print(t, style, out);
	}
	if (!v->all && table_rows(t) < v->t->n)
		buf_addf(out, "'-v' shows all %zu rows.\n", v->t->n);
	table_free(t);
}

/* -- All of it ----------------------------------------------------------- */

static const struct trend *sorting; /* qsort hands nothing on */

static int by_row(const void *a, const void *b)
{
	const struct trend_series *x = &sorting->series[*(const size_t *)a];
	const struct trend_series *y = &sorting->series[*(const size_t *)b];
	int d = strcmp(x->host, y->host);

	return d ? d : rows_compare(&x->res, &y->res);
}

size_t *report_trend_sort(const struct trend *t)
{
	size_t *order = xcalloc(t->n + 1, sizeof(*order));

	for (size_t i = 0; i < t->n; i++)
		order[i] = i;
	sorting = t;
	qsort(order, t->n, sizeof(*order), by_row);
	sorting = NULL;
	return order;
}

static void put_head(const struct trend_view *v, const struct style *style,
    struct buf *out)
{
	struct buf line = BUF_INIT;
	char runs[32], left[32];

	buf_addf(&line, "%s by %s",
	    rows_count(v->runs, "run", runs, sizeof(runs)), v->by);
	if (v->machines > 1)
		buf_addf(&line, ", on %zu machines: each has its own history",
		    v->machines);
	if (v->without)
		buf_addf(&line, "; %s without %s left out",
		    rows_count(v->without, "run", left, sizeof(left)), v->by);
	table_wrap(out, buf_str(&line), style->width, 0);
	buf_release(&line);
}

void report_trend(const struct trend_view *v, const struct style *s,
    struct buf *out)
{
	put_head(v, s, out);
	if (!v->full) {
		put_table(v, s, out);
		return;
	}
	for (size_t i = 0; i < v->t->n; i++) {
		buf_add_char(out, '\n');
		put_full(v, &v->t->series[v->order[i]], s, out);
	}
}
