/* aftermath_measure.c - the phases of perfloss aftermath: three probes (fresh
 * processes, surviving ones, the load) and what there is of the system. */
#include "cmd/aftermath.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/rng.h"
#include "cmd/progress.h"
#include "cmd/setup.h"
#include "drive/clocks.h"
#include "drive/stop.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define S 1000000000ll

/* Looks at the state of the system lie so far apart at least: one takes 20 ms
 * (measured on the machine of METHOD.md). */
#define LEFT_NS S

/* An invocation's deadline, before a load makes it longer. */
#define DEADLINE_NS (20 * S)

/* A row that fails this often in a row is not tried again. */
#define FAILURES 3

enum { FRESH, SURVIVOR, LOAD, PROBES };

struct row_state {
	const char *key;
	char *as;     /* of the survivor */
	uint64_t ops; /* 0 = not known yet */
	int failed[2];
};

struct work {
	const struct aftermath_opts *o;
	const struct load_spec *load;
	struct aftermath *a;
	struct store *store;
	struct run *saved[AFTER_PHASES];
	bool store_failed;
	struct talk talk[PROBES];
	struct run side; /* what the other probes say of themselves */
	struct row_state *row;
	size_t *order, n;
	struct rng rng;
	int64_t opened_ns, tick_ns, next_left_ns, next_id;
	int looks;      /* at the state, in this phase */
	int64_t end_ns; /* of the phase */
	uint32_t round;
	enum after_phase phase;
	const char *why; /* it ended */
};

static int64_t since(const struct work *w)
{
	return clocks_now_ns() - w->opened_ns;
}

/* -- One measurement ------------------------------------------------------ */

/* While copies share the CPUs everything takes as many times longer. */
static int64_t deadline(const struct work *w)
{
	size_t cpus = w->a->about.cpus ? w->a->about.cpus : 1;
	int64_t times = 1;

	if (w->phase == AFTER_LOAD)
		times += (int64_t)(w->load->copies / cpus);
	return DEADLINE_NS * (times < 30 ? times : 30);
}

/* Under the load a core that is shared is what is asked about: no batch is left
 * out for it. */
static void keep_all(struct invocation *inv)
{
	free(inv->pulse);
	inv->pulse = NULL;
	inv->n_pulse = 0;
	inv->fast = 0;
}

static int ask(struct work *w, struct row_state *row, int which, struct err *e)
{
	struct plan_one one = { .id = w->next_id++,
		.key = row->key,
		.ops = row->ops,
		.idle_ns = (int64_t)(rng_unit(&w->rng) * (double)w->tick_ns),
		.deadline_ns = deadline(w),
		.stay = which == SURVIVOR };
	struct run *r = &w->a->phase[w->phase];
	struct buf line = BUF_INIT;
	const struct talk_question q = { .line = &line,
		.id = one.id,
		.key = row->key,
		.as = which == SURVIVOR ? row->as : NULL,
		.into = r,
		.round = w->round };
	int64_t at = since(w);
	struct result *res;
	struct answer a;
	int ret;

	w->talk[which].deadline_ns = one.deadline_ns;
	plan_one(&one, &line);
	ret = talk_ask(&w->talk[which], &q, &a, e);
	if (ret < 0)
		return ret;
	if (a.ops > 0)
		row->ops = a.ops;
	if (a.kind != WIRE_DONE) {
		row->failed[which] += a.kind == WIRE_SKIP ? FAILURES : 1;
		return 0;
	}
	row->failed[which] = 0;
	res = run_find(r, q.as ? q.as : row->key);
	if (res && res->n_inv > 0)
		res->inv[res->n_inv - 1].start_ns = (uint64_t)at;
	if (res && res->n_inv > 0 && w->phase == AFTER_LOAD)
		keep_all(&res->inv[res->n_inv - 1]);
	if (row->ops == 0 && res && res->n_inv > 0)
		row->ops = res->inv[0].ops;
	return 0;
}

/* Both processes of a row, one right after the other, in random order. The
 * survivor's batches are those that the first fresh process was found. */
static int both(struct work *w, struct row_state *row, struct err *e)
{
	int first = rng_u64(&w->rng) >> 63 && row->ops > 0 ? SURVIVOR : FRESH;
	int r = 0;

	for (int k = 0; k < 2 && r == 0; k++) {
		int which = k == 0 ? first : FRESH + SURVIVOR - first;

		if (which == SURVIVOR && row->ops == 0)
			continue;
		/* one of them may take seconds beside a hundred others */
		if (w->phase == AFTER_LOAD && since(w) >= w->end_ns)
			continue;
		if (row->failed[which] < FAILURES)
			r = ask(w, row, which, e);
	}
	return r;
}

/* -- What there is -------------------------------------------------------- */

static int look_at_left(struct work *w, struct err *e)
{
	struct buf line = BUF_INIT;
	struct wire_msg m;
	struct left l;
	int r;

	plan_left(&line);
	r = talk_hear(&w->talk[FRESH], &line, WIRE_LEFT, &m, e);
	if (r < 0)
		return r;
	left_take(&l, &m);
	l.at_ns = since(w);
	wire_msg_release(&m);
	aftermath_add_left(w->a, &l);
	w->next_left_ns = since(w) + LEFT_NS;
	w->looks++;
	return 0;
}

/* A hog that is one of the surviving processes is none. */
static bool is_survivor(const struct work *w, const char *hog)
{
	for (size_t i = 0; i < w->n; i++) {
		size_t n = strcspn(w->row[i].key, "/");

		/* the kernel keeps 15 characters of a name */
		if (strncmp(w->row[i].key, hog, n < 15 ? n : 15) == 0)
			return true;
	}
	return strcmp(hog, "perfloss-probe") == 0;
}

/* How alone the machine was; what the surviving processes used is ours. */
static int look_at_env(struct work *w, bool keep, struct err *e)
{
	struct talk *fresh = &w->talk[FRESH], *other = &w->talk[SURVIVOR];
	int r = talk_env(fresh, false, 0, e);

	r = r < 0 ? r : talk_env(other, false, 0, e);
	if (r < 0 || !keep)
		return r;
	fresh->env.round = w->round;
	fresh->env.at_ns = (uint64_t)since(w);
	if (isfinite(other->own))
		fresh->env.busy = fmax(0, fresh->env.busy - other->own);
	fresh->env.hog =
	    fresh->hog[0] && !is_survivor(w, fresh->hog) ? fresh->hog : NULL;
	run_add_env(&w->a->phase[w->phase], &fresh->env);
	fresh->env.hog = NULL;
	return 0;
}

/* -- A phase -------------------------------------------------------------- */

static void show(const struct work *w)
{
	double left = (double)(w->end_ns - since(w)) / 1e9;
	char span[32];

	progress_show("%s, round %u, %s left", after_phase_words[w->phase],
	    w->round + 1, num_span(left > 0 ? left : 0, span, sizeof(span)));
}

/* *over: the load has ended, or the time is up. */
static int round_of(struct work *w, bool *over, struct err *e)
{
	bool running = true;
	int r = 0;

	rng_shuffle(&w->rng, w->order, w->n);
	for (size_t i = 0; i < w->n && r == 0 && !*over; i++) {
		if (stop_asked())
			return err_set(e, -EINTR, "interrupted");
		show(w);
		r = both(w, &w->row[w->order[i]], e);
		if (r == 0 && w->phase == AFTER_LOAD)
			r = aftermath_look(&w->talk[LOAD], w->load, w->a,
			    &running, e);
		w->a->load.ended |= !running;
		*over = !running ||
		    (w->phase == AFTER_LOAD && since(w) >= w->end_ns);
	}
	r = r < 0 ? r : look_at_env(w, true, e);
	if (r == 0 && since(w) >= w->next_left_ns)
		r = look_at_left(w, e);
	w->a->phase[w->phase].rounds = ++w->round;
	setup_save(w->store, &w->saved[w->phase], 1, &w->store_failed);
	return r;
}

static int phase(struct work *w, enum after_phase which, int64_t ns,
    struct err *e)
{
	bool over = false;
	int r;

	w->phase = which;
	w->round = 0;
	w->looks = 0;
	w->a->phase[which].started_ns = setup_now_ns();
	w->a->from_ns[which] = since(w);
	w->end_ns = w->a->from_ns[which] + ns;
	r = look_at_env(w, false, e);
	r = r < 0 ? r : look_at_left(w, e);
	while (r == 0 && !over && since(w) < w->end_ns)
		r = round_of(w, &over, e);
	/* in a moment nobody uses a tick of CPU time, whoever spins */
	if (r == 0 &&
	    (w->looks < 2 || since(w) >= w->next_left_ns - LEFT_NS / 2))
		r = look_at_left(w, e);
	w->a->to_ns[which] = since(w);
	w->a->phase[which].ended_ns = setup_now_ns();
	return r;
}

static int load_and_release(struct work *w, struct err *e)
{
	struct err why = { 0, "" };
	bool running;
	int r = aftermath_begin_load(&w->talk[LOAD], w->load, w->a, e), end;

	r = r < 0 ? r : phase(w, AFTER_LOAD, w->o->load_ns, e);
	if (!w->a->load.began)
		return r;
	/* one that failed at the last moment is not taken for a good one */
	r = r < 0 ? r :
		    aftermath_look(&w->talk[LOAD], w->load, w->a, &running, e);
	progress_show("ending the load");
	end =
	    aftermath_end_load(&w->talk[LOAD], w->load, w->a, w->o->keep, &why);
	return r < 0 || end == 0 ? r : err_set(e, end, "%s", why.text);
}

/* -- Begin and end -------------------------------------------------------- */

static int start(struct work *w, int which, const char *path, struct run *r,
    struct err *e)
{
	const char *argv[] = { path, NULL };
	const struct probe_opts po = { .argv = argv, .dir = w->o->dir };
	struct plan plan;
	int ret;

	plan_init(&plan, 0);
	plan.dir = w->o->dir;
	plan.no_facts = which != FRESH;
	plan.first = true;
	talk_init(&w->talk[which], r, DEADLINE_NS, w->opened_ns);
	ret = talk_start(&w->talk[which], &po, &plan, e);
	plan_release(&plan);
	return ret;
}

/* What the probe said of the machine holds for all phases. */
static void facts(struct work *w)
{
	struct run *first = &w->a->phase[AFTER_BASELINE];
	const char *word = host_get(&first->host, "probe.first");

	w->a->about.first = word && strcmp(word, "yes") == 0;
	for (int i = 0; i < AFTER_PHASES; i++) {
		struct run *r = &w->a->phase[i];

		if (i > 0) {
			host_copy(&r->host, &first->host);
			r->clock_name = first->clock_name ?
			    xstrdup(first->clock_name) :
			    NULL;
			r->clock_cost_ns = first->clock_cost_ns;
			r->clock_step_ns = first->clock_step_ns;
		}
		host_set(&r->host, "aftermath.load", FACT_STATE, w->load->what);
		host_set(&r->host, "aftermath.phase", FACT_STATE,
		    after_phase_words[i]);
	}
}

static int begin(struct work *w, const char *path, struct err *e)
{
	struct run *base = &w->a->phase[AFTER_BASELINE];
	int r = start(w, FRESH, path, base, e);

	if (r < 0)
		return r;
	facts(w);
	w->tick_ns = talk_tick_ns(base);
	r = w->o->settle_ns > 0 ?
	    talk_settle(&w->talk[FRESH], w->o->settle_ns, e) :
	    0;
	r = r < 0 ? r : start(w, LOAD, path, &w->side, e);
	return r < 0 ? r : start(w, SURVIVOR, path, &w->side, e);
}

static void init(struct work *w, const struct catalogue *c)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	w->opened_ns = clocks_now_ns();
	w->row = xcalloc(c->n, sizeof(*w->row));
	w->order = xcalloc(c->n, sizeof(*w->order));
	for (size_t i = 0; i < c->n; i++) {
		if (!c->chosen[i])
			continue;
		w->order[w->n] = w->n;
		w->row[w->n].key = c->row[i].key;
		w->row[w->n++].as =
		    xasprintf("%s%s", c->row[i].key, AFTERMATH_SURVIVOR);
	}
	for (int i = 0; i < AFTER_PHASES; i++)
		w->saved[i] = &w->a->phase[i];
	w->next_id = 1;
	w->a->about.cpus = cpus > 0 ? (size_t)cpus : 0;
	w->a->about.self[0] = (long)getpid();
	w->a->load.what = xstrdup(w->load->what);
	w->a->load.copies = w->load->copies;
	run_init(&w->side);
	rng_seed(&w->rng, w->a->phase[AFTER_BASELINE].seed);
}

static void release(struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->row[i].as);
	free(w->row);
	free(w->order);
	run_release(&w->side);
}

static void conclude(struct work *w, int ret)
{
	const char *then = ret == -EINTR ? ", then interrupted" :
	    ret < 0                      ? ", then an error" :
					   "";

	for (int i = 0; i < AFTER_PHASES; i++) {
		struct run *r = &w->a->phase[i];

		if (w->a->from_ns[i] == 0 && w->a->to_ns[i] == 0)
			continue;
		free(r->stop);
		r->stop = xasprintf("%u round%s%s", r->rounds,
		    r->rounds == 1 ? "" : "s", i == (int)w->phase ? then : "");
	}
}

static int phases(struct work *w, struct err *e)
{
	bool running;
	int r = phase(w, AFTER_BASELINE, w->o->baseline_ns, e);

	if (r == 0 && !run_has_values(&w->a->phase[AFTER_BASELINE]))
		r = err_set(e, -ENODATA, "no row could be measured");
	r = r < 0 ? r : load_and_release(w, e);
	r = r < 0 ? r : phase(w, AFTER_RECOVERY, w->o->recovery_ns, e);
	/* a keeper that was killed took with it what the load had left */
	return r < 0 ?
	    r :
	    aftermath_look(&w->talk[LOAD], w->load, w->a, &running, e);
}

int aftermath_measure(struct aftermath *a, const struct catalogue *c,
    const struct load_spec *load, struct store *s,
    const struct aftermath_opts *o, struct err *e)
{
	struct work w = { .o = o, .load = load, .a = a, .store = s };
	char *path = probe_find(e);
	int ret = path ? 0 : -ENOENT;
	struct clocks from, to;

	clocks_read(&from);
	init(&w, c);
	progress_begin(o->quiet);
	ret = ret < 0 ? ret : begin(&w, path, e);
	ret = ret < 0 ? ret : phases(&w, e);
	/* the load first, so that the others can end in peace */
	talk_finish(&w.talk[LOAD], ret, e);
	talk_finish(&w.talk[SURVIVOR], ret, e);
	talk_finish(&w.talk[FRESH], ret, e);
	progress_end();
	clocks_read(&to);
	a->about.clock_step_s = clocks_stepped_s(&from, &to);
	a->about.suspended_s = clocks_suspended_s(&from, &to);
	a->about.cut = ret < 0;
	conclude(&w, ret);
	aftermath_part(a);
	setup_save(s, w.saved, AFTER_PHASES, &w.store_failed);
	release(&w);
	free(path);
	return ret;
}
