/* common_copy.c - copy one buffer into another. */
#include "bench/common_copy.h"

size_t copy_list(struct bench_case *out, size_t max)
{
	return mem_cases(out, max, 2, 0);
}

int copy_setup(struct bench_ctx *c, bool pieces)
{
	struct copy *s = c->state;
	const size_t size = (size_t)c->arg[0];
	int rc = mem_check_size(c, c->arg[0]);

	if (rc != 0)
		return rc;
	mem_walk_init(&s->walk, size);
	if (!pieces)
		s->walk.piece = size;
	c->bytes_per_op = s->walk.piece;
	s->from = mem_map(c, size);
	if (s->from == NULL)
		return -1;
	s->to = mem_map(c, size);
	if (s->to == NULL)
		return -1;
	mem_mark(s->from, size);
	s->mid = s->walk.piece / sizeof(uint64_t) / 2;
	return 0;
}

/* The word that a piece's copy changed: as it was, in both. */
static void restore(struct copy *s, size_t at)
{
	size_t word = at / sizeof(uint64_t) + s->mid;

	s->to[word] = s->from[word] =
	    mem_is_mark(s->walk.size, word) ? word + 1 : 0;
}

int copy_tidy(struct bench_ctx *c, uint64_t n)
{
	struct copy *s = c->state;
	const uint64_t pieces = s->walk.size / s->walk.piece;

	for (uint64_t i = 0; i < n && i < pieces; i++) {
		size_t at = mem_walk_past(&s->walk, i);

		restore(s, at);
		if (!mem_marked_in(&s->walk, s->to, at))
			return bench_fail_why(c,
			    "the copy differs from its source");
	}
	return 0;
}

int copy_run(struct bench_ctx *c, uint64_t n,
    void (*loop)(void *to, const void *from, size_t size))
{
	struct copy *s = c->state;
	const size_t piece = s->walk.piece, mid = s->mid;

	while (n-- > 0) {
		size_t at = mem_walk_next(&s->walk) / sizeof(uint64_t);
		uint64_t *from = s->from + at, *to = s->to + at;

		from[mid] = ++s->pass;
		loop(to, from, piece);
		bench_barrier();
		if (to[mid] != s->pass)
			return bench_fail_why(c, "nothing was copied");
	}
	return 0;
}
