/* usage.h - what commands used, and what follows from it by arithmetic.
 *
 * The invocations of a command's row carry its rusage in counters and notes
 * (doc/WIRE.md, "done of a program"). */
#ifndef PERFLOSS_JUDGE_USAGE_H
#define PERFLOSS_JUDGE_USAGE_H

#include "base/buf.h"
#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>

/* Medians over the invocations; NaN = unknown. Times in ns. */
struct usage {
	size_t n;
	double real, user, sys;
	double max_rss;       /* bytes */
	double max_rss_under; /* that is known where max_rss is not */
	double minflt, majflt, nvcsw, nivcsw, in_blocks, out_blocks;
	double throttled;   /* ns out of a quota */
	double psi[3];      /* ns that some task of the machine waited for CPU,
			       I/O, memory */
	double least, most; /* real */
	size_t failed;      /* ended with another status than 0, or a signal */
	size_t left;        /* left something running */
};

/* Of a result that commands made; false: it is none. */
bool usage_of(const struct result *res, struct usage *u);

/* What unit costs this host's rows have, ns; NaN = not measured. */
struct usage_costs {
	double fault;      /* one page fault: vm_fault */
	double ctx_switch; /* one switch: sched_ctx 2/0 */
};
void usage_costs_of(const struct run *r, struct usage_costs *c);

/* Findings of one command, a sentence each, in order of weight. */
#define USAGE_FINDINGS 14
struct finding {
	char text[200];
};
size_t usage_findings(const struct run *r, const struct usage *u,
    const struct usage_costs *c, struct finding out[USAGE_FINDINGS]);

/* Where the difference of two lies: "0.21 s of 0.30 s in the kernel". False:
 * there is nothing to say. */
bool usage_difference(const struct usage *a, const struct usage *b,
    struct finding *out);

/* The same in short: "0.21 s more, most of it computing". */
bool usage_where(const struct usage *a, const struct usage *b,
    struct finding *out);

/* Whether they were made with different clock sources: "the clock source was
 * tsc and is hpet". */
bool usage_clock(const struct run *a, const struct run *b, struct finding *out);

#endif
