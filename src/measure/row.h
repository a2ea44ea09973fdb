/* row.h - one row: a benchmark and its arguments, as a key.
 *
 * "sched_ctx/procs=8/size=64K/cpu=same": the name, then the arguments in the
 * order in which the benchmark declares them. */
#ifndef PERFLOSS_MEASURE_ROW_H
#define PERFLOSS_MEASURE_ROW_H

#include "base/buf.h"
#include "base/err.h"
#include "measure/bench.h"

#define ROW_KEY_MAX 256 /* bytes of a key, '\0' included */

struct row {
	const struct bench *bench;
	int64_t arg[BENCH_ARGS];
	unsigned in; /* profiles of the case it equals; 0 = no declared case */
	bool lm;
};

/* Understand a key. Arguments may be given in any order; one left out takes
 * the value of the first case. 0, or -ENOENT (no such benchmark), -EINVAL,
 * -ERANGE with a sentence. */
int row_parse(struct row *row, const char *key,
    const struct bench *const *table, struct err *e);

/* Append the canonical key. */
void row_key(const struct row *row, struct buf *out);

/* One argument as text: "64K", "same", "8". */
void row_arg(const struct bench *b, size_t i, int64_t value, struct buf *out);

/* The cases of a benchmark, its list() asked; at least one, at most
 * BENCH_CASES. */
size_t row_cases(const struct bench *b, struct bench_case *out);

/* How many parameters a benchmark declares. */
size_t row_n_params(const struct bench *b);

/* Index of the BENCH_PLACE parameter, or -1. */
int row_place_param(const struct bench *b);

#endif
