/* after_part.h - what a run that is a phase of an aftermath keeps of it: which
 * phase it is, the load, and the state of the system as it was in that phase.
 * Three runs with one uuid make the whole again. */
#ifndef PERFLOSS_MODEL_AFTER_PART_H
#define PERFLOSS_MODEL_AFTER_PART_H

#include "base/json.h"
#include "model/aftermath.h"

struct after_part {
	char uuid[37]; /* that the phases share */
	enum after_phase phase;
	int64_t from_ns, to_ns; /* as in struct aftermath */
	struct after_load load;
	struct after_about about;
	struct left *left; /* of this phase, by time */
	size_t n_left;
};

void after_part_free(struct after_part *p);

/* Give each run whose phase began its part, in place of the one it has. */
void aftermath_part(struct aftermath *a);

/* The whole of runs that have parts: each borrowed at its phase, as all in
 * them; NULL = it is not there. At least one is. Give it back with
 * aftermath_unjoin. */
void aftermath_join(struct aftermath *a,
    const struct run *const run[AFTER_PHASES]);
void aftermath_unjoin(struct aftermath *a);

/* -- As JSON (after_part_json.c) ----------------------------------------- */

/* An object (doc/RUN.md, "A phase of an aftermath"). */
void after_part_to_json(const struct after_part *p, struct json *j);

/* Its text read back: the caller frees. NULL with the reason. */
struct after_part *after_part_from_text(const char *text, size_t len,
    struct err *e);

#endif
