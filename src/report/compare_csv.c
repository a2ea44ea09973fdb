/* compare_csv.c - comparisons as comma-separated values, RFC 4180. */
#include "report/many.h"

#include "base/num.h"
#include "report/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A record's fields in order: those of facts stand apart from those of rows, so
 * that a column holds numbers only or text only. */
static const char header[] =
    "record,base,now,base_uuid,now_uuid,key,row,unit,n_base,n_now,base_value,"
    "now_value,change,lo,hi,verdict,p,p_holm,q,band,margin,n_more,n_more_s,"
    "margin_from,margin_runs,pairs,look,note,fact_base,fact_now\r\n";
#define ROW_FIELDS 22 /* of a row alone, between "key" and "fact_base" */

/* Quoted where it must be. A spreadsheet takes what begins with one of these
 * for a formula: then an apostrophe comes first (OWASP, "CSV injection"). */
static void put_text(struct buf *out, const char *s)
{
	bool formula = *s && strchr("=+-@\t\r", *s);
	bool quote = strpbrk(s, ",\"\r\n") != NULL;

	if (quote)
		buf_add_char(out, '"');
	if (formula)
		buf_add_char(out, '\'');
	for (; *s; s++) {
		if (*s == '"')
			buf_add_char(out, '"');
		buf_add_char(out, *s);
	}
	if (quote)
		buf_add_char(out, '"');
}

static void put_field(struct buf *out, const char *s)
{
	buf_add_char(out, ',');
	if (s)
		put_text(out, s);
}

/* As few digits as read back equal; nothing for what is no number. */
static void put_number(struct buf *out, double x)
{
	char text[40];
	double back;

	buf_add_char(out, ',');
	if (!isfinite(x))
		return;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, x);
		if (num_parse_double(text, &back) == 0 && back == x)
			break;
	}
	buf_add(out, text);
}

static void put_count(struct buf *out, size_t n)
{
	buf_addf(out, ",%zu", n);
}

static void begin(const struct many *m, size_t k, const char *record,
    const char *key, struct buf *out)
{
	buf_add(out, record);
	put_field(out, many_base(m, k));
	put_field(out, m->name[k + 1]);
	put_field(out, m->pair[k].base->uuid);
	put_field(out, m->pair[k].now->uuid);
	put_field(out, key);
}

struct facts {
	const struct many *m;
	size_t k;
	struct buf *out;
};

static void put_fact(void *to, const char *key, const char *a, const char *b)
{
	struct facts *f = to;

	begin(f->m, f->k, "differs", key, f->out);
	for (int i = 0; i < ROW_FIELDS; i++)
		buf_add_char(f->out, ',');
	put_field(f->out, a);
	put_field(f->out, b);
	buf_add(f->out, "\r\n");
}

static void put_row(const struct many *m, size_t k, const struct many_row *r,
    struct buf *out)
{
	const struct comparison *c = r->cell[k];
	char label[96];

	row_label(r->res, label, sizeof(label));
	begin(m, k, "row", r->res->key, out);
	put_field(out, label);
	put_field(out, unit_words[r->res->unit]);
	put_count(out, c->na);
	put_count(out, c->nb);
	put_number(out, c->a ? run_display(c->a, c->cost_a) : NAN);
	put_number(out, c->b ? run_display(c->b, c->cost_b) : NAN);
	put_number(out, c->change);
	put_number(out, c->lo);
	put_number(out, c->hi);
	put_field(out, verdict_words[c->verdict]);
	put_number(out, c->p);
	put_number(out, c->p_holm);
	put_number(out, c->q);
	put_number(out, c->band);
	put_number(out, c->margin);
	put_count(out, c->n_more);
	put_number(out, c->n_more_s);
	put_field(out, isfinite(c->p) ? margin_words[c->margins.from] : NULL);
	put_count(out, c->margins.runs);
	put_count(out, c->n_pairs);
	put_count(out, c->look);
	put_field(out, c->note);
	buf_add(out, ",,\r\n");
}

/* Why a comparison has no words: the exit status says the same. */
static void put_why(const struct many *m, size_t k, struct buf *out)
{
	const struct verdict_set *v = m->pair[k].v;

	if (!v->not_comparable)
		return;
	begin(m, k, "incomparable", "", out);
	for (int i = 0; i < ROW_FIELDS - 1; i++)
		buf_add_char(out, ',');
	put_field(out, v->why);
	buf_add(out, ",,\r\n");
}

void report_compare_csv(const struct report_pair *pair, size_t n,
    struct buf *out)
{
	struct facts f;
	struct many m;

	many_init(&m, pair, n);
	buf_add(out, header);
	for (size_t k = 0; k < n; k++) {
		f = (struct facts){ &m, k, out };
		host_diff(&pair[k].base->host, &pair[k].now->host, put_fact,
		    &f);
	}
	for (size_t k = 0; k < n; k++)
		put_why(&m, k, out);
	for (size_t i = 0; i < m.n_rows; i++)
		for (size_t k = 0; k < n; k++)
			if (m.row[i].cell[k])
				put_row(&m, k, &m.row[i], out);
	many_release(&m);
}
