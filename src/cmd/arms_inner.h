/* arms_inner.h - what the files of arms share. */
#ifndef PERFLOSS_CMD_ARMS_INNER_H
#define PERFLOSS_CMD_ARMS_INNER_H

#include "cmd/arms.h"
#include "cmd/talk.h"

struct arms {
	const struct arms_opts *o;
	struct run **r;
	struct store *store;
	bool store_failed;
	struct talk talk[ARMS];
	struct states states;
	struct plan plan;
	int64_t *cost_ns;            /* of each row's last pair */
	int64_t *before_ns;          /* of its arm that came first */
	unsigned *turns;             /* of each row, in this round */
	unsigned again, again_clear; /* pairs repeated; with success */
	int64_t opened_ns, env_ns;
	uint32_t rounds;      /* complete */
	uint32_t looks, look; /* rounds of the last one, of the next one */
	bool in_round;
	bool doubt;   /* the state is not what it should have been */
	char why[64]; /* it ended, before all pairs were there */
};

/* What the next round will take, and what is left of the budget, ns. */
int64_t arms_round_ns(const struct arms *m);
int64_t arms_budget_left(const struct arms *m);

/* -- For the reader (arms_say.c) ----------------------------------------- */

/* Whether the states differ as far as the facts say; what is going to happen,
 * once it is known what switching costs. */
void arms_say_alike(const struct arms *m);
void arms_say_plan(const struct arms *m);

/* A row leaves; a step begins: only where somebody watches. */
void arms_say_decided(const struct arms *m, const struct comparison *c);
void arms_say_step(const struct arms *m, const struct plan_step *s);

#endif
