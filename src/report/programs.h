/* programs.h - programs whose instructions were counted, as text and JSON. */
#ifndef PERFLOSS_REPORT_PROGRAMS_H
#define PERFLOSS_REPORT_PROGRAMS_H

#include "base/buf.h"
#include "base/json.h"
#include "judge/functions.h"
#include "judge/program.h"
#include "report/style.h"

#include <stddef.h>
#include <stdint.h>

/* A program; what it was in its first boot but for its counts. */
struct report_program {
	const char *text; /* as it was typed */
	const char *status;
	struct program_counts counts;
	int64_t user, kernel;
	const struct functions *functions;
	const struct functions *again; /* of the second boot; NULL = none */
};

/* The others against one of them. */
struct report_programs {
	const struct report_program *program;
	size_t n;
	const struct program_change *change; /* of each but the first */
	const struct functions_diff *diff;   /* the same */
	const char *first; /* what the first is, if it was not measured now */
	const char *kernel;
	uint64_t seed;
	size_t boots; /* of each; the first two of one seed */
	size_t top;   /* functions that are named */
	double delta;
	int64_t limit; /* 0 = none */
};

void report_programs(const struct report_programs *p, const struct style *s,
    struct buf *out);
void report_programs_json(const struct report_programs *p, struct json *j);

#endif
