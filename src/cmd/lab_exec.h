/* lab_exec.h - programs counted in the lab: what the files of perfloss lab exec
 * share. */
#ifndef PERFLOSS_CMD_LAB_EXEC_H
#define PERFLOSS_CMD_LAB_EXEC_H

#include "base/err.h"
#include "cmd/lab.h"
#include "drive/pack.h"
#include "judge/functions.h"
#include "model/image.h"
#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The row of a program in its run; its values are all its instructions, of
 * kernel and program, in each boot. */
#define LAB_EXEC_KEY "exec"

/* Where standard input is in the machine. */
#define LAB_EXEC_INPUT "/input"

/* What one boot said of a program. */
struct lab_counted {
	bool ok;
	int64_t user, kernel;
	struct functions functions;
	char *status;           /* "status 3", "signal 11"; NULL = well */
	struct buf out, errors; /* what it wrote */
	uint64_t out_size;      /* all of it; out may be the start */
	struct err why;         /* it could not be run or counted */
};

struct lab_program {
	const char *text;
	char *const *argv;
	struct pack pack;
	struct lab_file *file; /* of pack, and standard input */
	size_t n_file;
	const char **args;    /* of the probe there, NULL-ended */
	char *env[2];         /* two of them */
	struct images images; /* of pack and the probe */
	struct lab_counted *boot;
	struct run run; /* with the facts of the first boot */
};

struct lab_exec {
	struct lab_program *program;
	size_t n;
	const struct kernel *kernel;
	size_t boots; /* of each */
	uint64_t seed;
	const char *cmdline;
	const char *in;      /* path here of standard input, or NULL */
	int64_t deadline_ns; /* in the guest's time */
	int64_t most;        /* bytes of output to be kept */
	struct lab_how how;
};

/* Boot each program so often, and split what was counted. The first two boots
 * have the seed, others have seeds of their own. */
int lab_exec_count(struct lab_exec *x, struct err *e);

void lab_counted_release(struct lab_counted *c);

/* What is to be said of them. */
struct lab_exec_say {
	const char *against; /* a stored run, or NULL */
	const char *store;
	double delta;
	int64_t limit, top;
	bool json, ignore;
};

/* Judge and print; *status: that of the program. */
int lab_exec_print(const struct lab_exec *x, const struct lab_exec_say *say,
    int *status, struct err *e);

#endif
