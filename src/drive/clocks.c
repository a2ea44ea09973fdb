/* clocks.c - whether the machine slept or its clock was set meanwhile. */
#include "drive/clocks.h"

#include <stdio.h>
#include <time.h>

#define S 1000000000ll

/* Three readings are one moment when they lie this near; tried so often. */
#define NEAR_NS 100000
#define TRIES   10

/* mono and boot are one clock but for suspension, mono and real one but for
 * steps, so what is left is the distance of the readings. A daemon corrects
 * less than this by slewing, which moves all three alike (ntpd steps from
 * 128 ms, chrony where it is told to). */
#define LEAST_NS 10000000

static int64_t read_clock(clockid_t id)
{
	struct timespec ts;

	if (clock_gettime(id, &ts) != 0)
		return -1;
	return (int64_t)ts.tv_sec * S + ts.tv_nsec;
}

int64_t clocks_now_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

void clocks_read(struct clocks *c)
{
	int i;

	for (i = 0; i < TRIES; i++) {
		c->mono = read_clock(CLOCK_MONOTONIC);
		c->real = read_clock(CLOCK_REALTIME);
#ifdef CLOCK_BOOTTIME
		c->boot = read_clock(CLOCK_BOOTTIME);
#else
		c->boot = -1;
#endif
		if (c->boot < 0)
			c->boot = c->mono;
		if (read_clock(CLOCK_MONOTONIC) - c->mono < NEAR_NS)
			break;
	}
}

static double beyond(int64_t ns)
{
	return ns >= LEAST_NS || ns <= -LEAST_NS ? (double)ns / 1e9 : 0;
}

double clocks_suspended_s(const struct clocks *from, const struct clocks *to)
{
	double s = beyond((to->boot - from->boot) - (to->mono - from->mono));

	return s > 0 ? s : 0;
}

/* The time of day goes on in suspension. */
double clocks_stepped_s(const struct clocks *from, const struct clocks *to)
{
	return beyond((to->real - from->real) - (to->boot - from->boot));
}

static void note(struct invocation *inv, const char *key, double s)
{
	char text[32];

	if (s == 0)
		return;
	snprintf(text, sizeof(text), "%.3f", s);
	invocation_note(inv, key, text);
}

void clocks_mark(const struct clocks *from, const struct clocks *to,
    struct invocation *inv)
{
	note(inv, "suspended", clocks_suspended_s(from, to));
	note(inv, "clock_step", clocks_stepped_s(from, to));
}
