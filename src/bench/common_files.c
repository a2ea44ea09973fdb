/* common_files.c - many small files in one directory. */
#include "bench/common_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

const struct bench_param files_params[] = {
	{ .name = "size",
	    .kind = BENCH_BYTES,
	    .max = FILES_SIZE,
	    .help = "bytes of each file" },
	COMMON_WHERE,
	{ .name = NULL },
};

size_t files_cases(struct bench_case *out, size_t max, bool quick)
{
	static const int64_t size[] = { 0, 1 << 10, 4 << 10, 10 << 10 };
	size_t n = 0;

	for (int w = COMMON_DIR; w <= COMMON_TMPFS; w++) {
		for (size_t i = 0; i < 4 && n < max; i++) {
			/* The least and the largest on the disk. */
			unsigned in = w == COMMON_DIR && i % 3 == 0 ?
			    BENCH_DEFAULT :
			    BENCH_FULL;

			if (quick && w == COMMON_TMPFS && size[i] == 0)
				in |= BENCH_QUICK | BENCH_DEFAULT;
			out[n++] = (struct bench_case){ .in = in,
				.arg = { size[i], w } };
		}
	}
	return n;
}

int files_open(struct bench_ctx *c, int64_t where)
{
	struct files *f = c->state;
	const char *path = common_where_path(c, where);

	if (path == NULL)
		return -1;
	f->top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (f->top < 0)
		return bench_fail(c, "open of the directory");
	plat_spread_dirs(f->top);
	for (int i = 0; i < FILES; i++)
		for (int k = 0, v = i; k < 3; k++, v /= 10)
			f->name[i][k] = (char)('0' + v % 10);
	return 0;
}

int files_setup(struct bench_ctx *c)
{
	struct files *f = c->state;

	f->size = (size_t)c->arg[0];
	return files_open(c, c->arg[1]);
}

int files_setup_empty(struct bench_ctx *c)
{
	return files_open(c, c->arg[0]);
}

int files_prepare(struct bench_ctx *c, uint64_t n)
{
	(void)n;
	return files_enter(c);
}

int files_setup_one(struct bench_ctx *c)
{
	int rc = files_setup_empty(c);

	if (rc == 0)
		rc = files_enter(c);
	return rc != 0 ? rc : files_create(c, 1);
}

int files_enter(struct bench_ctx *c)
{
	struct files *f = c->state;

	/* Where it lies follows from the name, so that is a new one. */
	snprintf(f->dir_name, sizeof(f->dir_name), "%ld-%u", (long)getpid(),
	    f->batch++);
	if (mkdirat(f->top, f->dir_name, 0700) != 0)
		return bench_fail(c, "mkdirat");
	f->dir =
	    openat(f->top, f->dir_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return f->dir < 0 ? bench_fail(c, "openat of a directory") : 0;
}

int files_leave(struct bench_ctx *c)
{
	struct files *f = c->state;

	close(f->dir);
	if (unlinkat(f->top, f->dir_name, AT_REMOVEDIR) != 0)
		return bench_fail(c, "unlinkat of a directory");
	return 0;
}

int files_create(struct bench_ctx *c, uint64_t n)
{
	static char data[FILES_SIZE];
	struct files *f = c->state;

	for (uint64_t i = 0; i < n; i++) {
		int fd = openat(f->dir, f->name[i], O_CREAT | O_EXCL | O_WRONLY,
		    0666);

		if (fd < 0)
			return bench_fail(c, "openat");
		if (f->size > 0) {
			ssize_t put = write(fd, data, f->size);

			if (put < 0)
				return bench_fail(c, "write");
			if ((size_t)put != f->size)
				return bench_fail_why(c, "a short write");
		}
		if (close(fd) != 0)
			return bench_fail(c, "close");
	}
	return 0;
}

int files_delete(struct bench_ctx *c, uint64_t n)
{
	struct files *f = c->state;

	for (uint64_t i = 0; i < n; i++)
		if (unlinkat(f->dir, f->name[i], 0) != 0)
			return bench_fail(c, "unlinkat");
	return 0;
}
