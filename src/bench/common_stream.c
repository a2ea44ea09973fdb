/* common_stream.c - John McCalpin's STREAM: arithmetic on long arrays. */
#include "bench/common_stream.h"

#include <string.h>

#define X 1.0 /* STREAM's values at the start */
#define Y 2.0

size_t stream_list_default(struct bench_case *out, size_t max)
{
	return mem_cases_last(out, max, STREAM_ARRAYS, BENCH_DEFAULT);
}

size_t stream_list_full(struct bench_case *out, size_t max)
{
	return mem_cases_last(out, max < 1 ? max : 1, STREAM_ARRAYS,
	    BENCH_FULL);
}

static uint64_t bits(double x)
{
	uint64_t b;

	memcpy(&b, &x, sizeof(b));
	return b;
}

static double *array(struct bench_ctx *c, double value)
{
	const size_t size = (size_t)c->arg[MEM_SIZE];
	double *a = mem_map(c, size);

	if (a != NULL)
		loop_fill(a, size, bits(value));
	return a;
}

int stream_setup(struct bench_ctx *c, const struct stream_kind *kind)
{
	struct stream *s = c->state;
	int rc = mem_check_size(c, c->arg[MEM_SIZE]);

	if (rc != 0)
		return rc;
	s->kind = kind;
	mem_walk_init(&s->walk, (size_t)c->arg[MEM_SIZE]);
	s->mid = s->walk.piece / sizeof(double) / 2;
	c->bytes_per_op = kind->arrays * s->walk.piece;
	s->to = mem_map(c, (size_t)c->arg[MEM_SIZE]);
	s->x = s->to == NULL ? NULL : array(c, X);
	/* Not read by all: then it is not filled, and x stands for it. */
	s->y =
	    s->x == NULL || kind->arrays < STREAM_ARRAYS ? s->x : array(c, Y);
	return s->y == NULL ? -1 : 0;
}

int stream_run(struct bench_ctx *c, uint64_t n)
{
	struct stream *s = c->state;
	const struct stream_kind *k = s->kind;

	while (n-- > 0) {
		const size_t at = mem_walk_next(&s->walk) / sizeof(double);
		/* Exact: a few bits of a small number. */
		const double more = (double)(++s->pass % 1024);

		s->x[at + s->mid] = X + more;
		k->loop(s->to + at, s->x + at, s->y + at, s->walk.piece);
		bench_barrier();
		if (bits(s->to[at + s->mid]) !=
		    bits(k->result + k->factor * more))
			return bench_fail_why(c, "a result is wrong");
		s->x[at + s->mid] = X;
	}
	return 0;
}

/* The results of the pieces that were gone through, which are then spoilt, so
 * that those of the next batch are new. */
int stream_tidy(struct bench_ctx *c, uint64_t n)
{
	struct stream *s = c->state;
	const uint64_t pieces = s->walk.size / s->walk.piece;

	for (uint64_t i = 0; i < n && i < pieces; i++) {
		const size_t at = mem_walk_past(&s->walk, i) / sizeof(double);

		s->to[at + s->mid] = s->kind->result;
		if (!mem_filled(s->to + at, s->walk.piece,
			bits(s->kind->result)))
			return bench_fail_why(c, "results are wrong");
		mem_mark(s->to + at, s->walk.piece);
	}
	return 0;
}
