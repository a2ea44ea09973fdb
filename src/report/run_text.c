/* run_text.c - one run as text: a table by family and what it is worth. */
#include "report/report.h"

#include "base/mem.h"
#include "base/num.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CPUs used by others from which on a run was not alone: a twentieth of one
 * CPU is what an idle machine's daemons and the probe's driver need. */
#define ALONE 0.05

const char *report_run_name(const struct run *r, char *out, size_t size)
{
	if (r->label && r->id > 0)
		snprintf(out, size, "#%lld %s", (long long)r->id, r->label);
	else if (r->label)
		snprintf(out, size, "%s", r->label);
	else if (r->id > 0)
		snprintf(out, size, "#%lld", (long long)r->id);
	else
		snprintf(out, size, "%s", r->source ? r->source : r->uuid);
	return out;
}

void report_run_head(const struct run *r, const struct style *s,
    struct buf *out)
{
	const char *kernel = host_get(&r->host, "kernel.release");
	char name[80], when[32], rounds[32];

	report_run_name(r, name, sizeof(name));
	buf_addf(out, "%s%s%s  %s  Linux %s  %s", style_on(s, BOLD), name,
	    style_off(s, BOLD), rows_when(r->started_ns, when, sizeof(when)),
	    kernel ? kernel : "unknown",
	    rows_count(r->rounds, "round", rounds, sizeof(rounds)));
}

static enum colour status_colour(enum status s)
{
	switch (s) {
	case STATUS_SUSPECT:
	case STATUS_FAILED:
		return RED;
	case STATUS_NOISY:
	case STATUS_QUANTISED:
		return YELLOW;
	case STATUS_UNSUPPORTED:
		return DIM;
	case STATUS_OK:
	case STATUSES:
		break;
	}
	return PLAIN;
}

static void add_row(struct table *t, const struct result *res,
    const struct estimate *e)
{
	/* A failed or unsupported row has no number, whatever there was. */
	bool value =
	    e->status != STATUS_FAILED && e->status != STATUS_UNSUPPORTED;
	double cost = value ? e->cost : NAN;
	char text[96];

	row_label(res, text, sizeof(text));
	table_cell(t, text);
	table_cell(t, rows_value(res, cost, text, sizeof(text)));
	table_cell(t, rows_range(res, cost, e->lo, e->hi, text, sizeof(text)));
	table_cell(t,
	    rows_percent(value ? e->half_width : NAN, text, sizeof(text)));
	table_cellf(t, "%zu", e->n);
	table_cell(t, status_words[e->status]);
	table_colour(t, status_colour(e->status));
}

static void put_table(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	static const char *const heads[] = { "row", "value", "95 % interval",
		"+-", "n", "status", NULL };
	struct table *t = table_new(heads, "LrrrrL");
	size_t *order = rows_sorted(r), i, k;
	const char *family = "", *now;

	for (i = 0; i < r->n_results; i++) {
		k = order[i];
		if (o->show && !o->show[k])
			continue;
		now = rows_family(&r->results[k]);
		if (strcmp(now, family) != 0)
			table_heading(t, now);
		family = now;
		add_row(t, &r->results[k], &e[k]);
	}
	if (table_rows(t) > 0)
		table_print(t, &o->style, out);
	free(order);
	table_free(t);
}

static void put_remarks(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	struct remark *rem = xcalloc(r->n_results + 1, sizeof(*rem));
	size_t *order = rows_sorted(r), i, k, n = 0;
	int s;

	/* Worst first. */
	for (s = STATUS_FAILED; s > STATUS_OK; s--)
		for (i = 0; i < r->n_results; i++) {
			k = order[i];
			if ((int)e[k].status != s || (o->show && !o->show[k]))
				continue;
			row_label(&r->results[k], rem[n].name,
			    sizeof(rem[n].name));
			rem[n].head = status_words[s];
			rem[n++].why = e[k].why;
		}
	if (n > 0)
		buf_add_char(out, '\n');
	rows_remarks(rem, n, o->style.width, out);
	free(order);
	free(rem);
}

static int by_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void put_precision(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	double *seen = xcalloc(r->n_results + 1, sizeof(*seen));
	size_t i, rows = 0, precise = 0, n = 0;
	char pct[16];

	for (i = 0; i < r->n_results; i++) {
		if ((o->show && !o->show[i]) || e[i].n == 0)
			continue;
		rows++;
		precise += e[i].half_width <= REPORT_PRECISE;
		if (isfinite(e[i].seen))
			seen[n++] = e[i].seen;
	}
	if (rows > 0)
		buf_addf(out,
		    "precision    %zu of %zu rows are known within "
		    "%.0f %%",
		    precise, rows, REPORT_PRECISE * 100);
	if (n > 0) {
		qsort(seen, n, sizeof(*seen), by_double);
		buf_addf(out, "; half of them would show a change of %s",
		    rows_percent(seen[n / 2], pct, sizeof(pct)));
	}
	if (rows > 0)
		buf_add_char(out, '\n');
	free(seen);
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
			buf_addf(&line, " %s",
			    num_bytes(level[i].ends, text, sizeof(text)));
		buf_addf(&line, " %s",
		    num_time(level[i].ns, text, sizeof(text)));
		if (level[i].disagrees)
			buf_addf(&line, " (the system says %s)",
			    num_bytes(level[i].sysfs, text, sizeof(text)));
	}
	if (n > 0) {
		buf_add(out, "memory       ");
		table_wrap(out, buf_str(&line), o->style.width, 13);
	}
	buf_release(&line);
}

/* Whether others used the machine meanwhile, and who. */
static void put_alone(const struct run *r, const struct report_opts *o,
    struct buf *out)
{
	double busy = 0, steal = 0, top = 0;
	size_t i, n = 0, n_steal = 0;
	struct buf line = BUF_INIT;
	const char *hog = NULL;
	char pct[16];

	for (i = 0; i < r->n_env; i++) {
		if (isfinite(r->env[i].steal)) {
			steal += r->env[i].steal;
			n_steal++;
		}
		if (!isfinite(r->env[i].busy))
			continue;
		busy += r->env[i].busy;
		n++;
		if (r->env[i].hog && r->env[i].hog_share > top) {
			top = r->env[i].hog_share;
			hog = r->env[i].hog;
		}
	}
	if (n == 0) {
		buf_add(out,
		    "alone        unknown: this system does not say "
		    "what others used\n");
		return;
	}
	buf_addf(&line, "%s: other programs used %.2f CPUs",
	    busy / (double)n > ALONE ? "no" : "yes", busy / (double)n);
	if (hog && busy / (double)n > ALONE)
		buf_addf(&line, ", the busiest was %s (up to %.2f)", hog, top);
	if (n_steal > 0 && steal / (double)n_steal >= 0.01)
		buf_addf(&line, "; the hypervisor took %s",
		    rows_percent(steal / (double)n_steal, pct, sizeof(pct)));
	buf_add(out, "alone        ");
	table_wrap(out, buf_str(&line), o->style.width, 13);
	buf_release(&line);
}

void report_run(const struct run *r, const struct estimate *e,
    const struct report_opts *o, struct buf *out)
{
	put_table(r, e, o, out);
	put_remarks(r, e, o, out);
	buf_add_char(out, '\n');
	put_precision(r, e, o, out);
	put_levels(r, o, out);
	put_alone(r, o, out);
}
