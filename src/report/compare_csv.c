/* compare_csv.c - comparisons as comma-separated values, RFC 4180. */
#include "report/csv.h"
#include "report/many.h"

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

static void begin(const struct many *m, size_t k, const char *record,
    const char *key, struct buf *out)
{
	buf_add(out, record);
	csv_field(out, many_base(m, k));
	csv_field(out, m->name[k + 1]);
	csv_field(out, m->pair[k].base->uuid);
	csv_field(out, m->pair[k].now->uuid);
	csv_field(out, key);
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
	csv_field(f->out, a);
	csv_field(f->out, b);
	buf_add(f->out, "\r\n");
}

static void put_row(const struct many *m, size_t k, const struct many_row *r,
    struct buf *out)
{
	const struct comparison *c = r->cell[k];
	char label[96];

	row_label(r->res, label, sizeof(label));
	begin(m, k, "row", r->res->key, out);
	csv_field(out, label);
	csv_field(out, unit_words[r->res->unit]);
	csv_count(out, c->na);
	csv_count(out, c->nb);
	csv_number(out, c->a ? run_display(c->a, c->cost_a) : NAN);
	csv_number(out, c->b ? run_display(c->b, c->cost_b) : NAN);
	csv_number(out, c->change);
	csv_number(out, c->lo);
	csv_number(out, c->hi);
	csv_field(out, verdict_words[c->verdict]);
	csv_number(out, c->p);
	csv_number(out, c->p_holm);
	csv_number(out, c->q);
	csv_number(out, c->band);
	csv_number(out, c->margin);
	csv_count(out, c->n_more);
	csv_number(out, c->n_more_s);
	csv_field(out, isfinite(c->p) ? margin_words[c->margins.from] : NULL);
	csv_count(out, c->margins.runs);
	csv_count(out, c->n_pairs);
	csv_count(out, c->look);
	csv_field(out, c->note);
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
	csv_field(out, v->why);
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
