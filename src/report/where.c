/* where.c - where the time of commands went, in two runs of them. */
#include "report/report.h"

#include "report/table.h"

#include <string.h>

#define INDENT 7 /* "where" and two blanks */

void report_where(const struct run *base, const struct run *now,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	struct finding text;
	struct usage a, b;

	for (size_t i = 0; i < now->n_results; i++) {
		const struct result *res = &now->results[i];

		/* what is made of it shares its invocations; of what was run
		 * by `perfloss exec` the table says it (change_where) */
		if (strcmp(res->key, "exec") == 0 ||
		    (res->flags & RESULT_TAIL) || !usage_of(res, &b) ||
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

/* -- What each is like ---------------------------------------------------- */

static bool is_command(const struct run *r, size_t i, struct usage *u)
{
	return !(r->results[i].flags & RESULT_TAIL) &&
	    usage_of(&r->results[i], u);
}

static size_t commands(const struct run *r)
{
	struct usage u;
	size_t n = 0;

	for (size_t i = 0; i < r->n_results; i++)
		n += is_command(r, i, &u);
	return n;
}

static void put_findings(const struct run *r, const char *other,
    const struct style *s, struct buf *out)
{
	struct finding found[USAGE_FINDINGS];
	struct usage_costs costs;
	struct usage u;
	char name[96];

	report_run_name(r, name, sizeof(name));
	usage_costs_of(r, &costs);
	for (size_t i = 0; i < r->n_results; i++) {
		size_t n = is_command(r, i, &u) ?
		    usage_findings(r, &u, &costs, found) :
		    0;

		if (n > 0)
			buf_addf(out, "\n%s\n",
			    r->label || r->id ? name : other);
		for (size_t k = 0; k < n; k++) {
			buf_add(out, "  - ");
			table_wrap(out, found[k].text, s->width, 4);
		}
	}
}

void report_findings(const struct run *base, const struct run *now,
    const struct style *s, struct buf *out)
{
	/* of more than one each, those that matter are said by `perfloss exec`
	 * and import */
	if (commands(base) != 1 || commands(now) != 1)
		return;
	put_findings(base, "base", s, out);
	put_findings(now, "now", s, out);
}
