/* runs.c - made-up runs for tests, and whether two runs are the same. */
#include "runs.h"

#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCHES 30

static uint64_t *values(struct rng *rng, size_t n, uint64_t typical)
{
	uint64_t *v = xreallocarray(NULL, n, sizeof(*v));
	size_t i;

	for (i = 0; i < n; i++)
		v[i] = typical + rng_below(rng, typical / 50 + 2);
	return v;
}

static char **notes(const char *key, const char *value)
{
	char **s = xcalloc(3, sizeof(*s));

	s[0] = xstrdup(key);
	s[1] = xstrdup(value);
	return s;
}

static void add(struct result *res, struct rng *rng, size_t row, uint32_t round)
{
	struct invocation *v = result_add(res);
	uint64_t batch = 300000 + 10000 * row;

	v->round = round;
	v->start_ns = round * UINT64_C(1000000000) + row * 10000000;
	v->wall_ns = 12000000 + rng_below(rng, 1000);
	v->ops = 1000 + row;
	v->n_run = BATCHES;
	v->run = values(rng, BATCHES, batch);
	v->warm = row % 3;
	if (row % 5 == 1) {
		v->n_base = 10;
		v->base = values(rng, 10, batch / 4);
	}
	if (row % 4 == 1) {
		v->n_pulse = BATCHES;
		v->pulse = values(rng, BATCHES, 2000);
		invocation_pulsed(v);
	}
	if (row % 7 == 2) {
		v->n_events = 100;
		v->events = values(rng, 100, 50000);
	}
	v->cpu[0] = row % 2 ? 0 : -1;
	v->cpu[1] = row % 4 == 1 ? 1 : -1;
	v->counters.nvcsw = rng_below(rng, 10);
	v->counters.nivcsw = rng_below(rng, 3);
	v->counters.minflt = rng_below(rng, 1000);
	v->counters.majflt = 0;
	v->counters.migrations = row % 2 ? COUNTER_UNKNOWN : 1;
	v->counters.steal_ns = COUNTER_UNKNOWN;
	v->counters.other_ns = rng_below(rng, 100000);
	if (row % 4 == 1)
		v->place = xstrdup("other");
	if (row % 6 == 3)
		v->notes = notes("size", "32M");
}

void runs_round(struct run *r, uint64_t seed, size_t rows, uint32_t round)
{
	struct result *res;
	struct rng rng;
	char key[64];
	size_t i;

	rng_seed(&rng, seed + round);
	for (i = 0; i < rows; i++) {
		if (i == 0)
			snprintf(key, sizeof(key), "self_nop");
		else
			snprintf(key, sizeof(key), "row_%zu/procs=%zu/cpu=same",
			    i, 2 + i % 8);
		res = run_add(r, key);
		res->unit = i % 9 == 4 ? UNIT_RATE :
		    i % 9 == 6         ? UNIT_HZ :
		    i % 9 == 8         ? UNIT_INSN :
					 UNIT_NS;
		res->bytes = i % 9 == 4 ? 65536 : 0;
		res->flags = (unsigned)i % 8;
		add(res, &rng, i, round);
	}
}

static void surroundings(struct run *r)
{
	char hog[] = "make";
	struct env_sample e = { .round = 1,
		.at_ns = 5,
		.busy = 0.1,
		.steal = NAN,
		.psi_cpu = 1e-3,
		.hog_share = 1.0 / 3,
		.runnable = 3,
		.hog = hog };

	run_add_env(r, &e);
	e.hog = NULL;
	e.round = 2;
	e.busy = 0;
	e.runnable = -1;
	run_add_env(r, &e);
}

void runs_make(struct run *r, uint64_t seed, size_t rows, size_t invocations)
{
	struct result *res;
	uint32_t round;

	run_init(r);
	r->label = xstrdup("before \xc2\xb5 \"x\" \\");
	r->started_ns = INT64_C(1796032800123456789) + (int64_t)seed;
	r->ended_ns = r->started_ns + 40000000000;
	r->seed = UINT64_MAX - seed;
	r->rounds = (uint32_t)invocations;
	r->pair = xstrdup("01234567-89ab-cdef-0123-456789abcdef");
	r->arm = xstrdup("a");
	r->state = xstrdup("--a 'sysctl x=1'");
	r->looks = 80;
	r->profile = xstrdup("default");
	r->command = xstrdup("perfloss run --label 'before'");
	r->stop = xstrdup("12 rounds");
	r->clock_name = xstrdup("monotonic_raw");
	r->clock_cost_ns = 20.0 + 1.0 / 3;
	r->clock_step_ns = 1;
	host_set(&r->host, "kernel.release", FACT_IDENTITY, "6.1.0");
	host_set(&r->host, "cpu.governor", FACT_SETTING, NULL);
	host_set(&r->host, "load.1", FACT_STATE, "");
	surroundings(r);
	for (round = 0; round < invocations; round++)
		runs_round(r, seed, rows, round);
	res = run_add(r, "skipped/size=1G");
	res->outcome = OUTCOME_SKIPPED;
	res->why = xstrdup("needs root");
	res = run_add(r, "failed");
	res->outcome = OUTCOME_FAILED;
	res->why = xstrdup("open: permission denied");
	res->n_failed = 3;
}

static bool text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool real(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool times(const uint64_t *a, size_t na, const uint64_t *b, size_t nb)
{
	return na == nb && (na == 0 || memcmp(a, b, na * sizeof(*a)) == 0);
}

static bool words(char *const *a, char *const *b)
{
	if (!a || !b)
		return a == b;
	for (; *a && *b; a++, b++)
		if (strcmp(*a, *b) != 0)
			return false;
	return *a == *b;
}

static const char *differ_inv(const struct invocation *a,
    const struct invocation *b)
{
	if (a->round != b->round || a->start_ns != b->start_ns ||
	    a->wall_ns != b->wall_ns || a->ops != b->ops || a->warm != b->warm)
		return "numbers of an invocation";
	if (!times(a->run, a->n_run, b->run, b->n_run))
		return "run";
	if (!times(a->base, a->n_base, b->base, b->n_base))
		return "base";
	if (!times(a->pulse, a->n_pulse, b->pulse, b->n_pulse) ||
	    a->fast != b->fast)
		return "pulse";
	if (!times(a->events, a->n_events, b->events, b->n_events))
		return "events";
	if (a->cpu[0] != b->cpu[0] || a->cpu[1] != b->cpu[1])
		return "cpu";
	if (memcmp(&a->counters, &b->counters, sizeof(a->counters)) != 0)
		return "counters";
	if (!text(a->place, b->place))
		return "place";
	return words(a->notes, b->notes) ? NULL : "notes";
}

static const char *differ_result(const struct result *a, const struct result *b)
{
	const char *what = NULL;
	size_t i;

	if (!text(a->key, b->key) || !text(a->name, b->name))
		return "key";
	if (a->unit != b->unit || a->flags != b->flags || a->bytes != b->bytes)
		return "unit, flags or bytes";
	if (a->outcome != b->outcome || a->n_failed != b->n_failed ||
	    !text(a->why, b->why))
		return "outcome";
	if (a->n_inv != b->n_inv)
		return "number of invocations";
	for (i = 0; i < a->n_inv && !what; i++)
		what = differ_inv(&a->inv[i], &b->inv[i]);
	return what;
}

static const char *differ_env(const struct env_sample *a,
    const struct env_sample *b)
{
	if (a->round != b->round || a->at_ns != b->at_ns ||
	    a->runnable != b->runnable || !text(a->hog, b->hog))
		return "env";
	return real(a->busy, b->busy) && real(a->steal, b->steal) &&
		real(a->psi_cpu, b->psi_cpu) &&
		real(a->hog_share, b->hog_share) ?
	    NULL :
	    "env";
}

static const char *differ_head(const struct run *a, const struct run *b)
{
	if (!text(a->uuid, b->uuid) || !text(a->label, b->label))
		return "uuid or label";
	if (a->started_ns != b->started_ns || a->ended_ns != b->ended_ns)
		return "started or ended";
	if (a->seed != b->seed || a->rounds != b->rounds)
		return "seed or rounds";
	if (!text(a->profile, b->profile) || !text(a->command, b->command) ||
	    !text(a->stop, b->stop))
		return "profile, command or stop";
	if (!text(a->pair, b->pair) || !text(a->arm, b->arm) ||
	    !text(a->state, b->state) || a->looks != b->looks)
		return "pair, arm, state or looks";
	if (!text(a->clock_name, b->clock_name) ||
	    !real(a->clock_cost_ns, b->clock_cost_ns) ||
	    !real(a->clock_step_ns, b->clock_step_ns))
		return "clock";
	return NULL;
}

static const char *differ_host(const struct host *a, const struct host *b)
{
	size_t i;

	if (a->n != b->n)
		return "number of facts";
	for (i = 0; i < a->n; i++)
		if (!text(a->facts[i].key, b->facts[i].key) ||
		    !text(a->facts[i].value, b->facts[i].value) ||
		    a->facts[i].kind != b->facts[i].kind)
			return "a fact";
	return NULL;
}

const char *runs_differ(const struct run *a, const struct run *b)
{
	const char *what = differ_head(a, b);
	size_t i;

	if (!what)
		what = differ_host(&a->host, &b->host);
	if (!what && a->n_env != b->n_env)
		what = "number of env samples";
	for (i = 0; !what && i < a->n_env; i++)
		what = differ_env(&a->env[i], &b->env[i]);
	if (!what && a->n_results != b->n_results)
		what = "number of results";
	for (i = 0; !what && i < a->n_results; i++)
		what = differ_result(&a->results[i], &b->results[i]);
	return what;
}
