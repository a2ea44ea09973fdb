/* functions.c - instructions by function, as text and JSON. */
#include "report/functions.h"

#include "report/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *apart(int64_t n, const char *sign, char *out, size_t size)
{
	char plain[32];
	int digits, at;

	digits = snprintf(plain, sizeof(plain), "%" PRIu64,
	    n < 0 ? -(uint64_t)n : (uint64_t)n);
	at = snprintf(out, size, "%s", n < 0 ? "-" : sign);
	for (int i = 0; i < digits && (size_t)at + 2 < size; i++) {
		if (i > 0 && (digits - i) % 3 == 0)
			out[at++] = ',';
		out[at++] = plain[i];
	}
	out[at] = '\0';
	return out;
}

const char *functions_number(int64_t n, char *out, size_t size)
{
	return apart(n, "", out, size);
}

const char *functions_signed(int64_t n, char *out, size_t size)
{
	return apart(n, n > 0 ? "+" : "", out, size);
}

/* -- One line for a difference ------------------------------------------- */

static void add_row(const struct functions_row *r, struct buf *b)
{
	static const char *const words[] = { "", "(new)", "(gone)" };
	char number[40];

	buf_addf(b, "%s%c%s",
	    functions_signed(r->shown, number, sizeof(number)), TABLE_BLANK,
	    r->name);
	/* Code of a file without a symbol has its name already. */
	if (r->file && r->file[0] && r->name[0] != '[')
		buf_addf(b, "%c[%s]", TABLE_BLANK, r->file);
	if (r->is != FUNCTIONS_BOTH)
		buf_addf(b, "%c%s", TABLE_BLANK, words[r->is]);
}

static size_t changed(const struct functions_diff *d)
{
	size_t n = 0;

	/* The largest change stands first. */
	while (n < d->n && d->row[n].shown != 0)
		n++;
	return n;
}

void report_functions_line(const struct functions_diff *d, const char *per,
    size_t top, size_t indent, const struct style *s, struct buf *out)
{
	size_t n = changed(d), shown = n <= top + 1 ? n : top;
	struct buf b = BUF_INIT;
	int64_t rest = d->shown;
	char number[40], other[40];

	buf_addf(&b, "%s instructions per %s",
	    functions_signed(d->shown, number, sizeof(number)), per);
	if (d->kernel != 0 && d->user != 0)
		buf_addf(&b, ", kernel%c%s, user%c%s", TABLE_BLANK,
		    functions_signed(d->kernel, number, sizeof(number)),
		    TABLE_BLANK,
		    functions_signed(d->user, other, sizeof(other)));
	for (size_t i = 0; i < shown; i++) {
		buf_add(&b, i ? ", " : ": ");
		add_row(&d->row[i], &b);
		rest -= d->row[i].shown;
	}
	if (n > shown)
		buf_addf(&b, "%s%s%cin%c%zu%cothers", shown ? ", " : ": ",
		    functions_signed(rest, number, sizeof(number)), TABLE_BLANK,
		    TABLE_BLANK, n - shown, TABLE_BLANK);
	table_wrap(out, buf_str(&b), s->width, indent);
	buf_release(&b);
}

/* -- A table of one side ------------------------------------------------- */

static void add_line(struct table *t, double n, double total, const char *name,
    const char *file)
{
	char number[40];

	if (fabs(n) < 9.5 && n != rint(n))
		table_cellf(t, "%.2f", n);
	else
		table_cell(t,
		    functions_number(llround(n), number, sizeof(number)));
	table_cellf(t, "%.1f %%", total != 0 ? 100 * n / total : 0.0);
	table_cell(t, name);
	table_cell(t, file ? file : "kernel");
}

void report_functions_table(const struct functions *f, size_t top,
    const struct style *s, struct buf *out)
{
	static const char *const heads[] = { "instructions", "share",
		"function", "file", NULL };
	struct table *t = table_new(heads, "rrLl");
	double total = (double)(f->kernel + f->user) / f->ops, rest = total;
	size_t shown = f->n <= top + 1 ? f->n : top;
	char name[64];

	for (size_t i = 0; i < shown; i++) {
		double n = (double)f->at[i].n / f->ops;

		add_line(t, n, total, f->at[i].name, f->at[i].file);
		rest -= n;
	}
	if (f->n > shown) {
		snprintf(name, sizeof(name), "%zu others", f->n - shown);
		add_line(t, rest, total, name, "");
	}
	table_print(t, s, out);
	table_free(t);
}

/* -- JSON ---------------------------------------------------------------- */

static void put_where(struct json *j, const char *name, const char *file)
{
	json_put_string(j, "function", name);
	json_put_string(j, "mode", file ? "user" : "kernel");
	if (file && file[0])
		json_put_string(j, "file", file);
}

void report_functions_json(const struct functions *f, struct json *j)
{
	json_begin_object(j);
	json_put_double(j, "operations", f->ops);
	json_put_int(j, "kernel", f->kernel);
	json_put_int(j, "user", f->user);
	json_key(j, "functions");
	json_begin_array(j);
	for (size_t i = 0; i < f->n; i++) {
		json_begin_object(j);
		put_where(j, f->at[i].name, f->at[i].file);
		json_put_int(j, "instructions", f->at[i].n);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}

void report_functions_diff_json(const struct functions_diff *d, struct json *j)
{
	static const char *const words[] = { "both", "new", "gone" };

	json_begin_object(j);
	json_put_double(j, "a", d->a);
	json_put_double(j, "b", d->b);
	json_put_int(j, "change", d->shown);
	json_put_int(j, "kernel", d->kernel);
	json_put_int(j, "user", d->user);
	json_key(j, "functions");
	json_begin_array(j);
	for (size_t i = 0; i < d->n; i++) {
		const struct functions_row *r = &d->row[i];

		json_begin_object(j);
		put_where(j, r->name, r->file);
		json_put_string(j, "is", words[r->is]);
		json_put_double(j, "a", r->a);
		json_put_double(j, "b", r->b);
		json_put_int(j, "change", r->shown);
		json_end_object(j);
	}
	json_end_array(j);
	json_end_object(j);
}
