/* program.h - runs a command from start to end and measures it from outside.
 *
 * It is started by the probe, not by the program that judges: the peak of
 * memory that the kernel tells of a process is at least what its parent had
 * when it started it, and starting is quick where the probe is small. */
#ifndef PERFLOSS_MEASURE_PROGRAM_H
#define PERFLOSS_MEASURE_PROGRAM_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct program {
	char *const *argv; /* NULL-ended; found in PATH as a shell does */
	char *const *env;  /* NULL-ended */
	/* Files of its standard input, output and errors; NULL = nothing.
	 * Output to "-" and errors to "-" go where the errors of this process
	 * go. */
	const char *in, *out, *errors;
	int64_t deadline_ns; /* kill after this */
	bool keep;           /* leave alone what it leaves running */
	bool counts;         /* the clock counts instructions */
};

enum program_end {
	PROGRAM_EXITED,   /* code = its status */
	PROGRAM_KILLED,   /* code = the signal */
	PROGRAM_LATE,     /* it had not ended by the deadline */
	PROGRAM_TERMINAL, /* it stopped, as it may not use the terminal */
	PROGRAM_HALTED,   /* it stopped, code = by which signal, and nothing
			     made it go on */
	PROGRAM_STOPPED,  /* this process was asked to stop meanwhile */
};

struct program_result {
	enum program_end end;
	int code;
	int64_t start_ns; /* CLOCK_MONOTONIC */
	int64_t wall_ns;  /* from before it was started to its end */
	uint64_t cost;    /* the same; in instructions where counted,
				    without those that were waited */
	bool counted;
	int64_t waited; /* in which no task ran, if that is over 1 %; -1 =
			   unknown */
	int64_t user_ns, sys_ns; /* with all descendants it waited for */
	int64_t max_rss;         /* bytes, of the largest of them; -1 = unknown:
				     not above max_rss_under */
	int64_t max_rss_under;   /* what this process has */
	uint64_t minflt, majflt, nvcsw, nivcsw, in_blocks, out_blocks;
	bool left; /* it left something running, which was killed or kept */
};

/* Run it in a process group of its own, signals as in a fresh process. 0, or
 * -errno with the reason when it could not be started at all. On return nothing
 * of it runs, but for what was to be kept. */
int program_run(const struct program *p, struct program_result *r,
    struct err *e);

#endif
