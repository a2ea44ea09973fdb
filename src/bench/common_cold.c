/* common_cold.c - files that are not in the page cache. */
#include "bench/common_cold.h"

#include "bench/common_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define TRIES 20 /* of a millisecond: the disk may be at it still */

static int failed(struct bench_ctx *c, const char *call)
{
	if (errno == ENOSYS || errno == EPERM || errno == EINVAL ||
	    errno == EACCES)
		return bench_skip(c, "%s: %s", call, err_words(errno));
	return bench_fail(c, call);
}

int cold_put_out(struct bench_ctx *c, int fd)
{
#ifdef SYNC_FILE_RANGE_WRITE
	/* That the journal is there as well does not matter. */
	if (sync_file_range(fd, 0, 0,
		SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
		    SYNC_FILE_RANGE_WAIT_AFTER) == 0)
		return 0;
#endif
	return fdatasync(fd) == 0 ? 0 : failed(c, "fdatasync");
}

/* 1 = dropped, 0 = it stays, -1 = an error */
static int drop_once(int fd, void *map, size_t size)
{
	/* mincore's own: not a char everywhere */
	static unsigned char in[COLD_SIZE / 4096];
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0 ||
	    mincore(map, size, (void *)in) != 0)
		return -1;
	for (size_t i = 0; i < (size + page - 1) / page; i++)
		if (in[i] & 1)
			return 0;
	return 1;
}

int cold_drop(struct bench_ctx *c, int fd, size_t size)
{
	void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
	int cold = 0;

	if (map == MAP_FAILED)
		return bench_fail(c, "mmap");
	for (int tries = 0; tries < TRIES && cold == 0; tries++) {
		if (tries > 0)
			usleep(1000);
		cold = drop_once(fd, map, size);
	}
	munmap(map, size);
	if (cold < 0)
		return failed(c, "dropping a file from the page cache");
	if (cold == 0)
		return bench_skip(c, "files stay in the page cache here");
	return 0;
}
