/* trend.c - perfloss trend: since when a row is slower. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/catalogue.h"
#include "cmd/history.h"
#include "cmd/trend.h"
#include "judge/trend.h"
#include "report/trend.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAST   1200 /* runs: the history of issue 6 */
#define NEWEST 10

#define FACTS_LISTED 4
#define FACT_COLUMNS 32

static struct {
	const char *by, *store, *out, *format;
	int64_t last, newest;
	double delta;
	bool all, fail, json;
} opt = { .last = LAST, .newest = NEWEST, .delta = TREND_DELTA };

static const struct opt trend_opts[] = {
	{ 0, "by", "WHAT",
	    "order of the runs: date (default), label, or the key of a fact "
	    "(kernel.release); 2.1.9 stands before 2.1.10",
	    OPT_STRING, &opt.by, 0 },
	{ 0, "last", "N", "the newest N runs (default: 1200; 0 = 20000)",
	    OPT_INT, &opt.last, 0 },
	{ 0, "delta", "PCT", "smaller steps are none (default: 2 %)",
	    OPT_PERCENT, &opt.delta, 0 },
	{ 0, "fail-on-new-step", NULL,
	    "exit status 1 when a row has become SLOWER among the newest runs",
	    OPT_FLAG, &opt.fail, 0 },
	{ 0, "newest", "N", "how many these are (default: 10)", OPT_INT,
	    &opt.newest, 1 },
	{ 'v', "all", NULL,
	    "every row in the table, not only those that changed", OPT_FLAG,
	    &opt.all, 0 },
	{ 'f', "format", "NAME", "text, json or svg", OPT_STRING, &opt.format,
	    0 },
	{ 'o', "output", "FILE",
	    "write a file; its ending (txt, json, svg) is the format unless -f "
	    "says it",
	    OPT_STRING, &opt.out, 0 },
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_trend_usage = {
	"perfloss trend",
	"[ROW...]",
	"since when? the history of rows over the stored runs",
	"Without a ROW: a table of the rows whose level changed. A step is "
	"told from 10\nruns on, with 4 of them on either side of it; runs "
	"measured together\n('perfloss ab') are left out.",
	trend_opts,
};

enum format { TEXT, JSON, SVG, FORMATS };

static const struct out_format formats[FORMATS] = { [TEXT] = { "text", "txt" },
	[JSON] = { "json", "json" },
	[SVG] = { "svg", "svg" } };

struct history_of_rows {
	struct store *store;
	struct store_point *point;
	size_t n, without;
	struct trend_run *run;
	char **machine; /* words for a run's host; each once */
	size_t machines;
	struct trend t;
	char **mixed; /* of each series, in a report of some rows */
};

static bool by_date(void)
{
	return !opt.by || strcmp(opt.by, "date") == 0;
}

static bool by_label(void)
{
	return opt.by && strcmp(opt.by, "label") == 0;
}

static const char *value_of(const struct store_point *p)
{
	return by_date() || by_label() ? p->label : p->fact;
}

#define IMPORTED "imported from " /* and a folder: no machine */

/* A file is called by its name, without the folders. */
static const char *name_of(const struct store_point *p)
{
	const char *value = value_of(p), *slash = NULL;

	if (value && opt.by && strcmp(opt.by, "import.file") == 0)
		slash = strrchr(value, '/');
	return slash && slash[1] ? slash + 1 : value;
}

/* -- The runs in their order --------------------------------------------- */

static int by_version(const void *a, const void *b)
{
	const struct store_point *x = a, *y = b;
	int d = trend_version_compare(value_of(x), value_of(y));

	if (d)
		return d;
	if (x->started_ns != y->started_ns)
		return x->started_ns < y->started_ns ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static int no_order(struct history_of_rows *h, struct err *e)
{
	const char *names[512], *near;
	size_t n = 0;
	struct host host;
	int r;

	if (by_label())
		return err_set(e, -ENOENT,
		    "no run has a label: 'perfloss runs --label NAME RUN' "
		    "gives one");
	host_init(&host);
	r = store_facts(h->store, h->point[h->n - 1].id, &host, e);
	for (size_t i = 0; r == 0 && i < host.n && n < 512; i++)
		names[n++] = host.facts[i].key;
	near = r == 0 ? text_nearest(opt.by, names, n) : NULL;
	if (r == 0)
		r = err_set(e, -ENOENT, "no run has a fact '%s'%s%s%s", opt.by,
		    near ? ", did you mean '" : "", near ? near : "",
		    near ? "'?" : " ('perfloss show --facts @1' shows them)");
	host_release(&host);
	return r;
}

/* Runs that say nothing of their place are left out. */
static int sort_points(struct history_of_rows *h, struct err *e)
{
	size_t kept = 0;

	if (by_date() || h->n == 0)
		return 0;
	for (size_t i = 0; i < h->n; i++)
		h->without += !value_of(&h->point[i]);
	if (h->without == h->n)
		return no_order(h, e);
	for (size_t i = 0; i < h->n; i++) {
		struct store_point p = h->point[i];

		if (value_of(&p)) {
			h->point[i] = h->point[kept];
			h->point[kept++] = p;
		}
	}
	for (size_t i = kept; i < h->n; i++) {
		free(h->point[i].label);
		free(h->point[i].fact);
	}
	h->n = kept;
	qsort(h->point, h->n, sizeof(*h->point), by_version);
	return 0;
}

/* -- Machines ------------------------------------------------------------ */

/* "Intel Xeon, CPUs 0-1 (1f3a09c2)": what tells one from another. */
static char *machine_words(struct history_of_rows *h, size_t i)
{
	const char *cpu, *cpus, *folder;
	struct host host;
	struct err e;
	char *words;

	host_init(&host);
	store_facts(h->store, h->point[i].id, &host, &e);
	cpu = host_get(&host, "cpu.model");
	cpus = host_get(&host, "cpu.online");
	folder = host_get(&host, "import.folder");
	if (!cpu && folder)
		words =
		    xasprintf(IMPORTED "%s (%.8s)", folder, h->point[i].host);
	else
		words = xasprintf("%s%s%s (%.8s)",
		    cpu ? cpu : "unknown machine", cpus ? ", CPUs " : "",
		    cpus ? cpus : "", h->point[i].host);
	host_release(&host);
	return text_clean(words);
}

static void name_runs(struct history_of_rows *h)
{
	h->run = xcalloc(h->n + 1, sizeof(*h->run));
	h->machine = xcalloc(h->n + 1, sizeof(*h->machine));
	for (size_t i = 0; i < h->n; i++) {
		struct store_point *p = &h->point[i];
		struct trend_run *r = &h->run[i];
		size_t k = i;

		*r = (struct trend_run){ .id = p->id,
			.started_ns = p->started_ns,
			.uuid = p->uuid,
			.name = name_of(p) };
		if (p->label)
			text_clean(p->label);
		if (p->fact)
			text_clean(p->fact);
		memcpy(r->hash, p->host, sizeof(r->hash));
		while (k > 0 && strcmp(h->run[k - 1].hash, r->hash) != 0)
			k--;
		if (k == 0)
			h->machine[h->machines++] = machine_words(h, i);
		r->host =
		    k > 0 ? h->run[k - 1].host : h->machine[h->machines - 1];
	}
}

/* -- The rows ------------------------------------------------------------ */

static void add_row(void *to, size_t i, const char *key, const char *how,
    double y)
{
	struct history_of_rows *h = to;

	trend_add(&h->t, h->point[i].host, key, how, i, y);
}

/* A history keeps no flags; that of a row's machine says whose its name is. */
static void mark_imported(struct history_of_rows *h)
{
	for (size_t i = 0; i < h->t.n; i++) {
		struct trend_series *s = &h->t.series[i];

		if (text_starts(h->run[s->run[0]].host, IMPORTED))
			s->res.flags |= RESULT_IMPORTED;
	}
}

static size_t mark(const struct trend *t, const char *word,
    const struct catalogue *c, bool *keep)
{
	size_t hits = 0;

	for (size_t i = 0; i < t->n; i++)
		if (c ? catalogue_means(c, word, &t->series[i].res) :
			select_row(word, &t->series[i].res)) {
			keep[i] = true;
			hits++;
		}
	return hits;
}

static int no_such_row(const struct trend *t, const char *word, struct err *e)
{
	const char **names = xcalloc(t->n + 1, sizeof(*names)), *near;

	for (size_t i = 0; i < t->n; i++)
		names[i] = t->series[i].res.name;
	near = text_nearest(word, names, t->n);
	err_set(e, -ENOENT, "no row of these runs is called '%s'%s%s%s", word,
	    near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
	free(names);
	return -ENOENT;
}

static int choose_rows(struct trend *t, char **words, size_t n, struct err *e)
{
	bool *keep = xcalloc(t->n + 1, sizeof(*keep));
	struct catalogue c;
	struct err none;
	int r = 0;

	catalogue_init(&c);
	for (size_t i = 0; i < n && r == 0; i++) {
		if (mark(t, words[i], NULL, keep) > 0)
			continue;
		/* lmbench's name? Only the probe knows; without one: no. */
		if (c.n == 0)
			catalogue_load(&c, NULL, 0, &none);
		if (mark(t, words[i], &c, keep) == 0)
			r = no_such_row(t, words[i], e);
	}
	if (r == 0 && n > 0)
		trend_keep(t, keep);
	catalogue_release(&c);
	free(keep);
	return r;
}

/* -- What else changed --------------------------------------------------- */

struct changes {
	struct buf text;
	size_t n;
};

static void add_value(struct buf *out, const char *value)
{
	size_t len = value ? text_fit(value, FACT_COLUMNS) : 0;

	if (!value) {
		buf_add(out, "unknown");
		return;
	}
	buf_add_mem(out, value, len);
	buf_add(out, value[len] ? "..." : "");
}

static void add_change(void *to, const char *key, const char *a, const char *b)
{
	struct changes *c = to;

	if (strcmp(key, "import.file") == 0)
		return; /* another file is no change of anything */
	if (c->n++ >= FACTS_LISTED)
		return;
	buf_addf(&c->text, "%s%s ", c->n > 1 ? "; " : "", key);
	add_value(&c->text, a);
	buf_add(&c->text, " -> ");
	add_value(&c->text, b);
}

/* Facts of the last run before and the first behind where a step may be. */
static int find_changes(struct history_of_rows *h, const struct trend_series *s,
    struct trend_step *p, struct err *e)
{
	struct changes c = { BUF_INIT, 0 };
	struct host a, b;
	int r;

	host_init(&a);
	host_init(&b);
	r = store_facts(h->store, h->point[s->run[p->s.lo - 1]].id, &a, e);
	if (r == 0)
		r = store_facts(h->store, h->point[s->run[p->s.hi]].id, &b, e);
	if (r == 0)
		host_diff(&a, &b, add_change, &c);
	if (c.n > FACTS_LISTED)
		buf_addf(&c.text, " and %zu more", c.n - FACTS_LISTED);
	if (c.n > 0)
		p->beside = text_clean(buf_take(&c.text));
	buf_release(&c.text);
	host_release(&a);
	host_release(&b);
	return r;
}

static int find_all_changes(struct history_of_rows *h, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < h->t.n; i++)
		for (size_t k = 0; k < h->t.series[i].steps && r == 0; k++)
			r = find_changes(h, &h->t.series[i],
			    &h->t.series[i].step[k], e);
	return r;
}

/* -- All of it ----------------------------------------------------------- */

static int read_history(struct history_of_rows *h, char **words, size_t n,
    struct err *e)
{
	const struct trend_opts o = { .alpha = TREND_ALPHA,
		.family = TREND_FAMILY,
		.delta = opt.delta,
		.newest = (size_t)opt.newest };
	size_t most =
	    opt.last > 0 && opt.last < STEP_MOST ? (size_t)opt.last : STEP_MOST;
	size_t left;
	int r = history_store(opt.store, &h->store, &left, e);

	if (r == 0 && left)
		log_warn("%zu run%s left out: the store cannot be written, and "
			 "not copied",
		    left, left == 1 ? " is" : "s are");
	r = r < 0 ?
	    r :
	    store_points(h->store, by_date() || by_label() ? NULL : opt.by,
		most, &h->point, &h->n, e);
	if (r == 0 && h->n == 0)
		r = err_set(e, -ENOENT,
		    "there is no run with a history yet, 'perfloss run' makes "
		    "one");
	r = r < 0 ? r : sort_points(h, e);
	if (r < 0)
		return r;
	name_runs(h);
	r = store_point_rows(h->store, h->point, h->n, add_row, h, e);
	mark_imported(h);
	r = r < 0 ? r : choose_rows(&h->t, words, n, e);
	if (r < 0)
		return r;
	trend_judge(&h->t, &o);
	return find_all_changes(h, e);
}

static int put(const struct trend_view *v, enum format f, struct err *e)
{
	struct style style = out_style();
	struct buf out = BUF_INIT;
	struct json j;
	int r;

	if (f == JSON) {
		json_init(&j, &out);
		report_trend_json(v, &j);
		buf_add_char(&out, '\n');
	} else if (f == SVG) {
		figure_trend(v, &out);
	} else {
		style.colour &= !opt.out;
		report_trend(v, &style, &out);
	}
	r = out_put(opt.out, &out, e);
	buf_release(&out);
	return r;
}

static void find_mixed(struct history_of_rows *h)
{
	h->mixed = xcalloc(h->t.n + 1, sizeof(*h->mixed));
	for (size_t i = 0; i < h->t.n; i++)
		h->mixed[i] =
		    trend_mixed(h->store, h->point, &h->t.series[i], opt.by);
}

static void release(struct history_of_rows *h)
{
	for (size_t i = 0; h->mixed && i < h->t.n; i++)
		free(h->mixed[i]);
	free(h->mixed);
	trend_release(&h->t);
	for (size_t i = 0; i < h->machines; i++)
		free(h->machine[i]);
	free(h->machine);
	free(h->run);
	store_points_free(h->point, h->n);
	store_close(h->store);
}

int cmd_trend(int argc, char **argv, struct err *e)
{
	struct history_of_rows h = { .n = 0 };
	struct trend_view v = { .t = &h.t };
	int n, f, r = opt_parse(&cmd_trend_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	if (opt.json && opt.format)
		return err_set(e, -EINVAL,
		    "'--json' and '-f' exclude one "
		    "another");
	f = out_choose(opt.json ? "json" : opt.format, opt.out, formats,
	    FORMATS, TEXT, e);
	r = f < 0 ? f : read_history(&h, argv + 1, (size_t)n, e);
	if (r == 0) {
		v.order = report_trend_sort(&h.t);
		v.run = h.run;
		v.runs = h.n;
		v.by = opt.by ? opt.by : "date";
		v.without = h.without;
		v.machines = h.machines;
		v.newest = (size_t)opt.newest;
		v.all = opt.all;
		v.full = n > 0;
		if (v.full)
			find_mixed(&h);
		v.mixed = h.mixed;
		r = put(&v, (enum format)f, e);
	}
	for (size_t i = 0; r == 0 && opt.fail && i < h.t.n; i++)
		if (trend_is_worse(&h.t.series[i]))
			r = 1;
	free(v.order);
	release(&h);
	return r;
}
