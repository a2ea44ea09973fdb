/* learn.c - what stored runs say of the spread of rows. */
#include "cmd/learn.h"

#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/history.h"
#include "drive/drive.h"
#include "judge/power.h"
#include "model/tails.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOKED_MOST 60 /* runs, with those of other machines */

/* So many made alone, so that there is room for pairs. */
#define ALONE_MOST (LEARN_RUNS / 2)

#define TOGETHER_NS 60e9

/* Arms whose spreads differ by more are not alike. F of 20 and 20 values is
 * over 4, its square, once in 500 (two sides; Snedecor 1934). */
#define UNLIKE 2.0

#define LEAST 6 /* values with which a spread is known (power.h) */

/* The probe only prints what it knows then. */
#define FACTS_NS 10000000000

/* -- Runs ---------------------------------------------------------------- */

void learn_release(struct learn *p)
{
	for (size_t i = 0; i < p->n; i++)
		run_release(&p->run[i]);
	floors_release(&p->floors);
}

/* What the probe says of this machine. Nothing where it cannot be asked. */
static void this_host(struct host *h)
{
	const char *argv[] = { NULL, "--facts", NULL };
	struct probe_opts o = { .argv = argv };
	struct probe *p = NULL;
	struct err none;
	char *path = probe_find(&none);
	struct wire_msg m;

	host_init(h);
	argv[0] = path;
	if (!path || probe_start(&p, &o, &none) < 0) {
		free(path);
		return;
	}
	probe_close_input(p); /* one that waits for a plan ends, too */
	probe_ask(p, FACTS_NS);
	while (probe_next(p, &m, &none) == 1) {
		if (m.kind == WIRE_FACT && m.key)
			host_set(h, m.key, m.fact_kind, m.fact_value);
		wire_msg_release(&m);
	}
	probe_stop(p, &none);
	free(path);
}

/* What is unknown on either side sets nothing apart. */
static bool same_machine(const struct host *a, const struct host *b)
{
	static const char *const keys[] = { "host.name", "cpu.model",
		"kernel.machine" };
	const char *x, *y;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		x = host_get(a, keys[i]);
		y = host_get(b, keys[i]);
		if (x && y && strcmp(x, y) != 0)
			return false;
	}
	return true;
}

/* Arms of one pair begin together. */
static bool began_with(const struct store_entry *run, const struct run *with)
{
	return fabs((double)run->started_ns - (double)with->started_ns) <
	    TOGETHER_NS;
}

static bool of_pair(const struct run *r, const struct run *with)
{
	return r->pair && strcmp(r->pair, with->pair) == 0 &&
	    strcmp(r->uuid, with->uuid) != 0;
}

struct listed {
	struct store *s;
	struct store_entry *run;
	size_t n;
};

/* The newest runs, p->n at most `most`: of a host, those made alone or those
 * of pairs; or those that were measured with `with`. */
static int take(struct learn *p, const struct listed *l, bool alone,
    size_t most, const struct host *h, const struct run *with, struct err *e)
{
	size_t looked = 0;
	int ret = 0;

	for (size_t i = 0; i < l->n && ret == 0; i++) {
		struct run *r = &p->run[p->n];

		if (p->n == most || looked == LOOKED_MOST)
			break;
		if (!l->run[i].pair != alone ||
		    (with && !began_with(&l->run[i], with)))
			continue;
		looked++;
		ret = store_load(l->s, l->run[i].id, r, e);
		if (ret == 0)
			run_tails(r);
		if (ret == 0 &&
		    (with ? of_pair(r, with) : same_machine(h, &r->host)))
			p->n++;
		else
			run_release(r);
	}
	return ret;
}

static bool is_arm_a(const struct run *r)
{
	return r->pair && r->arm && strcmp(r->arm, "a") == 0;
}

/* The less, the more a run says of the state of `base`. */
static int rank_of(const struct run *r, const struct run *base)
{
	bool alike = host_same_state(&r->host, &base->host);

	if (!r->pair)
		return alike ? 0 : 2;
	return alike && is_arm_a(r) && !r->state ? 1 : 3;
}

static void sort(struct learn *p)
{
	struct run *old = xcalloc(LEARN_RUNS, sizeof(*old));
	size_t base = 0, k = 0;

	memcpy(old, p->run, sizeof(p->run));
	while (base < p->n && old[base].pair && !is_arm_a(&old[base]))
		base++;
	base = base < p->n ? base : 0;
	for (int rank = 0; rank <= 3; rank++)
		for (size_t i = 0; i < p->n; i++)
			if (rank_of(&old[i], &old[base]) == rank)
				p->run[k++] = old[i];
	free(old);
}

/* The newest runs of a host, or those that were measured with `with`. */
static int fill(struct learn *p, const char *path, const struct host *h,
    const struct run *with, struct err *e)
{
	struct listed l = { NULL, NULL, 0 };
	int ret = source_store(&l.s, path, STORE_READ, e);

	if (ret < 0)
		return ret;
	ret = store_list(l.s, &l.run, &l.n, e);
	if (ret == 0 && !with)
		ret = take(p, &l, true, ALONE_MOST, h, NULL, e);
	if (ret == 0)
		ret = take(p, &l, false, LEARN_RUNS, h, with, e);
	if (!with)
		sort(p);
	store_entries_free(l.run, l.n);
	store_close(l.s);
	return ret;
}

static int load(struct learn *p, const char *store, const char *from,
    struct err *e)
{
	struct err none;
	struct host h;
	int ret;

	p->n = 0;
	p->from = from != NULL;
	if (!from) {
		this_host(&h);
		ret = fill(p, store, &h, NULL, e);
		host_release(&h);
		if (ret == 0 && p->n == 0)
			ret = err_set(e, -ENOENT,
			    "no run of this host is stored, 'perfloss run' "
			    "makes one");
		return ret;
	}
	ret = source_run(&p->run[0], from, store, e);
	p->n = 1;
	/* its other arm; a file may have none */
	if (ret == 0 && p->run[0].pair)
		fill(p, store, NULL, &p->run[0], &none);
	return ret;
}

int learn_load(struct learn *p, const char *store, const char *from,
    struct err *e)
{
	int ret = load(p, store, from, e);
	size_t n;

	for (size_t i = 0; i < p->n; i++)
		p->same[i] = host_same_state(&p->run[i].host, &p->run[0].host);
	if (ret == 0)
		history_of(store, &p->run[0], &p->floors, &n);
	return ret;
}

/* -- Spread of one row --------------------------------------------------- */

/* Seconds of an invocation: its own time, and what lies between two. Two arms
 * share the time of their runs. */
static double each_s(const struct run *r, const struct result *res)
{
	double span = 0, wall = 0, mine = 0, first = INFINITY;
	size_t n = 0;

	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->results[i].n_inv; k++) {
			const struct invocation *v = &r->results[i].inv[k];

			first = fmin(first, (double)v->start_ns);
			span = fmax(span, (double)(v->start_ns + v->wall_ns));
			wall += (double)v->wall_ns;
			n++;
		}
	for (size_t k = 0; k < res->n_inv; k++)
		mine += (double)res->inv[k].wall_ns;
	span = (span - first) / (r->pair ? 2 : 1);
	return (mine / (double)res->n_inv +
		   fmax(0, span - wall) / (double)(n ? n : 1)) /
	    1e9;
}

/* How far two sessions differ in a row. */
static void set_floor(struct report_plan_row *row, const struct learn *p,
    const struct result *res)
{
	char how[SESSION_HOW];
	const struct floor *f =
	    floors_find(&p->floors, res->key, judge_how(res, how, sizeof(how)));
	struct margin m = judge_margin(res->key, PAIRING_SESSIONS, 1e-9, 0, f);

	row->floor = m.alarm;
	row->floor_runs = m.runs;
}

/* Spread of the differences of two runs that were measured in pairs. */
static double paired_sd(const struct run *a, const struct run *b,
    const char *key)
{
	const struct result *x = run_find(a, key), *y = run_find(b, key);
	double *d, sd;
	size_t n;

	if (!x || !y)
		return NAN;
	d = judge_differences(a, x, b, y, &n);
	sd = power_of_pairs(d, n);
	free(d);
	return sd;
}

static struct power_spread spread_of(const struct run *r,
    const struct result *res)
{
	struct power_spread s = { 0, NAN, NAN };
	double *y;
	size_t n;

	if (!res || res->n_inv == 0)
		return s;
	y = xcalloc(res->n_inv, sizeof(*y));
	n = run_costs(r, res, y);
	for (size_t i = 0; i < n; i++)
		y[i] = log(y[i]);
	power_of_values(y, n, &s);
	free(y);
	return s;
}

/* Whether pair i, k says how pairs of the state of the first run spread. One
 * with an arm that is noisy by what it is, as under a tracer, does not. */
static bool is_like(const struct learn *p, size_t i, size_t k, const char *key)
{
	double x, y;

	if (p->from)
		return true;
	if (!p->same[is_arm_a(&p->run[k]) ? k : i])
		return false;
	x = spread_of(&p->run[i], run_find(&p->run[i], key)).detrended;
	y = spread_of(&p->run[k], run_find(&p->run[k], key)).detrended;
	return !(fmax(x, y) > UNLIKE * fmin(x, y));
}

static double pairs_of(struct learn *p, const char *key)
{
	const struct run *r = p->run;

	for (size_t i = 0; i < p->n; i++)
		for (size_t k = i + 1; k < p->n && r[i].pair; k++) {
			double sd = NAN;

			if (r[k].pair && strcmp(r[i].pair, r[k].pair) == 0 &&
			    is_like(p, i, k, key))
				sd = paired_sd(&r[i], &r[k], key);
			if (!isfinite(sd))
				continue;
			p->paired[i] = p->paired[k] = true;
			return sd;
		}
	return NAN;
}

/* The first run that has enough values of a row, or the last that has some. */
static struct power_spread learn_spread(struct learn *p,
    struct report_plan_row *row, size_t *seen)
{
	struct power_spread s = { 0, NAN, NAN };

	for (size_t i = 0; i < p->n && s.n < LEAST; i++) {
		const struct run *r = &p->run[i];
		const struct result *res = run_find(r, row->res->key);

		if (!res || res->n_inv == 0)
			continue;
		s = spread_of(r, res);
		*seen = s.n > *seen ? s.n : *seen;
		row->each_s = each_s(r, res);
		set_floor(row, p, res);
		p->spread[i] |= s.n >= LEAST;
	}
	return s;
}

void learn_row(struct learn *p, struct report_plan_row *row)
{
	size_t seen = 0;
	struct power_spread s = learn_spread(p, row, &seen);

	row->n = s.n;
	row->sd = s.sd;
	row->sd_pair = pairs_of(p, row->res->key);
	row->paired = isfinite(row->sd_pair);
	if (!row->paired)
		row->sd_pair = sqrt(2) * s.detrended;
	if (seen == 0)
		row->why = p->from ? "not measured in this run" :
				     "not measured on this host: 'perfloss "
				     "run ROW' first";
	else if (s.n < LEAST)
		row->why = "a spread takes 6 values, there are fewer: "
			   "'perfloss run -n 6 ROW'";
}

/* -- Which runs ---------------------------------------------------------- */

static void add_runs(const struct learn *p, const bool *used, const char *head,
    struct buf *out)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct run *r = &p->run[i];

		if (!used[i])
			continue;
		buf_add(out, head);
		head = ", ";
		if (r->id > 0)
			buf_addf(out, "#%lld", (long long)r->id);
		else
			buf_add(out, r->source ? r->source : "a file");
	}
}

void learn_from(const struct learn *p, struct buf *out)
{
	add_runs(p, p->spread, "", out);
	if (p->n > 0)
		add_runs(p, p->paired, "; of pairs: ", out);
}
