/* functions_where.c - which functions make counted rows differ. */
#include "report/functions.h"

#include "base/mem.h"
#include "report/change.h"
#include "report/report.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 8
#define TOP    4    /* functions that are named of a row */
#define APART  0.01 /* of the row */
#define ROWS   8    /* rows that are said unless all are asked for */

/* The splits that go along with its boots, as one. False, and nothing to
 * release, where there are none. */
static bool read_notes(const struct result *res, struct functions *f)
{
	struct functions one;
	bool any = false;

	memset(f, 0, sizeof(*f));
	for (size_t i = 0; res && i < res->n_inv; i++) {
		const char *note =
		    invocation_noted(&res->inv[i], FUNCTIONS_NOTE);

		if (!note || functions_read(&one, note) < 0)
			continue;
		functions_add(f, &one);
		functions_release(&one);
		any = true;
	}
	return any;
}

struct both {
	struct functions a, b;
	struct functions_diff d;
};

static void both_release(struct both *x)
{
	functions_diff_release(&x->d);
	functions_release(&x->a);
	functions_release(&x->b);
}

/* False, and nothing to release, where a side has none. */
static bool both_of(const struct comparison *c, struct both *x)
{
	memset(x, 0, sizeof(*x));
	if (!read_notes(c->a, &x->a) || !read_notes(c->b, &x->b)) {
		functions_release(&x->a);
		functions_release(&x->b);
		return false;
	}
	functions_compare(&x->d, &x->a, &x->b);
	return true;
}

/* Functions are of the batches about the median of some boots, the row's number
 * is the median of all of them: where it jumps the two can be apart. */
static void put_apart(const struct comparison *c, const struct both *x,
    const struct style *s, struct buf *out)
{
	double row = c->cost_b - c->cost_a;
	char text[40], *line;

	if (fabs(row - (double)x->d.shown) < APART * c->cost_a)
		return;
	line = xasprintf(
	    "the row itself differs by %s: it jumps, and these are of its "
	    "first boots",
	    functions_signed((int64_t)llround(row), text, sizeof(text)));
	buf_addf(out, "%*s", INDENT, "");
	table_wrap(out, line, s->width, INDENT);
	free(line);
}

void report_functions_where(const struct verdict_set *v, bool all,
    const struct style *s, struct buf *out)
{
	const struct comparison **order;
	size_t said = 0, left = 0;
	struct both x;
	char name[96];

	if (v->pairing != PAIRING_COUNTED || v->not_comparable)
		return;
	order = change_sorted(v);
	for (size_t i = 0; i < v->n; i++) {
		if (!all && !change_matters(order[i]->verdict))
			continue;
		if (!both_of(order[i], &x))
			continue;
		if (all || said < ROWS) {
			rows_name(comparison_any(order[i]), name, sizeof(name));
			buf_addf(out, "%-*s", INDENT, said ? "" : "where");
			report_functions_line(&x.d, name, TOP, INDENT, s, out);
			put_apart(order[i], &x, s, out);
			said++;
		} else {
			left++;
		}
		both_release(&x);
	}
	if (left > 0)
		buf_addf(out, "%*s'-v' tells of %zu more rows.\n", INDENT, "",
		    left);
	free(order);
}

void functions_where_json(const struct comparison *c, struct json *j)
{
	struct both x;

	if (!both_of(c, &x))
		return;
	json_key(j, "functions");
	report_functions_diff_json(&x.d, j);
	both_release(&x);
}
