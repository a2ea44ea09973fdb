/* rows.c - how rows are ordered, grouped and written. */
#include "report/rows.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "judge/judge.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Families in the order of doc and catalogue; the prefix of a row's name. All
 * bandwidths stand together whatever their name begins with. */
static const struct {
	const char *prefix, *title;
} families[] = {
	{ "self_", "kernel entry and simple calls" },
	{ "sys_", "kernel entry and simple calls" },
	{ "sig_", "signals" },
	{ "proc_", "processes and threads" },
	{ "sched_", "scheduler" },
	{ "lock_", "locks" },
	{ "ipc_", "communication latency, round trip" },
	{ NULL, "bandwidth" },
	{ "bw_", "bandwidth" }, /* what it takes in instructions */
	{ "stream_", "bandwidth" },
	{ "fs_", "files" },
	{ "io_", "files" },
	{ "vm_", "virtual memory" },
	{ "mem_", "memory latency" },
	{ "cpu_", "arithmetic" },
	{ "time_", "timers and clocks" },
	{ "ns_", "containers and kernel services" },
	{ "cg_", "containers and kernel services" },
	{ "mount_", "containers and kernel services" },
	{ "overlay_", "containers and kernel services" },
	{ "bpf_", "containers and kernel services" },
	{ "perf_", "containers and kernel services" },
	{ "", "other" },
};
#define N_FAMILIES (sizeof(families) / sizeof(families[0]))

static size_t family_of(const struct result *res)
{
	size_t i;

	if (res->flags & RESULT_IMPORTED)
		return N_FAMILIES - 1;
	for (i = 0; i < N_FAMILIES; i++)
		if (families[i].prefix ? res->unit != UNIT_RATE &&
			    text_starts(res->name, families[i].prefix) :
					 res->unit == UNIT_RATE)
			break;
	return i;
}

const char *rows_family(const struct result *res)
{
	return families[family_of(res)].title;
}

const char *rows_name(const struct result *res, char *out, size_t size)
{
	char *p;

	row_label(res, out, size);
	for (p = out; *p; p++)
		if (*p == ' ')
			*p = TABLE_BLANK;
	return out;
}

/* "/size=64K/..." against another: sizes by size, words by letters. */
static int compare_args(const char *a, const char *b)
{
	char va[64], vb[64];
	int64_t na, nb;
	size_t la, lb;
	int d;

	a += *a == '/';
	b += *b == '/';
	while (*a && *b) {
		la = strcspn(a, "=/");
		lb = strcspn(b, "=/");
		d = la == lb ? strncmp(a, b, la) : strcmp(a, b);
		if (d)
			return d;
		a += la + (a[la] != '\0');
		b += lb + (b[lb] != '\0');
		la = strcspn(a, "/");
		lb = strcspn(b, "/");
		snprintf(va, sizeof(va), "%.*s", (int)la, a);
		snprintf(vb, sizeof(vb), "%.*s", (int)lb, b);
		if (num_parse_bytes(va, &na) == 0 &&
		    num_parse_bytes(vb, &nb) == 0 && na != nb)
			return na < nb ? -1 : 1;
		d = strcmp(va, vb);
		if (d)
			return d;
		a += la + (a[la] != '\0');
		b += lb + (b[lb] != '\0');
	}
	return (*a != '\0') - (*b != '\0');
}

int rows_compare(const struct result *a, const struct result *b)
{
	size_t fa = family_of(a), fb = family_of(b);
	int d;

	if (fa != fb)
		return fa < fb ? -1 : 1;
	d = strcmp(a->name, b->name);
	if (d)
		return d;
	return compare_args(a->key + strcspn(a->key, "/"),
	    b->key + strcspn(b->key, "/"));
}

static int by_row(const void *a, const void *b)
{
	return rows_compare(*(const struct result *const *)a,
	    *(const struct result *const *)b);
}

size_t *rows_sorted(const struct run *r)
{
	const struct result **p = xcalloc(r->n_results + 1, sizeof(*p));
	size_t *order = xcalloc(r->n_results + 1, sizeof(*order)), i;

	for (i = 0; i < r->n_results; i++)
		p[i] = &r->results[i];
	qsort(p, r->n_results, sizeof(*p), by_row);
	for (i = 0; i < r->n_results; i++)
		order[i] = (size_t)(p[i] - r->results);
	free(p);
	return order;
}

bool rows_shown(const struct run *r, const struct estimate *e, const bool *show,
    size_t k)
{
	return show ? show[k] :
		      !(r->results[k].flags & RESULT_TAIL) || e[k].n > 0;
}

const char *rows_value(const struct result *res, double cost, char *out,
    size_t size)
{
	if (isfinite(run_display(res, cost)))
		return judge_display(res, cost, out, size);
	snprintf(out, size, "-");
	return out;
}

const char *rows_range(const struct result *res, double cost, double lo,
    double hi, char *out, size_t size)
{
	double v = run_display(res, cost), a = run_display(res, lo),
	       b = run_display(res, hi), t;
	bool many = res->unit == UNIT_INSN;
	bool plain = res->unit == UNIT_COUNT || res->unit == UNIT_SCORE;
	double scale = res->unit == UNIT_RATE ? 1e6 : 1;
	char from[32], to[32];
	int units = res->unit == UNIT_RATE ? 3 : 4;

	if (!isfinite(v) || !isfinite(a) || !isfinite(b)) {
		snprintf(out, size, "-");
		return out;
	}
	if (a > b) {
		t = a;
		a = b;
		b = t;
	}
	if (many || (plain && fabs(v) < 999999.5)) {
		const char *(*put)(double, char *, size_t) =
		    many ? num_many : num_plain;

		put(a, from, sizeof(from));
		put(b, to, sizeof(to));
		snprintf(out, size, "%s .. %s", from, to);
		return out;
	}
	if (plain) {
		scale = 1e6;
		units = 4;
	}
	/* The same steps as num_time, num_rate and num_hz take. */
	while (--units > 0 && fabs(v) / scale >= 999.5)
		scale *= 1000;
	num_digits(a / scale, 3, from, sizeof(from));
	num_digits(b / scale, 3, to, sizeof(to));
	snprintf(out, size, "%s .. %s", from, to);
	return out;
}

const char *rows_percent(double fraction, char *out, size_t size)
{
	double pct = fabs(fraction) * 100;

	if (!isfinite(fraction))
		snprintf(out, size, "-");
	else
		snprintf(out, size, "%.*f %%", pct < 9.95 ? 1 : 0, pct);
	return out;
}

const char *rows_system(const struct run *r, char *out, size_t size)
{
	const char *kernel = host_get(&r->host, "kernel.release");
	const char *format = host_get(&r->host, "import.format");

	if (format && !kernel)
		snprintf(out, size, "from %.40s", format);
	else
		snprintf(out, size, "Linux %.60s", kernel ? kernel : "unknown");
	return out;
}

const char *rows_when(int64_t ns, char *out, size_t size)
{
	time_t s = (time_t)(ns / 1000000000);
	struct tm tm;

	/* a file of another tool, compared as it is, says nothing of it */
	if (ns == 0) {
		snprintf(out, size, "date unknown");
		return out;
	}
	if (!gmtime_r(&s, &tm) ||
	    strftime(out, size, "%Y-%m-%d %H:%M", &tm) == 0)
		snprintf(out, size, "?");
	return out;
}

const char *rows_rounds(const struct run *r, char *out, size_t size)
{
	return rows_count(r->rounds, run_counts(r) ? "boot" : "round", out,
	    size);
}

const char *rows_count(size_t n, const char *what, char *out, size_t size)
{
	snprintf(out, size, "%zu %s%s", n, what, n == 1 ? "" : "s");
	return out;
}

/* The names of entry i and of all after it with the same head and why; how
 * many. These are marked as done. */
static size_t same_remarks(const struct remark *r, size_t n, size_t i,
    size_t most, bool *done, struct buf *names)
{
	size_t k, count = 0;

	for (k = i; k < n; k++) {
		if (strcmp(r[k].head, r[i].head) != 0 ||
		    strcmp(r[k].why, r[i].why) != 0)
			continue;
		done[k] = true;
		if (count < most)
			buf_addf(names, "%s%s", count ? ", " : "", r[k].name);
		count++;
	}
	if (count > most)
		buf_addf(names, " and %zu more", count - most);
	return count;
}

void rows_remarks(const struct remark *r, size_t n, size_t most, size_t width,
    struct buf *out)
{
	bool *done = xcalloc(n + 1, sizeof(*done));
	struct buf names = BUF_INIT, line = BUF_INIT;
	size_t i, count;

	for (i = 0; i < n; i++) {
		if (done[i])
			continue;
		buf_clear(&names);
		buf_clear(&line);
		count = same_remarks(r, n, i, most, done, &names);
		/* What many have in common stands before their names. */
		if (r[i].why[0] == '\0')
			buf_add(&line, buf_str(&names));
		else if (count > 1)
			buf_addf(&line, "%s: %s", r[i].why, buf_str(&names));
		else
			buf_addf(&line, "%s: %s", buf_str(&names), r[i].why);
		buf_addf(out, "%-12s ", r[i].head);
		table_wrap(out, buf_str(&line), width, strlen("unsupported  "));
	}
	buf_release(&names);
	buf_release(&line);
	free(done);
}
