/* pace_words.c - how long was measured, and why no longer. */
#include "base/buf.h"
#include "cmd/pace.h"
#include "report/report.h"

#include <errno.h>
#include <string.h>

/* How many rows are named; the others are counted. */
#define NAMED 3

/* Had fewer rounds than the others, for its cost. */
static bool was_thinned(const struct pace *p, const struct pace_row *row)
{
	return row->wanted && row->thinned && row->took < p->full;
}

/* ", but 6 to 8 of the 9 rows that take longest (mem_lat 1G, mem_read 1G and 7
 * more)", the dearest first. */
static void put_dear(const struct pace *p, struct buf *out)
{
	uint32_t from = UINT32_MAX, to = 0;
	size_t i, n = 0, named = 0;
	struct result res;
	char label[96];

	for (i = 0; i < p->n; i++) {
		if (!was_thinned(p, &p->row[i]))
			continue;
		n++;
		from = p->row[i].took < from ? p->row[i].took : from;
		to = p->row[i].took > to ? p->row[i].took : to;
	}
	if (n == 0)
		return;
	buf_addf(out, ", but %u", from);
	if (from < to)
		buf_addf(out, " to %u", to);
	if (n == 1)
		buf_add(out, " of the row that takes longest");
	else
		buf_addf(out, " of the %zu rows that take longest", n);
	buf_add(out, " (");
	for (i = p->n; i-- > 0 && named < NAMED;) {
		const struct pace_row *row = &p->row[p->order[i]];

		if (!was_thinned(p, row))
			continue;
		memset(&res, 0, sizeof(res));
		res.key = (char *)(uintptr_t)row->key;
		row_label(&res, label, sizeof(label));
		buf_addf(out, "%s%s", named++ ? ", " : "", label);
	}
	if (n > named)
		buf_addf(out, " and %zu more", n - named);
	buf_add_char(out, ')');
}

/* The budget may end before each row was measured once. */
static void put_reached(const struct pace *p, struct buf *out)
{
	size_t reached = 0;

	for (size_t i = 0; i < p->n; i++)
		reached += p->row[i].took > 0;
	if (reached < p->n)
		buf_addf(out, ", %zu of %zu rows reached", reached, p->n);
}

char *pace_words(const struct pace *p, int ret)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "%u round%s", p->full, p->full == 1 ? "" : "s");
	if (p->cut && ret == 0)
		buf_addf(&b, " of %u", p->o->rounds);
	if (p->cut && ret == 0 && p->full == 0)
		put_reached(p, &b);
	put_dear(p, &b);
	if (ret == -EINTR)
		buf_add(&b, ", then interrupted");
	else if (ret < 0)
		buf_add(&b, ", then an error");
	else if (p->cut)
		buf_add(&b, ", then the budget was used up");
	else if (p->extra > 0 && p->extra_rows == 1)
		buf_addf(&b, ", then up to %u more of the least precise row",
		    p->extra);
	else if (p->extra > 0)
		buf_addf(&b,
		    ", then up to %u more of the %zu least precise "
		    "rows",
		    p->extra, p->extra_rows);
	return buf_take(&b);
}
