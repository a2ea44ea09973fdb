/* aftermath.h - does a load leave damage behind?
 *
 * Each row of the recovery is judged against the baseline, fresh processes and
 * the surviving one alike, as runs that were not interleaved are (judge.h); of
 * the recovery only the later half, at most as many rounds as the baseline has.
 * A row that is SLOWER there is "still slower", unless the baseline itself
 * moved as far, or others were busier than before, or used most of the machine:
 * then nobody can tell. */
#ifndef PERFLOSS_JUDGE_AFTERMATH_H
#define PERFLOSS_JUDGE_AFTERMATH_H

#include "judge/judge.h"
#include "model/aftermath.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum after_word {
	AFTER_RECOVERED,
	AFTER_SLOWER,
	AFTER_UNCLEAR,
	AFTER_WORDS,
};

extern const char *const after_words[AFTER_WORDS];

/* Of a row against its baseline. */
struct after_change {
	size_t n;
	double change, lo, hi; /* as in struct comparison; NaN */
	enum verdict verdict;  /* VERDICT_MISSING: not measured */
};

/* Of a row that has periods. */
struct after_overruns {
	uint64_t periods, overruns;
};

struct after_row {
	char *key; /* of the row itself */
	bool survivor;
	const struct result *res; /* of the baseline; borrowed */
	size_t n;
	double cost;                          /* baseline, ns */
	struct after_change at[AFTER_PHASES]; /* of the baseline: nothing */
	double drift; /* how far thirds of the baseline lie apart, fraction */
	enum after_word word;
	/* When it was as before, and stayed so, s after the load; 0 = from the
	 * first round on, NaN = not until the end, or unknown. */
	double recovered_s;
	struct after_overruns overruns[AFTER_PHASES];
	char note[200];
};

/* Something of the system that is not as it was. */
struct after_left {
	char what[160];
	char before[48], after[48]; /* "" = there is no number */
	double weight;              /* the larger the more it matters */
};

/* CPU time of the copies of a load: seconds of each, and the index of Jain
 * (1984), 1 = all the same. n = 0: nothing is known. */
struct after_shares {
	size_t n;
	double least, middle, most; /* of one CPU */
	double all;                 /* CPUs */
	double jain;
	bool brief; /* so short that it says nothing of fairness */
};

struct after_judged {
	enum after_word word;
	struct after_row *row;
	size_t n;
	struct after_left *left;
	size_t n_left, cap_left;
	char **unread; /* "slabinfo: needs root" */
	size_t n_unread, cap_unread;
	char **warning;
	size_t n_warnings, cap_warnings;
	struct after_shares shares;
	uint32_t tail_round; /* first round of the recovery that is judged */
	double tail_s;       /* from the end of the load to there */
	double recovery_s;   /* all of the recovery */
	size_t snapshots[2]; /* of the state: at baseline, in the recovery */
};

/* o: delta, alpha, floors. Release it. */
void judge_aftermath(const struct aftermath *a, const struct judge_opts *o,
    struct after_judged *out);
void after_judged_release(struct after_judged *j);

/* The parts (aftermath_left.c). */
void after_judge_left(const struct aftermath *a, struct after_judged *j);
void after_judge_processes(const struct aftermath *a, struct after_judged *j);

void after_warn(struct after_judged *j, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* One more thing that is not as it was, zeroed; valid until the next. */
struct after_left *after_add_left(struct after_judged *j, double weight);

/* CPUs that what is left of the load uses at the end; NaN = unknown. */
double after_left_cpus(const struct aftermath *a);

#endif
