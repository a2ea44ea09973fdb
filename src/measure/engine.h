/* engine.h - measures one row: a fresh process an invocation.
 *
 * The probe opens one measurer and asks it for invocations. Nothing that a
 * benchmark does - crash, hang, fork, leak - outlives its invocation or harms
 * the next. */
#ifndef PERFLOSS_MEASURE_ENGINE_H
#define PERFLOSS_MEASURE_ENGINE_H

#include "measure/batch.h"
#include "measure/disturb.h"
#include "measure/inject.h"
#include "measure/pulse.h"
#include "measure/row.h"
#include "measure/scratch.h"

struct measurer {
	struct plat_clock clock;
	struct err clock_error; /* code < 0: why the one asked for is not it */
	struct shared *shared;
	int shared_fd; /* the file it is; < 0 = none, no exec then */
	struct scratch scratch;
	struct scratch tmpfs;     /* one in memory, once it was needed */
	struct err scratch_error; /* why there is none */
	struct {
		struct plat_quota group;
		struct err why_not; /* code < 0: it cannot be had here */
	} cgroup[2];                /* of CPU time and of memory, once needed */
	int64_t memory;             /* bytes that there are; -1 = unknown */
	uint64_t invocations;       /* names the directories */
	int64_t began_ns;           /* watch_now() at the start */
	struct pulses pulses;
	struct inject inject;
	pid_t stays; /* the process of measure_again: child.h */
	int stays_cpu[2];
	const char *stays_place;
	bool keeps; /* a command left something running that was to stay */
};

struct measure_step {
	struct row row;
	enum batch_mode mode;
	uint64_t ops;        /* not BATCH_CALIBRATE */
	uint32_t batches;    /* BATCH_ONCE */
	int64_t time_ns;     /* wanted for the batches */
	int64_t quiet_ns;    /* to wait for full speed; 0 = do not */
	int64_t sample_ns;   /* from sample to sample: see sample.h; 0 = none */
	int64_t deadline_ns; /* kill after this */
	bool pin_given;
	int pin; /* first CPU; -1 = free */
};

/* What happened; the results are in m->shared until the next call. */
struct measure_result {
	enum outcome outcome;
	int error; /* errno, 0 = none */
	enum phase phase;
	char why[480];
	int cpu[2];
	const char *place; /* NULL = the row has no placement */
	int64_t start_ns;  /* since the measurer began */
	int64_t wall_ns;
	struct disturb disturb;
	int64_t stops; /* by the quota that was injected; -1 = none was */
};

/* Never fails: what cannot be had fails the rows that need it. */
void measure_init(struct measurer *m);
void measure_release(struct measurer *m);

/* Memory to share with invocations: in a forked copy of a measurer that is to
 * measure beside the first. */
void measure_share(struct measurer *m);

/* From now on all invocations are slower, as in says; it is owned here. */
void measure_inject(struct measurer *m, const struct inject *in);

/* From now on count instructions, or measure time as at first. Where they
 * cannot be counted every invocation is skipped, for the reason that is
 * returned. */
int measure_clock(struct measurer *m, bool counts, struct err *e);

/* Make the scratch directory in dir; NULL or "" = none. */
int measure_set_dir(struct measurer *m, const char *dir, struct err *e);

/* Make the scratch directory in memory, if these needs of a row are to have
 * one and there is none yet: its path, else NULL. */
const char *measure_tmpfs(struct measurer *m, unsigned needs);

/* The same for the cgroup of a row that needs one. */
const char *measure_cgroup(struct measurer *m, unsigned needs);

/* One invocation. */
void measure(struct measurer *m, const struct measure_step *step,
    struct measure_result *r);

/* The same, of one row only for each measurer, in a process that lives on from
 * the first call to the end of the measurer; step->ops is given. */
void measure_again(struct measurer *m, const struct measure_step *step,
    struct measure_result *r);

#endif
