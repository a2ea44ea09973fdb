/* sysbench.c - sysbench 0.4, 0.5, 1.0 and 1.1: what a run ends with. The
 * reports every few seconds are parts of one run and no values of their own. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/buf.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Which test it was is said by what is said of it. */
static const struct {
	const char *says, *test;
} tests[] = { { "SQL statistics", "oltp" }, { "OLTP test statistics", "oltp" },
	{ "memory speed test", "memory" },
	{ "memory operations speed", "memory" }, { "prime number", "cpu" },
	{ "file open flags", "fileio" }, { "mutex", "mutex" },
	{ "thread subsystem", "threads" } };

/* What makes it another row. */
static const struct {
	const char *label, *name;
} params[] = { { "Number of threads:", "threads" },
	{ "Target transaction rate:", "rate" },
	{ "Prime numbers limit:", "prime" },
	{ "Maximum prime number checked in CPU test:", "prime" },
	{ "block size:", "block" }, { "Memory block size:", "block" },
	{ "operation:", "operation" },
	{ "Memory operation type:", "operation" }, { "scope:", "scope" },
	{ "Memory scope type:", "scope" } };

struct record {
	struct import *im;
	const struct input *in;
	size_t from, to; /* lines */
	struct run *run;
	struct buf name;
};

static const char *test_of(const struct record *r)
{
	for (size_t k = 0; k < sizeof(tests) / sizeof(tests[0]); k++)
		for (size_t i = r->from; i < r->to; i++)
			if (line_has(&r->in->lines[i], tests[k].says))
				return tests[k].test;
	return "test";
}

static void name_it(struct record *r)
{
	buf_clear(&r->name);
	buf_add(&r->name, test_of(r));
	for (size_t k = 0; k < sizeof(params) / sizeof(params[0]); k++)
		for (size_t i = r->from; i < r->to; i++) {
			const struct line *l = &r->in->lines[i];
			const char *s;

			if (!line_starts(l, params[k].label))
				continue;
			s = scan_text(l, params[k].label);
			buf_addf(&r->name, "/%s=", params[k].name);
			buf_add_mem(&r->name, s, strcspn(s, " "));
			break;
		}
}

static void put(struct record *r, const char *what, enum unit unit,
    const struct figure *f, double scale)
{
	char key[PUT_KEY], *name = xasprintf("%s/%s", r->name.s, what);

	put_key(key, "sysbench", name);
	put_value(r->im, r->run, key, unit, f, scale);
	free(name);
}

/* "transactions:   29611  (986.49 per sec.)": the rate stands in brackets. */
static bool rate(struct record *r, const struct line *l, const char *label,
    const char *what, enum unit unit, double scale)
{
	struct figure f;
	const char *s = strchr(l->s, '(');

	if (!line_has(l, label) || !s || !scan_at(l, s + 1, &f))
		return false;
	put(r, what, unit, &f, scale);
	return true;
}

static const struct {
	const char *label, *what;
	enum unit unit;
	double scale;
} rows[] = { { "events per second:", "rate", UNIT_HZ, 1 },
	{ "events/s (eps):", "rate", UNIT_HZ, 1 },
	{ "reads/s:", "reads", UNIT_HZ, 1 },
	{ "writes/s:", "writes", UNIT_HZ, 1 },
	{ "fsyncs/s:", "fsyncs", UNIT_HZ, 1 },
	{ "read, MiB/s:", "read", UNIT_RATE, 1048576.0 },
	{ "written, MiB/s:", "written", UNIT_RATE, 1048576.0 },
	{ "total time:", "total_time", UNIT_NS, 1e9 },
	{ "avg:", "latency_avg", UNIT_NS, 1e6 },
	{ "95th percentile:", "latency_p95", UNIT_NS, 1e6 },
	{ "99th percentile:", "latency_p99", UNIT_NS, 1e6 },
	{ "approx.  95 percentile:", "latency_p95", UNIT_NS, 1e6 },
	{ "approx.  99 percentile:", "latency_p99", UNIT_NS, 1e6 } };

static void read_line(struct record *r, const struct line *l)
{
	struct figure f;

	if (rate(r, l, "transactions:", "transactions", UNIT_HZ, 1) ||
	    rate(r, l, "queries:", "queries", UNIT_HZ, 1) ||
	    rate(r, l, "Total operations:", "rate", UNIT_HZ, 1) ||
	    rate(r, l, "Operations performed:", "rate", UNIT_HZ, 1) ||
	    rate(r, l, "MiB transferred", "bandwidth", UNIT_RATE, 1048576.0) ||
	    rate(r, l, "MB transferred", "bandwidth", UNIT_RATE, 1048576.0))
		return;
	if (scan_before(l, "Requests/sec executed", &f))
		put(r, "requests", UNIT_HZ, &f, 1);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!line_starts(l, rows[i].label) ||
		    !scan_after(l, rows[i].label, &f))
			continue;
		put(r, rows[i].what, rows[i].unit, &f, rows[i].scale);
		return;
	}
}

static void read_record(struct record *r)
{
	const struct line *head;
	const char *s;

	if (r->from >= r->to)
		return;
	head = &r->in->lines[r->from];
	s = strstr(head->s, "sysbench ");
	if (!s)
		return;
	r->run = put_run(r->im);
	name_it(r);
	put_factn(r->run, "sysbench.version", s + 9, strcspn(s + 9, " :"));
	/* "CPU 0 sysbench 1.0.11": somebody said where */
	if (s > head->s)
		put_factn(r->run, "sysbench.at", head->s,
		    (size_t)(s - head->s) - 1);
	for (size_t i = r->from; i < r->to; i++)
		read_line(r, &r->in->lines[i]);
}

static bool is_head(const struct line *l)
{
	const char *s = strstr(l->s, "sysbench ");

	return s && s[9] >= '0' && s[9] <= '9';
}

static int sysbench_read(struct import *im, const struct input *in,
    struct err *e)
{
	struct record r = { .im = im, .in = in, .name = BUF_INIT };

	(void)e;
	for (size_t i = 0; i <= in->n; i++) {
		if (i < in->n && !is_head(&in->lines[i]))
			continue;
		r.to = i;
		read_record(&r);
		r.from = i;
	}
	buf_release(&r.name);
	return 0;
}

static int sysbench_probe(const struct input *in)
{
	for (size_t i = 0; i < in->n; i++)
		if (is_head(&in->lines[i]))
			return 85;
	return 0;
}

const struct import_format import_sysbench = {
	.name = "sysbench",
	.title = "sysbench",
	.probe = sysbench_probe,
	.read = sysbench_read,
};
