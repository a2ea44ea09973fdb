/* exec.h - commands measured in random order, round by round. */
#ifndef PERFLOSS_CMD_EXEC_H
#define PERFLOSS_CMD_EXEC_H

#include "base/err.h"
#include "base/opt.h"
#include "cmd/cells.h"
#include "judge/judge.h"
#include "model/run.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

struct exec_opts {
	int64_t warmup;       /* runs of each that do not count; < 0 = one, if
				 it is not too dear */
	uint32_t least, most; /* runs of each that count */
	bool fixed;           /* exactly `most` */
	double until;         /* one command: half-width of its interval; more:
				 of the change's, too; 0 = none */
	int64_t budget_ns;    /* beyond `least` runs of each */
	int64_t settle_ns, deadline_ns;
	int64_t hook_ns; /* a hook that takes longer is killed */
	const char *in, *out, *errors;
	bool keep;                      /* what a command leaves running */
	bool ignore;                    /* every failure */
	const struct opt_list *ignored; /* these statuses */
	size_t reference;               /* the cell others are compared with */
	struct judge_opts judge;
	bool quiet;
};

/* Measure all cells into runs of theirs, which have begun in the store where
 * there is one (exec_pair before), and save them round by round. Returns 0,
 * -EINTR, or what went wrong; in each case the runs hold what was measured. */
int exec_measure(const struct cells *c, struct run *r, struct store *s,
    const struct exec_opts *o, struct err *e);

/* What the probe said of the machine to the first run holds for all; and what
 * each command is. */
void exec_facts(const struct cells *c, struct run *run);

/* Give n runs what makes them measured together. */
void exec_pair(struct run *r, size_t n, const struct exec_opts *o);

/* Judge all cells against the reference: out has room for n - 1, in the order
 * of the cells without it; release each. Returns how many there are. */
size_t exec_judge(const struct run *r, size_t n, const struct exec_opts *o,
    struct judge_pair *pair, struct verdict_set *out);

#endif
