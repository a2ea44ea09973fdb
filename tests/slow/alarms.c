/* alarms.c - how often there is an alarm where nothing differs. */
#include "slow.h"

#include <math.h>

bool is_alarm(enum verdict v)
{
	return v == VERDICT_SLOWER || v == VERDICT_FASTER;
}

bool is_change(enum verdict v)
{
	return is_alarm(v) || v == VERDICT_MAYBE_SLOWER ||
	    v == VERDICT_MAYBE_FASTER;
}

static const struct floor no_floor = { .sessions = 3, .boots = 3 };
const struct floors no_floors = { .other = &no_floor };

struct judge_opts no_margin(void)
{
	struct judge_opts o = judge_defaults;

	o.delta = 1e-9;
	o.floors = &no_floors;
	return o;
}

bool duo_alarm(const struct duo *d, const struct judge_opts *o)
{
	struct verdict_set v;
	bool any;

	judge_compare(&d->a, &d->b, o, &v);
	any = v.count[VERDICT_SLOWER] + v.count[VERDICT_FASTER] > 0;
	verdict_set_release(&v);
	return any;
}

void any_alarm(const struct job *job, struct rng *rng, struct tally *t)
{
	struct judge_opts bare = no_margin();
	struct duo d;

	duo_init(&d, &job->spec, rng);
	t->hit[0] += duo_alarm(&d, &job->opts);
	t->hit[1] += duo_alarm(&d, &bare);
	duo_release(&d);
}

/* One row: any word of change. */
static void row_alarm(const struct job *job, struct rng *rng, struct tally *t)
{
	struct verdict_set v;
	struct duo d;

	duo_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	t->hit[0] += is_change(v.rows[0].verdict);
	verdict_set_release(&v);
	duo_release(&d);
}

/* Row 0 is shifted: found for sure. */
static void found(const struct job *job, struct rng *rng, struct tally *t)
{
	struct verdict_set v;
	struct duo d;

	duo_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	t->hit[0] += v.rows[0].verdict == VERDICT_SLOWER;
	verdict_set_release(&v);
	duo_release(&d);
}

/* The same values once more, each batch as if it were a process: what must
 * not be done. */
static void naive(const struct job *job, struct rng *rng, struct tally *t)
{
	double a[1024], b[1024];
	struct verdict_set v;
	struct duo d, flat;
	size_t n = 0;

	duo_init(&d, &job->spec, rng);
	for (size_t i = 0; i < job->spec.n; i++)
		for (size_t k = 0; k < job->spec.inner && n < 1024; k++, n++) {
			a[n] = (double)d.a.results[0].inv[i].run[k] / 1e6;
			b[n] = (double)d.b.results[0].inv[i].run[k] / 1e6;
		}
	duo_begin(&flat, DESIGN_PAIRS, 0);
	duo_row(&flat, "row0", a, b, n);
	judge_compare(&flat.a, &flat.b, &job->opts, &v);
	t->hit[0] += is_change(v.rows[0].verdict);
	verdict_set_release(&v);
	duo_release(&flat);
	duo_release(&d);
}

static void add_pairs(struct jobs *j, size_t n)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T1", 1000, "60 x %zu pairs", n);

		job->spec = (struct spec){ .rows = 60,
			.n = n,
			.sd = 0.02,
			.kind = (enum noise)kind };
		job->trial = any_alarm;
		job->heavy = n > 12 || kind % 2 == 0; /* half of them */
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 1, "the same, no margin");
	}
}

/* A core that is shared half of the time: what is left out, or kept, hangs on
 * pulses only. */
void jobs_shared(struct jobs *j)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T1", 1000, "60 x 24, shared");

		job->spec = (struct spec){ .rows = 60,
			.n = 24,
			.sd = 0.02,
			.shared = 0.5,
			.kind = (enum noise)kind };
		job->trial = any_alarm;
		job->heavy = kind != NOISE_NORMAL;
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 1, "the same, no margin");
	}
}

/* Each arm remembers its own last round: outside of what random order covers,
 * but all rows together show it. */
void jobs_own(struct jobs *j)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T1", 1000, "60 x 12 pairs, own");

		job->spec = (struct spec){ .rows = 60,
			.n = 12,
			.sd = 0.02,
			.own = true,
			.kind = (enum noise)kind };
		job->trial = any_alarm;
		job->heavy = kind != NOISE_AR;
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 1, "the same, no margin");
	}
}

/* Two sessions: of values that depend on each other no test holds without a
 * margin, nor with one once they spread by more than it (0.5 to 8 % where
 * mixed); those only stand beside. */
static void add_sessions(struct jobs *j, bool mixed)
{
	for (int kind = 0; kind < NOISES; kind++) {
		bool iid = kind != NOISE_DRIFT && kind != NOISE_AR;
		struct job *job = jobs_add(j, "T1", 1000, "60 x 12 + 12%s",
		    mixed ? ", mixed" : "");

		job->spec = (struct spec){ .rows = 60,
			.n = 12,
			.sd = 0.02,
			.mixed = mixed,
			.kind = (enum noise)kind,
			.design = DESIGN_SESSIONS };
		job->trial = any_alarm;
		job->heavy = mixed || (kind != NOISE_HEAVY && kind != NOISE_AR);
		job_goal(job, iid || !mixed ? GOAL_AT_MOST : GOAL_SHOWN, 0,
		    0.05, 0, "");
		job_goal(job, iid ? GOAL_AT_MOST : GOAL_SHOWN, 0, 0.05, 1,
		    "the same, no margin");
	}
}

static void add_rows(struct jobs *j)
{
	static const size_t n[] = { 12, 20, 40 };

	for (int i = 0; i < 3; i++)
		for (int kind = 0; kind < NOISES; kind++) {
			struct job *job =
			    jobs_add(j, "T3", 10000, "1 x %zu pairs", n[i]);

			job->spec = (struct spec){ .rows = 1,
				.n = n[i],
				.sd = 0.02,
				.kind = (enum noise)kind };
			job->opts = no_margin();
			job->trial = row_alarm;
			job_goal(job, GOAL_BETWEEN, 0.035, 0.065, 0, "");
		}
}

static void add_inner(struct jobs *j, size_t inner)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T9", 4000,
		    "12 pairs, %zu batch%s", inner, inner > 1 ? "es" : "");

		job->spec = (struct spec){ .rows = 1,
			.n = 12,
			.sd = 0.02,
			.kind = (enum noise)kind,
			.inner = inner,
			.inner_sd = 0.02 };
		job->opts = no_margin();
		job->trial = row_alarm;
		job_goal(job, GOAL_AT_MOST, 0, 0.06, 0, "");
	}
}

static void add_naive(struct jobs *j)
{
	struct job *job = jobs_add(j, "T9", 1000, "30 batches as values");

	job->spec = (struct spec){ .rows = 1,
		.n = 10,
		.sd = 0.02,
		.inner = 30,
		.inner_sd = 0.02 };
	job->opts = no_margin();
	job->trial = naive;
	job_goal(job, GOAL_SHOWN, 0, 0, 0, "");
}

static void add_few(struct jobs *j)
{
	for (int mixed = 0; mixed < 2; mixed++)
		for (int kind = 0; kind < NOISES; kind++) {
			struct job *job = jobs_add(j, "T9b", 1000,
			    "45 x 4 + 4%s", mixed ? ", mixed" : "");

			job->spec = (struct spec){ .rows = 45,
				.n = 4,
				.sd = 0.02,
				.mixed = mixed,
				.kind = (enum noise)kind,
				.design = DESIGN_BOOTS };
			job->trial = any_alarm;
			job->heavy = mixed ? kind != NOISE_AR : kind % 2 == 0;
			job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
			job_goal(job, GOAL_SHOWN, 0, 0, 1,
			    "the same, no margin");
		}
}

/* What leaves sides of few values that look as if nothing varied: two modes
 * beyond the margin, and values far off. */
static void add_fewer(struct jobs *j)
{
	static const struct {
		size_t n;
		double sd;
		enum noise kind;
		enum design design;
	} cases[] = {
		{ 3, 0.15, NOISE_BIMODAL, DESIGN_SESSIONS },
		{ 4, 0.15, NOISE_BIMODAL, DESIGN_SESSIONS },
		{ 5, 0.15, NOISE_BIMODAL, DESIGN_SESSIONS },
		{ 3, 0.08, NOISE_BIMODAL, DESIGN_SESSIONS },
		{ 4, 0.08, NOISE_BIMODAL, DESIGN_SESSIONS },
		{ 3, 0.08, NOISE_HEAVY, DESIGN_SESSIONS },
		{ 4, 0.08, NOISE_HEAVY, DESIGN_SESSIONS },
		{ 3, 0.08, NOISE_NORMAL, DESIGN_SESSIONS },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct job *job = jobs_add(j, "T9b", 1000,
		    "45 x %zu, sd %.0f %%", cases[i].n, cases[i].sd * 100);

		job->spec = (struct spec){ .rows = 45,
			.n = cases[i].n,
			.sd = cases[i].sd,
			.kind = cases[i].kind,
			.design = cases[i].design };
		job->trial = any_alarm;
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
	}
}

static void add_found(struct jobs *j, size_t n, enum design design, bool mixed)
{
	struct job *job = jobs_add(j, "T9b", 1000, "20 %% in 45 x %zu, %s", n,
	    mixed                      ? "mixed" :
		design == DESIGN_BOOTS ? "boots" :
					 "sessions");

	job->spec = (struct spec){ .rows = 45,
		.n = n,
		.sd = 0.02,
		.mixed = mixed,
		.shift = log(1.2),
		.design = design };
	job->trial = found;
	if (mixed)
		job_goal(job, GOAL_SHOWN, 0, 0, 0, "");
	else
		job_goal(job, GOAL_AT_LEAST, 0.95, 1, 0, "");
}

static void add_few_found(struct jobs *j)
{
	add_found(j, 4, DESIGN_SESSIONS, false);
	add_found(j, 4, DESIGN_BOOTS, false);
	add_found(j, 3, DESIGN_SESSIONS, false);
	add_found(j, 4, DESIGN_SESSIONS, true);
}

void jobs_alarms(struct jobs *j)
{
	add_pairs(j, 12);
	add_pairs(j, 30);
	add_sessions(j, false);
	add_sessions(j, true);
	add_rows(j);
	add_inner(j, 1);
	add_inner(j, 100);
	add_naive(j);
	add_few(j);
	add_fewer(j);
	add_few_found(j);
}
