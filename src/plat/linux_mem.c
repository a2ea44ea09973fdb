/* linux_mem.c - memory, huge pages, and the cgroups the caller is in. */
#include "plat/linux.h"

#include "base/num.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* A limit beyond this is none: version 1 writes 2^63 rounded to a page. */
#define NO_LIMIT (INT64_C(1) << 62)

/* What a line of /proc/self/cgroup says: the path of the caller's cgroup in
 * the hierarchy of a controller ("" = version 2). false = not there. */
static bool cgroup_path(const char *text, const char *controller, char *out,
    size_t size)
{
	for (; text && *text; text = strchr(text, '\n')) {
		const char *list, *path, *end;
		size_t len = strlen(controller);

		text += *text == '\n';
		list = strchr(text, ':');
		path = list ? strchr(list + 1, ':') : NULL;
		if (!path)
			break;
		end = strchr(text, '\n');
		if (!end)
			end = path + strlen(path);
		if (end < path)
			continue;
		list++;
		for (const char *c = list; c <= path; c++) {
			if (strncmp(c, controller, len) == 0 &&
			    (c[len] == ',' || c[len] == ':')) {
				snprintf(out, size, "%.*s",
				    (int)(end - path - 1), path + 1);
				return true;
			}
			c = memchr(c, ',', (size_t)(path - c));
			if (!c)
				break;
		}
	}
	return false;
}

/* A comma separated list has the word. */
static bool has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (strncmp(list, word, len) == 0 &&
		    (list[len] == ',' || list[len] == '\0'))
			return true;
	}
	return false;
}

/* Where a hierarchy is mounted: the mount point and which of its directories
 * is seen there. The text is that of /proc/self/mountinfo:
 * "36 35 98:0 /root /point options fields - type source superoptions" */
static bool cgroup_mount(const char *text, const char *controller, bool v2,
    char root[512], char point[512])
{
	char line[2048];

	for (; text && *text; text = strchr(text, '\n')) {
		char type[32], super[512];
		const char *dash;

		text += *text == '\n';
		snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n"),
		    text);
		dash = strstr(line, " - ");
		if (!dash ||
		    sscanf(dash, " - %31s %*s %511s", type, super) != 2 ||
		    sscanf(line, "%*s %*s %*s %511s %511s", root, point) != 2)
			continue;
		if (v2 ? strcmp(type, "cgroup2") == 0 :
			 strcmp(type, "cgroup") == 0 &&
			    has_word(super, controller))
			return true;
	}
	return false;
}

/* One hierarchy: from the caller's cgroup up to the mount point. */
static bool climb(const char *groups, const char *mounts,
    const char *controller, bool v2, linux_cgroup_fn *fn, void *to)
{
	char path[512], root[512], point[512], dir[1100];
	const char *below = path;
	size_t len, top;

	if (!cgroup_path(groups, v2 ? "" : controller, path, sizeof(path)) ||
	    !cgroup_mount(mounts, controller, v2, root, point))
		return true;
	/* In a container the mount may show only a part of the tree. */
	len = strcmp(root, "/") == 0 ? 0 : strlen(root);
	if (strncmp(path, root, len) == 0 &&
	    (path[len] == '/' || path[len] == '\0'))
		below = path + len;
	else
		below = "";
	if (strstr(below, "/.."))
		below = ""; /* outside of the namespace: only what is seen */
	snprintf(dir, sizeof(dir), "%s%s", point, below);
	top = strlen(point);
	for (;;) {
		char *slash;

		while (strlen(dir) > top && dir[strlen(dir) - 1] == '/')
			dir[strlen(dir) - 1] = '\0';
		if (!fn(to, dir, v2))
			return false;
		slash = strrchr(dir, '/');
		if (!slash || (size_t)(slash - dir) < top)
			return true;
		*slash = '\0';
	}
}

void linux_cgroups(const char *controller, linux_cgroup_fn *fn, void *to)
{
	struct buf groups = BUF_INIT, mounts = BUF_INIT;

	if (linux_slurp("/proc/self/cgroup", 65536, &groups) == 0 &&
	    linux_slurp("/proc/self/mountinfo", 1 << 20, &mounts) == 0 &&
	    climb(buf_str(&groups), buf_str(&mounts), controller, true, fn, to))
		climb(buf_str(&groups), buf_str(&mounts), controller, false, fn,
		    to);
	buf_release(&groups);
	buf_release(&mounts);
}

struct limit {
	int64_t total, free;
};

static int64_t inactive_file(const char *dir, bool v2)
{
	struct buf text = BUF_INIT;
	char path[1200];
	int64_t n = 0;

	snprintf(path, sizeof(path), "%s/memory.stat", dir);
	if (linux_slurp(path, 65536, &text) < 0 ||
	    !linux_field(buf_str(&text),
		v2 ? "inactive_file " : "total_inactive_file ", &n))
		n = 0;
	buf_release(&text);
	return n;
}

/* "max" is no number, so no limit. */
static bool narrow(void *to, const char *dir, bool v2)
{
	struct limit *l = to;
	int64_t limit, used;

	if (linux_number(&limit, "%s/%s", dir,
		v2 ? "memory.max" : "memory.limit_in_bytes") < 0 ||
	    limit < 0 || limit >= NO_LIMIT)
		return true;
	if (l->total < 0 || limit < l->total)
		l->total = limit;
	if (linux_number(&used, "%s/%s", dir,
		v2 ? "memory.current" : "memory.usage_in_bytes") < 0)
		return true;
	/* Cache that is not in use can be had back. */
	used -= inactive_file(dir, v2);
	if (used < 0)
		used = 0;
	limit = limit > used ? limit - used : 0;
	if (l->free < 0 || limit < l->free)
		l->free = limit;
	return true;
}

static void read_memory(struct limit *l)
{
	struct buf text = BUF_INIT;
	int64_t kb;

	l->total = l->free = -1;
	if (linux_slurp("/proc/meminfo", 65536, &text) == 0) {
		if (linux_field(buf_str(&text), "MemTotal:", &kb) && kb > 0 &&
		    kb < NO_LIMIT / 1024)
			l->total = kb * 1024;
		/* MemAvailable since Linux 3.14. */
		if (linux_field(buf_str(&text), "MemAvailable:", &kb) &&
		    kb >= 0 && kb < NO_LIMIT / 1024)
			l->free = kb * 1024;
	}
	buf_release(&text);
	linux_cgroups("memory", narrow, l);
}

int64_t plat_memory(void)
{
	struct limit l;

	read_memory(&l);
	return l.total;
}

int64_t plat_memory_free(void)
{
	struct limit l;

	read_memory(&l);
	return l.free;
}

/* TMPFS_MAGIC of linux/magic.h; statfs(2). */
#define TMPFS 0x01021994

const char *plat_tmpfs(void)
{
	static const char path[] = "/dev/shm";
	struct statfs fs;

	if (statfs(path, &fs) != 0 || fs.f_type != TMPFS ||
	    access(path, W_OK | X_OK) != 0)
		return NULL;
	return path;
}

/* What "chattr +T" does, see ioctl_iflags(2). The names are FS_IOC_GETFLAGS,
 * FS_IOC_SETFLAGS and FS_TOPDIR_FL of linux/fs.h, which musl-gcc has not. */
#define GET_FLAGS _IOR('f', 1, long)
#define SET_FLAGS _IOW('f', 2, long)
#define TOPDIR    0x00020000

void plat_spread_dirs(int dir)
{
	int flags = 0;

	/* The request is an int in musl and an unsigned long in glibc. */
	if (syscall(SYS_ioctl, dir, (unsigned long)GET_FLAGS, &flags) != 0)
		return;
	flags |= TOPDIR;
	syscall(SYS_ioctl, dir, (unsigned long)SET_FLAGS, &flags);
}

int64_t plat_huge_page(void)
{
	char text[128];
	int64_t size;

	if (linux_line(text, sizeof(text),
		"/sys/kernel/mm/"
		"transparent_hugepage/enabled") < 0 ||
	    strstr(text, "[never]"))
		return 0;
	if (linux_number(&size,
		"/sys/kernel/mm/transparent_hugepage/"
		"hpage_pmd_size") < 0 ||
	    size <= 0)
		return 0;
	return size;
}
