/* cross.c - two sweeps, point by point: where the sign of the change turns, how
 * steep they are, and their shapes. */
#include "report/curves.h"

#include "base/num.h"
#include "report/change.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool cross_is_sweep(const struct run *a, const struct run *b, char *param,
    size_t size)
{
	return a->profile && b->profile && strcmp(a->profile, "sweep") == 0 &&
	    strcmp(b->profile, "sweep") == 0 &&
	    curve_param(a, NULL, param, size);
}

/* -- Points --------------------------------------------------------------- */

static void put_points(const struct curve_pair *p, const char *param,
    const struct judge_sides *s, const struct report_opts *o, struct buf *out)
{
	const char *const heads[] = { param, s->name[0], s->name[1], "change",
		"95 % interval", "verdict", NULL };
	struct table *t = table_new(heads, "rrrrrl");
	char text[96];

	for (size_t k = 0; k < p->n; k++) {
		const struct comparison *c = p->p[k].c;
		struct change d = change_of(c);

		table_cell(t, p->p[k].value);
		table_cell(t, rows_value(c->a, c->cost_a, text, sizeof(text)));
		table_cell(t, rows_value(c->b, c->cost_b, text, sizeof(text)));
		table_cell(t, change_text(&d, text, sizeof(text)));
		table_cell(t, change_interval(&d, text, sizeof(text)));
		table_cell(t, verdict_words[c->verdict]);
		table_colour(t, change_colour(c->verdict));
	}
	table_print(t, &o->style, out);
	table_free(t);
}

/* -- Where the sign turns ------------------------------------------------- */

static const char *number(double x, bool bytes, char *out, size_t size)
{
	char text[32];

	snprintf(out, size, "%s%s",
	    num_digits(bytes ? x / 1024 : x, 3, text, sizeof(text)),
	    bytes ? "K" : "");
	return out;
}

static void put_crossing(const struct curve_pair *p, const struct crossing *x,
    const char *param, const struct judge_sides *s, struct buf *line)
{
	const struct cross_point *a = &p->p[x->before], *b = &p->p[x->after];
	bool slower = cross_sign(a->c) > 0;
	char mid[40], lo[40], hi[40];

	buf_addf(line,
	    "'%s' is %s%s at %s = %s and %s at %s: they cross at %s = %s (%s "
	    ".. %s)",
	    s->name[1], slower ? "slower" : "faster",
	    x->maybe ? ", maybe," : "", param, a->value,
	    slower ? "faster" : "slower", b->value, param,
	    number(x->x, p->bytes, mid, sizeof(mid)),
	    number(x->lo, p->bytes, lo, sizeof(lo)),
	    number(x->hi, p->bytes, hi, sizeof(hi)));
}

static void put_signs(const struct curve_pair *p, const char *param,
    const struct judge_sides *s, const struct report_opts *o, struct buf *out)
{
	size_t up = 0, down = 0;
	struct buf line = BUF_INIT;

	for (size_t k = 0; k < p->n; k++) {
		up += cross_sign(p->p[k].c) > 0;
		down += cross_sign(p->p[k].c) < 0;
	}
	for (size_t i = 0; i < p->n_cross; i++) {
		put_crossing(p, &p->cross[i], param, s, &line);
		report_line("sign", buf_str(&line), &o->style, out);
		buf_clear(&line);
	}
	if (p->n_cross == 0) {
		buf_addf(&line,
		    "'%s' is slower at %zu of %zu points, faster "
		    "at %zu: ",
		    s->name[1], up, p->n, down);
		buf_add(&line,
		    up && down ? "these are words, which have no order" :
			up     ? "it is faster at none for sure" :
			down   ? "it is slower at none for sure" :
				 "no difference is sure");
		report_line("sign", buf_str(&line), &o->style, out);
	}
	buf_release(&line);
}

/* -- Slopes and shapes ---------------------------------------------------- */

static void put_steeper(const struct curve_pair *p, const char *param,
    const struct judge_sides *s, const struct report_opts *o, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (int i = 0; i < 2; i++) {
		const struct curve_fit *f = &p->fit[i];

		if (!isfinite(f->slope))
			continue;
		buf_addf(&line, "'%s' ", s->name[i]);
		curves_slope(f->slope, f->lo, f->hi, p->bytes, param, &line);
		report_line("slope", buf_str(&line), &o->style, out);
		buf_clear(&line);
	}
	if (isfinite(p->steeper)) {
		bool less = p->steeper < 0;

		buf_addf(&line, "'%s' is %s by ", s->name[1],
		    less ? "flatter" : "steeper");
		curves_slope(fabs(p->steeper), less ? -p->hi : p->lo,
		    less ? -p->lo : p->hi, p->bytes, param, &line);
		if (p->session >= fmin(fabs(p->lo), fabs(p->hi)) &&
		    (p->lo > 0 || p->hi < 0))
			buf_add(&line, ", as sessions of one state may");
		report_line("", buf_str(&line), &o->style, out);
	}
	buf_release(&line);
}

static void put_shapes(const struct curve_pair *p, const char *param,
    const struct judge_sides *s, const struct report_opts *o, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (isfinite(p->steeper) && p->n >= CURVE_KNEE_LEAST &&
	    !p->fit[0].bends && !p->fit[1].bends) {
		report_line("knee", "none is certain in either", &o->style,
		    out);
		return;
	}
	for (int i = 0; i < 2; i++) {
		const struct curve_fit *f = &p->fit[i];

		if (!isfinite(f->slope))
			continue;
		buf_addf(&line, "'%s': ", s->name[i]);
		curves_shape(f, p->n, p->bytes, param, &line);
		report_line("knee", buf_str(&line), &o->style, out);
		buf_clear(&line);
	}
	buf_release(&line);
}

void cross_put(const struct run *a, const struct run *b,
    const struct verdict_set *v, const char *param, const struct report_opts *o,
    struct buf *out)
{
	struct judge_sides s;
	size_t n;
	struct curve_pair *p = curve_pairs(a, b, v, param, &n);

	judge_sides(a, b, &s);
	for (size_t i = 0; i < n; i++) {
		buf_addf(out, "\n%s\n", p[i].title);
		put_points(&p[i], param, &s, o, out);
		put_signs(&p[i], param, &s, o, out);
		put_steeper(&p[i], param, &s, o, out);
		put_shapes(&p[i], param, &s, o, out);
	}
	if (n > 0)
		buf_add_char(out, '\n');
	curve_pairs_free(p, n);
}

/* -- JSON ----------------------------------------------------------------- */

static void put_fit_json(const char *key, const struct curve_fit *f,
    struct json *j)
{
	json_key(j, key);
	json_begin_object(j);
	json_put_double(j, "slope_ns", f->slope);
	json_put_double(j, "slope_lo_ns", f->lo);
	json_put_double(j, "slope_hi_ns", f->hi);
	json_put_bool(j, "bends", f->bends);
	json_put_string(j, "knee", f->bends ? f->at : NULL);
	json_end_object(j);
}

static void put_pair_json(const struct curve_pair *p, const char *param,
    struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "row", p->title);
	json_put_string(j, "over", param);
	put_fit_json("base", &p->fit[0], j);
	put_fit_json("now", &p->fit[1], j);
	json_put_double(j, "steeper_ns", p->steeper);
	json_put_double(j, "steeper_lo_ns", p->lo);
	json_put_double(j, "steeper_hi_ns", p->hi);
	json_put_double(j, "steeper_session_ns", p->session);
	json_key(j, "crossings");
	json_begin_array(j);
	for (size_t i = 0; i < p->n_cross; i++) {
		const struct crossing *x = &p->cross[i];

		json_begin_object(j);
		json_put_string(j, "before", p->p[x->before].value);
		json_put_string(j, "after", p->p[x->after].value);
		json_put_double(j, "x", x->x);
		json_put_double(j, "lo", x->lo);
		json_put_double(j, "hi", x->hi);
		json_put_bool(j, "maybe", x->maybe);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}

void cross_json(const struct run *a, const struct run *b,
    const struct verdict_set *v, struct json *j)
{
	struct curve_pair *p;
	char param[64];
	size_t n;

	if (v->not_comparable || !cross_is_sweep(a, b, param, sizeof(param)))
		return;
	p = curve_pairs(a, b, v, param, &n);
	json_key(j, "curves");
	json_begin_array(j);
	for (size_t i = 0; i < n; i++)
		put_pair_json(&p[i], param, j);
	json_end_array(j);
	curve_pairs_free(p, n);
}
