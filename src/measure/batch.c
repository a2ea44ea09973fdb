/* batch.c - the batches of one invocation, run in its child. */
#include "measure/batch.h"

#include "base/rng.h"
#include "measure/calib.h"
#include "measure/mark.h"
#include "measure/pulse.h"
#include "measure/sample.h"
#include "plat/count.h"

#include <inttypes.h>
#include <signal.h>
#include <unistd.h>

#define WARM_SHARE   10 /* a tenth of the time wanted is warm-up */
#define WARM_MAX     64
#define PATIENCE     4 /* x the time wanted, preparing included */
#define WALL_BATCHES 3 /* but never fewer batches than this */

#define now plat_clock_read

static void enter(struct bench_ctx *c, enum phase phase)
{
	atomic_store_explicit(&c->engine->shared->phase, (int)phase,
	    memory_order_relaxed);
	/* A call that does nothing tells a tracer (tests/bench/ops). */
	if (c->engine->marks)
		lseek(-1, (off_t)phase, SEEK_SET);
}

/* What a hook returned; a reason there must be. */
static int judge(struct bench_ctx *c, int r)
{
	struct shared *s = c->engine->shared;

	if (r == 0 && atomic_load(&s->outcome) == OUTCOME_NONE)
		return 0;
	partners_blame(c->engine);
	shared_fail(s, 0, "%s returned %d without a reason",
	    phase_words[atomic_load(&s->phase)], r);
	return -1;
}

static int untimed(struct bench_ctx *c, enum phase phase,
    int (*hook)(struct bench_ctx *c, uint64_t n), uint64_t n)
{
	if (!hook)
		return 0;
	enter(c, phase);
	return judge(c, hook(c, n));
}

/* The timed path: nothing but the hook, and a mark on each side of it, between
 * two readings of the clock. */
#define TIMED(name, before, after) \
	__attribute__((noinline)) static int name(struct bench_ctx *c, \
	    int clock, int (*hook)(struct bench_ctx * c, uint64_t n), \
	    uint64_t n, uint64_t *ns) \
	{ \
		uint64_t from, to; \
		int r; \
\
		from = now(clock); \
		before; \
		r = hook(c, n); \
		after; \
		to = now(clock); \
		*ns = to - from; \
		return r; \
	}

TIMED(timed, (void)0, (void)0) /* calibration and warm-up */
TIMED(timed_run, mark(MARK_RUN_BEGIN), mark(MARK_RUN_END))
TIMED(timed_base, mark(MARK_BASE_BEGIN), mark(MARK_BASE_END))

static int run_batch(struct bench_ctx *c, const struct batch_job *job,
    uint64_t n, uint64_t *ns)
{
	const struct bench *b = c->engine->bench;
	int r;

	if (untimed(c, PHASE_PREPARE, b->prepare, n) < 0)
		return -1;
	enter(c, PHASE_RUN);
	sample_begin(c->engine);
	r = c->engine->warm ? timed_run(c, job->clock, b->run, n, ns) :
			      timed(c, job->clock, b->run, n, ns);
	sample_end(c->engine, &c->engine->shared->run_samples, n);
	if (judge(c, r) < 0)
		return -1;
	atomic_fetch_add(&c->engine->shared->whole, 1);
	return untimed(c, PHASE_TIDY, b->tidy, n);
}

static int base_batch(struct bench_ctx *c, const struct batch_job *job,
    uint64_t n, uint64_t *ns)
{
	const struct bench *b = c->engine->bench;
	int r;

	enter(c, PHASE_BASE);
	sample_begin(c->engine);
	r = c->engine->warm ? timed_base(c, job->clock, b->base, n, ns) :
			      timed(c, job->clock, b->base, n, ns);
	sample_end(c->engine, &c->engine->shared->base_samples, n);
	return judge(c, r);
}

static int calibrate(struct bench_ctx *c, const struct batch_job *job)
{
	struct shared *s = c->engine->shared;
	struct calib cal;
	uint64_t ns;

	calib_init(&cal, job->want_ns,
	    c->batch_ops > 0 ? c->batch_ops : c->engine->bench->max_ops);
	calib_step(&cal, c->batch_ops > 0 ? c->batch_ops : c->ops_step);
	do {
		s->n_events = 0;
		if (run_batch(c, job, cal.ops, &ns) < 0)
			return -1;
	} while (!calib_feed(&cal, ns));
	s->ops = cal.ops;
	s->op_ns = cal.op_ns;
	return 0;
}

/* One run batch and, where there is one, its base batch, in random order. */
static int two(struct bench_ctx *c, const struct batch_job *job,
    struct rng *rng)
{
	struct shared *s = c->engine->shared;
	bool has_base = c->engine->bench->base && job->mode != BATCH_ONCE;
	bool base_first = has_base && rng_u64(rng) >> 63;
	uint64_t run = 0, base = 0;

	if (base_first && base_batch(c, job, job->ops, &base) < 0)
		return -1;
	if (run_batch(c, job, job->ops, &run) < 0)
		return -1;
	if (has_base && !base_first && base_batch(c, job, job->ops, &base) < 0)
		return -1;
	s->run[s->n_run++] = run;
	if (has_base)
		s->base[s->n_base++] = base;
	return 0;
}

/* The same between two pulses. */
static int pair(struct bench_ctx *c, const struct batch_job *job,
    struct rng *rng)
{
	struct shared *s = c->engine->shared;
	uint64_t before, after;

	if (job->mode == BATCH_ONCE || job->clock == PLAT_COUNT)
		return two(c, job, rng);
	before = pulse(job->clock);
	if (two(c, job, rng) < 0)
		return -1;
	after = pulse(job->clock);
	s->pulse[s->n_pulse++] = before > after ? before : after;
	return 0;
}

/* Events of the batches to come are written inside the clock: have their
 * pages there before. */
static void touch_events(struct shared *s, uint64_t want)
{
	uint64_t i, step = 4096 / sizeof(s->event[0]);

	for (i = 0; i < want && i < SHARED_EVENTS; i += step)
		s->event[i] = 0;
}

static int warm_up(struct bench_ctx *c, const struct batch_job *job,
    struct rng *rng)
{
	struct shared *s = c->engine->shared;
	uint64_t spent = 0, from = now(job->clock), more;

	do {
		if (pair(c, job, rng) < 0)
			return -1;
		spent += s->run[s->n_run - 1];
	} while (s->n_run < WARM_MAX &&
	    spent < (uint64_t)job->time_ns / WARM_SHARE &&
	    now(job->clock) - from < (uint64_t)job->time_ns);
	s->warm = s->n_run;
	more = c->engine->bench->events;
	if (s->n_events > 0 && spent > 0)
		more += s->n_events * 2 * (uint64_t)job->time_ns / spent;
	if (s->n_events > 0)
		touch_events(s, s->n_events + more);
	s->n_events = 0;
	s->dropped = 0;
	return 0;
}

static bool enough(const struct bench_ctx *c, const struct batch_job *job,
    uint64_t spent, uint64_t wall)
{
	const struct shared *s = c->engine->shared;
	uint32_t n = s->n_run - s->warm;
	uint64_t time_ns = (uint64_t)job->time_ns;

	if (job->mode == BATCH_ONCE)
		return n >= job->batches;
	if (s->n_run >= SHARED_BATCHES)
		return true;
	if (n < WALL_BATCHES)
		return false;
	if (s->n_events < c->engine->bench->events && wall < BENCH_EVENTS_NS)
		return false;
	if (wall >= PATIENCE * time_ns)
		return true;
	return spent >= time_ns &&
	    n >= calib_min_batches((double)spent / n, job->time_ns);
}

static void usage_since(struct plat_usage *u)
{
	struct plat_usage end;

	plat_usage(&end);
	u->nvcsw = end.nvcsw - u->nvcsw;
	u->nivcsw = end.nivcsw - u->nivcsw;
	u->minflt = end.minflt - u->minflt;
	u->majflt = end.majflt - u->majflt;
	u->migrations = end.migrations - u->migrations;
	u->migrations_known = u->migrations_known && end.migrations_known;
}

/* The part of the time in which no task ran. */
static double waiting(uint64_t wall, int64_t busy_before)
{
	double busy = (double)(plat_busy() - busy_before);

	return busy < (double)wall ? 1 - busy / (double)wall : 0;
}

static int measure(struct bench_ctx *c, const struct batch_job *job)
{
	struct shared *s = c->engine->shared;
	struct rng rng;
	uint64_t spent = 0, from, wall;
	int64_t busy = -1;

	rng_seed(&rng, job->seed);
	s->ops = job->ops;
	if (job->mode == BATCH_MEASURE && warm_up(c, job, &rng) < 0)
		return -1;
	if (job->sample_ns > 0 && sample_open(c, job->sample_ns) < 0)
		return -1;
	if (job->clock == PLAT_COUNT)
		busy = plat_busy();
	plat_usage(&s->usage);
	plat_give_back();
	c->engine->warm = job->mode == BATCH_MEASURE;
	from = now(job->clock);
	do {
		if (pair(c, job, &rng) < 0)
			return -1;
		spent += s->run[s->n_run - 1];
		wall = now(job->clock) - from;
	} while (!enough(c, job, spent, wall));
	c->engine->warm = false;
	sample_close(c->engine);
	s->marked = s->n_run - s->warm;
	usage_since(&s->usage);
	s->waiting = busy < 0 ? -1 : waiting(wall, busy);
	return 0;
}

/* Measured again and again: between two times it is stopped, and what it has
 * set up stays as it is. Ends with a failure, or is killed. */
static int measure_for_ever(struct bench_ctx *c, const struct batch_job *job)
{
	struct shared *s = c->engine->shared;

	while (measure(c, job) == 0) {
		s->bytes = c->bytes_per_op;
		enter(c, PHASE_END);
		raise(SIGSTOP);
		visit_again();
	}
	return -1;
}

int batch_all(struct bench_ctx *c, const struct batch_job *job)
{
	const struct bench *b = c->engine->bench;
	struct shared *s = c->engine->shared;
	int r;

	c->engine->marks = job->mode == BATCH_ONCE;
	if (b->max_ops > 0 && job->ops > b->max_ops)
		return shared_fail(s, 0,
		    "a batch has at most %" PRIu64 " operations", b->max_ops);
	enter(c, PHASE_SETUP);
	if (b->setup && judge(c, b->setup(c)) < 0)
		return -1;
	if (job->stays)
		return measure_for_ever(c, job);
	r = job->mode == BATCH_CALIBRATE ? calibrate(c, job) : measure(c, job);
	if (r < 0)
		return -1;
	enter(c, PHASE_TEARDOWN);
	if (b->teardown && judge(c, b->teardown(c)) < 0)
		return -1;
	if (partners_end(c->engine) < 0)
		return -1;
	s->bytes = c->bytes_per_op;
	enter(c, PHASE_END);
	return 0;
}
