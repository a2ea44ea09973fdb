/* common_due.c - events that are due at times known beforehand. */
#include "bench/common_due.h"

#include <errno.h>
#include <sys/prctl.h>

#define S INT64_C(1000000000)

int64_t due_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * S + t.tv_nsec;
}

struct timespec due_time(int64_t ns)
{
	return (struct timespec){ .tv_sec = (time_t)(ns / S),
		.tv_nsec = (long)(ns % S) };
}

int64_t due_begin(struct due *d)
{
	int64_t now = due_now();

	if (d->visit != bench_visit())
		d->left = 0;
	d->visit = bench_visit();
	d->at = d->left > 0 ? d->at + now - d->left : now + d->interval;
	return d->at;
}

void due_end(struct due *d)
{
	d->left = due_now();
}

int due_happens(struct bench_ctx *c, struct due *d)
{
	int64_t late = due_now() - d->at;

	if (late < 0)
		return bench_fail_why(c, "woken %lld ns too early",
		    (long long)-late);
	bench_record(c, (uint64_t)late);
	d->at += d->interval;
	return 0;
}

int due_slack(struct bench_ctx *c, int64_t ns)
{
	if (prctl(PR_SET_TIMERSLACK, (unsigned long)ns, 0, 0, 0) == 0)
		return 0;
	if (errno == EPERM || errno == ENOSYS || errno == EACCES)
		return bench_skip(c, "the timer slack cannot be set here");
	return bench_fail(c, "prctl");
}

int due_sleeps(struct bench_ctx *c, uint64_t n, const char *call,
    int (*wait)(const struct timespec *t))
{
	int64_t ns = c->arg[0] * 1000, from, took;
	struct timespec t = due_time(ns);

	while (n-- > 0) {
		from = due_now();
		if (wait(&t) != 0)
			return bench_fail(c, call);
		took = due_now() - from;
		if (took < ns)
			return bench_fail_why(c,
			    "%s returned %lld ns too early", call,
			    (long long)(ns - took));
		bench_record(c, (uint64_t)(took - ns));
	}
	return 0;
}
