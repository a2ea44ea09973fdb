/* made.c - two runs out of seeded noise. */
#include "slow.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Operations in a batch, so that costs are kept to a femtosecond. */
#define OPS 1000000

#define WALL_NS 10000000 /* of an invocation */

static void begin(struct run *r, const char *boot, const char *arm,
    uint32_t looks)
{
	run_init(r);
	host_set(&r->host, "cpu.model", FACT_IDENTITY, "cpu");
	host_set(&r->host, "boot.id", FACT_STATE, boot);
	if (!arm)
		return;
	r->pair = xstrdup("00000000-0000-4000-8000-000000000001");
	r->arm = xstrdup(arm);
	r->looks = looks;
}

void duo_begin(struct duo *d, enum design design, uint32_t looks)
{
	bool pairs = design == DESIGN_PAIRS;

	begin(&d->a, "boot", pairs ? "a" : NULL, looks);
	begin(&d->b, design == DESIGN_BOOTS ? "another" : "boot",
	    pairs ? "b" : NULL, looks);
}

void duo_release(struct duo *d)
{
	run_release(&d->a);
	run_release(&d->b);
}

/* One invocation at a place in time. */
static struct invocation *add(struct run *r, struct result *res, uint64_t at)
{
	struct invocation *inv = result_add(res);

	res->outcome = OUTCOME_OK;
	inv->round = (uint32_t)res->n_inv - 1;
	inv->start_ns = at * WALL_NS;
	inv->wall_ns = WALL_NS;
	inv->ops = OPS;
	if (r->rounds < res->n_inv)
		r->rounds = (uint32_t)res->n_inv;
	return inv;
}

static void set_batches(struct invocation *inv, size_t n)
{
	inv->n_run = n;
	inv->run = xcalloc(n, sizeof(*inv->run));
}

void duo_row(struct duo *d, const char *key, const double *a, const double *b,
    size_t n)
{
	struct result *ra = run_add(&d->a, key), *rb = run_add(&d->b, key);

	for (size_t i = 0; i < n; i++) {
		struct invocation *x = add(&d->a, ra, 2 * i);
		struct invocation *y = add(&d->b, rb, 2 * i + 1);

		set_batches(x, 1);
		set_batches(y, 1);
		x->run[0] = (uint64_t)llround(a[i] * OPS);
		y->run[0] = (uint64_t)llround(b[i] * OPS);
	}
}

/* Batches of one invocation share its effect z; their own noise is theirs. */
static void fill_batches(struct invocation *inv, const struct spec *s, double z,
    struct rng *rng)
{
	set_batches(inv, s->inner ? s->inner : 1);
	for (size_t k = 0; k < inv->n_run; k++) {
		double own = s->inner ? s->inner_sd * noise_normal(rng) : 0;

		inv->run[k] = (uint64_t)llround(100 * exp(z + own) * OPS);
	}
}

#define SHARED_COST 0.3 /* more, as a logarithm; pulses: half as long again */
#define SHARED_STAY 0.8

/* Which of n places in time another thread has. */
static bool *sharing(const struct spec *s, size_t n, struct rng *rng)
{
	bool *on = xcalloc(n + 1, sizeof(*on)), is = false;

	for (size_t i = 0; i < n && s->shared > 0; i++) {
		if (i == 0 || rng_unit(rng) > SHARED_STAY)
			is = rng_unit(rng) < s->shared;
		on[i] = is;
	}
	return on;
}

static void put_pulse(struct invocation *inv, bool shared)
{
	inv->n_pulse = 1;
	inv->pulse = xcalloc(1, sizeof(*inv->pulse));
	inv->pulse[0] = shared ? 3000 : 2000;
	invocation_pulsed(inv);
}

/* Series that follow each other (n values each) or one (2 n values), and which
 * place of it each value has. */
static void make_row(struct duo *d, size_t row, const struct spec *s,
    struct rng *rng)
{
	double *z = xcalloc(2 * s->n + 1, sizeof(*z));
	double sd =
	    s->mixed ? s->sd * exp(log(4) * (2 * rng_unit(rng) - 1)) : s->sd;
	double shift = row == 0 ? s->shift : 0;
	bool pairs = s->design == DESIGN_PAIRS;
	struct result *ra, *rb;
	struct rng flip;
	char key[32];
	bool *on;

	snprintf(key, sizeof(key), "row%zu", row);
	ra = run_add(&d->a, key);
	rb = run_add(&d->b, key);
	rng_seed(&flip, rng_u64(rng));
	if (pairs && !s->own) {
		noise_fill(rng, s->kind, z, 2 * s->n);
	} else {
		noise_fill(rng, s->kind, z, s->n);
		noise_fill(rng, s->kind, z + s->n, s->n);
	}
	on = sharing(s, 2 * s->n, &flip);
	for (size_t i = 0; i < s->n; i++) {
		size_t first = (size_t)rng_below(&flip, 2);
		size_t at = pairs ? 2 * i + first : i;
		size_t bt = pairs ? 2 * i + 1 - first : s->n + i;
		double za = z[s->own ? i : at], zb = z[s->own ? s->n + i : bt];

		struct invocation *va = add(&d->a, ra, at);
		struct invocation *vb = add(&d->b, rb, bt);

		fill_batches(va, s, sd * za + SHARED_COST * on[at], &flip);
		fill_batches(vb, s, sd * zb + SHARED_COST * on[bt] + shift,
		    &flip);
		if (s->shared > 0) {
			put_pulse(va, on[at]);
			put_pulse(vb, on[bt]);
		}
	}
	free(on);
	free(z);
}

void duo_init(struct duo *d, const struct spec *s, struct rng *rng)
{
	duo_begin(d, s->design, s->looks);
	for (size_t i = 0; i < s->rows; i++)
		make_row(d, i, s, rng);
}
