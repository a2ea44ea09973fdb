/* waves.c - few values that resemble their neighbours. */
#include "judge/inside.h"

#include "made.h"
#include "tap.h"

#define ROWS   20
#define VALUES 4

/* One set of values for every row and side, in order or mixed up; the second
 * side of row 0 is 30 % above. */
static void make(struct run *a, struct run *b, bool waves)
{
	static const double up[VALUES] = { 100, 101, 102, 103 };
	static const double mixed[VALUES] = { 102, 100, 103, 101 };
	const double *v = waves ? up : mixed;

	run_init(a);
	run_init(b);
	made_host(a, "cpu", "boot");
	made_host(b, "cpu", "boot");
	for (int i = 0; i < ROWS; i++) {
		double shifted[VALUES];
		char key[32];

		snprintf(key, sizeof(key), "row%d", i);
		for (int k = 0; k < VALUES; k++)
			shifted[k] = v[k] * (i == 0 ? 1.3 : 1);
		made_row(a, key, v, VALUES);
		made_row(b, key, shifted, VALUES);
	}
}

/* The same values are less sure where they follow each other in waves. */
static double width(bool waves, const char *note)
{
	struct verdict_set v;
	struct run a, b;
	double wide;

	make(&a, &b, waves);
	judge_compare(&a, &b, NULL, &v);
	wide = v.rows[0].hi - v.rows[0].lo;
	tap_ok(v.rows[0].few && v.rows[0].verdict == VERDICT_SLOWER,
	    "%s: 30 %% is seen", waves ? "waves" : "mixed");
	tap_ok((strstr(v.rows[0].note, note) != NULL) == waves, "note: %s",
	    v.rows[0].note);
	verdict_set_release(&v);
	run_release(&a);
	run_release(&b);
	return wide;
}

int main(void)
{
	double waves, mixed;

	tap_near(waves_factor(0, 4), 1, 1e-12, "no correlation, no widening");
	tap_near(waves_factor(0.5, 2), 3, 1e-12, "of two: (1 + rho)/(1 - rho)");
	/* c = (3 x .7 + 2 x .49 + .343) / 6 */
	tap_near(waves_factor(0.7, 4), (1 + 3 * 0.5705) / (1 - 0.5705), 1e-12,
	    "of four");
	waves = width(true, "neighbouring values are alike");
	mixed = width(false, "neighbouring values are alike");
	tap_ok(waves > 1.5 * mixed, "interval %.3f and %.3f wide", waves,
	    mixed);
	return tap_done();
}
