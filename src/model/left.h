/* left.h - the state of a system as it was at some moment (doc/WIRE.md,
 * "left"). */
#ifndef PERFLOSS_MODEL_LEFT_H
#define PERFLOSS_MODEL_LEFT_H

#include "model/wire.h"

enum left_kind {
	LEFT_LEVEL,
	LEFT_COUNTER,
	LEFT_CHOICE,
	LEFT_PROCESS,
	LEFT_UNREAD,
	LEFT_KINDS,
};

struct thing {
	enum left_kind kind;
	char *key, *value;
	double number; /* of a level or counter; NaN */
};

struct left {
	int64_t at_ns; /* the caller's */
	struct thing *thing;
	size_t n, cap; /* by kind, then by key */
};

/* "level", "counter", "choice", "process", "unread" */
extern const char *const left_words[LEFT_KINDS];

/* Add a thing, copied; when all are there they are sorted. */
void left_put(struct left *l, enum left_kind kind, const char *key,
    const char *value);
void left_sort(struct left *l);

/* From a line of kind WIRE_LEFT, whose strings move. What is not understood is
 * left out. Release it. */
void left_take(struct left *l, struct wire_msg *m);
void left_release(struct left *l);

/* NULL = it is not there. */
const struct thing *left_find(const struct left *l, enum left_kind kind,
    const char *key);

/* Its number, or NaN. */
double left_number(const struct left *l, enum left_kind kind, const char *key);

/* The first of a kind, and how many there are. */
const struct thing *left_first(const struct left *l, enum left_kind kind,
    size_t *n);

struct left_process {
	long pid, ppid;
	double start, ticks;
	const char *name; /* borrowed from the thing */
};

/* What a LEFT_PROCESS says; false: nothing sensible. */
bool left_process(const struct thing *t, struct left_process *p);

#endif
