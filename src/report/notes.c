/* notes.c - what is to be said under a run's table. */
#include "report/notes.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT NOTES_HEAD

/* From this share of precise rows on no advice is needed; the target of issue
 * 2, "Numbers". */
#define ENOUGH 0.8

const char *const report_sentinels[] = { "sys_null", "mem_lat/*pages=4k",
	"sched_pipe*cpu=same", "sched_ctx/procs=2/size=0*cpu=same", NULL };

/* How many invocations count for the start, the middle and the end of a run,
 * and the least move that is said: the margin of runs that are not interleaved
 * (METHOD, section 3). */
#define GROUP 3
/* The share of the batches from which on it is worth a word. */
#define SHARED_SAID 0.1

#define MOVED 0.05

/* Spreads: four standard errors of the difference of two medians of three,
 * 4 sqrt(2 / (3 * .74)), .74 being their efficiency under normal noise. */
#define SIGMAS 3.8

void report_line(const char *head, const char *text, const struct style *s,
    struct buf *out)
{
	buf_addf(out, "%-*s", INDENT, head);
	table_wrap(out, text, s->width, INDENT);
}

void report_missing(const struct run *r, const struct style *s, struct buf *out)
{
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];
		char *line;

		if (res->n_inv > 0)
			continue;
		line = xasprintf("%s: %s", res->key,
		    res->why ? res->why : "not measured");
		report_line(res->outcome == OUTCOME_FAILED ? "failed" :
							     "unsupported",
		    line, s, out);
		free(line);
	}
}

/* The same; nothing for an empty line, which is freed. */
static void put_line(struct buf *out, const char *head, struct buf *line,
    const struct report_opts *o)
{
	if (line->len > 0)
		report_line(head, line->s, &o->style, out);
	buf_release(line);
}

static int by_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The mean of a member of the env samples, each weighed by the time that it
 * stands for; NaN where it is unknown. */
static double env_mean(const struct run *r, size_t offset)
{
	double sum = 0, weight = 0, v, w;
	uint64_t before = 0;
	size_t i;

	for (i = 0; i < r->n_env; i++) {
		memcpy(&v, (const char *)&r->env[i] + offset, sizeof(v));
		w = (double)(r->env[i].at_ns - before);
		before = r->env[i].at_ns;
		if (!isfinite(v) || w <= 0)
			continue;
		sum += v * w;
		weight += w;
	}
	return weight > 0 ? sum / weight : NAN;
}

double notes_busy(const struct run *r, const struct env_sample **hog)
{
	size_t i;

	*hog = NULL;
	for (i = 0; i < r->n_env; i++)
		if (r->env[i].hog && isfinite(r->env[i].hog_share) &&
		    (!*hog || r->env[i].hog_share > (*hog)->hog_share))
			*hog = &r->env[i];
	return env_mean(r, offsetof(struct env_sample, busy));
}

struct precision {
	size_t rows, precise;
	size_t few;  /* rows with too few values for an interval */
	size_t n;    /* rows whose smallest visible change is known */
	double seen; /* the median of these */
};

static struct precision precision_of(const struct run *r,
    const struct estimate *e, const struct report_opts *o)
{
	double *seen = xcalloc(r->n_results + 1, sizeof(*seen));
	struct precision p = { 0, 0, 0, 0, NAN };
	size_t i;

	for (i = 0; i < r->n_results; i++) {
		if ((o->show && !o->show[i]) || e[i].n == 0 ||
		    (r->results[i].flags & RESULT_TAIL))
			continue;
		p.rows++;
		p.precise += (size_t)(e[i].half_width <= REPORT_PRECISE);
		p.few += (size_t)!isfinite(e[i].half_width);
		if (isfinite(e[i].seen))
			seen[p.n++] = e[i].seen;
	}
	if (p.n > 0) {
		qsort(seen, p.n, sizeof(*seen), by_double);
		p.seen = seen[p.n / 2];
	}
	free(seen);
	return p;
}

static void put_precision(const struct precision *p,
    const struct report_opts *o, struct buf *out)
{
	struct buf line = BUF_INIT;
	char pct[16];

	if (p->rows > 0)
		buf_addf(&line, "%zu of %zu row%s known within %.0f %%",
		    p->precise, p->rows, p->rows == 1 ? " is" : "s are",
		    REPORT_PRECISE * 100);
	if (p->n > 0) {
		buf_addf(&line, "; %s would show %sa change of ",
		    p->n == 1 ? "it" : "half of all rows",
		    p->seen < 1 ? "" : "only ");
		if (p->seen < 1)
			buf_add(&line, rows_percent(p->seen, pct, sizeof(pct)));
		else
			buf_addf(&line, "x%.3g", 1 + p->seen);
	}
	if (p->few > 0)
		buf_addf(&line, "; %s no interval, which takes 6 values",
		    p->few == p->rows ?
			p->rows == 1 ? "it has" : "all rows have" :
			p->few == 1 ? "one row has" :
				      "some rows have");
	put_line(out, "precision", &line, o);
}

/* What another tool measured: who else used that machine it does not say. */
static bool is_foreign(const struct run *r)
{
	return host_get(&r->host, "import.format") != NULL;
}

/* What would make it better, where it is not good enough. */
static void put_advice(const struct run *r, const struct precision *p,
    const struct report_opts *o, struct buf *out)
{
	const struct env_sample *hog;
	double busy = notes_busy(r, &hog);
	struct buf line = BUF_INIT;

	if ((double)p->precise >= ENOUGH * (double)p->rows)
		return;
	if (is_foreign(r)) {
		buf_add(&line,
		    "more values of each row: more outputs of that tool, "
		    "imported together");
		put_line(out, "better", &line, o);
		return;
	}
	if (busy > NOTES_DISTURBS && hog && hog->hog_share > busy / 2)
		buf_addf(&line, "stop %s first; then ", hog->hog);
	else if (busy > NOTES_DISTURBS)
		buf_add(&line, "stop the other programs first; then ");
	buf_addf(&line, "measure longer, as 'perfloss run --until %.0f%%' does",
	    REPORT_PRECISE * 100);
	put_line(out, "better", &line, o);
}

/* "32K (32K .. 48K)": the last size of a level, and between which it ends. */
static void put_end(const struct level *l, struct buf *line)
{
	char end[32], lo[32], hi[32];

	buf_addf(line, " %s", num_bytes(l->ends, end, sizeof(end)));
	buf_addf(line, " (%s%c..%c%s)", num_bytes(l->ends_lo, lo, sizeof(lo)),
	    TABLE_BLANK, TABLE_BLANK, num_bytes(l->ends_hi, hi, sizeof(hi)));
}

static void put_levels(const struct run *r, const struct report_opts *o,
    struct buf *out)
{
	struct level level[LEVELS];
	size_t n = judge_levels(r, "mem_lat", level), i;
	struct buf line = BUF_INIT;
	char text[32];

	for (i = 0; i < n; i++) {
		buf_addf(&line, "%s%s", i ? ", " : "", level[i].name);
		if (level[i].ends > 0)
			put_end(&level[i], &line);
		buf_addf(&line, " %s",
		    num_time(level[i].ns, text, sizeof(text)));
		if (level[i].disagrees)
			buf_addf(&line, " (the system says %s",
			    num_bytes(level[i].sysfs, text, sizeof(text)));
		if (level[i].disagrees && level[i].cpuid > 0 &&
		    level[i].cpuid != level[i].sysfs)
			buf_addf(&line, ", the CPU %s",
			    num_bytes(level[i].cpuid, text, sizeof(text)));
		if (level[i].disagrees)
			buf_add_char(&line, ')');
	}
	put_line(out, "memory", &line, o);
}

/* What no counter of this system shows: the host's other guests. */
static void put_shared(const struct run *r, struct buf *line)
{
	double share = run_shared(r);
	char pct[16];

	if (isfinite(share) && share >= SHARED_SAID)
		buf_addf(line,
		    "; in %s of the batches the core was not at full speed "
		    "(its other hardware thread at work, or its clock slower)",
		    rows_percent(share, pct, sizeof(pct)));
}

/* Whether others used the machine meanwhile, and who. */
static void put_alone(const struct run *r, const struct report_opts *o,
    struct buf *out)
{
	double steal = env_mean(r, offsetof(struct env_sample, steal));
	const struct env_sample *top;
	double busy = notes_busy(r, &top);
	struct buf line = BUF_INIT;
	char pct[16];

	if (!isfinite(busy) && is_foreign(r))
		return;
	if (!isfinite(busy)) {
		buf_add(&line,
		    "unknown: this system does not say what other "
		    "programs used");
	} else {
		buf_addf(&line, "%s: other programs used %.2f CPUs",
		    busy > NOTES_ALONE ? "no" : "yes", busy);
		if (top && busy > NOTES_ALONE)
			buf_addf(&line, ", the busiest was %s (at most %.2f)",
			    top->hog, top->hog_share);
	}
	if (steal >= 0.01)
		buf_addf(&line, "; the hypervisor took %s",
		    rows_percent(steal, pct, sizeof(pct)));
	put_shared(r, &line);
	put_line(out, "alone", &line, o);
}

static double median_of(const double *v, size_t n)
{
	double sorted[GROUP];

	memcpy(sorted, v, n * sizeof(*v));
	qsort(sorted, n, sizeof(*sorted), by_double);
	return sorted[n / 2];
}

/* How far a row moved from the start of the run to its middle or end, when
 * that is more than its own spread explains; else 0. */
static double moved(const struct run *r, const struct result *res,
    const struct estimate *e)
{
	double *v = xcalloc(res->n_inv + 1, sizeof(*v)), start, move = 0, m;
	size_t n = run_costs(r, res, v), i;
	size_t from[2] = { n / 2 - 1, n - GROUP };

	for (i = 0; n >= 3 * GROUP && i < 2; i++) {
		start = median_of(v, GROUP);
		m = median_of(v + from[i], GROUP) / start - 1;
		if (fabs(m) > MOVED && fabs(m) > SIGMAS * e->cv &&
		    fabs(m) > fabs(move))
			move = m;
	}
	free(v);
	return move;
}

static const struct result *sentinel(const struct run *r, const char *pattern)
{
	const struct result *last = NULL;
	size_t i;

	for (i = 0; i < r->n_results; i++)
		if (text_glob(pattern, r->results[i].key) &&
		    (!last || rows_compare(&r->results[i], last) > 0))
			last = &r->results[i];
	return last;
}

static void put_sentinels(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	const char *const *pattern;
	struct buf line = BUF_INIT;
	char label[96], change[32];
	const struct result *res;
	double move;

	for (pattern = report_sentinels; *pattern; pattern++) {
		res = sentinel(r, *pattern);
		move = res ? moved(r, res, &e[res - r->results]) : 0;
		if (move == 0)
			continue;
		row_label(res, label, sizeof(label));
		buf_addf(&line, "%s%s %s", line.len ? ", " : "", label,
		    num_change(move, change, sizeof(change)));
	}
	if (line.len > 0)
		buf_add(&line,
		    ": the machine was not the same from start to "
		    "end");
	put_line(out, "moved", &line, o);
}

/* Of a run that counts: how many rows have no spread at all. */
static void put_exact(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	struct buf line = BUF_INIT;
	size_t rows = 0, exact = 0;
	char text[32];

	for (size_t i = 0; i < r->n_results; i++) {
		if ((o->show && !o->show[i]) || e[i].n == 0)
			continue;
		rows++;
		exact += (size_t)(e[i].n > 1 && !(e[i].cv > 0));
	}
	buf_addf(&line,
	    "instructions of one operation, no time; in %zu of %s all boots "
	    "are equal",
	    exact, rows_count(rows, "row", text, sizeof(text)));
	put_line(out, "counts", &line, o);
}

void notes_put(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	struct precision p = precision_of(r, e, o);

	if (run_counts(r)) { /* no one else changes these */
		put_exact(r, e, o, out);
		return;
	}
	put_precision(&p, o, out);
	put_levels(r, o, out);
	put_sentinels(r, e, o, out);
	put_alone(r, o, out);
	put_advice(r, &p, o, out);
}

/* -- Each row ------------------------------------------------------------- */

/* usual: why a row is noisy when only its spread says so. */
static void remark(struct remark *rem, const struct result *res,
    const struct estimate *e, const char *usual)
{
	char label[sizeof(rem->name)], pct[16];

	rows_name(res, label, sizeof(label));
	rem->head = status_words[e->status];
	rem->why = e->why;
	snprintf(rem->name, sizeof(rem->name), "%s", label);
	if (e->status == STATUS_NOISY && text_starts(e->why, "spread ")) {
		/* Rows that differ in the number only stand together. */
		snprintf(rem->name, sizeof(rem->name), "%.48s %s", label,
		    rows_percent(e->cv, pct, sizeof(pct)));
		rem->why = usual;
		rem->weight = e->cv;
	} else if (text_starts(e->why, JUDGE_FAR_OFF)) {
		snprintf(rem->name, sizeof(rem->name), "%.48s %s", label,
		    rows_percent(e->half_width, pct, sizeof(pct)));
		rem->why = JUDGE_FAR_OFF ", which widens the interval";
		rem->weight = e->half_width;
	}
}

/* The widest spread first. */
static int by_weight(const void *a, const void *b)
{
	double x = ((const struct remark *)a)->weight;
	double y = ((const struct remark *)b)->weight;

	return (x < y) - (x > y);
}

void notes_remarks(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	struct remark *rem = xcalloc(r->n_results + 1, sizeof(*rem));
	size_t *order = rows_sorted(r), i, k, n = 0, first;
	char usual[80];
	int s;

	snprintf(usual, sizeof(usual),
	    "spread between invocations above the usual %.0f %%",
	    JUDGE_NOISY * 100);
	/* Worst first. */
	for (s = STATUS_FAILED; s > STATUS_OK; s--) {
		first = n;
		for (i = 0; i < r->n_results; i++) {
			k = order[i];
			if ((int)e[k].status != s || (o->show && !o->show[k]))
				continue;
			remark(&rem[n++], &r->results[k], &e[k], usual);
		}
		if (s == STATUS_NOISY)
			qsort(rem + first, n - first, sizeof(*rem), by_weight);
	}
	if (n > 0)
		buf_add_char(out, '\n');
	rows_remarks(rem, n, o->all ? n : ROWS_LISTED, o->style.width, out);
	free(order);
	free(rem);
}
