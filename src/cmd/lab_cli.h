/* lab_cli.h - the command line of perfloss lab run and lab compare. */
#ifndef PERFLOSS_CMD_LAB_CLI_H
#define PERFLOSS_CMD_LAB_CLI_H

#include "base/err.h"
#include "base/opt.h"
#include "cmd/lab.h"
#include "cmd/lab_git.h"

#include <stdbool.h>
#include <stdint.h>

/* What the options say; one for the program. */
struct lab_cli {
	const char *cmdline, *cmdline_of[2], *inject_b, *label, *label_of[2];
	const char *accel, *store, *console;
	struct lab_git_opts git;
	struct opt_list set, set_of[2], rows;
	int64_t boots, memory, settle_ns, limit_ns, jobs;
	uint64_t seed;
	double delta;
	bool functions, no_functions, all, need, no_store, json, quiet;
	bool neighbours;
};
extern struct lab_cli lab_cli;
extern const struct opt lab_cli_opts[];

/* All that is made of them and of the kernels named. */
struct lab_made {
	struct lab_opts o;
	struct lab_rows rows;
	struct lab_git git; /* of kernels that are commits */
	struct kernel *kernel;
	size_t n_kernels; /* that were opened, or are to be released */
	struct lab_arm *arm;
	struct run *run; /* of each arm */
	char **text;     /* owned by the arms' settings */
	size_t n_text, cap_text;
	const char ***set; /* of each arm */
	const char *args[3];
	char *qemu;
	struct lab_counter counter;
};

/* Of so many arms at least: one kernel stands for all of them. Nothing is
 * booted yet. Release it in any case. */
int lab_make(struct lab_made *m, char *const *kernels, size_t n, size_t arms,
    struct err *e);
void lab_made_release(struct lab_made *m);

/* What the runs are called, with what, and that they are one measurement; the
 * command line as it was typed. */
void lab_describe(struct lab_made *m, const char *command, bool paired);

#endif
