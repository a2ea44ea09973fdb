/* overlay_stat.c - look at a file through an overlay.
 *
 * One operation: fstatat(2) of a file that lies in the lower one of the two
 * layers of an overlay file system, as the files of a container's image do;
 * ns. The path is cached (P6) and three names deep (P15). Beside sys_stat it
 * shows what the overlay adds. Both layers are a tmpfs of this process's own
 * private mount namespace, so that no disk counts and nothing can stay. Inside
 * the clock: the call and its check. Outside: all mounts and files.
 * Needs CAP_SYS_ADMIN; without it a user namespace gives it (common_ns.h; Linux
 * 5.11).
 * Avoids P6, P11 (the size must be that of the lower file), P15. */
#include "bench/common_ns.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_ "/a/b/c"
#define BYTES 5

struct overlay_stat {
	char path[300];
};

/* c->dir/what, as a directory. */
static int make(const struct bench_ctx *c, const char *what, char *path,
    size_t size)
{
	snprintf(path, size, "%s/%s", c->dir, what);
	return mkdir(path, 0700);
}

static int make_layers(struct bench_ctx *c)
{
	static const char *const dir[] = { "upper", "work", "both", "lower",
		"lower/a", "lower/a/b" };
	char path[300];
	int fd;

	for (size_t i = 0; i < sizeof(dir) / sizeof(dir[0]); i++)
		if (make(c, dir[i], path, sizeof(path)) != 0)
			return bench_fail(c, "mkdir");
	snprintf(path, sizeof(path), "%s/lower" FILE_, c->dir);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || bench_write_all(fd, "lower", BYTES) != 0)
		return bench_fail(c, "write");
	close(fd);
	return 0;
}

static int setup(struct bench_ctx *c)
{
	struct overlay_stat *s = c->state;
	char options[800];
	int rc = common_unshare_mounts(c);

	if (rc != 0)
		return rc;
	if (mount("perfloss", c->dir, "tmpfs", 0, "size=1m") != 0)
		return bench_skip(c, "a tmpfs may not be mounted here");
	rc = make_layers(c);
	if (rc != 0)
		return rc;
	snprintf(options, sizeof(options),
	    "lowerdir=%s/lower,upperdir=%s/upper,workdir=%s/work", c->dir,
	    c->dir, c->dir);
	snprintf(s->path, sizeof(s->path), "%s/both", c->dir);
	if (mount("perfloss", s->path, "overlay", 0, options) != 0)
		return errno == ENODEV ?
		    bench_skip(c, "this kernel has no overlay file system") :
		    bench_skip(c, "an overlay may not be mounted here");
	snprintf(s->path, sizeof(s->path), "%s/both" FILE_, c->dir);
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct overlay_stat *s = c->state;
	struct stat st;

	while (n-- > 0) {
		st.st_size = -1;
		if (fstatat(AT_FDCWD, s->path, &st, 0) != 0)
			return bench_fail(c, "fstatat");
		if (st.st_size != BYTES)
			return bench_fail_why(c, "a file of %lld bytes, not %d",
			    (long long)st.st_size, BYTES);
	}
	return 0;
}

const struct bench overlay_stat = {
	.name = "overlay_stat",
	.summary = "look at a file through an overlay",
	.in = BENCH_FULL,
	.state_size = sizeof(struct overlay_stat),
	.needs = BENCH_DIR,
	.calls = "stat=1",
	.setup = setup,
	.run = run,
};
