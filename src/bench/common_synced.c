/* common_synced.c - a file whose pages are put on the disk one by one. */
#include "bench/common_synced.h"

#include "bench/common_file.h"

#include <errno.h>
#include <unistd.h>

static const char *const call_words[] = { "fsync", "fdatasync", NULL };

const struct bench_param synced_params[] = {
	COMMON_WHERE,
	{ .name = "call",
	    .kind = BENCH_WORD,
	    .words = call_words,
	    .help = "what puts it on the disk" },
	{ .name = NULL },
};

int synced_setup(struct bench_ctx *c, unsigned pages)
{
	struct synced *s = c->state;
	const char *dir = common_where_path(c, c->arg[0]);

	if (dir == NULL)
		return -1;
	s->sync = c->arg[1] == SYNCED_FSYNC ? fsync : fdatasync;
	s->sync_name = call_words[c->arg[1]];
	rng_seed(&s->rng, (uint64_t)getpid());
	s->fd = file_make_in(c, dir, pages * (uint64_t)SYNCED_PAGE, FILE_BLOCK);
	if (s->fd < 0)
		return -1;
	for (unsigned i = 0; i < SYNCED_PAGE; i++)
		s->page[i] = (char)i;
	if (fsync(s->fd) == 0)
		return 0;
	if (errno == EINVAL || errno == EROFS || errno == ENOSYS ||
	    errno == EPERM)
		return bench_skip(c, "this file system cannot be synced");
	return bench_fail(c, "fsync");
}
