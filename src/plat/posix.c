/* posix.c - what POSIX gives on every system. */
#include "plat/posix.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>

/* Medians of 15 batches of 200 readings: 0.3 ms for a clock of 50 ns, 12 ms
 * for one of 2 us. */
#define BATCHES  15
#define READINGS 200

const char *const plat_counter_names[PLAT_COUNTERS] = { "cycles",
	"instructions", "branch-misses", "cache-misses", "task-clock",
	"cpu-migrations", "signals" };

static double now_ns(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	/* Differences only, below 2^53 ns of uptime (104 days) exact; above,
	 * within 2 ns. */
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double batch_cost(clockid_t id)
{
	double start = now_ns(id), end = start;

	for (int i = 0; i < READINGS; i++)
		end = now_ns(id);
	return (end - start) / READINGS;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(double *x)
{
	qsort(x, BATCHES, sizeof(*x), by_value);
	return x[BATCHES / 2];
}

static int64_t diff_ns(const struct timespec *a, const struct timespec *b)
{
	return (int64_t)(b->tv_sec - a->tv_sec) * 1000000000 +
	    (b->tv_nsec - a->tv_nsec);
}

/* The smallest difference above 0 between two readings, looked for in 2000
 * readings, or 20 ms for a clock that stands still that long. */
static double clock_step(clockid_t id)
{
	struct timespec first, last, now;
	int64_t step = INT64_MAX;

	clock_gettime(CLOCK_MONOTONIC, &first);
	clock_gettime(id, &last);
	for (int i = 0; i < 2000 || step == INT64_MAX; i++) {
		int64_t d;

		clock_gettime(id, &now);
		d = diff_ns(&last, &now);
		if (d > 0 && d < step)
			step = d;
		last = now;
		if (i < 2000 || i % 2000)
			continue;
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (diff_ns(&first, &now) > 20000000)
			break;
	}
	if (step == INT64_MAX) {
		clock_getres(id, &now);
		return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
	}
	return (double)step;
}

void plat_clock_init(struct plat_clock *clock)
{
	double mono[BATCHES];
#ifdef CLOCK_MONOTONIC_RAW
	double raw[BATCHES];
	struct timespec t;
	bool has_raw = clock_gettime(CLOCK_MONOTONIC_RAW, &t) == 0;
#endif

	/* Interleaved: a disturbance hits both. */
	for (int i = 0; i < BATCHES; i++) {
		mono[i] = batch_cost(CLOCK_MONOTONIC);
#ifdef CLOCK_MONOTONIC_RAW
		if (has_raw)
			raw[i] = batch_cost(CLOCK_MONOTONIC_RAW);
#endif
	}
	clock->id = (int)CLOCK_MONOTONIC;
	clock->name = "monotonic";
	clock->cost_ns = median(mono);
#ifdef CLOCK_MONOTONIC_RAW
	/* Before Linux 5.3 RAW is a system call on some machines. */
	if (has_raw && median(raw) <= 1.2 * clock->cost_ns) {
		clock->id = (int)CLOCK_MONOTONIC_RAW;
		clock->name = "monotonic_raw";
		clock->cost_ns = raw[BATCHES / 2];
	}
#endif
	clock->step_ns = clock_step((clockid_t)clock->id);
}

/* Both operands are hidden from the compiler, which could otherwise fold the
 * chain; an addition of a constant some CPUs do before it is executed. */
static uint64_t add_chain(uint64_t n)
{
	uint64_t x = 1, y = 1;

	__asm__ volatile("" : "+r"(x), "+r"(y));
	for (uint64_t i = 0; i < n; i++) {
#define ADD \
	x += y; \
	__asm__ volatile("" : "+r"(x))
#define ADD4 \
	ADD; \
	ADD; \
	ADD; \
	ADD
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
		ADD4;
#undef ADD4
#undef ADD
	}
	return x;
}

double posix_mhz(void)
{
	const uint64_t rounds = 8000; /* of 64 additions: 0.2 ms at 2.5 GHz */
	double mhz[BATCHES];

	for (int i = 0; i < BATCHES; i++) {
		double start = now_ns(CLOCK_MONOTONIC), end;
		uint64_t sum = add_chain(rounds);

		end = now_ns(CLOCK_MONOTONIC);
		if (sum != rounds * 64 + 1 || end <= start)
			return 0;
		mhz[i] = (double)(rounds * 64) / (end - start) * 1e3;
	}
	return median(mhz);
}

void posix_usage(struct plat_usage *u)
{
	static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };

	memset(u, 0, sizeof(*u));
	for (size_t i = 0; i < 2; i++) {
		struct rusage r;

		if (getrusage(who[i], &r) < 0)
			continue;
		u->nvcsw += (uint64_t)r.ru_nvcsw;
		u->nivcsw += (uint64_t)r.ru_nivcsw;
		u->minflt += (uint64_t)r.ru_minflt;
		u->majflt += (uint64_t)r.ru_majflt;
	}
}

void posix_facts(plat_fact_fn *emit, void *to)
{
	struct utsname u;
	bool ok = uname(&u) >= 0;

	/* The identity of a host is its hardware: it keeps its history when it
	 * gets another kernel, and that is what people compare. */
	emit(to, "kernel.name", PLAT_IDENTITY, ok ? u.sysname : NULL);
	emit(to, "kernel.release", PLAT_SETTING, ok ? u.release : NULL);
	emit(to, "kernel.version", PLAT_SETTING, ok ? u.version : NULL);
	emit(to, "kernel.machine", PLAT_IDENTITY, ok ? u.machine : NULL);
	emit(to, "host.name", PLAT_SETTING, ok ? u.nodename : NULL);
#ifdef __VERSION__
	emit(to, "probe.compiler", PLAT_SETTING, __VERSION__);
#else
	emit(to, "probe.compiler", PLAT_SETTING, NULL);
#endif
}
