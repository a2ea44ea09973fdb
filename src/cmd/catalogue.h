/* catalogue.h - the rows that the probe can measure, and which are wanted. */
#ifndef PERFLOSS_CMD_CATALOGUE_H
#define PERFLOSS_CMD_CATALOGUE_H

#include "base/err.h"
#include "model/wire.h"

#include <stdbool.h>
#include <stddef.h>

struct catalogue {
	struct wire_msg *row; /* kind WIRE_ROW */
	bool *chosen;         /* of each row */
	size_t n, cap;
};

void catalogue_init(struct catalogue *c);
void catalogue_release(struct catalogue *c);

/* Ask a probe for its rows (all for n = 0) and add them. */
int catalogue_load(struct catalogue *c, const char *const *keys, size_t n,
    struct err *e);

/* Mark what is wanted. profile NULL = "default". Words are names, globs,
 * aliases, labels as tables show them, or keys, also with arguments that no
 * profile has; each must choose something: in the profile, or, if none was
 * given, at all. */
int catalogue_select(struct catalogue *c, const char *profile,
    const char *const *words, size_t n, struct err *e);

/* Whether a word is a row's name, key, label, or a glob or some arguments of
 * it; and whether it is lmbench's name for the row. */
bool select_row(const char *word, const struct result *res);
bool catalogue_means(const struct catalogue *c, const char *word,
    const struct result *res);

size_t catalogue_chosen(const struct catalogue *c);

/* Whether a NULL-terminated list has a word. */
bool words_have(char *const *words, const char *word);

#endif
