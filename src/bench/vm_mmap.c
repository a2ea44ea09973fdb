/* vm_mmap.c - map a file and unmap it.
 *
 * One operation: map a file of the given size, shared, for reading and
 * writing, touch pages of it, unmap it. touch=none touches nothing: what
 * remains is the price of the two calls. touch=tenth is lmbench's "Mmap
 * latency" (lat_mmap): a byte is written every 16 KB in the first tenth of the
 * mapping, so most of its time is 52 page faults (at 8 MB), each of which may
 * map more than a page or, on a disk, tell the file system of the write (P17);
 * kept so that old numbers stay comparable. Inside the clock: mapping,
 * touching and unmapping. Outside: writing the file, which leaves it in the
 * page cache (P6). The calls are checked, the bytes written are looked for
 * afterwards (P11).
 * Source: lmbench's lat_mmap, as said of touch=tenth. */
#include "bench/common_file.h"

#include <sys/mman.h>
#include <unistd.h>

#define STEP (16 << 10)

enum touch { TENTH, NONE };

struct state {
	size_t size;
	size_t touched; /* bytes from the start in which touches lie */
	int fd;
	char value;
};

static const struct bench_param params[] = {
	bench_bytes("size", 4096, INT64_C(4) << 30,
	    "bytes of the file and of the mapping"),
	bench_word("touch", "pages written: as lmbench does it, or none",
	    "tenth", "none"),
	{ 0 },
};

static int run(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	const int prot = PROT_READ | PROT_WRITE;

	s->value++;
	while (n-- > 0) {
		char *p = mmap(NULL, s->size, prot, MAP_SHARED, s->fd, 0);

		if (p == MAP_FAILED)
			return bench_fail(c, "mmap");
		for (size_t i = 0; i < s->touched; i += STEP)
			*(volatile char *)(p + i) = s->value;
		if (munmap(p, s->size) != 0)
			return bench_fail(c, "munmap");
	}
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct state *s = c->state;

	s->size = (size_t)c->arg[0];
	s->touched = c->arg[1] == TENTH ? s->size / 10 : 0;
	s->fd = file_make(c, s->size, FILE_LMDD);
	return s->fd < 0 ? -1 : run(c, 1); /* does it fit? */
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	struct state *s = c->state;
	char b;

	(void)n;
	for (size_t i = 0; i < s->touched; i += STEP)
		if (pread(s->fd, &b, 1, (off_t)i) != 1 || b != s->value)
			return bench_fail_why(c, "a page was not written");
	return 0;
}

const struct bench vm_mmap = {
	.name = "vm_mmap",
	.summary = "map a file and unmap it",
	.alias = "lat_mmap",
	.params = params,
	/* 8M: what lmbench takes by default. */
	.cases = bench_cases(bench_case_lm(BENCH_DEFAULT, 8 << 20, TENTH),
	    bench_case(BENCH_DEFAULT, 8 << 20, NONE),
	    bench_case(BENCH_FULL, 64 << 10, NONE)),
	.state_size = sizeof(struct state),
	.needs = BENCH_DIR,
	.calls = "mmap=1 munmap=1",
	.setup = setup,
	.run = run,
	.tidy = tidy,
};
