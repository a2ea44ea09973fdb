/* seek.h - perfloss bisect: which of many places in order made it slower. */
#ifndef PERFLOSS_CMD_SEEK_H
#define PERFLOSS_CMD_SEEK_H

#include "base/err.h"
#include "base/opt.h"
#include "judge/bisect.h"
#include "report/bisect.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guard;

/* -- Places (seek_places.c, seek_git.c) ---------------------------------- */

struct places {
	struct bisect_place *at; /* report/bisect.h */
	size_t n, cap;
};

void places_release(struct places *p);
struct bisect_place *places_add(struct places *p, const char *word);

/* Words between blanks, or the lines of a file. */
int places_words(struct places *p, const char *over, struct err *e);

/* Commits after good up to bad, along first parents, with good before them.
 * merges: how many of them are merges. */
struct places_range {
	const char *repo, *good, *bad;
	const struct opt_list *path; /* only commits that touch these */
	const char *scratch;         /* a file that may be overwritten */
};
int places_git(struct places *p, const struct places_range *r, size_t *merges,
    struct err *e);

/* Forget what git tells a hook that this program may run in: it would mean
 * another repository than the one that is asked for. */
void places_no_hook(void);

/* One commit; and a series: r->good and all after it up to r->bad, without
 * regard to paths. Added; in words of no option. */
int places_commit(struct places *p, const char *repo, const char *rev,
    const char *scratch, struct err *e);
int places_series(struct places *p, const struct places_range *r,
    struct err *e);

/* -- How a value is got -------------------------------------------------- */

/* {} in a text replaced by a word; the caller frees. */
char *seek_fill(const char *text, const char *word);

enum seek_value {
	SEEK_TIME,
	SEEK_CPU,
	SEEK_LAB,
	SEEK_LAST,
	SEEK_REGEX,
	SEEK_JSON
};

struct seek_opts {
	const char *dir;        /* state, trees, logs; absolute */
	const char *repo;       /* NULL = places are words */
	const char *repo_given; /* as the user calls it */
	const char *build;      /* command of the shell, or NULL */
	const char *text;       /* what is measured, for the shell; or */
	char *const *argv;      /* in words, NULL-ended */
	enum seek_value how;    /* the first two are times, ns */
	const char *pick;       /* regular expression, path */
	const char *row;        /* of the lab */
	size_t before;          /* values that were there already */
	int64_t trees, bytes;
	int64_t build_ns, deadline_ns, settle_ns, warmup;
	bool keep;   /* leave trees where they are */
	bool rate;   /* higher is better */
	bool faster; /* what made it faster is sought */
	bool quiet;
	int64_t budget_ns;
	const char *question; /* what makes it this bisection, for its state */
	struct bisect_opts judge;
};

/* Where values come from. Places are measured one at a time. */
struct seek_back {
	void *self;
	/* Make a place ready. 0; 1 = it cannot be measured, and why is in *e;
	 * < 0. built: building was needed for it. */
	int (*ready)(void *self, size_t place, bool *built, struct err *e);
	/* One value, > 0; returns as ready. */
	int (*value)(void *self, size_t place, double *value, struct err *e);
	/* Whether a place could be measured without building. */
	bool (*has)(void *self, size_t place);
	void (*release)(void *self);
};

/* Commands of the shell (seek_command.c). */
int seek_command(struct seek_back *b, const struct seek_opts *o,
    const struct places *p, struct err *e);

/* Kernels in the lab (seek_lab.c). */
int seek_lab(struct seek_back *b, const struct seek_opts *o,
    const struct places *p, struct err *e);

/* -- State (seek_state.c) ------------------------------------------------ */

struct seek {
	const struct seek_opts *o;
	struct places *p;
	struct seek_back back;
	struct bisect b;
	enum bisect_word word; /* how it stands */
	size_t builds;
	int64_t build_ns, run_ns, began_ns; /* spent; when this began */
	size_t failures;                    /* in a row */
};

/* Its name says whose directory it is. */
#define SEEK_LOCK "bisect.lock"

/* The directory that is given (NULL = one of its own for each question), made,
 * absolute, the caller's to free, and nobody else's as long as *lock is
 * open. */
int seek_dir(const char *given, const char *question, char **dir, int *lock,
    struct err *e);

/* Builds were left there on purpose ('--keep'), which holds until another
 * bisection begins there. */
#define SEEK_KEPT "bisect.kept"

/* It ended with r: nothing of it stays but what was asked for, what can go on,
 * and the log of a build that failed. */
void seek_dir_done(const struct seek *s, int r);

/* Save it as a whole, or leave what was saved before. */
int seek_save(const struct seek *s, struct err *e);

/* Go on with what was saved. -ENOENT where nothing was. */
int seek_load(struct seek *s, struct err *e);

/* Begin anew where nothing else would be lost: one of this question that was
 * left before its end is dropped, *values = how many it had; of another one
 * -EEXIST. */
int seek_anew(const struct seek *s, size_t *values, struct err *e);

/* -- Commands to type (seek_again.c); the caller frees -------------------- */

/* How values are got, in options and words, as it was given. */
struct buf;
void seek_how(const struct seek_opts *o, struct buf *out);

/* The two places beside an answer, measured anew. */
char *seek_check(const struct seek *s, const struct bisect_answer *a);

/* What a merge brought in; NULL = the answer is none. */
char *seek_further(const struct seek *s, const struct bisect_answer *a);

/* -- What was left by a kill (seek_left.c) -------------------------------- */

/* Directories with trees that nobody is at work in, of bisections and of
 * commits built for the lab. Zero it first. */
struct seek_left {
	char **dir;
	size_t n, cap;
	size_t trees; /* in all of them */
};
void seek_left_release(struct seek_left *l);

/* Add those in their usual places, and those that git has in its list of a
 * repository. */
void seek_left_of_cache(struct seek_left *l);
void seek_left_of_repo(struct seek_left *l, const char *repo);

/* Say so, if git has any in its list of the repository. */
void seek_left_warn(const char *repo);

/* "2 working trees of what was killed are in 'DIR'"; NULL = none; the caller
 * frees. */
char *seek_left_words(const struct seek_left *l);

/* Remove them, from git's lists too, and say so. Of others nothing is touched.
 * repo: where to look besides, or NULL. */
int seek_left_clean(const char *repo, struct err *e);

/* -- All of it (seek_run.c) ---------------------------------------------- */

/* Measure until it is known. 0 = s->word says how it ended; -EINTR; or what
 * went wrong. What was measured is saved in each case. */
int seek_run(struct seek *s, struct err *e);

#endif
