/* host.h - facts about the machine a run was made on. */
#ifndef PERFLOSS_MODEL_HOST_H
#define PERFLOSS_MODEL_HOST_H

#include <stdbool.h>
#include <stddef.h>

/* What was run, as it was typed: of perfloss exec and perfloss lab exec. */
#define FACT_COMMAND "exec.command"

enum fact_kind { FACT_IDENTITY, FACT_SETTING, FACT_STATE };

struct fact {
	char *key;   /* "kernel.release" */
	char *value; /* NULL = unknown */
	enum fact_kind kind;
};

struct host {
	struct fact *facts; /* sorted by key, each key once */
	size_t n, cap;
};

void host_init(struct host *h);
void host_release(struct host *h);

/* Set or replace a fact; value NULL = unknown. */
void host_set(struct host *h, const char *key, enum fact_kind kind,
    const char *value);

/* Set all facts of the other. */
void host_copy(struct host *to, const struct host *from);

/* The value, or NULL if unknown or absent; borrowed. */
const char *host_get(const struct host *h, const char *key);

/* 16 hexadecimal digits over the identity facts (FNV-1a, 64 bits). */
void host_hash(const struct host *h, char out[17]);

/* The same over identities and settings: the state that the machine was in.
 * Left out is what differs between two boots, or two starts of a container, of
 * which nothing was changed (host.c names it). */
void host_state_hash(const struct host *h, char out[17]);

/* Whether two are of one state by that. */
bool host_same_state(const struct host *a, const struct host *b);

const char *fact_kind_word(enum fact_kind kind);
int fact_kind_parse(const char *word, enum fact_kind *kind);

/* The same keys and which differ: calls fn for each fact of kind identity or
 * setting whose values differ (NULL = unknown or absent on that side). */
void host_diff(const struct host *a, const struct host *b,
    void (*fn)(void *to, const char *key, const char *a, const char *b),
    void *to);

#endif
