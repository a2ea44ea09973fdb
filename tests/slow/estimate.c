/* estimate.c - whether intervals hold the truth, and what is found. */
#include "slow.h"

#include <math.h>

#define TRUTH 0.03 /* log */

static void coverage(const struct job *job, struct rng *rng, struct tally *t)
{
	double truth = expm1(job->spec.shift);
	const struct comparison *c;
	struct verdict_set v;
	struct duo d;

	duo_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	c = &v.rows[0];
	t->hit[0] += c->lo <= truth && truth <= c->hi;
	verdict_set_release(&v);
	duo_release(&d);
}

static void seen(const struct job *job, struct rng *rng, struct tally *t)
{
	struct verdict_set v;
	struct duo d;

	duo_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	t->hit[0] += v.rows[0].verdict == VERDICT_SLOWER ||
	    v.rows[0].verdict == VERDICT_MAYBE_SLOWER;
	t->hit[1] += v.rows[0].verdict == VERDICT_SLOWER;
	verdict_set_release(&v);
	duo_release(&d);
}

static void add_coverage(struct jobs *j)
{
	static const size_t n[] = { 10, 20, 30 };

	for (int i = 0; i < 3; i++)
		for (int kind = 0; kind < NOISES; kind++) {
			struct job *job =
			    jobs_add(j, "T4", 10000, "1 x %zu pairs", n[i]);

			job->spec = (struct spec){ .rows = 1,
				.n = n[i],
				.sd = 0.02,
				.kind = (enum noise)kind,
				.shift = TRUTH };
			job->trial = coverage;
			job_goal(job, GOAL_BETWEEN, 0.93, 0.97, 0, "");
		}
}

/* The targets are for normal values; the other kinds stand beside. */
static void add_power(struct jobs *j, size_t rows, double sd, double shift,
    size_t n, double target)
{
	for (int kind = 0; kind < NOISES; kind++) {
		bool normal = kind == NOISE_NORMAL;
		struct job *job = jobs_add(j, "T5", rows > 1 ? 1000 : 4000,
		    "%.0f %% at sd %.0f %%, %zu x %zu", 100 * shift, 100 * sd,
		    rows, n);

		job->spec = (struct spec){ .rows = rows,
			.n = n,
			.sd = sd,
			.kind = (enum noise)kind,
			.shift = log1p(shift) };
		job->trial = seen;
		job->heavy = rows > 1 && !normal;
		job_goal(job, normal ? GOAL_AT_LEAST : GOAL_SHOWN, target, 1, 0,
		    "");
		if (rows > 1)
			job_goal(job, GOAL_SHOWN, 0, 1, 1, "said to be SLOWER");
	}
}

/* Two sessions at the margin of pairs. */
static void add_power_sessions(struct jobs *j)
{
	struct job *job = jobs_add(j, "T5", 1000, "5 %%, 2 %%, 60 x 40 + 40");

	job->spec = (struct spec){ .rows = 60,
		.n = 40,
		.sd = 0.02,
		.design = DESIGN_SESSIONS,
		.shift = log1p(0.05) };
	job->opts.floors = &no_floors;
	job->trial = seen;
	job->heavy = true;
	job_goal(job, GOAL_AT_LEAST, 0.99, 1, 1, "");
}

void jobs_estimate(struct jobs *j)
{
	add_coverage(j);
	add_power(j, 1, 0.01, 0.02, 10, 0.80);
	add_power(j, 1, 0.02, 0.02, 20, 0.78);
	add_power(j, 60, 0.02, 0.05, 20, 0.99);
	add_power_sessions(j);
}
