/* pulse.h - how fast this CPU is at the moment.
 *
 * A burst of additions that do not wait for each other, in registers: it uses
 * all that a core has for them, so it takes longer when another hardware thread
 * of the core is at work (another guest of the host, which no counter of this
 * guest shows) and when the core's clock is slower. The program measured has
 * no part in it: what it says is blind to what is being compared. */
#ifndef PERFLOSS_MEASURE_PULSE_H
#define PERFLOSS_MEASURE_PULSE_H

#include <stdint.h>

/* What is known of full speed, and the price so far. */
#define PULSE_CPUS 256 /* others share */
struct pulses {
	uint64_t full_ns[PULSE_CPUS]; /* fastest seen; 0 = none yet */
	int64_t waited_ns;            /* for full speed */
	int64_t spent_ns;             /* in invocations, waiting included */
};

/* Time of one pulse by this clock (a clockid_t), ns. */
uint64_t pulse(int clock);

/* A pulse at full speed on a CPU (-1 = any); 0 = unknown, or enough was waited
 * already: 2 s, or half of the other time. A host that is never quiet must not
 * double what a run takes. */
uint64_t pulse_full(const struct pulses *p, int cpu);

/* What an invocation on this CPU saw: the lower quartile of its n pulses was
 * full speed, if there was any. */
void pulse_learn(struct pulses *p, int cpu, const uint64_t *v, uint32_t n);

/* Wait at most most_ns until the CPU that runs this is at full speed, which is
 * known as full_ns. Returns how long it waited, ns. */
int64_t pulse_await(int clock, uint64_t full_ns, int64_t most_ns);

#endif
