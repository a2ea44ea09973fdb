/* clocks.c - suspension and steps, from made-up readings of three clocks. */
#include "drive/clocks.h"

#include "tap.h"

#include <math.h>

#define S  INT64_C(1000000000)
#define MS INT64_C(1000000)

static const struct clocks start = { 50 * S, 70 * S, 1700000000 * S };

/* Later by so much on each clock. */
static struct clocks after(int64_t mono, int64_t boot, int64_t real)
{
	return (struct clocks){ start.mono + mono, start.boot + boot,
		start.real + real };
}

static void check(struct clocks to, double suspended, double stepped,
    const char *what)
{
	double u = clocks_suspended_s(&start, &to);
	double c = clocks_stepped_s(&start, &to);

	tap_ok(fabs(u - suspended) < 1e-9 && fabs(c - stepped) < 1e-9,
	    "%s: %g and %g", what, u, c);
}

static void marks(void)
{
	struct invocation inv = { 0 };
	struct clocks to = after(S, S, S);

	clocks_mark(&start, &to, &inv);
	tap_ok(!inv.notes, "nothing happened: no note");
	invocation_note(&inv, "k", "v");
	to = after(S, 61 * S, 61 * S);
	clocks_mark(&start, &to, &inv);
	to = after(S, S, -S);
	clocks_mark(&start, &to, &inv);
	tap_str(inv.notes[0], "k", "a note that was there");
	tap_str(inv.notes[2], "suspended", "suspended");
	tap_str(inv.notes[3], "60.000", "for a minute");
	tap_str(inv.notes[4], "clock_step", "stepped");
	tap_str(inv.notes[5], "-2.000", "back by two seconds");
	tap_ok(!inv.notes[6], "no more");
	invocation_release(&inv);
}

int main(void)
{
	struct clocks a, b;

	check(after(S, S, S), 0, 0, "a second");
	check(after(S, S + 9 * MS, S + 9 * MS), 0, 0, "readings apart");
	check(after(S, 11 * S, 11 * S), 10, 0, "suspended");
	check(after(S, S, 4 * S), 0, 3, "set forward");
	check(after(S, S, S - 20 * MS), 0, -0.02, "set back");
	check(after(S, 11 * S, 12 * S), 10, 1, "suspended, then set");
	check(after(S, S - 20 * MS, S), 0, 0.02, "no time before suspension");
	marks();
	clocks_read(&a);
	clocks_read(&b);
	tap_ok(a.mono > 0 && a.boot >= a.mono && a.real > a.boot &&
		b.mono > a.mono,
	    "this machine's clocks");
	return tap_done();
}
