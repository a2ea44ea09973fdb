/* time_tick.c - the timer tick of the kernel, as it is seen to come.
 *
 * One operation: one step of CLOCK_MONOTONIC_COARSE, which the kernel moves on
 * at each of its ticks; operations per second, so 250 is CONFIG_HZ=250. Its
 * event is the time from step to step. A tick that is lost, or that a
 * hypervisor holds back, makes it longer. Inside the clock: asking for the
 * coarse clock, by a system call each time, until it has moved n times.
 * Outside: nothing; a batch begins at the step that ended the last one.
 * Between two questions the thread may have been stopped: a step that is seen
 * more than APART after the question before came at an unknown moment, and the
 * time to it and from it is no event (the note "unseen" counts them; where no
 * step was seen to come, the mean of the batches stands). The step that the
 * kernel itself states is the note "nominal_ns".
 * Avoids P4 (no vDSO), P11, P21. */
#include "bench/common_due.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A hundred times what one question takes, a hundredth of the shortest usual
 * tick. */
#define APART 10000

struct time_tick {
	struct timespec coarse;
	int64_t asked; /* when the last question was answered */
	int64_t seen;  /* when it stepped last; 0 = that is not known */
	unsigned long unseen;
};

/* Until the next step. */
static int step(struct bench_ctx *c)
{
	struct time_tick *s = c->state;
	struct timespec t;
	int64_t now = s->asked, before;

	do {
		before = now;
		if (syscall(SYS_clock_gettime, CLOCK_MONOTONIC_COARSE, &t) != 0)
			return bench_fail(c, "clock_gettime");
		now = due_now();
	} while (
	    t.tv_sec == s->coarse.tv_sec && t.tv_nsec == s->coarse.tv_nsec);
	s->coarse = t;
	s->asked = now;
	if (now - before > APART) {
		s->unseen++;
		s->seen = 0;
		return 0;
	}
	if (s->seen > 0)
		bench_record(c, (uint64_t)(now - s->seen));
	s->seen = now;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct timespec res;
	char text[32];

	c->batch_ops = 1;
	if (clock_getres(CLOCK_MONOTONIC_COARSE, &res) != 0)
		return bench_skip(c, "there is no coarse clock here");
	snprintf(text, sizeof(text), "%lld",
	    (long long)res.tv_sec * 1000000000 + res.tv_nsec);
	bench_note(c, "nominal_ns", text);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	while (n-- > 0)
		if (step(c) != 0)
			return -1;
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	const struct time_tick *s = c->state;
	char text[32];

	snprintf(text, sizeof(text), "%lu", s->unseen);
	bench_note(c, "unseen", text);
	return 0;
}

static const struct bench_case cases[] = {
	{ .in = BENCH_DEFAULT },
	{ 0 },
};

const struct bench time_tick = {
	.name = "time_tick",
	.summary = "timer ticks of the kernel per second",
	.unit = BENCH_HZ,
	.cases = cases,
	.state_size = sizeof(struct time_tick),
	.calls = "clock_gettime>=1",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
