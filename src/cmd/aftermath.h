/* aftermath.h - rows measured before, during and after a load. */
#ifndef PERFLOSS_CMD_AFTERMATH_H
#define PERFLOSS_CMD_AFTERMATH_H

#include "base/err.h"
#include "cmd/catalogue.h"
#include "cmd/talk.h"
#include "model/after_part.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

/* A load, understood: a row or preset of the probe, so many copies; or a
 * command of the shell. */
struct load_spec {
	char *key;           /* NULL = a command */
	const char *command; /* borrowed */
	uint32_t copies;
	char *what; /* for a reader: "compute x 50" */
};

/* "compute x 50", "sched_hackbench x 2", "cache": 0, or what is wrong with it,
 * found before anything is measured. Or a command. */
int load_spec_parse(struct load_spec *l, const char *text, const char *command,
    struct err *e);
void load_spec_release(struct load_spec *l);

struct aftermath_opts {
	int64_t baseline_ns, load_ns, recovery_ns, settle_ns;
	const char *dir;
	bool keep; /* what the load leaves running, in the end, too */
	bool quiet;
};

/* Measure the chosen rows into *a, whose runs are described and have begun in
 * the store where there is one. Whatever happens the load is ended. Returns 0,
 * -EINTR, or what went wrong; in each case *a holds what was measured. */
int aftermath_measure(struct aftermath *a, const struct catalogue *c,
    const struct load_spec *load, struct store *s,
    const struct aftermath_opts *o, struct err *e);

/* -- The load (aftermath_load.c) ----------------------------------------- */

/* Begin it, see how it does, end it: what it says goes into a->load. Failing,
 * -ECHILD and why; *running: whether anything of it is at work. */
int aftermath_begin_load(struct talk *t, const struct load_spec *l,
    struct aftermath *a, struct err *e);
int aftermath_look(struct talk *t, const struct load_spec *l,
    struct aftermath *a, bool *running, struct err *e);
int aftermath_end_load(struct talk *t, const struct load_spec *l,
    struct aftermath *a, bool keep, struct err *e);

#endif
