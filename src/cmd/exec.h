/* exec.h - commands measured in random order, round by round. */
#ifndef PERFLOSS_CMD_EXEC_H
#define PERFLOSS_CMD_EXEC_H

#include "base/err.h"
#include "base/opt.h"
#include "cmd/cells.h"
#include "cmd/picture.h"
#include "judge/judge.h"
#include "model/run.h"
#include "report/report.h"
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
	bool counters;                  /* what the CPU counts */
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

/* The row of a command in its run. */
#define EXEC_KEY "exec"

/* Whether it is certain how the real times compare, or it is known within
 * `until`. */
bool exec_settled(const struct verdict_set *v, double until);

/* As judge_exit_status, of the real time alone: user time and time in the
 * kernel are judged too, but are parts of it. */
int exec_status(const struct verdict_set *v, bool need_decision);

/* Judge all cells against the reference: out has room for n - 1, in the order
 * of the cells without it; release each. Returns how many there are. The runs
 * are views with derived rows (model/tails.h). */
size_t exec_judge(const struct run *r, size_t n, const struct exec_opts *o,
    struct judge_pair *pair, struct verdict_set *out);

/* -- Factors ------------------------------------------------------------- */

/* Whether more than one thing varies: a factor, or the command. All cells stay
 * then until all are decided, so that rounds are whole. */
bool exec_is_table(const struct cells *c);

struct exec_effects {
	struct report_factor *factor; /* the command first */
	char **command;               /* its levels, NULL-ended */
	struct effect *effect;
	size_t n, rounds;
};
void exec_effects(struct exec_effects *x, const struct cells *c,
    const struct run *r);
void exec_effects_release(struct exec_effects *x);

/* -- As time(1) does ------------------------------------------------------ */

/* Whether the layout is one, and nothing was asked that it has no place for:
 * not = such an option, or NULL. */
int exec_check_like(const struct cells *c, const char *layout, const char * not,
    struct err *e);

/* Become the probe that times the only command and prints it in the layout of
 * "bsd" or "gnu" to a file (NULL = standard error). Returns only when that
 * failed. */
int exec_like(const struct cells *c, const char *layout, const char *file,
    bool append, struct err *e);

/* -- What is printed ----------------------------------------------------- */

enum exec_format {
	EXEC_TEXT,
	EXEC_MARKDOWN,
	EXEC_CSV,
	EXEC_JSON,
	EXEC_HYPERFINE,
	EXEC_SVG,
	EXEC_PNG,
	EXEC_FORMATS
};

struct exec_as {
	enum exec_format format;
	const char *file;  /* NULL = standard output */
	const char *store; /* with unit costs of this host; NULL = the usual */
	bool all;          /* the long report */
	bool plot;         /* and a picture of the values, of text */
	const struct picture_opts *picture;
	bool need; /* status 3 where it is not decided */
};

/* The format that is meant (cmd.h, out_choose), or -errno. */
int exec_choose(const char *format, const char *file, struct err *e);

int exec_print(const struct cells *c, const struct run *r,
    const struct exec_opts *o, const struct exec_as *as, int *status,
    struct err *e);

/* Stored runs of commands as one table of factors, n words that name them. */
int exec_join(char *const *word, int n, const struct exec_as *as, bool json,
    struct err *e);

#endif
