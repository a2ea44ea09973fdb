/* jobs.c - the list of cases. */
#include "slow.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct job *jobs_add(struct jobs *j, const char *part, uint64_t trials,
    const char *fmt, ...)
{
	struct job *job;
	va_list ap;

	j->job = xgrow(j->job, j->n, &j->cap, sizeof(*j->job));
	job = &j->job[j->n++];
	memset(job, 0, sizeof(*job));
	job->part = part;
	job->trials = trials;
	job->opts = judge_defaults;
	va_start(ap, fmt);
	vsnprintf(job->name, sizeof(job->name), fmt, ap);
	va_end(ap);
	return job;
}

void job_goal(struct job *job, enum goal_kind kind, double lo, double hi,
    int hit, const char *what)
{
	job->goal[job->goals++] = (struct goal){ .what = what,
		.kind = kind,
		.lo = lo,
		.hi = hi,
		.hit = hit,
		.of = -1 };
}
