/* common_file.c - a file with known contents. */
#include "bench/common_file.h"

#include "bench/common_mem.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

const struct bench_param file_params[] = {
	{ .name = "size",
	    .kind = BENCH_BYTES,
	    .min = LOOP_BLOCK,
	    .max = INT64_C(4) << 30,
	    .help = "bytes of the file" },
	{ .name = NULL },
};

size_t file_cases(struct bench_case *out, size_t max, unsigned l2_in)
{
	const int64_t l2 = bench_size_in(2);
	size_t n = 0;

	if (n < max)
		out[n++] = (struct bench_case){ .in = BENCH_DEFAULT,
			.arg = { 8 << 20 } };
	if (n < max && l2 >= FILE_BLOCK)
		out[n++] = (struct bench_case){ .in = l2_in,
			.arg = { l2 - l2 % FILE_BLOCK } };
	return n;
}

int file_named(const char *dir, const char *name, int flags)
{
	char path[sizeof(((struct bench_ctx *)0)->dir) + 16];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return open(path, flags | O_CLOEXEC, 0600);
}

static int file_open(struct bench_ctx *c, const char *dir)
{
	int fd = file_named(dir, FILE_NAME, O_CREAT | O_EXCL | O_RDWR);

	if (fd < 0)
		bench_fail(c, "open");
	return fd;
}

int file_make(struct bench_ctx *c, uint64_t size, size_t piece)
{
	return file_make_in(c, c->dir, size, piece);
}

int file_make_in(struct bench_ctx *c, const char *dir, uint64_t size,
    size_t piece)
{
	static uint64_t part[FILE_BLOCK / sizeof(uint64_t)];
	uint64_t at, left;
	int fd = file_open(c, dir);

	if (fd < 0)
		return -1;
	for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); i++)
		part[i] = 1;
	for (at = 0; at < size; at += piece) {
		part[0] = at % FILE_BLOCK == 0 ? at / FILE_BLOCK : 1;
		left = size - at;
		if (bench_write_all(fd, part, left < piece ? left : piece) !=
		    0) {
			bench_fail(c, "write");
			return -1;
		}
	}
	return fd;
}

int file_make_sparse(struct bench_ctx *c, size_t n, size_t step)
{
	int fd = file_open(c, c->dir);

	for (size_t i = 0; fd >= 0 && i < n; i++) {
		if (pwrite(fd, "\1", 1, (off_t)(i * step)) != 1) {
			bench_fail(c, "pwrite");
			return -1;
		}
	}
	return fd;
}

uint64_t file_sum(uint64_t size)
{
	const uint64_t blocks = (size + FILE_BLOCK - 1) / FILE_BLOCK;

	return size / sizeof(uint64_t) - blocks + blocks * (blocks - 1) / 2;
}
