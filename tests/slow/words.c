/* words.c - looks at the verdict, SAME, and what CANNOT TELL asks for. */
#include "slow.h"

#include <math.h>

/* Looks end here; SAME is to be had by then. */
#define LOOKS 80

/* -- Several looks ------------------------------------------------------- */

/* Pairs until a change of row 0 is certain, and until its word is final:
 * SLOWER, FASTER or SAME. */
static void pairs_needed(const struct job *job, struct rng *rng,
    struct tally *t)
{
	const struct comparison *c;
	struct verdict_set v;
	struct duo d;

	duo_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	c = &v.rows[0];
	t->sum[0] += c->flagged ? c->flagged : (double)job->spec.n;
	t->sum[1] += c->look ? c->look : (double)job->spec.n;
	t->hit[0] += is_change(c->verdict);
	verdict_set_release(&v);
	duo_release(&d);
}

static void add_looks(struct jobs *j)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job =
		    jobs_add(j, "T6", 1000, "60 x %d pairs, looks", LOOKS);

		job->spec = (struct spec){ .rows = 60,
			.n = LOOKS,
			.sd = 0.02,
			.looks = LOOKS,
			.kind = (enum noise)kind };
		job->trial = any_alarm;
		job->heavy = kind != NOISE_SKEWED;
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 1, "the same, no margin");
	}
}

/* The targets are for normal values; the other kinds stand beside. */
static void add_needed(struct jobs *j, double shift, double most)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T6", 2000,
		    "%.0f %%: pairs until seen", 100 * shift);
		bool goal = kind == NOISE_NORMAL;

		job->spec = (struct spec){ .rows = 1,
			.n = LOOKS,
			.sd = 0.02,
			.looks = LOOKS,
			.kind = (enum noise)kind,
			.shift = log1p(shift) };
		job->trial = pairs_needed;
		job_goal(job, goal ? GOAL_MEAN : GOAL_SHOWN_MEAN, 0, most, 0,
		    "");
		job_goal(job, GOAL_SHOWN_MEAN, 0, 0, 1, "until final");
		job_goal(job, GOAL_SHOWN, 0, 0, 0, "seen in the end");
	}
}

/* -- SAME ---------------------------------------------------------------- */

static void same(const struct job *job, struct rng *rng, struct tally *t)
{
	struct verdict_set v;
	struct duo d;

	duo_init(&d, &job->spec, rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	t->hit[0] += v.rows[0].verdict == VERDICT_SAME;
	verdict_set_release(&v);
	duo_release(&d);
}

static void add_same(struct jobs *j, size_t n, uint32_t looks, double sd,
    bool wrong)
{
	for (int kind = 0; kind < NOISES; kind++) {
		struct job *job = jobs_add(j, "T7", 4000,
		    "%s, sd %.0f %%, %s%zu", wrong ? "wrong" : "right",
		    100 * sd, looks ? "<= " : "", n);

		job->spec = (struct spec){ .rows = 1,
			.n = n,
			.sd = sd,
			.looks = looks,
			.kind = (enum noise)kind,
			.shift = wrong ? log1p(judge_defaults.delta) : 0 };
		job->trial = same;
		if (wrong)
			job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
		else
			job_goal(job, GOAL_AT_LEAST, 0.95, 1, 0, "");
	}
}

/* Two sessions have a margin of 5 %. */
static void add_same_sessions(struct jobs *j)
{
	for (int kind = 0; kind < NOISE_DRIFT; kind++) {
		struct job *job =
		    jobs_add(j, "T7", 4000, "wrong, sd 4 %%, 20 + 20");

		job->spec = (struct spec){ .rows = 1,
			.n = 20,
			.sd = 0.04,
			.design = DESIGN_SESSIONS,
			.kind = (enum noise)kind,
			.shift = log1p(0.05) };
		job->trial = same;
		job_goal(job, GOAL_AT_MOST, 0, 0.05, 0, "");
	}
}

/* -- How many more ------------------------------------------------------- */

/* Whether a word other than CANNOT TELL comes of the first n pairs of one
 * series; *more is what is asked for. */
static bool told(const struct job *job, struct rng rng, size_t n,
    uint32_t *more)
{
	struct spec s = job->spec;
	struct verdict_set v;
	struct duo d;
	bool word;

	s.n = n;
	duo_init(&d, &s, &rng);
	judge_compare(&d.a, &d.b, &job->opts, &v);
	word = v.rows[0].verdict != VERDICT_CANNOT_TELL;
	*more = v.rows[0].n_more;
	verdict_set_release(&v);
	duo_release(&d);
	return word;
}

static void after_more(const struct job *job, struct rng *rng, struct tally *t)
{
	struct rng from;
	uint32_t more, again;

	rng_seed(&from, rng_u64(rng));
	if (told(job, from, job->spec.n, &more) || more > 20000)
		return;
	t->hit[0]++;
	t->sum[0] += more;
	t->hit[1] += told(job, from, job->spec.n + more, &again);
}

static void add_more(struct jobs *j, enum design design, double sd,
    double margin)
{
	bool pairs = design == DESIGN_PAIRS;

	static const struct {
		double of_margin;
		const char *what;
	} truths[] = { { 0, "no change" }, { 0.5, "half the margin" },
		{ 1, "the margin" }, { 1.5, "1.5 x it" }, { 3, "3 x it" } };

	for (int i = 0; i < 5; i++)
		for (int kind = 0; kind < NOISE_DRIFT; kind++) {
			struct job *job = jobs_add(j, "T8", 1000, "%s%s",
			    truths[i].what, pairs ? "" : ", 12 + 12");

			job->spec = (struct spec){ .rows = 1,
				.n = 12,
				.sd = sd,
				.design = design,
				.kind = (enum noise)kind,
				.shift = log1p(truths[i].of_margin * margin) };
			job->trial = after_more;
			job_goal(job, GOAL_AT_LEAST, 0.75, 1, 1, "");
			job->goal[0].of = 0;
			job_goal(job, GOAL_SHOWN, 0, 0, 0, "had asked");
		}
}

void jobs_words(struct jobs *j)
{
	add_looks(j);
	add_needed(j, 0.02, 35);
	add_needed(j, 0.05, 15);
	for (int looks = 0; looks <= LOOKS; looks += LOOKS)
		add_same(j, looks ? LOOKS : 20, (uint32_t)looks, 0.02, true);
	add_same(j, LOOKS, 0, 0.02, false);
	add_same(j, LOOKS, LOOKS, 0.02, false);
	add_same(j, LOOKS, LOOKS, 0.01, false);
	add_same_sessions(j);
	add_more(j, DESIGN_PAIRS, 0.04, judge_defaults.delta);
	add_more(j, DESIGN_SESSIONS, 0.07, 0.05);
}
