/* main.c - how often perfloss is wrong, against its targets. */
#include "slow.h"

#include "base/err.h"
#include "base/mem.h"
#include "base/opt.h"
#include "judge/trend.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FAST_LEVEL \
	0.9999 /* bounds of a few dozen trials, that no luck breaks */
#define LEVEL 0.99

struct options {
	int64_t processes;
	uint64_t seed;
	int64_t divisor;
	bool tap;
	const char *oracle, *only;
};

static const char *const parts[] = { "T1", "T3", "T4", "T5", "T6", "T7", "T8",
	"T9", "T9b", "T11", "T12", "T15", "T18", "T21", "replay" };

/* of noise: normal, skewed, heavy, bimodal, drifting, AR(.7) */
static const char *const kinds[CELLS] = { "norm", "skew", "t3", "bim", "drif",
	"AR.7" };

#define PARTS (sizeof(parts) / sizeof(parts[0]))

static bool wanted(const char *part, char **words, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(words[i], part) == 0)
			return true;
	return n == 0;
}

static bool known(char **words, int n)
{
	for (int i = 0; i < n; i++) {
		size_t k = 0;

		while (k < PARTS && strcmp(words[i], parts[k]) != 0)
			k++;
		if (k < PARTS)
			continue;
		fprintf(stderr, "statistics: no part '%s'; there are",
		    words[i]);
		for (k = 0; k < PARTS; k++)
			fprintf(stderr, " %s", parts[k]);
		fprintf(stderr, "\n");
		return false;
	}
	return true;
}

static int by_part(const void *a, const void *b)
{
	const struct job *x = a, *y = b;
	size_t i = 0, k = 0;

	while (strcmp(parts[i], x->part) != 0)
		i++;
	while (strcmp(parts[k], y->part) != 0)
		k++;
	return i != k ? (i > k) - (i < k) : (x > y) - (x < y);
}

/* Seeds go with the place of a job among all, so that a part alone gives the
 * numbers that it gives among the others. */
static int simulate(struct table *t, const struct options *o, char **words,
    int n)
{
	struct jobs j = { 0 };
	size_t kept = 0;
	int rc;

	jobs_alarms(&j);
	jobs_estimate(&j);
	jobs_words(&j);
	jobs_own(&j);
	jobs_shared(&j);
	jobs_steps(&j);
	jobs_counts(&j);
	jobs_bisect(&j); /* the latest last: see above */
	for (size_t i = 0; i < j.n; i++) {
		struct job *job = &j.job[i];
		uint64_t divided = job->trials / (uint64_t)o->divisor;

		job->trials = divided > 20 ? divided : 20;
		if (!wanted(job->part, words, n) || (job->heavy && t->cut) ||
		    (o->only && !strstr(job->name, o->only)))
			job->trials = 0;
	}
	rc = pool_run(&j, o->seed, (unsigned)o->processes);
	qsort(j.job, rc ? 0 : j.n, sizeof(*j.job), by_part);
	for (size_t i = 0; i < j.n && !rc; i++)
		if (j.job[i].trials > 0)
			j.job[kept++] = j.job[i];
	if (kept > 0)
		table_head(t, "percent of n", kinds);
	table_jobs(t, j.job, kept);
	free(j.job);
	return rc;
}

static double cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* T18: processor time of one comparison, so that others do not count; a figure
 * of this machine, and no test of the program. */
static void analysis(struct table *t, uint64_t seed, uint32_t looks)
{
	struct spec s = { .rows = 60,
		.n = 80,
		.sd = 0.02,
		.looks = looks,
		.kind = NOISE_SKEWED };
	double best = 1e9;
	struct row r = { .part = "T18" };
	struct rng rng;
	struct duo d;

	rng_seed(&rng, seed);
	duo_init(&d, &s, &rng);
	for (int i = 0; i < 5; i++) {
		double from = cpu_ms();
		struct verdict_set v;

		judge_compare(&d.a, &d.b, NULL, &v);
		verdict_set_release(&v);
		from = cpu_ms() - from;
		best = from < best ? from : best;
	}
	duo_release(&d);
	snprintf(r.name, sizeof(r.name), "60 x 80 pairs%s",
	    looks ? ", looks" : "");
	snprintf(r.text, sizeof(r.text), "%.1f ms (goal < 100)", best);
	if (!t->tap)
		r.mark[0] = best < 100 ? MARK_MET : MARK_MISSED;
	table_row(t, &r);
}

/* The same of a history: 60 rows with two steps over 1200 runs. */
static void history(struct table *t, uint64_t seed)
{
	const struct trend_opts o = { .alpha = 0.01,
		.family = 0.05,
		.delta = 0.02,
		.newest = 10 };
	struct row r = { .part = "T18", .name = "60 x 1200 runs" };
	struct trend trend = { .n = 0 };
	struct rng rng;
	double took;
	char key[16];

	rng_seed(&rng, seed);
	for (size_t i = 0; i < 1200; i++)
		for (int k = 0; k < 60; k++) {
			snprintf(key, sizeof(key), "row%d", k);
			trend_add(&trend, "host", key, "ns", i,
			    0.02 * noise_normal(&rng) +
				0.05 * ((i > 400) + (i > 900)));
		}
	took = cpu_ms();
	trend_judge(&trend, &o);
	took = cpu_ms() - took;
	trend_release(&trend);
	snprintf(r.text, sizeof(r.text), "%.0f ms (goal < 1000)", took);
	if (!t->tap)
		r.mark[0] = took < 1000 ? MARK_MET : MARK_MISSED;
	table_row(t, &r);
}

static int run(const struct options *o, char **words, int n)
{
	struct table t = { .tap = o->tap,
		.cut = o->divisor > 1,
		.level = o->divisor > 1 ? FAST_LEVEL : LEVEL };
	int rc;

	printf("# seed %llu, bounds at %g %%\n", (unsigned long long)o->seed,
	    100 * t.level);
	rc = simulate(&t, o, words, n);
	if (rc) {
		fprintf(stderr, "statistics: %s\n", strerror(-rc));
		return 2;
	}
	if (wanted("T18", words, n)) {
		analysis(&t, o->seed, 0);
		analysis(&t, o->seed, 80);
		history(&t, o->seed);
	}
	if (wanted("replay", words, n))
		replay(&t, o->oracle, o->seed, 200 / (uint64_t)o->divisor);
	if (o->tap)
		printf("1..%zu\n", t.rows);
	else
		printf("# %zu rows, %zu missed\n", t.rows, t.missed);
	return t.missed ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct options o = { .processes = 2,
		.seed = 20261130,
		.divisor = 1,
		.oracle = "../shared/oracle" };
	const struct opt opts[] = {
		{ 'j', "jobs", "N", "processes at once", OPT_INT, &o.processes,
		    1 },
		{ 's', "seed", "N", "seed", OPT_UINT, &o.seed, 0 },
		{ 'd', "divide", "N", "trials divided by N, 20 at least",
		    OPT_INT, &o.divisor, 1 },
		{ 0, "tap", NULL, "Test Anything Protocol", OPT_FLAG, &o.tap,
		    0 },
		{ 'o', "oracle", "DIR", "where aa_real is", OPT_STRING,
		    &o.oracle, 0 },
		{ 'c', "case", "TEXT",
		    "only cases that have TEXT in their name", OPT_STRING,
		    &o.only, 0 },
		{ 0 },
	};
	const struct opt_cmd cmd = { .name = "statistics",
		.args = "[PART...]",
		.summary = "how often the procedure is wrong",
		.opts = opts };
	struct err e = { 0 };
	int n = 0, rc = opt_parse(&cmd, argc, argv, &n, &e);

	if (rc > 0)
		return 0;
	if (rc < 0) {
		fprintf(stderr, "statistics: %s\n", e.text);
		return 2;
	}
	return known(argv + 1, n) ? run(&o, argv + 1, n) : 2;
}
