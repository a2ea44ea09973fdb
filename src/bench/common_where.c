/* common_where.c - the file system under test: the scratch directory or tmpfs.
 */
#include "bench/common_where.h"

const char *const common_where_words[] = { "dir", "tmpfs", NULL };

const struct bench_param common_where_params[] = {
	COMMON_WHERE,
	{ .name = NULL },
};

const struct bench_case common_where_cases[] = {
	{ .in = BENCH_FULL, .arg = { COMMON_DIR } },
	{ .in = BENCH_FULL, .arg = { COMMON_TMPFS } },
	{ .in = 0 },
};

const char *common_where_path(struct bench_ctx *c, int64_t where)
{
	const char *path = where == COMMON_TMPFS ? c->tmpfs : c->dir;

	if (path[0] != '\0')
		return path;
	bench_skip(c, "there is no tmpfs to write to");
	return NULL;
}
