/* common_where.h - the file system under test: the scratch directory or tmpfs.
 */
#ifndef PERFLOSS_BENCH_COMMON_WHERE_H
#define PERFLOSS_BENCH_COMMON_WHERE_H

#include "measure/bench.h"

enum common_where { COMMON_DIR, COMMON_TMPFS };

/* A parameter of a row that needs BENCH_DIR | BENCH_TMPFS. */
#define COMMON_WHERE \
	{ \
		.name = "where", .kind = BENCH_WORD, \
		.words = common_where_words, \
		.help = "on the disk under test or on tmpfs", \
	}
extern const char *const common_where_words[];

/* Rows that have no other parameter, and both of its cases in full. */
extern const struct bench_param common_where_params[];
extern const struct bench_case common_where_cases[];

/* The path of the directory there, or NULL after bench_skip. */
const char *common_where_path(struct bench_ctx *c, int64_t where);

#endif
