/* linux_inject.c - slower on purpose: seccomp filters, a CPU quota. */
#include "plat/linux.h"

#include "base/mem.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* -- Filters ------------------------------------------------------------- */

/* linux/filter.h, linux/bpf_common.h and linux/seccomp.h, which a plain
 * musl-gcc has not. */
struct insn {
	uint16_t code;
	uint8_t yes, no;
	uint32_t k;
};

struct program {
	unsigned short n;
	struct insn *insn;
};

#define LOAD       0x20       /* BPF_LD | BPF_W | BPF_ABS */
#define ADD        0x04       /* BPF_ALU | BPF_ADD | BPF_K */
#define RETURN     0x06       /* BPF_RET | BPF_K */
#define ALLOW      0x7fff0000 /* SECCOMP_RET_ALLOW */
#define ARGUMENT   16         /* of struct seccomp_data: args[0] */
#define SET_FILTER 1          /* SECCOMP_SET_MODE_FILTER */
#define SPEC_ALLOW 4          /* SECCOMP_FILTER_FLAG_SPEC_ALLOW */

/* The load is of an argument: for a filter that looks only at the number of
 * the call the kernel (5.11) remembers the answer and runs it no more. The
 * additions depend on each other, so each takes its cycle. One instruction is
 * the answer alone. */
static void write_filter(struct insn *p, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		p[i] = (struct insn){ .code = ADD, .k = 1 };
	p[0] = (struct insn){ .code = LOAD, .k = ARGUMENT };
	p[n - 1] = (struct insn){ .code = RETURN, .k = ALLOW };
}

/* Without SPEC_ALLOW older kernels switch a mitigation on as well (4.17 to
 * 5.15), which is another slowdown; before 4.17 there is no such flag. */
static int add_filter(const struct program *p)
{
	if (syscall(SYS_seccomp, SET_FILTER, SPEC_ALLOW, p) == 0)
		return 0;
	if (errno == EINVAL && syscall(SYS_seccomp, SET_FILTER, 0, p) == 0)
		return 0;
	return -errno;
}

int plat_filter_calls(unsigned filters, unsigned instructions, struct err *e)
{
	struct program p = { .n = (unsigned short)instructions };
	int r = 0;

	if (instructions < 1 || instructions > PLAT_FILTER_MOST)
		return err_set(e, -EINVAL,
		    "a filter has 1 to %d instructions, not %u",
		    PLAT_FILTER_MOST, instructions);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0)
		return err_sys(e, -errno, "cannot give up new privileges");
	p.insn = xcalloc(instructions, sizeof(*p.insn));
	write_filter(p.insn, instructions);
	for (unsigned i = 0; i < filters && r == 0; i++)
		r = add_filter(&p);
	free(p.insn);
	return r < 0 ? err_sys(e, r, "cannot install a seccomp filter") : 0;
}

/* -- Quota --------------------------------------------------------------- */

#define PREFIX "perfloss-quota-"
#define RANDOM "XXXXXX" /* mkdtemp(3) */

/* The kernel's own limits of quota and period (kernel/sched/core.c). */
#define LEAST_US 1000
#define MOST_US  1000000

/* How long the members of a cgroup may take to be gone once they are dead. */
#define GONE_TRIES 500
#define GONE_NS    2000000

#define DEEP 8 /* levels of cgroups that a removal goes down */

static int put_text(const char *dir, const char *file, const char *text)
{
	char path[300];
	int fd, r = 0;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		r = -errno;
	close(fd);
	return r;
}

static int lock_dir(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Remove a cgroup and those below it. What else is in it is the kernel's.
 * Only a cgroup without members can be removed at all. */
static int remove_group(const char *path, int depth)
{
	DIR *d = depth < DEEP ? opendir(path) : NULL;
	struct dirent *ent;
	char below[1700];

	while (d && (ent = readdir(d)) != NULL) {
		if (ent->d_type != DT_DIR || ent->d_name[0] == '.')
			continue;
		snprintf(below, sizeof(below), "%.1400s/%s", path, ent->d_name);
		remove_group(below, depth + 1);
	}
	if (d)
		closedir(d);
	return rmdir(path) == 0 ? 0 : -errno;
}

/* Those of probes that were killed. */
static void sweep(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *ent;
	struct stat st;
	char path[1400];
	int lock;

	while (d && (ent = readdir(d)) != NULL) {
		snprintf(path, sizeof(path), "%s/%s", dir, ent->d_name);
		if (!text_starts(ent->d_name, PREFIX) ||
		    lstat(path, &st) != 0 || st.st_uid != geteuid())
			continue;
		lock = lock_dir(path);
		if (lock < 0)
			continue;
		remove_group(path, 0);
		close(lock);
	}
	if (d)
		closedir(d);
}

struct making {
	struct plat_quota *q;
	const char *controller;
	long long quota_us, period_us;
	int code; /* why not in the last place tried */
};

/* Version 1 has all its controllers everywhere; version 2 hands them on. */
static int hand_on(const struct making *m, bool v2)
{
	char text[32];

	snprintf(text, sizeof(text), "+%s", m->controller);
	return v2 ? put_text(m->q->dir, "cgroup.subtree_control", text) : 0;
}

/* Version 1 has a period and a quota, version 2 both in one line. */
static int set_quota(const struct making *m, bool v2)
{
	char text[64];
	int r;

	if (m->quota_us == 0)
		return hand_on(m, v2);
	if (v2) {
		snprintf(text, sizeof(text), "%lld %lld", m->quota_us,
		    m->period_us);
		return put_text(m->q->dir, "cpu.max", text);
	}
	snprintf(text, sizeof(text), "%lld", m->period_us);
	r = put_text(m->q->dir, "cpu.cfs_period_us", text);
	snprintf(text, sizeof(text), "%lld", m->quota_us);
	return r < 0 ? r : put_text(m->q->dir, "cpu.cfs_quota_us", text);
}

/* A cgroup whose parent does not hand on the controller lacks its files: then
 * the next one up is tried. */
static bool make_in(void *to, const char *dir, bool v2)
{
	struct making *m = to;
	struct plat_quota *q = m->q;
	int n;

	sweep(dir);
	n = snprintf(q->dir, sizeof(q->dir), "%s/" PREFIX RANDOM, dir);
	if (n < 0 || (size_t)n >= sizeof(q->dir)) {
		m->code = -ENAMETOOLONG;
	} else if (!mkdtemp(q->dir)) {
		m->code = -errno;
	} else {
		q->lock = lock_dir(q->dir);
		m->code = set_quota(m, v2);
		if (m->code == 0)
			return false;
		plat_quota_remove(q);
	}
	q->dir[0] = '\0';
	return true;
}

static int make(struct making *m, const char *what, struct err *e)
{
	linux_cgroups(m->controller, make_in, m);
	if (m->code == -ENOENT)
		return err_set(e, -ENOTSUP,
		    "no cgroup here hands on a controller of %s",
		    strcmp(m->controller, "cpu") == 0 ? "CPU time" :
							m->controller);
	if (m->code < 0)
		return err_sys(e, m->code, "%s", what);
	return 0;
}

int plat_quota_make(struct plat_quota *q, double share, int64_t period_us,
    struct err *e)
{
	struct making m = { .q = q,
		.controller = "cpu",
		.quota_us = (long long)(share * (double)period_us + 0.5),
		.period_us = period_us,
		.code = -ENOENT };

	q->dir[0] = '\0';
	q->lock = -1;
	if (m.quota_us < LEAST_US || period_us > MOST_US || share >= 1)
		return err_set(e, -EINVAL,
		    "a quota is less than the CPU and at least %d us of a "
		    "period of at most %d us",
		    LEAST_US, MOST_US);
	return make(&m, "cannot make a cgroup with a quota", e);
}

int plat_cgroup_make(struct plat_quota *q, const char *controller,
    struct err *e)
{
	struct making m = { .q = q, .controller = controller, .code = -ENOENT };

	q->dir[0] = '\0';
	q->lock = -1;
	return make(&m, "cannot make a cgroup", e);
}

int plat_quota_enter(const struct plat_quota *q, struct err *e)
{
	int r = put_text(q->dir, "cgroup.procs", "0"); /* the writer */

	return r < 0 ? err_sys(e, r, "cannot enter the cgroup '%s'", q->dir) :
		       0;
}

int64_t plat_quota_stops(const struct plat_quota *q)
{
	struct buf text = BUF_INIT;
	char path[300];
	int64_t n;

	snprintf(path, sizeof(path), "%s/cpu.stat", q->dir);
	if (linux_slurp(path, 65536, &text) < 0 ||
	    !linux_field(buf_str(&text), "nr_throttled ", &n))
		n = -1;
	buf_release(&text);
	return n;
}

/* Those who were its members may be dying still. */
void plat_cgroup_clear(const struct plat_quota *q)
{
	static const struct timespec nap = { 0, GONE_NS };
	DIR *d = opendir(q->dir);
	struct dirent *ent;
	char path[600];

	while (d && (ent = readdir(d)) != NULL) {
		if (ent->d_type != DT_DIR || ent->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", q->dir, ent->d_name);
		for (int i = 0; i < GONE_TRIES; i++) {
			if (remove_group(path, 0) != -EBUSY)
				break;
			nanosleep(&nap, NULL);
		}
	}
	if (d)
		closedir(d);
}

void plat_quota_remove(struct plat_quota *q)
{
	static const struct timespec nap = { 0, GONE_NS };

	for (int i = 0; i < GONE_TRIES && q->dir[0]; i++) {
		if (remove_group(q->dir, 0) != -EBUSY)
			break;
		nanosleep(&nap, NULL);
	}
	if (q->lock >= 0)
		close(q->lock);
	q->dir[0] = '\0';
	q->lock = -1;
}
