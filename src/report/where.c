/* where.c - where the time of commands went, in two runs of them. */
#include "report/report.h"

#include "report/table.h"

#define INDENT 7 /* "where" and two blanks */

void report_where(const struct run *base, const struct run *now,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	struct finding text;
	struct usage a, b;

	for (size_t i = 0; i < now->n_results; i++) {
		const struct result *res = &now->results[i];

		/* what is made of it shares its invocations */
		if ((res->flags & RESULT_TAIL) || !usage_of(res, &b) ||
		    !usage_of(run_find(base, res->key), &a) ||
		    !usage_difference(&a, &b, &text))
			continue;
		buf_clear(&line);
		if (now->label)
			buf_addf(&line, "%s: ", now->label);
		buf_add(&line, text.text);
		buf_add(out, "where  ");
		table_wrap(out, line.s, s->width, INDENT);
	}
	buf_release(&line);
}
