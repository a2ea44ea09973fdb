/* got.h - keep the facts that plat_facts tells. */
#ifndef PERFLOSS_TESTS_GOT_H
#define PERFLOSS_TESTS_GOT_H

#include "plat/plat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct got {
	struct {
		char key[96];
		char *value; /* NULL = unknown */
		enum plat_fact_kind kind;
	} fact[1000];
	size_t n;
};

static void got_one(void *to, const char *key, enum plat_fact_kind kind,
    const char *value)
{
	struct got *g = to;

	if (g->n == 1000)
		abort();
	snprintf(g->fact[g->n].key, sizeof(g->fact[0].key), "%s", key);
	g->fact[g->n].value = value ? strdup(value) : NULL;
	g->fact[g->n++].kind = kind;
}

__attribute__((unused)) static void got_free(struct got *g)
{
	for (size_t i = 0; g && i < g->n; i++)
		free(g->fact[i].value);
	free(g);
}

__attribute__((unused)) static struct got *got_facts(const char *scratch)
{
	struct got *g = calloc(1, sizeof(*g));

	if (!g)
		abort();
	plat_facts(got_one, g, scratch);
	return g;
}

/* The value, "unknown", or "absent". */
__attribute__((unused)) static const char *got_value(const struct got *g,
    const char *key)
{
	for (size_t i = 0; i < g->n; i++)
		if (strcmp(g->fact[i].key, key) == 0)
			return g->fact[i].value ? g->fact[i].value : "unknown";
	return "absent";
}

#endif
