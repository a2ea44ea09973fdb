/* import_judge.c - the runs that an import made, judged against the first. */
#include "cmd/importing.h"

#include "base/mem.h"
#include "judge/confound.h"
#include "judge/joined.h"
#include "judge/judge.h"
#include "model/tails.h"
#include "report/report.h"

#include <stdlib.h>

static int worst(const struct verdict_set *v, size_t n)
{
	size_t none = 0;

	for (size_t i = 0; i < n; i++) {
		if (judge_exit_status(&v[i], false) == 1)
			return 1;
		none += v[i].not_comparable;
	}
	return none == n ? CMD_TROUBLE : 0;
}

/* A table of several factors: what each of them does. */
static void put_factors(const struct run *runs, size_t n, struct buf *out)
{
	const struct run **run = xcalloc(n, sizeof(*run));
	struct style style = out_style();

	for (size_t i = 0; i < n; i++)
		run[i] = &runs[i];
	if (n > 2 && joined_row(run, n) && factors_varying(run, n) > 1) {
		buf_add_char(out, '\n');
		report_joined(run, n, true, &style, out);
	}
	free(run);
}

int import_judge(struct run *real, size_t n, bool all, struct buf *out,
    struct json *j)
{
	struct run *runs = xcalloc(n, sizeof(*runs));
	struct judge_pair *pair = xcalloc(n, sizeof(*pair));
	struct report_pair *shown = xcalloc(n, sizeof(*shown));
	struct verdict_set *v = xcalloc(n, sizeof(*v));
	struct report_opts o = { out_style(), all, NULL };
	int status;

	for (size_t i = 0; i < n; i++)
		run_view(&real[i], &runs[i]);
	for (size_t i = 1; i < n; i++)
		pair[i - 1] =
		    (struct judge_pair){ &runs[0], &runs[i], judge_defaults };
	judge_compare_many(pair, n - 1, v);
	for (size_t i = 1; i < n; i++)
		shown[i - 1] =
		    (struct report_pair){ &runs[0], &runs[i], &v[i - 1] };
	status = worst(v, n - 1);
	if (j)
		report_comparisons_members(shown, n - 1, j);
	else if (n == 2)
		report_compare(&runs[0], &runs[1], &v[0], &o, out);
	else
		report_compare_many(shown, n - 1, &o, out);
	for (size_t i = 1; i < n && !j; i++)
		report_where(&runs[0], &runs[i], &o.style, out);
	if (!j)
		put_factors(runs, n, out);
	for (size_t i = 0; i + 1 < n; i++)
		verdict_set_release(&v[i]);
	for (size_t i = 0; i < n; i++)
		run_view_release(&runs[i]);
	free(runs);
	free(v);
	free(shown);
	free(pair);
	return status;
}
