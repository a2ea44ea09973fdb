/* steps.c - how often steps are seen where none are, and those that are. */
#include "slow.h"

#include "base/mem.h"
#include "stats/step.h"

#include <math.h>
#include <stdlib.h>

#define MOST   4   /* steps planted */
#define SIZE   3.0 /* of each, sd */
#define MARGIN 5   /* values beside it where it counts as found, as TCPD has */
#define SPIKES 0.05
#define BEYOND 10.0 /* sd that a spike is off, up to twice that */

/* Hits of a planted job: at 5 found, within 2 of it, the truth in the interval
 * of the place, in that of the size. Sums: 100 less F1 in percent. */

struct series {
	double *y, *scratch;
	size_t *indices, n;
	struct step found[64];
	size_t steps;
};

static void series_init(struct series *s, size_t n)
{
	s->n = n;
	s->y = xcalloc(n, sizeof(*s->y));
	s->scratch = xcalloc(step_room(n), sizeof(*s->scratch));
	s->indices = xcalloc(step_indices(n), sizeof(*s->indices));
}

static void series_release(struct series *s)
{
	free(s->y);
	free(s->scratch);
	free(s->indices);
}

static void make(struct series *s, const struct spec *spec, struct rng *rng)
{
	double last = noise_normal(rng), rho = spec->rho;

	noise_fill(rng, spec->kind, s->y, s->n);
	for (size_t i = 0; i < s->n && rho > 0; i++)
		last = s->y[i] =
		    rho * last + sqrt(1 - rho * rho) * noise_normal(rng);
	for (size_t i = 0; i < s->n && spec->spiky; i++)
		if (rng_unit(rng) < SPIKES)
			s->y[i] += BEYOND * (1 + rng_unit(rng));
}

static void find(struct series *s)
{
	struct step_opts o = { .alpha = 0.01 };
	double rho;

	s->steps = step_find(s->y, s->n, &o, s->found, 64, &rho, s->scratch,
	    s->indices);
}

static void none(const struct job *job, struct rng *rng, struct tally *t)
{
	struct series s;

	series_init(&s, job->spec.n);
	make(&s, &job->spec, rng);
	find(&s);
	t->hit[0] += s.steps > 0;
	series_release(&s);
}

/* One to four steps up or down, about as far apart as there is room. */
static size_t plant(struct series *s, struct rng *rng, size_t *at, double *size)
{
	size_t m = 1 + (size_t)rng_below(rng, MOST), room = s->n / (m + 1);

	for (size_t i = 0; i < m; i++) {
		at[i] = room * (i + 1) - room / 4 +
		    (size_t)rng_below(rng, room / 2 + 1);
		size[i] = rng_below(rng, 2) ? SIZE : -SIZE;
		for (size_t k = at[i]; k < s->n; k++)
			s->y[k] += size[i];
	}
	return m;
}

/* The step found nearest to a place, or NULL. */
static const struct step *near(const struct series *s, size_t at)
{
	const struct step *best = NULL;
	size_t least = MARGIN + 1;

	for (size_t i = 0; i < s->steps; i++) {
		size_t f = s->found[i].at, off = f > at ? f - at : at - f;

		if (off < least) {
			least = off;
			best = &s->found[i];
		}
	}
	return best;
}

static void planted(const struct job *job, struct rng *rng, struct tally *t)
{
	size_t at[MOST], m, right = 0;
	double size[MOST], precision, recall;
	struct series s;

	series_init(&s, job->spec.n);
	make(&s, &job->spec, rng);
	m = plant(&s, rng, at, size);
	find(&s);
	for (size_t i = 0; i < m; i++) {
		const struct step *f = near(&s, at[i]);

		if (!f)
			continue;
		right++;
		t->hit[1] += f->at + 2 >= at[i] && f->at <= at[i] + 2;
		t->hit[2] += f->lo <= at[i] && at[i] <= f->hi;
		t->hit[3] += f->from <= size[i] && size[i] <= f->to;
	}
	t->hit[0] += right;
	/* as van den Burg and Williams 2020: the start of the series is a
	 * change that everybody finds */
	precision = (double)(right + 1) / (double)(s.steps + 1);
	recall = (double)(right + 1) / (double)(m + 1);
	t->sum[0] += 100 - 200 * precision * recall / (precision + recall);
	series_release(&s);
}

struct shape {
	const char *words;
	enum noise kind;
	bool spiky;
	double rho, alarms, f1;
};

/* Targets of METHOD.md of the specification; others are shown. */
static const struct shape shapes[] = {
	{ "", NOISE_NORMAL, false, 0, 0.02, 0.94 },
	{ "", NOISE_SKEWED, false, 0, 0.02, 0 },
	{ "", NOISE_HEAVY, false, 0, 0.02, 0 },
	{ "", NOISE_BIMODAL, false, 0, 0.02, 0.90 },
	{ " spiky", NOISE_NORMAL, true, 0, 0.02, 0.94 },
	{ " AR(.3)", NOISE_NORMAL, false, 0.3, 0.10, 0.80 },
};

static struct job *add(struct jobs *j, const char *part, uint64_t trials,
    const struct shape *s, size_t n)
{
	struct job *job = jobs_add(j, part, trials, "n = %zu%s", n, s->words);

	job->spec = (struct spec){ .n = n,
		.kind = s->kind,
		.rho = s->rho,
		.spiky = s->spiky };
	return job;
}

void jobs_steps(struct jobs *j)
{
	static const size_t n[] = { 100, 300 };
	size_t count = sizeof(shapes) / sizeof(shapes[0]);

	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < count; k++) {
			struct job *job = add(j, "T11", 4000, &shapes[k], n[i]);

			job->trial = none;
			job_goal(job, GOAL_AT_MOST, 0, shapes[k].alarms, 0, "");
		}
	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < count; k++) {
			const struct shape *s = &shapes[k];
			struct job *job = add(j, "T12", 1000, s, n[i]);

			job->trial = planted;
			job_goal(job, s->f1 > 0 ? GOAL_MEAN : GOAL_SHOWN_MEAN,
			    0, 100 * (1 - s->f1), 0, ", 100 - F1");
			job_goal(job, GOAL_AT_LEAST, 0.90, 1, 1,
			    "of found, within 2");
			job->goal[1].of = 0;
			job_goal(job, GOAL_SHOWN, 0, 1, 2, "place in interval");
			job->goal[2].of = 0;
		}
}
