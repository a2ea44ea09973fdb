/* common_copy.c - copy one buffer into another. */
#include "bench/common_copy.h"

size_t copy_list(struct bench_case *out, size_t max)
{
	return mem_cases(out, max, 2, 0);
}

int copy_setup(struct bench_ctx *c)
{
	struct copy *s = c->state;
	const size_t size = (size_t)c->arg[0];
	int rc = mem_check_size(c, c->arg[0]);

	if (rc != 0)
		return rc;
	c->bytes_per_op = size;
	s->from = mem_map(c, size);
	if (s->from == NULL)
		return -1;
	s->to = mem_map(c, size);
	if (s->to == NULL)
		return -1;
	mem_mark(s->from, size);
	s->mid = size / sizeof(uint64_t) / 2;
	s->mark = s->from[s->mid];
	return 0;
}

int copy_tidy(struct bench_ctx *c, uint64_t n)
{
	struct copy *s = c->state;

	(void)n;
	s->to[s->mid] = s->from[s->mid] = s->mark;
	return mem_marked(s->to, (size_t)c->arg[0]) ?
	    0 :
	    bench_fail_why(c, "the copy differs from its source");
}
