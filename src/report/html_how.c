/* html_how.c - the last part of a page: how it was measured, and the method. */
#include "report/html.h"

#include "base/num.h"
#include "report/markup.h"
#include "report/notes.h"
#include "report/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_span(struct html *h, const struct run *r)
{
	char begin[32], span[32], text[96];

	rows_when(r->started_ns, begin, sizeof(begin));
	if (r->ended_ns > r->started_ns)
		snprintf(text, sizeof(text), "%s UTC, %s", begin,
		    num_span((double)(r->ended_ns - r->started_ns) / 1e9, span,
			sizeof(span)));
	else
		snprintf(text, sizeof(text), "%s UTC; %s", begin,
		    r->grows ? "it was still being measured" :
			       "it never ended in good order");
	html_term(h, "measured", text);
}

static void put_clock(struct html *h, const struct run *r)
{
	char cost[32], step[32], text[160];

	if (!r->clock_name || !(r->clock_cost_ns > 0))
		return;
	if (run_counts(r)) {
		html_term(h, "clock",
		    "counts instructions: no number in this run is a time");
		return;
	}
	snprintf(text, sizeof(text),
	    "%.60s: reading it costs %s, its step is %s", r->clock_name,
	    num_time(r->clock_cost_ns, cost, sizeof(cost)),
	    num_time(r->clock_step_ns, step, sizeof(step)));
	html_term(h, "clock", text);
}

static void put_busy(struct html *h, const struct run *r)
{
	const struct env_sample *hog;
	double busy = notes_busy(r, &hog);
	char text[160];

	if (run_counts(r)) /* which others do not change */
		return;
	if (!isfinite(busy))
		snprintf(text, sizeof(text), "unknown");
	else
		snprintf(text, sizeof(text), "%.2f CPUs%s%.80s", busy,
		    hog ? "; the busiest was " : "", hog ? hog->hog : "");
	html_term(h, "used by others", text);
}

static void put_run(struct html *h, size_t i)
{
	const struct run *r = h->d->run[i];
	char text[96];

	html_element(h, "h3", NULL, h->name[i]);
	buf_add(h->out, "<dl>\n");
	put_span(h, r);
	html_term(h, "system", rows_system(r, text, sizeof(text)));
	html_term(h, run_counts(r) ? "boots" : "rounds",
	    rows_rounds(r, text, sizeof(text)));
	snprintf(text, sizeof(text),
	    "%" PRIu64 " replays the order of the rows", r->seed);
	if (!judge_imported(r))
		html_term(h, "seed", text);
	html_term(h, "rows", r->profile);
	html_term(h, "command", r->command);
	html_term(h, "ended", r->stop);
	html_term(h, "state", r->state);
	html_term(h, "arm", r->arm);
	put_clock(h, r);
	put_busy(h, r);
	html_term(h, "probe", host_get(&r->host, "probe.version"));
	html_term(h, "uuid", r->uuid);
	buf_add(h->out, "</dl>\n");
}

static void put_counting(struct html *h)
{
	buf_add(h->out,
	    "<h3>Method</h3>\n<ul>\n"
	    "<li>A value is one boot of a virtual machine: the median of the "
	    "batches of a row, in instructions for one operation.</li>\n"
	    "<li>Where all boots of each side are equal the change is exact; "
	    "else it is tested by Student's t on logs, with one variance for "
	    "both, and Holm's correction (1979) at 5 % over all rows.</li>\n"
	    "<li>SLOWER and FASTER hold beyond the margin; SAME is two "
	    "one-sided tests (Schuirmann 1987); what neither shows is CANNOT "
	    "TELL.</li>\n</ul>\n");
}

/* doc/METHOD.md, in short. */
static void put_method(struct html *h)
{
	buf_add(h->out,
	    "<h3>Method</h3>\n<ul>\n"
	    "<li>A value is one fresh process: the median of its batches that "
	    "are not warm-up, over the operations of a batch, less the empty "
	    "loop. Rows that time single events have the median event.</li>\n"
	    "<li>A row's cost is the median of its values; its 95 % interval "
	    "is that of the sign test (Thompson 1936), from 6 values on.</li>\n"
	    "<li>Other tools' numbers are as these printed them; their "
	    "rounding is in the interval.</li>\n");
	if (h->many.n > 0)
		buf_addf(h->out,
		    "<li>A change is the middle of all differences of logs "
		    "(Hodges and Lehmann 1963), tested by ranks (Mann and "
		    "Whitney 1947), in pairs by signed ranks where the runs "
		    "were interleaved; of 3 to 5 values a side by Smyth's t "
		    "(2004).</li>\n"
		    "<li>SLOWER and FASTER hold beyond the row's margin after "
		    "Holm's correction (1979) at 5 %% over all %s; SAME is "
		    "two one-sided tests (Schuirmann 1987); what neither shows "
		    "is CANNOT TELL.</li>\n",
		    h->many.n == 1 ? "rows" : "rows of all comparisons");
	buf_add(h->out, "</ul>\n");
}

void html_how(struct html *h)
{
	html_section(h, "how", "How it was measured");
	for (size_t i = 0; i < h->d->n; i++)
		put_run(h, i);
	if (h->d->n > 0 && run_counts(h->d->run[0]))
		put_counting(h);
	else
		put_method(h);
	html_section_end(h);
}
