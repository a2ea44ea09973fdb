/* step_inner.h - inside stats: what the files of step.h share. */
#ifndef PERFLOSS_STATS_STEP_INNER_H
#define PERFLOSS_STATS_STEP_INNER_H

#include <stddef.h>

/* step_table.c, which step_make.c makes: for n values, what the greatest
 * statistic reaches with probability 0.1, 0.01 and 0.001 at most; 0: it never
 * is so rare. */
#define STEP_LEVELS 3
struct step_row {
	size_t n;
	double z[STEP_LEVELS];
};
extern const struct step_row step_table[];
extern const size_t step_sizes;

#define STEP_SCORES 2 /* ranks, and normal scores of them */

struct step_work {
	double *score[STEP_SCORES]; /* of values */
	double *table[STEP_SCORES]; /* of ranks 1 .. length */
	double var[STEP_SCORES];    /* of the table */
	const double *y;            /* the series */
	size_t n;
	size_t *all, *order; /* of its values; of an interval */
	size_t length;       /* of the table */
};

/* scratch: 2 STEP_SCORES n; indices: 2 n */
void step_work_init(struct step_work *w, const double *y, size_t n,
    double *scratch, size_t *indices);

/* Cuts found over a threshold, in order. scratch: step_room(n); indices:
 * step_indices(n). */
size_t step_search(const double *y, size_t n, double least, size_t *cut,
    size_t max, double *scratch, size_t *indices);

/* The statistic of one split of y[from..to), `at` values behind from. */
double step_statistic(struct step_work *w, size_t from, size_t to, size_t at);

#endif
