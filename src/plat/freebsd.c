/* freebsd.c - the FreeBSD platform: cpuset, procctl, sysctl.
 *
 * How CPUs are related, caches and other processes are not asked for yet: they
 * are "unknown", and rows that need them say so. */
#ifdef __FreeBSD__

#include "plat/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sys/param.h>

#include <sys/cpuset.h>
#include <sys/mman.h>
#include <sys/procctl.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <sys/wait.h>

const char plat_name[] = "freebsd";

/* -- CPUs --------------------------------------------------------------- */

static cpuset_t start_mask;
static int start_known; /* 0 = not read yet, -1 = cannot be read */

static void save_mask(void)
{
	if (start_known != 0)
		return;
	CPU_ZERO(&start_mask);
	start_known = cpuset_getaffinity(CPU_LEVEL_WHICH, CPU_WHICH_PID, -1,
			  sizeof(start_mask), &start_mask) < 0 ?
	    -1 :
	    1;
}

size_t plat_cpus(int *cpus, size_t max)
{
	size_t n = 0;

	save_mask();
	for (int i = 0; i < CPU_SETSIZE && i < PLAT_CPUS && n < max; i++)
		if (start_known > 0 && CPU_ISSET((size_t)i, &start_mask))
			cpus[n++] = i;
	return n;
}

enum plat_place plat_relation(int a, int b)
{
	return a >= 0 && a == b ? PLAT_SAME : PLAT_FREE;
}

int plat_pin(int cpu, struct err *e)
{
	cpuset_t mask;

	save_mask();
	if (cpu < 0 && start_known < 0)
		return err_set(e, -ENOTSUP,
		    "cannot unpin: the first affinity is unknown");
	if (cpu >= CPU_SETSIZE || cpu >= PLAT_CPUS)
		return err_set(e, -EINVAL, "cannot pin to CPU '%d'", cpu);
	CPU_ZERO(&mask);
	if (cpu < 0)
		mask = start_mask;
	else
		CPU_SET((size_t)cpu, &mask);
	if (cpuset_setaffinity(CPU_LEVEL_WHICH, CPU_WHICH_PID, -1, sizeof(mask),
		&mask) < 0)
		return err_sys(e, -errno, "cannot pin to CPU '%d'", cpu);
	return 0;
}

int plat_cpu_now(void)
{
#if __FreeBSD_version >= 1301000
	return sched_getcpu();
#else
	return -1;
#endif
}

/* -- sysctl ------------------------------------------------------------- */

/* A whole number of 32 or 64 bits. */
static bool get_number(const char *name, int64_t *out)
{
	unsigned char raw[8];
	size_t n = sizeof(raw);
	int32_t narrow;

	if (sysctlbyname(name, raw, &n, NULL, 0) < 0)
		return false;
	if (n == sizeof(narrow)) {
		memcpy(&narrow, raw, n);
		*out = narrow;
		return true;
	}
	if (n != sizeof(*out))
		return false;
	memcpy(out, raw, n);
	return true;
}

static bool get_text(const char *name, char *out, size_t size)
{
	size_t n = size - 1;

	if (sysctlbyname(name, out, &n, NULL, 0) < 0 || n > size - 1)
		return false;
	out[n] = '\0';
	out[strcspn(out, "\n")] = '\0';
	return out[0] != '\0';
}

size_t plat_caches(struct plat_cache *c, size_t max)
{
	(void)c;
	(void)max;
	return 0;
}

int64_t plat_memory(void)
{
	int64_t bytes;

	return get_number("hw.physmem", &bytes) && bytes > 0 ? bytes : -1;
}

int64_t plat_memory_free(void)
{
	int64_t unused, inactive;
	long page = sysconf(_SC_PAGESIZE);

	if (page <= 0 || !get_number("vm.stats.vm.v_free_count", &unused) ||
	    !get_number("vm.stats.vm.v_inactive_count", &inactive))
		return -1;
	return (unused + inactive) * page;
}

/* Superpages: the second of the sizes that the processor has. */
int64_t plat_huge_page(void)
{
	size_t sizes[8] = { 0 };
	size_t n = sizeof(sizes);
	int64_t on;

	if (!get_number("vm.pmap.pg_ps_enabled", &on) || on == 0 ||
	    sysctlbyname("hw.pagesizes", sizes, &n, NULL, 0) < 0)
		return 0;
	return (int64_t)sizes[1];
}

const char *plat_tmpfs(void)
{
	return NULL;
}

void plat_spread_dirs(int dir)
{
	(void)dir;
}

/* -- Processes ---------------------------------------------------------- */

int plat_die_with_parent(int sig, pid_t parent)
{
	if (procctl(P_PID, 0, PROC_PDEATHSIG_CTL, &sig) < 0)
		return -errno;
	if (getppid() == parent)
		return 0;
	/* It died before the signal was asked for. */
	raise(sig);
	return -ESRCH;
}

int plat_adopt_orphans(void)
{
	if (procctl(P_PID, (id_t)getpid(), PROC_REAP_ACQUIRE, NULL) == 0)
		return 0;
	return errno == EBUSY ? 0 : -errno; /* we adopt them already */
}

/* The kernel signals all descendants of a reaper, also those forked while it
 * does so. */
int plat_kill_descendants(void)
{
	static const struct timespec pause = { 0, 200000 };
	int n = 0;
	pid_t pid = waitpid(-1, NULL, WNOHANG);

	/* 10000 times 0.2 ms, as long as on other systems. */
	for (int i = 0; i < 10000 && (pid >= 0 || errno == EINTR); i++) {
		struct procctl_reaper_kill kill = { .rk_sig = SIGKILL };

		if (pid > 0) {
			n++;
		} else {
			procctl(P_PID, (id_t)getpid(), PROC_REAP_KILL, &kill);
			nanosleep(&pause, NULL);
		}
		pid = waitpid(-1, NULL, WNOHANG);
	}
	return n;
}

static int own_path(char *path, size_t size)
{
	int name[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };

	return sysctl(name, 4, path, &size, NULL, 0) < 0 ? -errno : 0;
}

void plat_self_exe(char *path, size_t size)
{
	if (own_path(path, size) < 0)
		path[0] = '\0';
}

int plat_exec_self(char *const argv[])
{
	char path[PATH_MAX];
	int r = own_path(path, sizeof(path));

	if (r < 0)
		return r;
	execv(path, argv);
	return -errno;
}

void plat_fork_shares(void *p, size_t size, bool yes)
{
	minherit(p, size, yes ? INHERIT_SHARE : INHERIT_NONE);
}

void plat_give_back(void)
{
}

int plat_memory_file(size_t size)
{
	int fd = shm_open(SHM_ANON, O_RDWR | O_CLOEXEC, 0600), code;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)size) == 0)
		return fd;
	code = -errno;
	close(fd);
	return code;
}

int64_t plat_tasks(void)
{
	return -1; /* no cheap way to ask */
}

void plat_call_me(const char *name)
{
	(void)name;
}

void plat_die_first(void)
{
}

void plat_usage(struct plat_usage *u)
{
	posix_usage(u);
}

/* -- Disturbance -------------------------------------------------------- */

/* kern.cp_time: user, nice, system, interrupts, idle in ticks of stathz. */
void plat_load(struct plat_load *l)
{
	long ticks[5];
	size_t n = sizeof(ticks);
	struct clockinfo clock;
	size_t size = sizeof(clock);
	double s;

	memset(l, 0, sizeof(*l));
	l->psi_cpu = -1;
	if (sysctlbyname("kern.cp_time", ticks, &n, NULL, 0) < 0 ||
	    n != sizeof(ticks) ||
	    sysctlbyname("kern.clockrate", &clock, &size, NULL, 0) < 0 ||
	    clock.stathz <= 0)
		return;
	s = 1.0 / (double)clock.stathz;
	l->busy_s = s *
	    ((double)ticks[0] + (double)ticks[1] + (double)ticks[2] +
		(double)ticks[3]);
	l->idle_s = s * (double)ticks[4];
	l->known = true;
}

void plat_meter(struct plat_meter *m)
{
	struct plat_load l;

	plat_load(&l);
	*m = (struct plat_meter){ l.known, l.busy_s, l.steal_s, -1,
		{ -1, -1, -1 } };
}

struct plat_hogs *plat_hogs_new(void)
{
	return NULL;
}

bool plat_hogs_busiest(const struct plat_hogs *since, struct plat_hog *out)
{
	(void)since;
	memset(out, 0, sizeof(*out));
	return false;
}

void plat_hogs_free(struct plat_hogs *h)
{
	(void)h;
}

/* -- Facts -------------------------------------------------------------- */

struct sysctl_fact {
	const char *key;
	enum plat_fact_kind kind;
	const char *name;
};

static const struct sysctl_fact texts[] = {
	{ "cpu.model", PLAT_IDENTITY, "hw.model" },
	{ "hypervisor", PLAT_IDENTITY, "kern.vm_guest" },
	{ "host.vendor", PLAT_IDENTITY, "kern.smbios.system.maker" },
	{ "kernel.ident", PLAT_SETTING, "kern.ident" },
	{ "kernel.build_id", PLAT_SETTING, "kern.build_id" },
	{ "kernel.scheduler", PLAT_SETTING, "kern.sched.name" },
	{ "clock.source", PLAT_SETTING, "kern.timecounter.hardware" },
	{ "clock.available", PLAT_SETTING, "kern.timecounter.choice" },
	{ "clock.event", PLAT_SETTING, "kern.eventtimer.timer" },
	{ "boot.id", PLAT_STATE, "kern.boot_id" },
	{ "sysctl.net.ipv4.tcp_congestion_control", PLAT_SETTING,
	    "net.inet.tcp.cc.algorithm" },
};

static const struct sysctl_fact numbers[] = {
	{ "cpu.present", PLAT_IDENTITY, "hw.ncpu" },
	{ "cpu.cores", PLAT_SETTING, "kern.smp.cores" },
	{ "cpu.threads_per_core", PLAT_SETTING, "kern.smp.threads_per_core" },
	{ "cpu.mhz", PLAT_STATE, "dev.cpu.0.freq" },
	{ "memory.total", PLAT_SETTING, "hw.physmem" },
	{ "swap.total", PLAT_SETTING, "vm.swap_total" },
	{ "numa.nodes", PLAT_IDENTITY, "vm.ndomains" },
	{ "container.jail", PLAT_SETTING, "security.jail.jailed" },
	{ "mitigations.pti", PLAT_SETTING, "vm.pmap.pti" },
	{ "mitigations.ibrs", PLAT_SETTING, "hw.ibrs_active" },
	{ "mitigations.ssb", PLAT_SETTING,
	    "hw.spec_store_bypass_disable_active" },
	{ "process.aslr", PLAT_SETTING, "kern.elf64.aslr.enable" },
	{ "sysctl.net.core.somaxconn", PLAT_SETTING, "kern.ipc.soacceptqueue" },
	{ "sysctl.kern.hz", PLAT_SETTING, "kern.hz" },
};

void plat_facts(plat_fact_fn *emit, void *to, const char *scratch)
{
	char text[512];
	double mhz = posix_mhz();

	(void)scratch;
	posix_facts(emit, to);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		emit(to, texts[i].key, texts[i].kind,
		    get_text(texts[i].name, text, sizeof(text)) ? text : NULL);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		int64_t n;
		bool ok = get_number(numbers[i].name, &n);

		snprintf(text, sizeof(text), "%lld", ok ? (long long)n : 0);
		emit(to, numbers[i].key, numbers[i].kind, ok ? text : NULL);
	}
	snprintf(text, sizeof(text), "%.0f", mhz);
	emit(to, "cpu.mhz_measured", PLAT_STATE, mhz > 0 ? text : NULL);
}

#else

/* A file must declare something. */
typedef int freebsd_is_not_here;

#endif
