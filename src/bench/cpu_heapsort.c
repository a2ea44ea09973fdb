/* cpu_heapsort.c - a program of 2005: sort numbers with a heap.
 *
 * One operation: make n numbers of x' = (3877 x + 29573) mod 139968 from 42,
 * scaled to [0, 1), and sort them in place with a heap; ns. Arithmetic,
 * branches that cannot be foreseen and, as n grows, memory. Inside the clock:
 * both, as the program timed there did. Outside: memory, whose pages are there
 * beforehand (P17), and looking through the result, which ascends; its last,
 * printed with ten decimals, is noted as `largest` and must be the largest that
 * was made (P11, P19). One operation takes long: few fit an invocation (P23).
 * Source: the Computer Language Shootout's heapsort, which the report of 2005
 * ran with a million numbers in an interpreter. */
#include "bench/common_heap.h"
#include "bench/common_mem.h"

struct state {
	double *a;
	double largest;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;
	const size_t n = (size_t)c->arg[0];

	s->a = mem_map(c, n * sizeof(*s->a));
	if (s->a == NULL)
		return -1;
	heap_fill(s->a, n);
	for (size_t i = 0; i < n; i++)
		if (s->a[i] > s->largest)
			s->largest = s->a[i];
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	while (n-- > 0) {
		heap_fill(s->a, (size_t)c->arg[0]);
		heap_sort(s->a, (size_t)c->arg[0]);
		bench_barrier();
	}
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const size_t last = (size_t)c->arg[0] - 1;

	if (n == 0)
		return 0;
	for (size_t i = 0; i < last; i++)
		if (s->a[i] > s->a[i + 1])
			return bench_fail_why(c, "the numbers do not ascend");
	/* The same bits went from place to place. */
	if (s->a[last] < s->largest || s->a[last] > s->largest)
		return bench_fail_why(c, "the largest is %.10f, not %.10f",
		    s->a[last], s->largest);
	return 0;
}

static int teardown(struct bench_ctx *c)
{
	const struct state *s = c->state;

	bench_note(c, "largest", "%.10f", s->largest);
	return 0;
}

const struct bench cpu_heapsort = {
	.name = "cpu_heapsort",
	.summary = "numbers from a generator, sorted by a heap",
	.params = bench_params(
	    bench_count("n", 1, 100000000, "numbers that are sorted")),
	.cases = bench_cases(bench_case(BENCH_DEFAULT, 100000),
	    bench_case(BENCH_FULL, 1000000)),
	.state_size = sizeof(struct state),
	.setup = setup,
	.run = run,
	.tidy = tidy,
	.teardown = teardown,
};
