/* cg_quota.c - the pieces in which a CPU quota hands out time.
 *
 * Not the time of an operation, but a granularity: in a cgroup with a quota of
 * 1 ms in each 5 ms this process spins until it is stopped. One operation: one
 * stop; its event is the CPU time that the process got since the stop before;
 * ns. Ideally that is the quota. A kernel that looks at the clock once a tick
 * lets it run until the next tick and keeps it stopped the longer for it: then
 * it is 4 ms at 250 Hz, and a service that needs 2 ms waits for 20. Events are
 * recorded, their median counts, not the time of a batch. A gap between two
 * readings of the clock is a stop if the cgroup has counted one meanwhile.
 * Inside the clock: the spinning, the reading of clocks and of that count.
 * Outside: the cgroup, its quota, the first stop.
 * Needs a CPU cgroup in which this user may make others (root, or delegated).
 * Avoids P11 (stops are the kernel's own count), P21 (other gaps are none). */
#include "bench/common_cgroup.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define QUOTA_US  "1000" /* the least that the kernel takes */
#define PERIOD_US "5000"
#define GAP_NS    UINT64_C(200000) /* a stop lasts milliseconds */
#define WAIT_NS   UINT64_C(1000000000)

struct cg_quota {
	int stat;        /* cpu.stat */
	long long stops; /* counted by the kernel */
	uint64_t used;   /* CPU time at the last stop */
};

static uint64_t now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int read_stops(struct bench_ctx *c, long long *stops)
{
	static const char word[] = "nr_throttled ";
	struct cg_quota *s = c->state;
	char text[1024];
	const char *at;
	ssize_t got = pread(s->stat, text, sizeof(text) - 1, 0);

	if (got < 0)
		return bench_fail(c, "pread");
	text[got] = '\0';
	at = strstr(text, word);
	if (at == NULL)
		return bench_skip(c, "this kernel does not count stops");
	*stops = strtoll(at + sizeof(word) - 1, NULL, 10);
	return 0;
}

static int one_stop(struct bench_ctx *c, uint64_t *piece)
{
	struct cg_quota *s = c->state;
	const uint64_t begin = now(CLOCK_MONOTONIC);
	uint64_t last = begin, t, used;
	long long stops;

	for (;;) {
		t = now(CLOCK_MONOTONIC);
		if (t - begin > WAIT_NS)
			return bench_skip(c,
			    "no stop within a second: other "
			    "programs leave it less CPU than "
			    "its quota");
		if (t - last > GAP_NS) {
			if (read_stops(c, &stops) != 0)
				return -1;
			if (stops > s->stops)
				break;
			t = now(CLOCK_MONOTONIC);
		}
		last = t;
	}
	used = now(CLOCK_PROCESS_CPUTIME_ID);
	/* One may have come where the clock was not read, between batches. */
	*piece = (used - s->used) / (uint64_t)(stops - s->stops);
	s->used = used;
	s->stops = stops;
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct cg_quota *s = c->state;
	char dir[COMMON_CGROUP];
	uint64_t first;

	if (common_cgroup(c, "one", dir) != 0)
		return -1;
	if (common_cgroup_put(dir, "cpu.max", QUOTA_US " " PERIOD_US) != 0 &&
	    (common_cgroup_put(dir, "cpu.cfs_period_us", PERIOD_US) != 0 ||
		common_cgroup_put(dir, "cpu.cfs_quota_us", QUOTA_US) != 0))
		return bench_skip(c, "no CPU quota can be set here");
	s->stat = common_cgroup_open(dir, "cpu.stat", O_RDONLY);
	if (s->stat < 0)
		return bench_fail(c, "open");
	bench_note(c, "quota_us", QUOTA_US " of " PERIOD_US);
	if (read_stops(c, &s->stops) != 0 || common_cgroup_enter(c, dir) != 0)
		return -1;
	return one_stop(c, &first);
}

static int run(struct bench_ctx *c, uint64_t n)
{
	uint64_t piece;

	while (n-- > 0) {
		if (one_stop(c, &piece) != 0)
			return -1;
		bench_record(c, piece);
	}
	return 0;
}

const struct bench cg_quota = {
	.name = "cg_quota",
	.summary = "CPU time between two stops by a quota",
	.in = BENCH_FULL,
	.state_size = sizeof(struct cg_quota),
	.max_ops = 64, /* each takes milliseconds: one is found enough */
	.needs = BENCH_CG_CPU,
	.calls = "pread>=0 ...",
	.setup = setup,
	.run = run,
};
