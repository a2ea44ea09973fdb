/* lab.h - what the words of perfloss lab share. */
#ifndef PERFLOSS_CMD_LAB_H
#define PERFLOSS_CMD_LAB_H

#include "base/err.h"
#include "base/opt.h"
#include "drive/kernel.h"
#include "drive/lab.h"
#include "model/image.h"
#include "model/run.h"
#include "model/wire.h"
#include "report/report.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* perfloss lab WORD ... */
int lab_run(int argc, char **argv, struct err *e);
int lab_compare(int argc, char **argv, struct err *e);
int lab_exec(int argc, char **argv, struct err *e);
extern const struct opt_cmd lab_exec_usage;

/* -- Rows (lab_rows.c) --------------------------------------------------- */

struct lab_row {
	const char *key;
	uint64_t ops; /* in a batch; 0 = the probe calibrates in each boot */
};

/* What is counted unless others are asked for; ends in a key NULL. */
extern const struct lab_row lab_table[];

struct lab_rows {
	struct lab_row *row; /* keys are owned */
	size_t n, cap;
};

/* The table, or what words choose: of the table, else of all rows that the
 * probe has. Release it. */
int lab_rows_choose(struct lab_rows *rows, const char *const *words, size_t n,
    struct err *e);
void lab_rows_release(struct lab_rows *rows);

/* -- Settings (lab_set.c) ------------------------------------------------ */

/* "kernel.x=1", or "/proc/...=1", as "/proc/sys/kernel/x=1": the caller frees;
 * NULL with the reason. option: as it was given, for that. */
char *lab_set_path(const char *word, const char *option, struct err *e);

/* -- Memory (lab_set.c) -------------------------------------------------- */

/* Where nothing is asked for. */
#define LAB_MEMORY_USUAL (-1)

/* Bytes of the machine as megabytes, 0 = the usual; -EINVAL where a kernel
 * could not be in so few. */
int lab_memory(int64_t bytes, int64_t *mb, struct err *e);

/* -- Boots (lab_boots.c) ------------------------------------------------- */

/* One boot: what it does, and what came of it. */
struct lab_job {
	const struct kernel *kernel;
	const char *name; /* of its arm, for messages */
	const char *cmdline;
	const char *const *set, *const *args; /* NULL-ended, or NULL */
	uint64_t seed;
	char *plan;                  /* lines; owned */
	const struct lab_file *file; /* further files of the guest */
	size_t n_file;
	const char *plugin, *plugin_out;
	/* All that it said, once it has ended well. */
	struct wire_msg *msg;
	size_t n, cap;
	bool ok;
	/* lab_boots.c's own */
	struct probe *probe;
	unsigned tries;
	size_t answers;
	int64_t from_ns;
	struct err why;     /* what it said against its plan */
	struct buf console; /* of a boot that failed */
	bool bye;
};

void lab_job_release(struct lab_job *job);

struct lab_how {
	enum lab_accel accel;
	int64_t memory_mb, settle_ns, limit_ns;
	const char *qemu; /* its version; NULL = unknown */
	unsigned at_once;
	size_t rows;         /* of a boot, for the line on the terminal */
	const char *what;    /* for it: "boot", "exact pass" */
	const char *console; /* file for that of a boot that failed, or NULL */
	bool quiet;
};

/* Carry out all jobs, in their order, so many at once. One that fails is told,
 * and tried once more where it may go well then (lab_again); else, and the
 * second time, that ends all. done: called when a job has
 * ended well, in the order of their ending. */
int lab_boots(struct lab_job *job, size_t n, const struct lab_how *how,
    void (*done)(void *arg, size_t i), void *arg, struct err *e);

/* -- Functions (lab_functions.c) ----------------------------------------- */

/* What counts them, and what the programs among them are of. */
struct lab_counter {
	char *plugin; /* NULL = there is none */
	struct images images;
};
int lab_counter_init(struct lab_counter *c, struct err *e);
void lab_counter_release(struct lab_counter *c);

/* Where the plugin of one boot writes: its lab_job.plugin_out is path. */
struct lab_counts {
	FILE *file;
	char *path;
};
int lab_counts_open(struct lab_counts *f, struct err *e);
void lab_counts_close(struct lab_counts *f);

/* The functions of each row of a boot that has ended well and had `symbols` in
 * its plan, as a note (FUNCTIONS_NOTE) of what it said of the row. */
int lab_functions(struct lab_job *job, const struct lab_counter *c,
    const struct lab_counts *f, struct err *e);

/* -- A measurement (lab_measure.c) --------------------------------------- */

struct lab_arm {
	const struct kernel *kernel;
	const char *cmdline;     /* NULL = none */
	const char *const *set;  /* paths, NULL-ended */
	const char *const *args; /* of the probe; NULL = none */
	struct run *r;
};

struct lab_opts {
	struct lab_arm *arm;
	size_t n_arms;
	uint32_t boots;
	uint64_t seed;
	const struct lab_rows *rows;
	/* The first boots of each arm count functions, too; NULL = none do. */
	const struct lab_counter *counter;
	struct lab_how how;
};

/* Count the rows in each boot of each arm, in random pairs, into the runs of
 * the arms, and save them where there is a store. Each round has a seed of its
 * own, which is the same for all arms. In any case the runs hold the boots that
 * were whole. */
int lab_measure(const struct lab_opts *o, struct store *s, struct err *e);

/* The plan of a boot: each row once, in an order of the seed, then what the
 * kernel's functions are; the caller frees. */
char *lab_plan(const struct lab_rows *rows, uint64_t seed, bool counts,
    bool symbols);

/* -- Facts (lab_facts.c) ------------------------------------------------- */

/* Into the facts of a run: how its boots were made. */
void lab_facts(const struct lab_arm *arm, const struct lab_how *how);

/* Options of the kernels' configurations that differ, those first that often
 * cost something; at most `most` of them. A line, or nothing. */
void lab_config_text(const struct kernel *a, const struct kernel *b,
    size_t most, const struct style *s, struct buf *out);
void lab_config_json(const struct kernel *a, const struct kernel *b,
    struct json *j);

#endif
