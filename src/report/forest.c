/* forest.c - what pictures of changes share. */
#include "report/forest.h"

#include <math.h>

/* An interval may go so much farther than all changes; and by the least that is
 * worth looking at: ten of the usual margin of 2 %. */
#define FARTHER 1.5
#define LEAST   0.2

bool forest_drawn(const struct comparison *c)
{
	return c && isfinite(c->change) && c->change > -1;
}

bool forest_row_drawn(const struct many *m, const struct many_row *row)
{
	for (size_t k = 0; k < m->n; k++)
		if (forest_drawn(row->cell[k]))
			return true;
	return false;
}

double forest_place(double change)
{
	return isfinite(change) && change > -1 ? log1p(change) : NAN;
}

/* Ends of intervals, not farther than so. */
static void widen(const struct many *m, double far, double *least, double *most)
{
	for (size_t i = 0; i < m->n_rows; i++)
		for (size_t k = 0; k < m->n; k++) {
			const struct comparison *c = m->row[i].cell[k];

			if (!forest_drawn(c))
				continue;
			*least = fmin(*least, fmax(forest_place(c->lo), -far));
			*most = fmax(*most, fmin(forest_place(c->hi), far));
		}
}

void forest_range(const struct many *m, double *least, double *most)
{
	double far = log1p(LEAST);

	*least = *most = 0;
	for (size_t i = 0; i < m->n_rows; i++)
		for (size_t k = 0; k < m->n; k++) {
			const struct comparison *c = m->row[i].cell[k];

			if (!forest_drawn(c))
				continue;
			*least = fmin(*least, forest_place(c->change));
			*most = fmax(*most, forest_place(c->change));
		}
	far = fmax(far, FARTHER * fmax(-*least, *most));
	widen(m, far, least, most);
}
