/* time_tick.c - the timer tick of the kernel, as it is seen to come.
 *
 * One operation: one step of CLOCK_MONOTONIC_COARSE, which the kernel moves on
 * at its ticks; operations per second. An event is the time of one tick, so 250
 * is CONFIG_HZ=250. A tick that a hypervisor holds back or that is lost is made
 * up for at the next: the clock then moves by several at once, which are as
 * many events of the same length (the note "jumps" counts such steps, "ticks"
 * all ticks). Inside the clock: asking for the coarse clock, by a system call
 * each time, until it has moved n times. Outside: nothing; a batch begins at
 * the step that ended the last one.
 * Between two questions the thread may have been stopped: a step that is seen
 * more than APART after the question before came at an unknown moment (the note
 * "unseen"). Nothing is left out for it: its ticks count with those up to the
 * next step that is seen to come, and at the end, if none was, up to the last.
 * The step that the kernel itself states is the note "nominal_ns".
 * Avoids P4 (no vDSO), P11, P16, P21. */

#include "bench/common_due.h"

#include <sys/syscall.h>
#include <unistd.h>

/* A hundred times what one question takes, a hundredth of the shortest usual
 * tick. */
#define APART 10000
/* A coarse clock of finer steps (10000 Hz) is none of ticks. */
#define FINEST 100000
/* A few, where one may be disturbed. */
#define EVENTS 4

struct time_tick {
	int64_t nominal; /* ns of a tick */
	int64_t coarse;
	int64_t asked; /* when the last question was answered */
	int64_t from;  /* a step came then; 0 = there was none */
	bool exact;    /* whether that is known, or only when it was seen */
	int64_t since; /* ticks since then that are no events yet */
	uint64_t ticks, jumps, unseen;
};

static int ask(struct bench_ctx *c, int64_t *coarse)
{
	struct timespec t;

	if (syscall(SYS_clock_gettime, CLOCK_MONOTONIC_COARSE, &t) != 0)
		return bench_fail(c, "clock_gettime");
	*coarse = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	return 0;
}

/* The clock has moved by so many ticks. */
static void moved(struct bench_ctx *c, int64_t ticks, bool exact)
{
	struct time_tick *s = c->state;

	s->ticks += (uint64_t)ticks;
	s->jumps += ticks > 1;
	s->unseen += !exact;
	s->since += ticks;
	if (s->from > 0 && !exact)
		return;
	for (ticks = s->since; ticks > 0 && s->exact; ticks--)
		bench_record(c, (uint64_t)((s->asked - s->from) / s->since));
	s->from = s->asked;
	s->exact = exact;
	s->since = 0;
}

/* Until the next step. */
static int step(struct bench_ctx *c)
{
	struct time_tick *s = c->state;
	int64_t now, before, was = s->coarse, ticks = 1;

	do {
		before = s->asked;
		if (ask(c, &s->coarse) != 0)
			return -1;
		now = due_now();
		s->asked = now;
	} while (s->coarse == was);
	if (s->nominal >= FINEST)
		ticks = (s->coarse - was + s->nominal / 2) / s->nominal;
	moved(c, ticks > 0 ? ticks : 1, now - before <= APART);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct time_tick *s = c->state;
	struct timespec res;

	c->batch_ops = 1;
	if (clock_getres(CLOCK_MONOTONIC_COARSE, &res) != 0)
		return bench_skip(c, "there is no coarse clock here");
	s->nominal = (int64_t)res.tv_sec * 1000000000 + res.tv_nsec;
	bench_note(c, "nominal_ns", "%lld", (long long)s->nominal);
	s->asked = due_now();
	return ask(c, &s->coarse);
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

	if (s->since > 0)
		bench_record(c, (uint64_t)((s->asked - s->from) / s->since));
	bench_note(c, "ticks", "%lld", (long long)s->ticks);
	bench_note(c, "jumps", "%lld", (long long)s->jumps);
	bench_note(c, "unseen", "%lld", (long long)s->unseen);
	return 0;
}

const struct bench time_tick = {
	.name = "time_tick",
	.summary = "timer ticks of the kernel per second",
	.unit = BENCH_HZ,
	.in = BENCH_DEFAULT,
	.state_size = sizeof(struct time_tick),
	.events = EVENTS,
	.calls = "clock_gettime>=1",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
