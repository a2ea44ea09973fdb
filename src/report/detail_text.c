/* detail_text.c - facts of the machine and raw values, as text. */
#include "report/report.h"

#include "base/num.h"
#include "report/rows.h"
#include "report/table.h"

#include <stdlib.h>

void report_facts(const struct run *r, const struct style *s, struct buf *out)
{
	static const char *const heads[] = { "fact", "kind", "value", NULL };
	struct table *t = table_new(heads, "llL");
	size_t i;

	for (i = 0; i < r->host.n; i++) {
		table_cell(t, r->host.facts[i].key);
		table_cell(t, fact_kind_word(r->host.facts[i].kind));
		table_cell(t,
		    r->host.facts[i].value ? r->host.facts[i].value :
					     "unknown");
	}
	if (r->host.n > 0)
		table_print(t, s, out);
	else
		buf_add(out, "no facts are stored with this run\n");
	table_free(t);
}

static void put_invocation(const struct run *r, const struct result *res,
    size_t i, struct buf *out)
{
	const struct invocation *inv = &res->inv[i];
	char value[32];
	size_t k;

	buf_addf(out, "round %u  %s  %llu operations a batch, cpu", inv->round,
	    rows_value(res, run_cost(r, res, i), value, sizeof(value)),
	    (unsigned long long)inv->ops);
	for (k = 0; k < 2; k++)
		if (inv->cpu[k] >= 0)
			buf_addf(out, " %d", inv->cpu[k]);
		else if (k == 0)
			buf_add(out, " free");
	buf_add(out, "\n  ns:");
	for (k = 0; k < inv->n_run; k++)
		buf_addf(out, " %s%llu%s", k < inv->warm ? "(" : "",
		    (unsigned long long)inv->run[k], k < inv->warm ? ")" : "");
	if (inv->n_base > 0)
		buf_add(out, "\n  base ns:");
	for (k = 0; k < inv->n_base; k++)
		buf_addf(out, " %llu", (unsigned long long)inv->base[k]);
	if (inv->n_events > 0)
		buf_addf(out, "\n  %zu events", inv->n_events);
	buf_add_char(out, '\n');
}

void report_raw(const struct run *r, const bool *show, struct buf *out)
{
	size_t *order = rows_sorted(r), i, k;

	for (i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[order[i]];

		if ((show && !show[order[i]]) || (res->flags & RESULT_TAIL))
			continue;
		buf_addf(out, "%s\n", res->key);
		for (k = 0; k < res->n_inv; k++)
			put_invocation(r, res, k, out);
	}
	free(order);
}
