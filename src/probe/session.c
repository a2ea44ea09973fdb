/* session.c - the plan in, results out. */
#include "probe/session.h"

#include "base/mem.h"
#include "measure/mark.h"
#include "measure/watch.h"
#include "probe/command.h"
#include "probe/input.h"
#include "probe/load.h"
#include "probe/out.h"
#include "probe/plan.h"
#include "probe/survive.h"
#include "probe/where.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A driver that speaks first is heard before hello, so that hello can name the
 * scratch directory; one that waits for hello gets it after this. */
#define FIRST_NS INT64_C(500000000)

/* The kernel counts CPU time in ticks of 1 to 10 ms: over less than this the
 * shares of an env line are unknown. */
#define LEAST_S 0.1

/* A row that was asked for: understood once, calibrated once. */
struct known {
	char *given; /* the key as it was given */
	char *key;   /* as the row is called */
	struct row row;
	uint64_t ops; /* 0 = not calibrated yet */
};

struct session {
	struct measurer *m;
	const struct bench *const *table;
	struct known *known;
	size_t n_known, cap_known;
	bool greeted;
	int64_t steps;
	struct survive survivors;
	struct load load;
	bool was_first, may_first;
	struct plat_load before; /* as of the last env line */
	struct plat_hogs *hogs;
	int64_t load_ns;
	double ours_s;
};

static struct known *find_row(struct session *s, const char *given,
    struct err *e)
{
	struct buf key = BUF_INIT;
	struct known *k;
	struct row row;
	size_t i;

	for (i = 0; i < s->n_known; i++)
		if (strcmp(s->known[i].given, given) == 0)
			return &s->known[i];
	if (row_parse(&row, given, s->table, e) < 0)
		return NULL;
	s->known =
	    xgrow(s->known, s->n_known, &s->cap_known, sizeof(*s->known));
	k = &s->known[s->n_known++];
	row_key(&row, &key);
	*k = (struct known){ .given = xstrdup(given),
		.key = buf_take(&key),
		.row = row };
	return k;
}

/* Find the batch size, once per row. False: it was skipped or failed. */
static bool calibrate(struct session *s, struct measure_step *step, int64_t id,
    struct known *k)
{
	struct measure_result r;

	if (k->ops == 0) {
		step->mode = BATCH_CALIBRATE;
		measure(s->m, step, &r);
		step->mode = BATCH_MEASURE;
		if (r.outcome != OUTCOME_DONE) {
			out_result(id, k->key, &k->row, s->m, &r);
			return false;
		}
		k->ops = s->m->shared->ops;
		out_cal(id, k->key, k->ops, s->m->shared->op_ns);
	}
	step->ops = k->ops;
	return true;
}

static void idle(int64_t ns)
{
	int64_t end = watch_now() + ns, left = ns;

	while (left > 0 && !watch_stopped()) {
		watch_wait(-1, left);
		left = end - watch_now();
	}
}

static void refuse_step(const struct plan_line *p, const struct err *e)
{
	struct measure_result r = { .outcome = OUTCOME_FAIL };

	r.error = -e->code;
	snprintf(r.why, sizeof(r.why), "%s", e->text);
	out_result(p->id, p->key, NULL, NULL, &r);
}

static void do_step(struct session *s, const struct plan_line *p)
{
	struct measure_step step = { .mode = BATCH_MEASURE,
		.ops = p->ops,
		.time_ns = p->time_ns,
		.quiet_ns = p->quiet_ns,
		.sample_ns = p->profile,
		.deadline_ns = p->deadline_ns,
		.pin_given = p->pin_given,
		.pin = p->pin };
	struct measure_result r;
	const char *tmpfs, *cgroup;
	struct known *k;
	struct err e;

	s->steps++;
	k = find_row(s, p->key, &e);
	if (!k) {
		refuse_step(p, &e);
		return;
	}
	step.row = k->row;
	if (p->stay) {
		survive_step(&s->survivors, s->m, &step, k->key, p->id);
		return;
	}
	idle(p->idle_ns);
	if (watch_stopped())
		return;
	tmpfs = measure_tmpfs(s->m, k->row.bench->needs);
	if (tmpfs) /* named before anything can happen to this process */
		out_scratch(tmpfs);
	cgroup = measure_cgroup(s->m, k->row.bench->needs);
	if (cgroup)
		out_scratch(cgroup);
	out_start(p->id, k->key);
	mark(MARK_STEP);
	if (step.ops || calibrate(s, &step, p->id, k)) {
		measure(s->m, &step, &r);
		if (p->profile > 0 && r.outcome == OUTCOME_DONE)
			where_profile(p->id, k->key, p->profile, s->m->shared);
		else
			out_result(p->id, k->key, &k->row, s->m, &r);
	}
}

static void mark_load(struct session *s)
{
	plat_load(&s->before);
	plat_hogs_free(s->hogs);
	s->hogs = plat_hogs_new();
	s->load_ns = watch_now();
	s->ours_s = disturb_own_s();
}

static void put_number(struct json *j, const char *key, bool known, double v)
{
	json_key(j, key);
	if (known)
		json_double(j, v);
	else
		json_null(j);
}

static void env_load(const struct session *s, struct json *j, double span)
{
	struct plat_load now;
	double busy, steal, all, own = disturb_own_s() - s->ours_s;

	plat_load(&now);
	busy = now.busy_s - s->before.busy_s;
	steal = now.steal_s - s->before.steal_s;
	all = busy + steal + now.idle_s - s->before.idle_s;
	busy -= own;
	put_number(j, "busy", now.known && span >= LEAST_S,
	    busy > 0 ? busy / span : 0);
	put_number(j, "own", span >= LEAST_S, own > 0 ? own / span : 0);
	put_number(j, "steal", now.known && span >= LEAST_S && all > 0,
	    steal / all);
	if (now.known)
		json_put_int(j, "runnable", now.runnable);
	put_number(j, "psi_cpu", now.psi_cpu >= 0, now.psi_cpu);
	if (now.known)
		json_put_uint(j, "throttled",
		    now.throttled - s->before.throttled);
}

static void do_env(struct session *s)
{
	double span = (double)(watch_now() - s->load_ns) / 1e9;
	struct json *j = out_begin("env");
	struct plat_hog hog;

	env_load(s, j, span);
	if (s->hogs && plat_hogs_busiest(s->hogs, &hog) && hog.name[0]) {
		json_put_string(j, "hog", hog.name);
		json_put_double(j, "hog_share", hog.share);
	} else {
		json_put_string(j, "hog", NULL);
	}
	out_end();
	mark_load(s);
}

static void greet(struct session *s, const struct plan_line *plan)
{
	out_hello(s->m);
	s->greeted = true;
	if (s->m->inject.quota.dir[0])
		out_scratch(s->m->inject.quota.dir);
	if (plan && plan->dir[0] && !s->m->scratch.path[0])
		out_error(s->m->scratch_error.text);
	if (plan && plan->facts)
		out_facts(s->m);
	if (s->was_first)
		out_fact("probe.first", PLAT_STATE,
		    s->may_first ? "yes" : "no");
	if (plan && s->m->clock_error.code == 0)
		out_clock(&s->m->clock);
}

/* Whoever keeps order goes first, and who drives this one. */
static void go_first(struct session *s)
{
	s->was_first = true;
	s->may_first = plat_go_first(0);
	if (s->may_first)
		plat_go_first(getppid());
}

static void do_plan(struct session *s, const struct plan_line *p)
{
	struct err e = { 0 };

	if (p->first)
		go_first(s);
	if (p->has_dir)
		measure_set_dir(s->m, p->dir, NULL);
	measure_clock(s->m, p->counts, &e);
	greet(s, p);
	if (e.code < 0)
		out_error(e.text);
}

/* Of a row: its batch size is found before there are many. */
static void do_load(struct session *s, const struct plan_line *p)
{
	struct measure_step step = { .mode = BATCH_MEASURE,
		.time_ns = p->time_ns,
		.deadline_ns = p->deadline_ns,
		.pin_given = true,
		.pin = -1 };
	struct load_work work = { .copies = (size_t)p->copies,
		.argv = p->argv,
		.env = command_env(),
		.step = &step };
	struct known *k;
	struct err e;

	s->steps++;
	if (!p->argv)
		work.preset = load_preset(p->key);
	command_split();
	/* the one that goes on is new, and what is new has no priority */
	if (s->may_first)
		plat_go_first(0);
	if (!p->argv && !work.preset) {
		k = find_row(s, p->key, &e);
		if (!k) {
			refuse_step(p, &e);
			return;
		}
		step.row = k->row;
		if (!calibrate(s, &step, p->id, k))
			return;
	}
	if (load_begin(&s->load, s->m, &work, &e) < 0)
		refuse_step(p, &e);
	else
		load_say(&s->load);
}

static void do_release(struct session *s, const struct plan_line *p)
{
	load_end(&s->load, false);
	s->m->keeps |= p->keep;
	load_say(&s->load);
}

static void do_program(struct session *s, const struct plan_line *p)
{
	s->steps++;
	idle(p->idle_ns);
	if (!watch_stopped())
		command_step(s->m, p);
}

/* False: the plan is at its end. */
static bool do_line(struct session *s, const struct plan_line *p)
{
	switch (p->kind) {
	case PLAN_PLAN:
		do_plan(s, p);
		break;
	case PLAN_STEP:
		do_step(s, p);
		break;
	case PLAN_PROGRAM:
		do_program(s, p);
		break;
	case PLAN_ENV:
		do_env(s);
		break;
	case PLAN_LEFT:
		load_left();
		break;
	case PLAN_LOAD:
		do_load(s, p);
		break;
	case PLAN_LOOK:
		load_say(&s->load);
		break;
	case PLAN_RELEASE:
		do_release(s, p);
		break;
	case PLAN_SYMBOLS:
		where_symbols();
		break;
	case PLAN_FILE:
		where_file(p->path, p->most);
		break;
	case PLAN_END:
		return false;
	}
	return true;
}

static bool one_line(struct session *s, struct buf *text)
{
	bool more = true;
	struct plan_line p;
	struct err e;
	int r;

	buf_add_char(text, '\0'); /* text->s is there, whatever the length */
	r = plan_read(&p, text->s, text->len - 1, &e);
	if (!s->greeted && (r < 0 || p.kind != PLAN_PLAN))
		greet(s, NULL);
	if (r < 0)
		out_error(e.text);
	else
		more = do_line(s, &p);
	plan_release(&p);
	return more;
}

static bool next(struct session *s, struct input *in, struct buf *text)
{
	switch (input_next(in, text, s->greeted ? -1 : FIRST_NS)) {
	case INPUT_LINE:
		return one_line(s, text);
	case INPUT_LONG:
		if (!s->greeted)
			greet(s, NULL);
		out_error("plan line is longer than 1 MiB");
		return true;
	case INPUT_TIME:
		greet(s, NULL);
		return true;
	case INPUT_END:
	case INPUT_STOP:
		break;
	}
	return false;
}

void session_run(struct measurer *m, const struct bench *const *table)
{
	struct session s = { .m = m, .table = table };
	struct buf text = BUF_INIT;
	struct input in;
	size_t i;

	input_init(&in);
	mark_load(&s);
	while (!watch_stopped() && next(&s, &in, &text))
		;
	if (!s.greeted)
		greet(&s, NULL);
	out_bye(s.steps);
	load_end(&s.load, true);
	load_release(&s.load);
	survive_release(&s.survivors);
	for (i = 0; i < s.n_known; i++) {
		free(s.known[i].given);
		free(s.known[i].key);
	}
	free(s.known);
	plat_hogs_free(s.hogs);
	buf_release(&text);
	input_release(&in);
}

int session_once(struct measurer *m, const struct bench *const *table,
    const char *key, uint64_t ops, uint32_t batches)
{
	struct measure_step step = { .mode = BATCH_ONCE,
		.ops = ops,
		.batches = batches };
	struct plan_line defaults;
	struct measure_result r;
	char empty[] = "{\"t\":\"end\"}";
	struct err e;

	plan_read(&defaults, empty, strlen(empty), &e);
	plan_release(&defaults);
	step.time_ns = defaults.time_ns;
	step.deadline_ns = defaults.deadline_ns;
	if (row_parse(&step.row, key, table, &e) < 0) {
		out_error(e.text);
		return 2;
	}
	measure(m, &step, &r);
	out_result(0, key, &step.row, m, &r);
	return r.outcome == OUTCOME_DONE ? 0 : 2;
}
