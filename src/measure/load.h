/* load.h - a load on the machine: many copies of a row, or a command.
 *
 * One load at a time. All its processes are descendants of the caller, which
 * adopts orphans, so none is lost; they die with the caller. */
#ifndef PERFLOSS_MEASURE_LOAD_H
#define PERFLOSS_MEASURE_LOAD_H

#include "measure/engine.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define LOAD_COPIES 1000 /* at most; each is a process, or two */

/* A load that is no row. Runs until it is killed; returns when it cannot go on,
 * with the reason. copies: that share what it may use. */
struct load_preset {
	const char *name;
	int (*run)(const char *dir, size_t copies, struct err *e);
};

/* NULL = there is none of that name. */
const struct load_preset *load_preset(const char *name);

struct load_work {
	size_t copies;
	const struct measure_step *step;  /* of a row; or */
	const struct load_preset *preset; /* this; or */
	char *const *argv, *const *env;   /* a command, one copy */
};

struct load {
	pid_t *pid; /* of each copy; of the command; 0 = it has ended */
	double *cpu_s;
	size_t n;
	bool command;
	bool begun, released;
	int status;    /* of the command, as waitpid gives it, once it ended */
	int said;      /* file of its errors; -1 = none */
	double cpu;    /* seconds, all of it, what has ended included */
	char why[200]; /* first failure, "" = none */
	struct load_shared *shared;
};

/* What the copies tell. */
struct load_shared {
	atomic_uint turns, failed;
	atomic_int told;
	char why[160];
};

/* Start it. 0, or why not. */
int load_begin(struct load *l, struct measurer *m, const struct load_work *w,
    struct err *e);

/* See what has ended, and what CPU time was used so far. */
void load_look(struct load *l);

/* How many copies, or whether the command, still run. */
size_t load_running(const struct load *l);

/* End it: copies are killed; the group of a command is asked to end, and killed
 * after a moment. What a command has left outside its group, or when it ended
 * by itself, goes on, until the caller kills its descendants. hurry: the moment
 * is a short one. */
void load_end(struct load *l, bool hurry);
void load_release(struct load *l);

#endif
