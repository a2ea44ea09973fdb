/* mount_tmpfs.c - mount a file system in memory, and take it away.
 *
 * One operation: mount(2) of a tmpfs on a directory, umount2(2); ns. In a
 * private mount namespace of this process, so that nobody else sees it and
 * nothing can stay. Inside the clock: both calls and their checks. Outside:
 * the namespace, the directory.
 * Needs CAP_SYS_ADMIN; without it a user namespace gives it (common_ns.h).
 * Avoids P11 (each umount would fail without its mount; setup sees that the
 * mount is a tmpfs). */
#include "bench/common_ns.h"

#include <errno.h>
#include <linux/magic.h>
#include <sys/mount.h>
#include <sys/vfs.h>

static int setup(struct bench_ctx *c)
{
	struct statfs fs;
	int rc = common_unshare_mounts(c);

	if (rc != 0)
		return rc;
	if (mount("perfloss", c->dir, "tmpfs", 0, "size=64k") != 0)
		return errno == EPERM || errno == EACCES || errno == ENODEV ?
		    bench_skip(c, "a tmpfs may not be mounted here") :
		    bench_fail(c, "mount");
	rc = statfs(c->dir, &fs);
	if (umount2(c->dir, 0) != 0)
		return bench_fail(c, "umount2");
	if (rc != 0 || fs.f_type != TMPFS_MAGIC)
		return bench_fail_why(c, "what was mounted is no tmpfs");
	return 0;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	while (n-- > 0) {
		if (mount("perfloss", c->dir, "tmpfs", 0, "size=64k") != 0)
			return bench_fail(c, "mount");
		if (umount2(c->dir, 0) != 0)
			return bench_fail(c, "umount2");
	}
	return 0;
}

const struct bench mount_tmpfs = {
	.name = "mount_tmpfs",
	.summary = "mount a file system in memory, and take it away",
	.in = BENCH_FULL,
	.needs = BENCH_DIR,
	.calls = "mount=1 umount=1",
	.setup = setup,
	.run = run,
};
