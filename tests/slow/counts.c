/* counts.c - runs that count instructions: boots are the unit. */
#include "slow.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>

#define ROWS 30

/* A boot keeps these; in a spec they mean: mixed, that every second row is
 * exact; shared, the share of rows that have two even ways to run. sd is the
 * most that a row spreads, and the least is a hundredth of it. */

static void boots(const struct spec *s, size_t row, double sd, double *cost,
    struct rng *rng)
{
	bool two = (double)row < s->shared * (double)s->rows;
	double z[64];

	noise_fill(rng, s->kind, z, s->n);
	for (size_t i = 0; i < s->n; i++) {
		if (two)
			z[i] = rng_below(rng, 2) ? 3 : 0;
		else if (s->mixed && row % 2)
			z[i] = 0;
		cost[i] = 10000 * exp(sd * z[i] + (row == 0 ? s->shift : 0));
	}
}

static void count(struct run *r)
{
	r->clock_name = xstrdup(RUN_INSTRUCTIONS);
	for (size_t i = 0; i < r->n_results; i++)
		r->results[i].unit = UNIT_INSN;
}

/* Two kernels; the first row of the second is shifted. */
static void counts_init(struct duo *d, const struct spec *s, struct rng *rng)
{
	double a[64], b[64];
	struct spec base = *s;
	char key[32];

	base.shift = 0;
	duo_begin(d, DESIGN_BOOTS, 0);
	for (size_t i = 0; i < s->rows; i++) {
		double sd = s->sd * exp(-log(100) * rng_unit(rng));

		snprintf(key, sizeof(key), "row%zu", i);
		boots(&base, i, sd, a, rng);
		boots(s, i, sd, b, rng);
		duo_row(d, key, a, b, s->n);
	}
	count(&d->a);
	count(&d->b);
}

static void alarm(const struct job *job, struct rng *rng, struct tally *t)
{
	struct judge_opts bare = judge_defaults;
	struct duo d;

	bare.counts = 1e-9;
	counts_init(&d, &job->spec, rng);
	t->hit[0] += duo_alarm(&d, &job->opts);
	t->hit[1] += duo_alarm(&d, &bare);
	duo_release(&d);
}

static void found(const struct job *job, struct rng *rng, struct tally *t)
{
	struct verdict_set v;
	struct duo d;

	counts_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	t->hit[0] += v.rows[0].verdict == VERDICT_SLOWER;
	t->hit[1] += is_change(v.rows[0].verdict);
	verdict_set_release(&v);
	duo_release(&d);
}

static void add_alarms(struct jobs *j, size_t n, const char *what, bool mixed,
    double shared)
{
	for (int kind = 0; kind < NOISE_DRIFT; kind++) {
		struct job *job = jobs_add(j, "T21", 2000, "%d x %zu + %zu%s",
		    ROWS, n, n, what);

		job->spec = (struct spec){ .rows = ROWS,
			.n = n,
			.sd = 0.01,
			.mixed = mixed,
			.shared = shared,
			.kind = (enum noise)kind };
		job->trial = alarm;
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 1, "the same, no margin");
	}
}

/* As the lab is meant to be: most rows within 0.1 %, some within 1 %. */
static void add_found(struct jobs *j, double shift)
{
	struct job *job =
	    jobs_add(j, "T21", 1000, "%.1f %% in 30 x 3 + 3", 100 * shift);

	job->spec = (struct spec){ .rows = ROWS,
		.n = 3,
		.sd = 0.0005,
		.mixed = true,
		.shift = log1p(shift) };
	job->trial = found;
	job_goal(job, GOAL_AT_LEAST, 0.95, 1, 0, "");
	job_goal(job, GOAL_SHOWN, 0, 0, 1, "or maybe");
}

void jobs_counts(struct jobs *j)
{
	for (size_t n = 3; n <= 5; n += 2) {
		add_alarms(j, n, "", false, 0);
		add_alarms(j, n, ", exact", true, 0);
		add_alarms(j, n, ", 1 even", true, 1.0 / ROWS);
		add_alarms(j, n, ", 3 even", true, 3.0 / ROWS);
		add_alarms(j, n, ", even", false, 1);
	}
	add_found(j, 0.01);
}
