/* common_period.c - the work of a period, and the program that does it. */
#include "bench/common_period.h"

#include <errno.h>

/* Trials are so short that some meet no disturbance. */
#define TRIALS 50
#define TURNS  8192
/* What no turn comes to: results lie between -1 and 4. */
#define NOT_DONE (-9.f)

static float polynomial(float x)
{
	return ((((x * .25f + 1.f) * x - .5f) * x + 2.f) * x - .125f) * x;
}

static void work(struct period *s, uint64_t turns)
{
	size_t i = 0;

	while (turns-- > 0) {
		s->out[i] = polynomial(s->in[i]);
		bench_barrier();
		i = (i + 1) % PERIOD_FLOATS;
	}
}

bool period_done(struct period *s, uint64_t turns)
{
	size_t last = (size_t)((turns - 1) % PERIOD_FLOATS);
	float want = polynomial(s->in[last]), got = s->out[last];

	s->out[last] = NOT_DONE;
	/* Kept in a wider register the same may differ in its last bits. */
	return got - want < 1e-6f && want - got < 1e-6f;
}

int period_init(struct bench_ctx *c, int64_t interval)
{
	struct period *s = c->state;
	int64_t from, took, best = INT64_MAX;
	uint32_t x = 1;
	int i;

	s->due.interval = interval;
	s->turns = common_shared(c, sizeof(*s->turns));
	if (s->turns == NULL)
		return -1;
	for (i = 0; i < PERIOD_FLOATS; i++) {
		x = x * 1664525u + 1013904223u; /* Knuth's, of 32 bits */
		s->in[i] = (float)(x >> 8) / 16777216.f;
	}
	for (i = 0; i < TRIALS; i++) {
		from = due_now();
		work(s, TURNS);
		took = due_now() - from;
		best = took < best ? took : best;
	}
	s->turn_ns = (double)best / TURNS;
	for (i = 0; i < PERIOD_FLOATS; i++)
		s->out[i] = NOT_DONE;
	return 0;
}

int period_one(struct period *s, uint64_t turns)
{
	struct timespec t = due_time(s->due.at);
	int rc = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);

	if (rc == 0)
		work(s, turns);
	return rc;
}

int period_for_ever(struct bench_ctx *c)
{
	struct period *s = c->state;
	unsigned turns;

	while ((turns = atomic_load(s->turns)) == 0)
		if (common_futex_wait(c, s->turns, 0) != 0)
			return -1;
	for (due_begin(&s->due);; s->due.at += s->due.interval) {
		errno = period_one(s, turns);
		if (errno != 0)
			return bench_fail(c, "clock_nanosleep");
	}
}
