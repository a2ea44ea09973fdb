/* replay.c - real A/A values, measured in six orders, judged as suites. */
#include "slow.h"

#include "base/mem.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define REPS  300
#define MODES 6
#define TIMES 40 /* values of an experiment, both arms, in time */
#define PAIRS (TIMES / 2)
#define ROWS  60 /* experiments taken as the rows of one suite */

enum {
	MODE_BLOCK,
	MODE_RANDOM = 2,
};

/* Blocks AAA BBB; ABBA; random order in each pair; ABAB; ABBA or BAAB at
 * random; the Thue-Morse sequence. */
static const char *const mode_words[MODES] = { "AABB", "ABBA", "rand", "ABAB",
	"r4", "T-M" };

struct value {
	int arm;
	double ns;
};

struct data {
	struct value v[REPS][MODES][TIMES];
};

/* Lines "rep mode index arm ns"; true when each place has a value. */
static bool load(const char *oracle, struct data *d)
{
	char path[4096], line[128];
	size_t n = 0;
	gzFile f;

	snprintf(path, sizeof(path), "%s/aa_real/reps_000_299.txt.gz", oracle);
	f = gzopen(path, "r");
	while (f && gzgets(f, line, sizeof(line))) {
		unsigned rep, mode, at, arm;
		double ns;

		if (sscanf(line, "%u %u %u %u %lf", &rep, &mode, &at, &arm,
			&ns) != 5 ||
		    rep >= REPS || mode >= MODES || at >= TIMES || arm > 1)
			continue;
		d->v[rep][mode][at] = (struct value){ (int)arm, ns };
		n++;
	}
	if (f)
		gzclose(f);
	return n == (size_t)REPS * MODES * TIMES;
}

/* The k-th value of each arm in the order taken: for the orders that have one
 * of each in every two places that is the pair; of blocks it is the pair by
 * number. */
static void split(const struct value *v, double *a, double *b)
{
	size_t na = 0, nb = 0;

	for (size_t i = 0; i < TIMES; i++)
		if (v[i].arm == 0 && na < PAIRS)
			a[na++] = v[i].ns;
		else if (v[i].arm == 1 && nb < PAIRS)
			b[nb++] = v[i].ns;
}

/* Alarms in a suite of the rows reps[0 .. ROWS - 1], with the margins of every
 * day and without any. */
static void judge(const struct data *d, size_t mode, const size_t *reps,
    enum design design, size_t *alarms, size_t *bare)
{
	struct judge_opts none = no_margin();
	double a[PAIRS] = { 0 }, b[PAIRS] = { 0 };
	struct duo duo;
	char key[32];

	duo_begin(&duo, design, 0);
	for (size_t i = 0; i < ROWS; i++) {
		snprintf(key, sizeof(key), "row%zu", i);
		split(d->v[reps[i]][mode], a, b);
		duo_row(&duo, key, a, b, PAIRS);
	}
	*alarms += duo_alarm(&duo, &judge_defaults);
	*bare += duo_alarm(&duo, &none);
	duo_release(&duo);
}

struct counts {
	size_t suites, alarms, bare;            /* bare: without a margin */
	size_t again, again_alarms, again_bare; /* of rows drawn at random */
};

static void count(const struct data *d, size_t mode, enum design design,
    struct rng *rng, size_t resampled, struct counts *c)
{
	size_t reps[REPS];

	memset(c, 0, sizeof(*c));
	for (size_t i = 0; i < REPS; i++)
		reps[i] = i;
	for (size_t i = 0; i + ROWS <= REPS; i += ROWS) {
		c->suites++;
		judge(d, mode, reps + i, design, &c->alarms, &c->bare);
	}
	for (size_t i = 0; i < resampled; i++) {
		rng_shuffle(rng, reps, REPS);
		c->again++;
		judge(d, mode, reps, design, &c->again_alarms, &c->again_bare);
	}
}

/* What to count of each order, and how it is named. */
static void row(struct table *t, const struct counts c[MODES], const char *name,
    size_t at, size_t n_at, bool target)
{
	struct row r = { .part = "aa" };

	snprintf(r.name, sizeof(r.name), "%s", name);
	if (target)
		snprintf(r.target, sizeof(r.target), "0");
	for (int i = 0; i < MODES; i++) {
		size_t hit = *(const size_t *)((const char *)&c[i] + at);
		size_t n = *(const size_t *)((const char *)&c[i] + n_at);

		if (n == 0)
			continue;
		snprintf(r.cell[i], sizeof(r.cell[i]), "%zu", hit);
		snprintf(r.n, sizeof(r.n), "%zu", n);
		if (target && i == MODE_RANDOM)
			r.mark[i] = hit == 0 ? MARK_MET : MARK_MISSED;
	}
	table_row(t, &r);
}

/* Only the random order has a target: no suite with an alarm. */
static void rows(struct table *t, const struct counts c[MODES],
    const char *design, bool target)
{
	char name[64];

	snprintf(name, sizeof(name), "%s", design);
	row(t, c, name, offsetof(struct counts, alarms),
	    offsetof(struct counts, suites), target);
	row(t, c, "  the same, no margin", offsetof(struct counts, bare),
	    offsetof(struct counts, suites), target);
	row(t, c, "  rows drawn", offsetof(struct counts, again_alarms),
	    offsetof(struct counts, again), false);
	row(t, c, "  the same, no margin", offsetof(struct counts, again_bare),
	    offsetof(struct counts, again), false);
}

static void skipped(struct table *t)
{
	struct row r = { .part = "aa",
		.name = "replay",
		.text = "skipped: no aa_real here" };

	if (t->tap)
		printf("ok %zu - replay # SKIP no aa_real here\n", ++t->rows);
	else
		table_row(t, &r);
}

void replay(struct table *t, const char *oracle, uint64_t seed,
    uint64_t resampled)
{
	struct data *d = xcalloc(1, sizeof(*d));
	struct counts pairs[MODES], sessions[MODES] = { { 0 } };
	struct rng rng;

	rng_seed(&rng, seed);
	if (!load(oracle, d)) {
		skipped(t);
		free(d);
		return;
	}
	for (size_t mode = 0; mode < MODES; mode++)
		count(d, mode, DESIGN_PAIRS, &rng, resampled, &pairs[mode]);
	count(d, MODE_BLOCK, DESIGN_SESSIONS, &rng, resampled,
	    &sessions[MODE_BLOCK]);
	free(d);
	table_head(t, "suites with an alarm", mode_words);
	rows(t, pairs, "60 x 20 pairs", true);
	rows(t, sessions, "60 x 20 + 20", false);
}
