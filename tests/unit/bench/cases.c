/* cases.c - every row's cases stand on their own: no two are the same, each is
 * in a profile and within the bounds that its parameters state. */
#include "measure/row.h"

#include "tap.h"

static bool within(const struct bench *b, const struct bench_case *k)
{
	size_t n = row_n_params(b), words;

	for (size_t i = 0; i < n; i++) {
		const struct bench_param *p = &b->params[i];
		int64_t v = k->arg[i];

		if (p->kind == BENCH_PLACE) {
			if (v < 0 || v >= PLAT_PLACES)
				return false;
		} else if (p->kind == BENCH_WORD) {
			for (words = 0; p->words[words] != NULL;)
				words++;
			if (v < 0 || (uint64_t)v >= words)
				return false;
		} else if (v < p->min || v > p->max) {
			return false;
		}
	}
	return true;
}

static void test_bench(const struct bench *b)
{
	struct bench_case k[BENCH_CASES];
	size_t n = row_cases(b, k), args = row_n_params(b);
	bool in = true, bounds = true, differ = true;

	for (size_t i = 0; i < n; i++) {
		in &=
		    (k[i].in & (BENCH_QUICK | BENCH_DEFAULT | BENCH_FULL)) != 0;
		bounds &= within(b, &k[i]);
		for (size_t j = 0; j < i; j++)
			differ &= memcmp(k[i].arg, k[j].arg,
				      args * sizeof(k[i].arg[0])) != 0;
	}
	tap_ok(in, "%s: each of %zu cases is in a profile", b->name, n);
	tap_ok(bounds, "%s: each case is within bounds", b->name);
	tap_ok(differ, "%s: no two cases are the same", b->name);
	tap_ok(b->run != NULL && b->summary != NULL && b->summary[0] != '\0',
	    "%s: there is something to do and to say", b->name);
	tap_ok(b->unit != BENCH_RATE || b->bytes_per_op > 0 || b->setup != NULL,
	    "%s: a rate has bytes", b->name);
	tap_ok(b->calls != NULL || b->calls_of != NULL || b->tidy != NULL ||
		b->teardown != NULL || strcmp(b->name, "self_nop") == 0,
	    "%s: calls or a check prove the work", b->name);
}

/* How many cases a profile has on this machine: CATALOGUE wants some 20, 100 to
 * 130 and all. That the curve, placements and threads depend on the machine is
 * what is between the bounds. */
static void test_profile(unsigned profile, const char *name, size_t least,
    size_t most)
{
	struct bench_case k[BENCH_CASES];
	const struct bench *const *b;
	size_t n, i, sum = 0;

	for (b = bench_table; *b != NULL; b++) {
		n = row_cases(*b, k);
		for (i = 0; i < n; i++)
			sum += (k[i].in & profile) != 0;
		/* A quick or default case is in full as well. */
		if (profile & BENCH_FULL && n == 0)
			tap_ok(false, "%s has no case", (*b)->name);
	}
	tap_ok(sum >= least && sum <= most, "%s: %zu cases, %zu to %zu", name,
	    sum, least, most);
}

static void test_profiles(void)
{
	test_profile(BENCH_QUICK, "quick", 15, 30);
	test_profile(BENCH_DEFAULT, "default", 90, 150);
	test_profile(BENCH_QUICK | BENCH_DEFAULT | BENCH_FULL, "full", 200,
	    400);
}

int main(void)
{
	const struct bench *const *b;

	for (b = bench_table; *b != NULL; b++)
		test_bench(*b);
	test_profiles();
	tap_ok(b - bench_table > 1, "%td rows", b - bench_table);
	return tap_done();
}
