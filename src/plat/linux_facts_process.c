/* linux_facts_process.c - what this process inherited, and what it is. */
#include "plat/facts.h"

#include "base/hash.h"
#include "base/num.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

extern char **environ;

static void rlimit(struct facts *f, const char *key, const struct rlimit *r)
{
	char text[2][32];

	if (!r) {
		fact(f, key, PLAT_SETTING, NULL);
		return;
	}
	for (int i = 0; i < 2; i++) {
		rlim_t v = i == 0 ? r->rlim_cur : r->rlim_max;

		if (v == RLIM_INFINITY)
			snprintf(text[i], sizeof(text[i]), "unlimited");
		else
			snprintf(text[i], sizeof(text[i]), "%llu",
			    (unsigned long long)v);
	}
	fact_fmt(f, key, PLAT_SETTING, "%s %s", text[0], text[1]);
}

/* The type of the first argument differs between C libraries. */
#define LIMIT(f, name, what) \
	rlimit(f, "process.rlimit." name, getrlimit(what, &r) == 0 ? &r : NULL)

static void rlimits(struct facts *f)
{
	struct rlimit r;

	LIMIT(f, "nofile", RLIMIT_NOFILE);
	LIMIT(f, "nproc", RLIMIT_NPROC);
	LIMIT(f, "stack", RLIMIT_STACK);
	LIMIT(f, "memlock", RLIMIT_MEMLOCK);
	LIMIT(f, "as", RLIMIT_AS);
	LIMIT(f, "fsize", RLIMIT_FSIZE);
	LIMIT(f, "cpu", RLIMIT_CPU);
	LIMIT(f, "rtprio", RLIMIT_RTPRIO);
}

/* SCHED_OTHER = 0 ... SCHED_EXT = 7, from linux/sched.h; the C libraries know
 * only the older ones. */
static void scheduling(struct facts *f)
{
	static const char *const words[] = { "other", "fifo", "rr", "batch",
		NULL, "idle", "deadline", "ext" };
	/* musl has sched_getscheduler in name only. */
	int policy = (int)syscall(SYS_sched_getscheduler, 0), slack;

	if (policy >= 0)
		policy &= 0xffff; /* without SCHED_RESET_ON_FORK */
	fact(f, "process.sched", PLAT_SETTING,
	    policy >= 0 && policy < 8 ? words[policy] : NULL);
	fact_int(f, "process.nice", PLAT_SETTING, getpriority(PRIO_PROCESS, 0));
	slack = prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
	if (slack >= 0)
		fact_int(f, "process.timerslack_ns", PLAT_SETTING, slack);
	else
		fact(f, "process.timerslack_ns", PLAT_SETTING, NULL);
}

/* The text behind "word:" in /proc/self/status. */
static bool status_text(const char *text, const char *word, char *out,
    size_t size)
{
	size_t len = strlen(word);

	for (; text && *text; text = strchr(text, '\n')) {
		text += *text == '\n';
		if (strncmp(text, word, len) != 0 || text[len] != ':')
			continue;
		text += len + 1;
		text += strspn(text, " \t");
		snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
		return out[0] != '\0';
	}
	return false;
}

static void from_status(struct facts *f)
{
	static const struct {
		const char *key, *word;
	} as_is[] = {
		{ "process.no_new_privs", "NoNewPrivs" },
		{ "process.ssb", "Speculation_Store_Bypass" },
		{ "process.indirect_branch", "SpeculationIndirectBranch" },
		{ "process.mems_allowed", "Mems_allowed_list" },
	};
	static const char *const seccomp[] = { "none", "strict", "filter" };
	struct buf b = BUF_INIT;
	char value[128];
	int64_t n;

	if (linux_slurp("/proc/self/status", 65536, &b) < 0)
		buf_clear(&b);
	for (size_t i = 0; i < sizeof(as_is) / sizeof(*as_is); i++)
		fact(f, as_is[i].key, PLAT_SETTING,
		    status_text(buf_str(&b), as_is[i].word, value,
			sizeof(value)) ?
			value :
			NULL);
	fact(f, "process.seccomp", PLAT_SETTING,
	    linux_field(buf_str(&b), "Seccomp:", &n) && n >= 0 && n < 3 ?
		seccomp[n] :
		NULL);
	fact(f, "process.traced", PLAT_SETTING,
	    linux_field(buf_str(&b), "TracerPid:", &n) ? n > 0 ? "yes" : "no" :
							 NULL);
	buf_release(&b);
}

/* Its size moves the stack, and with it how data lie in the cache. */
static void environment(struct facts *f)
{
	size_t bytes = 0;

	for (char **e = environ; e && *e; e++)
		bytes += strlen(*e) + 1;
	fact_int(f, "process.environ_bytes", PLAT_STATE, (int64_t)bytes);
	fact(f, "process.ld_preload", PLAT_SETTING,
	    getenv("LD_PRELOAD") ? "set" : "not set");
}

static void program_hash(struct facts *f)
{
	static unsigned char part[65536];
	uint64_t hash = HASH_START;
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : 0;

	while (fd >= 0 && (n = read(fd, part, sizeof(part))) > 0)
		hash = hash_add(hash, part, (size_t)n);
	if (fd >= 0)
		close(fd);
	if (n < 0)
		fact(f, "probe.hash", PLAT_SETTING, NULL);
	else
		fact_fmt(f, "probe.hash", PLAT_SETTING, "%016llx",
		    (unsigned long long)hash);
}

/* musl has no macro of its own on purpose; its alltypes.h shows by those it
 * guards types with. */
static void program(struct facts *f)
{
#if defined(__GLIBC__)
	fact_fmt(f, "probe.libc", PLAT_SETTING, "glibc %s",
	    gnu_get_libc_version());
#elif defined(__DEFINED_size_t)
	fact(f, "probe.libc", PLAT_SETTING, "musl");
#else
	fact(f, "probe.libc", PLAT_SETTING, NULL);
#endif
	/* A dynamic program has a loader, whose address is here. */
	fact(f, "probe.linked", PLAT_SETTING,
	    getauxval(AT_BASE) ? "dynamic" : "static");
	program_hash(f);
}

void facts_process(struct facts *f)
{
	int persona = personality(0xffffffff); /* ask only */
	int thp = prctl(PR_GET_THP_DISABLE, 0UL, 0UL, 0UL, 0UL);

	rlimits(f);
	scheduling(f);
	from_status(f);
	environment(f);
	program(f);
	fact(f, "process.aslr", PLAT_SETTING,
	    persona < 0                     ? NULL :
		persona & ADDR_NO_RANDOMIZE ? "off" :
					      "as the system");
	fact(f, "process.thp", PLAT_SETTING,
	    thp < 0     ? NULL :
		thp > 0 ? "off" :
			  "as the system");
	fact(f, "process.root", PLAT_SETTING, geteuid() == 0 ? "yes" : "no");
}
