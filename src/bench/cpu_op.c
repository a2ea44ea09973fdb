/* cpu_op.c - one arithmetic operation.
 *
 * One operation: one addition, multiplication, division or remainder of whole
 * numbers of 32 or 64 bits or of floating-point numbers; ns. how=latency: it
 * needs the result of the one before. how=throughput: it needs the result of
 * the eighth before, so that up to eight may be under way. op=add of
 * floating-point numbers is a subtraction (the same unit of the CPU); op=mod
 * has an addition in it, which gives a new dividend.
 * Inside the clock: the operations, 16 in a turn of a loop that hides in their
 * shadow. Outside: everything else; after each batch the values are what so
 * many operations make of them. Avoids P19 (0.00 ns is impossible, common_op.h;
 * operands of a division stay of one magnitude), P31. Source: lmbench's lat_ops
 * and par_ops, which say 0.00 ns for an addition that the compiler folds. */
#include "bench/common_op.h"
#include "measure/bench.h"

enum { ARG_TYPE, ARG_OP, ARG_HOW };
enum { LATENCY, THROUGHPUT, HOWS };

struct state {
	uint64_t value[OP_VALUES]; /* room for any type */
	const struct op_kind *kind;
	bool round;
};

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->kind = &op_kinds[c->arg[ARG_TYPE]][c->arg[ARG_OP]];
	if (s->kind->size == 0)
		return bench_skip(c, "a remainder is of whole numbers only");
	s->round = c->arg[ARG_HOW] == THROUGHPUT;
	c->ops_step = OP_STEP;
	return 0;
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	(void)n;
	s->kind->start(s->value);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;

	if (s->round)
		s->kind->round(s->value, n);
	else
		s->kind->chain(s->value, n);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	uint64_t each = s->round ? n / OP_STEP * (OP_STEP / OP_VALUES) : 0;
	uint64_t rest = s->round ? n % OP_STEP : n;

	for (size_t i = 0; i < OP_VALUES; i++)
		if (!s->kind->is((char *)s->value + i * s->kind->size,
			each + (i == 0 ? rest : 0)))
			return bench_fail_why(c, "a result is wrong");
	return 0;
}

/* What CPUs differ in most is in the default profile: one chain each. */
static unsigned in(int type, int op, int how)
{
	if (how == LATENCY &&
	    ((type == OP_INT && op == OP_ADD) ||
		(type == OP_DOUBLE && (op == OP_MUL || op == OP_DIV))))
		return BENCH_DEFAULT;
	return BENCH_FULL;
}

static size_t list(struct bench_case *out, size_t max)
{
	size_t n = 0;

	for (int type = 0; type < OP_TYPES; type++)
		for (int op = 0; op < OP_WHATS; op++)
			for (int how = 0; how < HOWS && n < max; how++)
				if (op_kinds[type][op].size > 0)
					out[n++] = (struct bench_case){
						.in = in(type, op, how),
						.arg = { type, op, how },
					};
	return n;
}

static const struct bench_param params[] = {
	bench_word("type", "of the numbers", "int", "int64", "float", "double"),
	bench_word("op", "the operation (mod: int and int64)", "add", "mul",
	    "div", "mod"),
	bench_word("how", "one after the other, or eight", "latency",
	    "throughput"),
	{ 0 },
};

const struct bench cpu_op = {
	.name = "cpu_op",
	.summary = "one arithmetic operation",
	.alias = "lat_ops",
	.params = params,
	.list = list,
	.state_size = sizeof(struct state),
	.flags = BENCH_LOOP_HIDDEN,
	.setup = setup,
	.prepare = prepare,
	.run = run,
	.tidy = tidy,
};
