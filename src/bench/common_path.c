/* common_path.c - a file at a stated depth below the working directory. */
#include "bench/common_path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

const struct bench_param common_path_params[] = {
	{ "depth", BENCH_COUNT, 1, COMMON_DEPTH, NULL,
	    "components of the relative path" },
	{ 0 },
};

const struct bench_case common_path_cases[] = {
	{ BENCH_QUICK | BENCH_DEFAULT, { 1 }, false },
	{ BENCH_DEFAULT, { 4 }, false },
	{ 0 },
};

const struct bench_case common_path_full[] = {
	{ BENCH_FULL, { 1 }, false },
	{ 0 },
};

int common_path_setup(struct bench_ctx *c)
{
	struct common_path *p = c->state;
	int64_t depth = c->arg[0];
	char *at = p->name;
	int fd;

	if (chdir(c->dir) != 0)
		return bench_fail(c, "chdir");
	while (depth-- > 1) {
		*at++ = 'd';
		*at = '\0';
		if (mkdir(p->name, 0700) != 0)
			return bench_fail(c, "mkdir");
		*at++ = '/';
	}
	*at++ = 'f';
	*at = '\0';
	fd = open(p->name, O_WRONLY | O_CREAT | O_EXCL, 0600);
	if (fd < 0)
		return bench_fail(c, "open");
	if (close(fd) != 0)
		return bench_fail(c, "close");
	return 0;
}
