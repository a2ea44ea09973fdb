/* common_ns.c - namespaces, with the rights that there are. */
#include "bench/common_ns.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define NEW_CGROUP 0x02000000 /* linux/sched.h: CLONE_NEWCGROUP, Linux 4.6 */

const char *const common_ns_words[] = { "uts", "ipc", "mount", "net", "cgroup",
	NULL };
const int common_ns_flags[] = { CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWNS,
	CLONE_NEWNET, NEW_CGROUP };
const char *const common_ns_files[] = { "uts", "ipc", "mnt", "net", "cgroup" };

static bool put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool ok = fd >= 0 && write(fd, text, strlen(text)) > 0;

	if (fd >= 0)
		close(fd);
	return ok;
}

/* The user of before is root of the new user namespace: files made there need
 * an owner that is known. */
static bool become_root(uid_t uid, gid_t gid)
{
	char map[40];

	put("/proc/self/setgroups", "deny"); /* since Linux 3.19 */
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)gid);
	if (!put("/proc/self/gid_map", map))
		return false;
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)uid);
	return put("/proc/self/uid_map", map);
}

static int refused(struct bench_ctx *c, int error)
{
	if (error == EINVAL || error == ENOSYS)
		return bench_skip(c,
		    "this kernel has no such namespace (or a sandbox says so)");
	if (error == ENOSPC || error == EUSERS)
		return bench_skip(c, "no more namespaces here (user.max_*)");
	return bench_skip(c,
	    "needs CAP_SYS_ADMIN, or a user namespace of its "
	    "own, which it may not have here");
}

int common_unshare(struct bench_ctx *c, int flags)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();

	if (unshare(flags) == 0) {
		bench_note(c, "userns", "initial");
		return 0;
	}
	if (errno != EPERM)
		return refused(c, errno);
	if (unshare(CLONE_NEWUSER) != 0 || !become_root(uid, gid))
		return refused(c, EPERM);
	if (unshare(flags) != 0)
		return refused(c, errno);
	bench_note(c, "userns", "own");
	return 0;
}

int common_unshare_mounts(struct bench_ctx *c)
{
	int rc = common_unshare(c, CLONE_NEWNS);

	if (rc == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
		return bench_skip(c, "mounts cannot be made private here");
	return rc;
}
