/* setup.h - what commands that measure share: options, the run, its keeping. */
#ifndef PERFLOSS_CMD_SETUP_H
#define PERFLOSS_CMD_SETUP_H

#include "base/err.h"
#include "model/run.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -- Options -------------------------------------------------------------- */

/* What the commands that measure take alike, each those that it has a use for.
 * The beginning is SETUP_OPTS_INIT. */
struct setup_opts {
	const char *dir;   /* NULL = not said */
	int64_t settle_ns; /* 0 = do not wait */
	uint64_t seed;     /* UINT64_MAX = a new one */
	bool no_store, quiet;
};

#define SETUP_OPTS_INIT \
	{ \
		.settle_ns = INT64_C(3000000000), .seed = UINT64_MAX \
	}

/* Lines of a table of options; o: a struct setup_opts, or another that has
 * fields of these names. */
#define SETUP_OPT_DIR(o) \
	{ \
		0, "dir", "DIR", \
		    "where rows that use files make them (default: $TMPDIR " \
		    "or /tmp)", \
		    OPT_STRING, &(o).dir, 0 \
	}
#define SETUP_OPT_SEED(o) \
	{ \
		0, "seed", "N", "of the random order", OPT_UINT, &(o).seed, 0 \
	}
#define SETUP_OPT_SETTLE(o) \
	{ \
		0, "settle", "TIME", \
		    "wait for a quiet machine at most so long (default: 3s)", \
		    OPT_DURATION, &(o).settle_ns, 0 \
	}
#define SETUP_OPT_NO_STORE(o) \
	{ \
		0, "no-store", NULL, "keep nothing of it in the store", \
		    OPT_FLAG, &(o).no_store, 0 \
	}
#define SETUP_OPT_QUIET(o) \
	{ \
		'q', "quiet", NULL, "no progress, no forecast", OPT_FLAG, \
		    &(o).quiet, 0 \
	}

/* -- Before and after ----------------------------------------------------- */

/* The value of --pin: PLAN_PROBES_CHOICE for NULL, PLAN_FREE or a CPU. */
int setup_pin(const char *word, int *pin, struct err *e);

/* The value of --dir, absolute; NULL for NULL. A wrong one is said before
 * anything is measured. The caller frees. */
int setup_dir(const char *word, char **dir, struct err *e);

/* Refuse more rounds than the wire and the store can count; what = the
 * option. */
int setup_rounds(int64_t n, const char *what, struct err *e);

/* The seed given, or a new one for UINT64_MAX. */
uint64_t setup_seed(uint64_t given);

/* The command line, for the reader; argv[0] is the command's name. And what was
 * chosen: the profile, if there is one, and the words. The caller frees. */
char *setup_command(int argc, char **argv);
char *setup_profile(const char *profile, int n_words, char **words);

/* The time of day, ns since 1970. */
int64_t setup_now_ns(void);

/* Store what is new in n runs (s NULL = none). A store that fails in mid-run
 * costs no measuring: it is said once (*failed), tried again each round, and
 * the end of the run depends on it. */
void setup_save(struct store *s, struct run *const *r, size_t n, bool *failed);

/* The run has ended: keep it in the store (NULL = none), delete it there when
 * nothing is in it, or save it in a file when the store does not take it, and
 * say so; < 0 then. */
int setup_keep(struct store *s, struct run *r);

/* A signal has ended measuring: say so, and whether anything is kept or, in the
 * caller's words, why not. The exit status, as a shell reports it. */
int setup_interrupted(bool kept, const char *otherwise);

#endif
