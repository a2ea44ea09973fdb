/* common_op.h - one arithmetic operation many times, as a chain or in parallel.
 *
 * Of each kind there are two loops over the same operation. The chain needs the
 * result of the one before: its latency. The other goes round eight values that
 * have nothing to do with one another: its throughput, as far as eight at a
 * time show it. Every result is held in a register by an empty asm statement,
 * so that no compiler can fold, reorder into vectors or drop one (P19); the
 * second operand is in a register too, since some CPUs add a constant for
 * nothing. Operands of a division stay of one magnitude: its time depends on
 * them. */
#ifndef PERFLOSS_BENCH_COMMON_OP_H
#define PERFLOSS_BENCH_COMMON_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OP_VALUES 8  /* that are gone round */
#define OP_STEP   16 /* operations of one turn of a loop */

struct op_kind {
	size_t size; /* of a value */
	/* Set the values; do n operations, as a chain on the first value or
	 * round all of them (what is left of whole turns: on the first). */
	void (*start)(void *values);
	void (*chain)(void *values, uint64_t n);
	void (*round)(void *values, uint64_t n);
	/* A value after k operations is what it must be. */
	bool (*is)(const void *value, uint64_t k);
};

enum op_type { OP_INT, OP_INT64, OP_FLOAT, OP_DOUBLE, OP_TYPES };
enum op_what { OP_ADD, OP_MUL, OP_DIV, OP_MOD, OP_WHATS };

/* size 0: there is no such operation. */
extern const struct op_kind op_kinds[OP_TYPES][OP_WHATS];

/* odd^n modulo 2^64. */
uint64_t op_power(uint64_t odd, uint64_t n);

#endif
