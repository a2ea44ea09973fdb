/* parse.h - inside the model: JSON from strangers, read strictly.
 *
 * The only place with jansson.h (its names clash with base/json.h). The first
 * fault is kept in p->e and p->code; reading on after it is harmless and gives
 * zeros, so callers look at p->code once, at the end. Keys that nobody asks
 * for are ignored; null counts as absent. */
#ifndef PERFLOSS_MODEL_PARSE_H
#define PERFLOSS_MODEL_PARSE_H

#include "base/err.h"

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t; /* jansson's */

struct parse {
	struct err *e;
	int code;          /* 0, or the first fault: -EINVAL */
	const char *where; /* what is being read, for the sentence: "done" */
};

/* The document, an object; NULL and a fault if it is none. Free with
 * parse_free. */
struct json_t *parse_text(struct parse *p, const char *text, size_t len);
void parse_free(struct json_t *root);

/* A fault of the caller's own finding. Returns p->code. */
int parse_fault(struct parse *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Members of an object; required ones are a fault where they are absent. */
int64_t parse_int(struct parse *p, const struct json_t *o, const char *key,
    int64_t min, int64_t max);
int64_t parse_int_or(struct parse *p, const struct json_t *o, const char *key,
    int64_t min, int64_t max, int64_t absent);
double parse_number(struct parse *p, const struct json_t *o, const char *key,
    double min, double max);
double parse_number_or(struct parse *p, const struct json_t *o, const char *key,
    double min, double max, double absent);
bool parse_bool(struct parse *p, const struct json_t *o, const char *key);

/* Strings are the caller's to free. Control characters come out as spaces:
 * what a stranger sends ends on a terminal. */
char *parse_string(struct parse *p, const struct json_t *o, const char *key);
char *parse_string_or_null(struct parse *p, const struct json_t *o,
    const char *key);

/* A string that is whole lines: ends of lines stay. */
char *parse_lines(struct parse *p, const struct json_t *o, const char *key);

/* The same without a copy, NULL where it is absent or no string: for words
 * that are looked up at once. */
const char *parse_peek(const struct json_t *o, const char *key);

/* A row's or a fact's key: printable ASCII without spaces. */
char *parse_key(struct parse *p, const struct json_t *o, const char *key);

/* Strings, NULL-terminated; NULL where absent. Object: key, value, ... */
char **parse_strings(struct parse *p, const struct json_t *o, const char *key);
char **parse_pairs(struct parse *p, const struct json_t *o, const char *key);
void strings_free(char **s);

/* Times in ns, at most PARSE_TIMES of them; NULL and 0 where absent. */
#define PARSE_TIMES 1000000
#define PARSE_TIME  INT64_C(1000000000000000) /* 10^15 ns, 11 days */
uint64_t *parse_times(struct parse *p, const struct json_t *o, const char *key,
    size_t *n);

/* Two CPUs, -1 = free; both -1 where absent. */
void parse_cpus(struct parse *p, const struct json_t *o, const char *key,
    int cpu[2]);

/* One of unit_words; and the words of flags, unknown ones passed over. */
#define PARSE_BYTES (INT64_C(1) << 50) /* of one operation */
bool parse_unit(const char *word, enum unit *unit);
unsigned parse_flags(struct parse *p, const struct json_t *o, const char *key);

/* The members of an invocation (doc/WIRE.md, "done") and of an env sample, into
 * zeroed structs; what was read is the caller's to release, fault or not. */
void parse_invocation(struct parse *p, const struct json_t *o,
    struct invocation *v);
void parse_env(struct parse *p, const struct json_t *o, struct env_sample *e);

/* A phase of an aftermath (after_part_json.c); NULL and a fault. */
struct after_part *after_part_read(struct parse *p, const struct json_t *o);

/* Arrays and objects below; borrowed, NULL where absent. */
const struct json_t *parse_array(struct parse *p, const struct json_t *o,
    const char *key, size_t *n);
const struct json_t *parse_at(struct parse *p, const struct json_t *array,
    size_t i);
const struct json_t *parse_object(struct parse *p, const struct json_t *o,
    const char *key);

#endif
