/* flat.h - reads one JSON object of plain values on one line.
 *
 * Strict: what RFC 8259 does not allow is refused. An array of strings is a
 * plain value; other arrays and objects are passed over (a newer driver may
 * send them), at most 16 deep. */
#ifndef PERFLOSS_PROBE_FLAT_H
#define PERFLOSS_PROBE_FLAT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum flat_kind {
	FLAT_NULL,
	FLAT_BOOL,
	FLAT_INT,    /* a number without point and exponent that fits */
	FLAT_DOUBLE, /* any other number */
	FLAT_STRING,
	FLAT_STRINGS, /* an array of strings, at least one */
	FLAT_NESTED,  /* passed over */
};

struct flat_value {
	enum flat_kind kind;
	bool truth;
	int64_t whole;
	double number;    /* FLAT_INT too */
	const char *text; /* FLAT_STRING: UTF-8, no '\0' within */
	/* FLAT_STRINGS: such texts, NULL-ended. The list holds during the call,
	 * the texts as long as the line. */
	const char *const *list;
};

/* Called for each key. Not 0 stops and is returned. */
typedef int flat_fn(void *to, const char *key, const struct flat_value *v,
    struct err *e);

/* line[0..len-1], which is used as room and changed. 0, or -EINVAL with what
 * was wrong, or what fn returned. */
int flat_read(char *line, size_t len, flat_fn *fn, void *to, struct err *e);

#endif
