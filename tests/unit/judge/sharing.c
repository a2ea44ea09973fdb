/* sharing.c - two sessions, of which one had its core to itself and the other
 * had not. */
#include "judge/judge.h"

#include "../noise.h"
#include "base/rng.h"
#include "two.h"

static struct rng rng;

/* n values about cost, at full speed but for the last `shared` of them, which
 * cost a third more, as their pulses are longer by half. */
static void values(struct run *r, const char *key, size_t n, size_t shared,
    double cost)
{
	for (size_t i = 0; i < n; i++) {
		bool slow = i + shared >= n;
		struct invocation *inv;
		struct result *res;

		made_value(r, key,
		    cost * (slow ? 1.33 : 1) * exp(0.002 * noise_normal(&rng)));
		res = run_find(r, key);
		inv = &res->inv[res->n_inv - 1];
		inv->n_pulse = 1;
		inv->pulse = xcalloc(1, sizeof(*inv->pulse));
		inv->pulse[0] = slow ? 3000 : 2000;
		invocation_pulsed(inv);
	}
}

static void both(const char *key, size_t shared_a, size_t shared_b,
    double change)
{
	values(&a, key, 12, shared_a, 100);
	values(&b, key, 12, shared_b, 100 * change);
}

int main(void)
{
	struct judge_opts o = judge_defaults;

	rng_seed(&rng, 5);
	begin_two();
	both("none", 0, 0, 1.2);
	both("some", 0, 6, 1.2);
	both("most", 0, 8, 1);
	both("fewer", 8, 0, 1);
	both("more", 0, 8, 2);
	o.floors = &made_no_floors;
	compare(&o);
	is("none", VERDICT_SLOWER);
	is("some", VERDICT_SLOWER);
	tap_ok(fabs(row("some")->change - 0.2) < 0.01,
	    "six at full speed are enough: %g", row("some")->change);
	tap_ok(row("most")->verdict != VERDICT_SLOWER &&
		row("most")->change > 0.2,
	    "a shared core makes nothing SLOWER: %s",
	    verdict_words[row("most")->verdict]);
	says("most", "the core was 50 % slower after");
	tap_near(row("most")->margin, 0.5, 1e-9, "but beyond what it explains");
	tap_ok(row("fewer")->verdict != VERDICT_FASTER, "nor FASTER");
	is("more", VERDICT_SLOWER);
	end();
	return tap_done();
}
