/* shared.h - what an invocation and the probe share: one mapping, so that what
 * was known when a child died is still known.
 *
 * What is forked does not get it, but for partners (plat_fork_shares), so it
 * does not count in proc_fork; pages never touched cost nothing. */
#ifndef PERFLOSS_MEASURE_SHARED_H
#define PERFLOSS_MEASURE_SHARED_H

#include "measure/bench.h"
#include "measure/inject.h"
#include "measure/job.h"
#include "plat/samples.h"

#include <stdatomic.h>

#define SHARED_BATCHES 2048  /* of one invocation */
#define SHARED_EVENTS  65536 /* 12 bytes each on a line of at most 1 MiB */
#define SHARED_NOTES   2048  /* bytes of notes */

enum phase {
	PHASE_START,
	PHASE_SETUP,
	PHASE_PREPARE,
	PHASE_RUN,
	PHASE_BASE,
	PHASE_TIDY,
	PHASE_TEARDOWN,
	PHASE_END, /* all done, results are whole */
	PHASES
};

extern const char *const phase_words[PHASES];

enum outcome {
	OUTCOME_NONE,
	OUTCOME_DONE,
	OUTCOME_FAIL,
	OUTCOME_SKIP,
};

/* What the probe asks of the process of an invocation. */
struct task {
	uint64_t magic;   /* TASK_MAGIC: the mapping is what it should be */
	char version[16]; /* of perfloss: it may be another program's */
	char bench[64];
	struct bench_ctx ctx; /* its pointers are the process's own */
	struct batch_job job;
	struct inject inject;
	pid_t parent;
};

#define TASK_MAGIC UINT64_C(0x7065726666303036) /* and version of struct */

/* Samples by address, in no order; a place whose count is 0 is free. */
#define SAMPLED 8192 /* a power of two */
struct sampled {
	uint64_t all; /* those that found no room included */
	uint64_t ops; /* done meanwhile */
	uint64_t address[SAMPLED];
	uint32_t count[SAMPLED];
};

struct shared {
	struct task task;
	atomic_int phase;
	atomic_int outcome; /* the first to say why wins */
	atomic_uint ready;  /* calls of bench_ready */
	atomic_uint whole;  /* batches of run that went well */
	int error;          /* errno, 0 = none */
	char why[400];
	uint64_t ops;
	double op_ns; /* calibration */
	uint64_t bytes;
	uint32_t n_run, n_base, n_pulse, warm, n_events;
	int64_t waited_ns; /* until the CPU was at full speed */
	uint64_t dropped;  /* events that found no room */
	uint32_t marked;   /* batches between marks (mark.h) */
	double waiting;    /* part of the time in which no task ran, while it
			      was counted in instructions; -1 = unknown */
	struct plat_usage usage;
	uint32_t notes_len;
	char notes[SHARED_NOTES]; /* key \0 value \0 ... */
	uint64_t run[SHARED_BATCHES];
	uint64_t base[SHARED_BATCHES];
	uint64_t pulse[SHARED_BATCHES]; /* the slower of those around a batch */
	uint64_t event[SHARED_EVENTS];
	uint64_t lost_samples;
	struct sampled run_samples, base_samples;
};

/* The engine in the child: c->engine. */
struct engine {
	struct shared *shared;
	const struct bench *bench;
	pid_t *partner;
	size_t n_partners, cap_partners;
	unsigned ready_seen;
	bool marks; /* tell a tracer of each phase: lseek(-1, phase) */
	struct plat_samples samples;
	bool sampling;
	bool warm; /* warm-up is over: batches are marked (mark.h) */
};

/* A process that stays goes on: bench_visit. */
void visit_again(void);

/* Fail with a sentence unless a reason stands already. error may be 0.
 * Returns -1. */
int shared_fail(struct shared *s, int error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for what cannot be had here: a skip. */
int shared_skip(struct shared *s, int error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* After teardown: what the partners came to. 0, or -1 with the reason set. */
int partners_end(struct engine *en);

/* A partner that ended badly explains a hook that failed. */
void partners_blame(struct engine *en);

#endif
