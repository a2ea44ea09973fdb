/* variance.c - where the spread of rows comes from, in words. */
#include "report/report.h"

#include "judge/variance.h"
#include "report/rows.h"

#include <stdio.h>

static const char *percent(double x, char *out, size_t size)
{
	if (x < 0.0005)
		snprintf(out, size, "under 0.1 %%");
	else
		rows_percent(x, out, size);
	return out;
}

void report_variance(const struct run *r, const bool *show,
    const struct style *s, struct buf *out)
{
	struct buf line = BUF_INIT;
	char name[96], batch[32], process[32];
	struct variance v;

	for (size_t i = 0; show && !run_counts(r) && i < r->n_results; i++) {
		const struct result *res = &r->results[i];

		if (!show[i] || (res->flags & RESULT_TAIL) ||
		    !judge_variance(r, res, &v))
			continue;
		buf_clear(&line);
		buf_addf(&line,
		    "%s: from process to process %s, from batch to batch %s "
		    "(%.0f in each): %s",
		    rows_name(res, name, sizeof(name)),
		    percent(v.process, process, sizeof(process)),
		    percent(v.batch, batch, sizeof(batch)), v.batches,
		    v.more ? "more rounds help, longer ones do not" :
			     "more rounds help, and so would longer ones");
		report_line("varies", buf_str(&line), s, out);
	}
	buf_release(&line);
}
