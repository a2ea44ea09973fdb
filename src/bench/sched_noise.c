/* sched_noise.c - time that a thread which computes loses to others.
 *
 * One operation: `us` microseconds of doing nothing but reading the clock. Two
 * readings that lie more than `over_ns` apart have a gap between them, in which
 * somebody else had the CPU: the kernel for an interrupt, another thread, the
 * hypervisor. The event is the sum of the gaps, per second; ns per second.
 * Inside the clock: the readings. Outside: reading /proc/interrupts before and
 * after. Notes: the largest gap, how many there were, how much of the time the
 * thread did have the CPU by the kernel's own account (what other threads took
 * is the rest of it), and which interrupts came to this CPU meanwhile.
 * Avoids P4 (the clock's system calls only at the ends of a window), P21, P24
 * (the largest gap is a note).
 * Source: the osnoise tracer of Linux measures the same in the kernel, in runs
 * of 1 s, with gaps of over 5 us unless said; it names each gap's cause. */
#include "bench/common_due.h"
#include "bench/common_irq.h"

#include <sys/syscall.h>
#include <unistd.h>

enum { ARG_US, ARG_OVER };

struct sched_noise {
	struct common_irq irq;
	int64_t largest, wall, had;
	uint64_t gaps;
};

static int setup(struct bench_ctx *c)
{
	struct sched_noise *s = c->state;

	c->batch_ops = 1;
	common_irq_begin(&s->irq, plat_cpu_now());
	return 0;
}

/* How long this thread has had a CPU so far. */
static int had(struct bench_ctx *c, int64_t *ns)
{
	struct timespec t;

	if (syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t) != 0)
		return bench_fail(c, "clock_gettime");
	*ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	return 0;
}

static int window(struct bench_ctx *c)
{
	struct sched_noise *s = c->state;
	const int64_t over = c->arg[ARG_OVER];
	int64_t before = 0, after = 0, from, now, was;
	int64_t lost = 0;

	if (had(c, &before) != 0)
		return -1;
	from = was = due_now();
	do {
		now = due_now();
		if (now - was > over) {
			lost += now - was;
			s->gaps++;
			if (now - was > s->largest)
				s->largest = now - was;
		}
		was = now;
	} while (now - from < c->arg[ARG_US] * 1000);
	if (had(c, &after) != 0)
		return -1;
	s->wall += now - from;
	s->had += after - before;
	bench_record(c, (uint64_t)((double)lost * 1e9 / (double)(now - from)));
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	while (n-- > 0)
		if (window(c) != 0)
			return -1;
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	struct sched_noise *s = c->state;

	common_irq_end(&s->irq, c);
	bench_note(c, "largest_ns", "%lld", (long long)s->largest);
	bench_note(c, "gaps", "%llu", (unsigned long long)s->gaps);
	bench_note(c, "had_cpu", "%.1f %%",
	    s->wall > 0 ? 100 * (double)s->had / (double)s->wall : 0);
	return 0;
}

static const struct bench_param params[] = {
	bench_count("us", 1000, 10000000, "length of a window in microseconds"),
	bench_count("over_ns", 100, 1000000,
	    "what is a gap between two readings"),
	{ 0 },
};

const struct bench sched_noise = {
	.name = "sched_noise",
	.summary = "time that a thread which computes loses, per second",
	.alias = "osnoise",
	.params = params,
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 10000, 1000)),
	.state_size = sizeof(struct sched_noise),
	.calls = "clock_gettime>=2",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
