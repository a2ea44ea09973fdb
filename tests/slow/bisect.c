/* bisect.c - how often the place of a step is found, and at what cost. */
#include "slow.h"

#include "base/mem.h"
#include "judge/bisect.h"

#include <math.h>
#include <stdlib.h>

#define PLACES 1024
#define VALUES 1000

/* Drift of so many sd in so many values. */
#define DRIFT      2.0
#define DRIFT_OVER 100

/* Hits: 0 found and right, 1 said not to differ. Sums: values, places built,
 * what was stated less what was right, in percent. */
enum { RUNS, BUILDS, STATED };

static void fill(const struct spec *s, double *noise, struct rng *rng)
{
	bool drift = s->kind == NOISE_DRIFT;

	noise_fill(rng, drift ? NOISE_NORMAL : s->kind, noise, VALUES);
	for (size_t i = 0; i < VALUES && drift; i++)
		noise[i] += DRIFT * (double)i / DRIFT_OVER;
}

/* A place that was built stays. The endpoints' values are as any. */
static enum bisect_word seek(struct bisect *b, const struct spec *s,
    size_t truth, const double *noise)
{
	enum bisect_word word;
	size_t place;

	while ((word = bisect_next(b, &place)) == BISECT_MEASURE) {
		bisect_mark(b, place, BISECT_BUILT);
		bisect_add(b, place,
		    s->shift * (place >= truth) + noise[b->n_values]);
	}
	return word;
}

static void trial(const struct job *job, struct rng *rng, struct tally *t)
{
	const struct bisect_opts o = { .confidence = BISECT_CONFIDENCE,
		.accept = 1,
		.delta = 0,
		.ends = BISECT_ENDS,
		.most = VALUES,
		.seed = rng_u64(rng) };
	size_t truth = 1 + (size_t)rng_below(rng, PLACES - 1);
	double *noise = xcalloc(VALUES, sizeof(*noise));
	struct bisect_answer a;
	enum bisect_word word;
	struct bisect b;
	bool right;

	fill(&job->spec, noise, rng);
	bisect_init(&b, PLACES, &o);
	word = seek(&b, &job->spec, truth, noise);
	t->hit[1] += word == BISECT_SAME;
	if (word == BISECT_FOUND) {
		bisect_answer(&b, &a);
		right = a.first == truth && a.last == truth;
		t->hit[0] += right;
		t->sum[STATED] += 100 * (a.mass - right);
	}
	t->sum[RUNS] += (double)b.n_values;
	for (size_t i = 0; i < PLACES; i++)
		t->sum[BUILDS] += b.state[i] == BISECT_BUILT;
	bisect_release(&b);
	free(noise);
}

/* T15. Other noise is shown: the model has one mode and no slope. */
static void step(struct jobs *j, double size, double right, double runs,
    double builds)
{
	for (int kind = 0; kind < NOISES; kind++) {
		bool goal = kind == NOISE_NORMAL;
		/* runs spread by 18, so that a mean of 45 takes many */
		uint64_t trials = size < 2 ? 300 : 1000;
		struct job *job = jobs_add(j, "T15", goal ? 4 * trials : trials,
		    "step of %g sd, right", size);

		job->trial = trial;
		job->spec =
		    (struct spec){ .kind = (enum noise)kind, .shift = size };
		job->heavy = size < 2;
		job_goal(job, goal ? GOAL_AT_LEAST : GOAL_SHOWN, right, 1, 0,
		    "");
		job_goal(job, goal ? GOAL_MEAN_ALL : GOAL_SHOWN_MEAN, -3, 3,
		    STATED, "stated less right, +-3");
		job_goal(job, goal ? GOAL_MEAN_ALL : GOAL_SHOWN_MEAN, 0, runs,
		    RUNS, "runs");
		job_goal(job, goal && builds > 0 ? GOAL_MEAN : GOAL_SHOWN_MEAN,
		    0, builds, BUILDS, "builds");
	}
}

/* Endpoints without a difference: hit 0, they are said to differ. */
static void none(const struct job *job, struct rng *rng, struct tally *t)
{
	const struct bisect_opts o = { .confidence = BISECT_CONFIDENCE,
		.accept = 1,
		.ends = BISECT_ENDS,
		.seed = rng_u64(rng) };
	double noise[VALUES];
	struct bisect b;
	size_t place = 0;

	fill(&job->spec, noise, rng);
	bisect_init(&b, PLACES, &o);
	while (bisect_next(&b, &place) == BISECT_MEASURE &&
	    (place == 0 || place == PLACES - 1))
		bisect_add(&b, place, noise[b.n_values]);
	t->hit[0] += bisect_next(&b, &place) != BISECT_SAME;
	t->sum[RUNS] += (double)b.n_values;
	bisect_release(&b);
}

void jobs_bisect(struct jobs *j)
{
	step(j, 2, 0.95, 45, 20);
	step(j, 1, 0.93, 200, 0);
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T15", 2000, "no step, differs");

		job->trial = none;
		job->spec = (struct spec){ .kind = (enum noise)kind };
		/* 4 standard errors at any of 77 looks, from 4 values each */
		job_goal(job, kind == NOISE_NORMAL ? GOAL_AT_MOST : GOAL_SHOWN,
		    0, 0.03, 0, "");
	}
}
