/* made.h - runs made by hand for the tests of judge. */
#ifndef PERFLOSS_TESTS_MADE_H
#define PERFLOSS_TESTS_MADE_H

#include "base/mem.h"
#include "judge/judge.h"
#include "model/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MADE_OPS 1000000 /* so that costs are kept to a femtosecond */

/* One more invocation of a row, cost in ns per operation; 10 ms of wall. */
__attribute__((unused)) static void made_value(struct run *r, const char *key,
    double cost)
{
	struct result *res = run_add(r, key);
	struct invocation *inv = result_add(res);

	res->outcome = OUTCOME_OK;
	inv->round = (uint32_t)res->n_inv - 1;
	inv->ops = MADE_OPS;
	inv->wall_ns = 10000000;
	inv->n_run = 1;
	inv->run = xmalloc(sizeof(*inv->run));
	inv->run[0] = cost > 0 ? (uint64_t)llround(cost * MADE_OPS) : 0;
}

__attribute__((unused)) static void made_row(struct run *r, const char *key,
    const double *cost, size_t n)
{
	for (size_t i = 0; i < n; i++)
		made_value(r, key, cost[i]);
}

/* n values around cost, evenly spread over +-spread (a fraction), shuffled
 * by a fixed stride so that there is no drift. */
__attribute__((unused)) static void made_spread(struct run *r, const char *key,
    double cost, double spread, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double at = n > 1 ? (double)(i * 7 % n) / (double)(n - 1) : 0.5;

		made_value(r, key, cost * (1 + spread * (2 * at - 1)));
	}
}

/* A machine and a boot, so that runs are two sessions of it. */
__attribute__((unused)) static void made_host(struct run *r, const char *model,
    const char *boot)
{
	host_set(&r->host, "cpu.model", FACT_IDENTITY, model);
	host_set(&r->host, "boot.id", FACT_STATE, boot);
}

/* One of several runs that were measured together. */
__attribute__((unused)) static void made_arm(struct run *r, const char *arm,
    uint32_t looks)
{
	free(r->pair);
	free(r->arm);
	r->pair = xstrdup("11111111-2222-4333-8444-555555555555");
	r->arm = xstrdup(arm);
	r->looks = looks;
}

/* Sessions and boots are known not to differ, in whatever row: the margin is
 * delta. */
static const struct floor made_no_floor = { .sessions = 3, .boots = 3 };
__attribute__((unused)) static const struct floors made_no_floors = {
	.other = &made_no_floor
};

#endif
