/* trace.h - run the probe once under ptrace and see what it really does.
 *
 * The probe marks the phases of a --once run (measure/batch.h): what is counted
 * here happens between the mark of PHASE_RUN and the next, in all processes
 * that descend from the probe. */
#ifndef PERFLOSS_TESTS_OPS_TRACE_H
#define PERFLOSS_TESTS_OPS_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#define TRACE_CALLS 1024 /* system call numbers */

struct trace {
	const char *probe, *key;
	const char *inject; /* --inject, or NULL */
	uint64_t ops;
	uint64_t batches;      /* of so many operations; 0 = one */
	bool step;             /* count instructions of the measuring process */
	bool vdso;             /* those in the vDSO as well */
	bool (*fail)(long nr); /* the first such call fails with EPERM */
	/* results */
	uint64_t call[TRACE_CALLS];
	uint64_t instructions;
	unsigned failed; /* calls that did */
	bool late;       /* killed after the deadline */
	int status;      /* of the probe, as wait has it */
	char out[65536];
};

/* NULL, or why this machine does not let us look. */
const char *trace_possible(void);

/* Whether failing calls and counting instructions is known on this CPU. */
bool trace_knows_cpu(void);

/* Run "PROBE --once KEY OPS" and fill the results. 0 or -errno. */
int trace_run(struct trace *t);

#endif
