/* aftermath.h - what was measured before, during and after a load.
 *
 * Each phase is a run. In each, a row is there once as measured in fresh
 * processes, and once, with AFTERMATH_SURVIVOR behind its key, in one process
 * that has lived since the first phase began. Invocations' start_ns and the
 * times of this header count from one moment, so that all of it makes one
 * timeline. */
#ifndef PERFLOSS_MODEL_AFTERMATH_H
#define PERFLOSS_MODEL_AFTERMATH_H

#include "model/left.h"
#include "model/run.h"

#include <stdbool.h>
#include <stdint.h>

#define AFTERMATH_SURVIVOR "/process=survivor"

enum after_phase { AFTER_BASELINE, AFTER_LOAD, AFTER_RECOVERY, AFTER_PHASES };

extern const char *const after_phase_words[AFTER_PHASES];

/* How the load did. */
struct after_load {
	char *what;      /* as a person reads it: "compute x 50" */
	uint32_t copies; /* 0: a command */
	bool began;
	bool ended;     /* by itself */
	double cpu_s;   /* all of it */
	double *each_s; /* of each copy */
	size_t n_each;
	uint64_t turns, failed; /* invocations of the copies */
	char *why;              /* what went wrong with some; NULL */
	int64_t from_ns, to_ns; /* until nothing of it ran that was killed */
};

/* What is of all phases. */
struct after_about {
	size_t cpus;         /* that the machine has; 0 = unknown */
	long self[4];        /* processes of the measuring: they and what they
				started are not left by anybody; 0 = none */
	long keeper;         /* what this one started is the load's; 0 */
	double clock_step_s; /* the time of day was set meanwhile; 0 */
	double suspended_s;
	bool first; /* the measuring goes before others */
	bool cut;   /* interrupted */
};

struct aftermath {
	struct run phase[AFTER_PHASES];
	int64_t from_ns[AFTER_PHASES], to_ns[AFTER_PHASES]; /* 0, 0 = it never
							       began */
	struct left *left;                                  /* by time */
	size_t n_left, cap_left;
	struct after_load load;
	struct after_about about;
};

void after_load_release(struct after_load *l);
void aftermath_init(struct aftermath *a);
void aftermath_release(struct aftermath *a);

/* Take it over. */
void aftermath_add_left(struct aftermath *a, struct left *l);

/* In which phase a moment was; AFTER_PHASES: between two. */
enum after_phase aftermath_when(const struct aftermath *a, int64_t at_ns);

/* Whether a key is of a surviving process; and the row's own key: the caller
 * frees. */
bool aftermath_survives(const char *key);
char *aftermath_row(const char *key);

#endif
