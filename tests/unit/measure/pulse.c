/* pulse.c - tests of measure/pulse: full speed, and waiting for it. */
#include "measure/pulse.h"

#include "tap.h"

#include <time.h>

#define S INT64_C(1000000000)

int main(void)
{
	const uint64_t seen[] = { 3000, 2000, 2010, 4000, 2020, 5000, 2030,
		3500 };
	const uint64_t quicker = 1500;
	struct pulses p = { .waited_ns = 0 };
	int64_t waited;

	tap_ok(pulse(CLOCK_MONOTONIC) > 0, "a pulse takes time");
	tap_ok(pulse_full(&p, 1) == 0, "nothing is known at first");
	pulse_learn(&p, 1, seen, 8);
	tap_ok(pulse_full(&p, 1) == 2010, "the lower quartile of them: %llu",
	    (unsigned long long)pulse_full(&p, 1));
	pulse_learn(&p, 1, seen, 0);
	pulse_learn(&p, 2, &quicker, 1);
	tap_ok(pulse_full(&p, 1) == 2010 && pulse_full(&p, 2) == 1500 &&
		pulse_full(&p, -1) == 0,
	    "of each CPU alone");
	pulse_learn(&p, 1, &quicker, 1);
	tap_ok(pulse_full(&p, 1) == 1500, "a quicker one replaces it");
	p.waited_ns = 3 * S;
	p.spent_ns = 8 * S;
	tap_ok(pulse_full(&p, 1) == 0, "3 s of 5 others are enough waiting");
	p.spent_ns = 10 * S;
	tap_ok(pulse_full(&p, 1) == 1500, "3 s of 7 are not");
	p.spent_ns = p.waited_ns = S;
	tap_ok(pulse_full(&p, 1) == 1500, "nor is the first second");
	waited = pulse_await(CLOCK_MONOTONIC, UINT64_MAX / 2, S);
	tap_ok(waited == 0, "no wait at full speed");
	waited = pulse_await(CLOCK_MONOTONIC, 1, S / 100);
	tap_ok(waited >= S / 100, "none for ever: %lld ns", (long long)waited);
	return tap_done();
}
