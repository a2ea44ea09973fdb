/* sharing.c - two sessions of which one had its core to itself. */
#include "judge/inside.h"

#include <math.h>

/* A core that another hardware thread shared, or whose clock was slower, for a
 * part of a run: what is measured slows down by at most as much as a pulse does
 * (doc/DECISIONS.md, "pulses"), so that a change beyond it is none of its. */
static double shift_of(const struct comparison *c, const struct run *base,
    const struct run *now)
{
	return log(run_slowdown(now, c->b) / run_slowdown(base, c->a));
}

void judge_sharing(struct comparison *c, const struct run *base,
    const struct run *now)
{
	c->sharing = shift_of(c, base, now);
}

void judge_widen_sharing(struct comparison *c)
{
	c->margins.alarm = fmax(c->margins.alarm, expm1(fabs(c->sharing)));
}

void judge_note_sharing(struct comparison *c, const struct judge_sides *s,
    double margin)
{
	double shift = c->sharing;

	if (!(fabs(shift) > log1p(margin) / 2))
		return;
	judge_say_more(c->note, sizeof(c->note),
	    "the core was %.0f %% slower %s (another hardware thread at "
	    "work, or its clock slower)",
	    100 * expm1(fabs(shift)), s->in[shift > 0]);
}
