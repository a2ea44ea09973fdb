/* plan.h - one line of the plan, understood (doc/WIRE.md). */
#ifndef PERFLOSS_PROBE_PLAN_H
#define PERFLOSS_PROBE_PLAN_H

#include "base/err.h"
#include "measure/row.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAN_WIRE     1          /* version of the wire */
#define PLAN_LINE_MAX (1u << 20) /* bytes of a line */

enum plan_kind {
	PLAN_PLAN,
	PLAN_STEP,
	PLAN_PROGRAM,
	PLAN_ENV,
	PLAN_LEFT,
	PLAN_LOAD,
	PLAN_LOOK,
	PLAN_RELEASE,
	PLAN_SYMBOLS,
	PLAN_FILE,
	PLAN_END,
};

struct plan_line {
	enum plan_kind kind;
	int64_t wire; /* PLAN_PLAN */
	char dir[160];
	bool has_dir, facts, first;
	bool counts;    /* PLAN_PLAN: the clock counts instructions */
	bool stay;      /* PLAN_STEP: in a process that lives on */
	int64_t copies; /* PLAN_LOAD */
	int64_t id;     /* PLAN_STEP, PLAN_PROGRAM; -1 = none was given */
	char key[ROW_KEY_MAX];
	uint64_t ops;
	int64_t time_ns, idle_ns, quiet_ns, deadline_ns;
	int64_t profile; /* PLAN_STEP: ns from sample to sample; 0 = none */
	bool pin_given;
	int pin;
	/* PLAN_PROGRAM, PLAN_LOAD: see measure/program.h. The list is owned,
	 * the texts are in the line. */
	char **argv;
	const char *in, *out, *errors;
	const char *path; /* PLAN_FILE; in the line, too */
	int64_t most;     /* bytes of it */
	bool keep, counters;
	bool bytes; /* a character stood for each byte of these */
};

/* Understand line[0..len-1], which is changed. 0, or -EINVAL with the reason;
 * id and key hold as far as they were understood. Release in any case. */
int plan_read(struct plan_line *p, char *line, size_t len, struct err *e);
void plan_release(struct plan_line *p);

#endif
