/* linux_facts_system.c - what the system is: machine, container, daemons. */
#include "plat/facts.h"

#include "base/hash.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define HAS_CPUID 1
#else
#define HAS_CPUID 0
#endif

#define DMI "/sys/class/dmi/id/"

static const struct fact_file system_files[] = {
	{ "host.vendor", PLAT_IDENTITY, DMI "sys_vendor" },
	{ "host.product", PLAT_IDENTITY, DMI "product_name" },
	{ "host.board", PLAT_IDENTITY, DMI "board_name" },
	{ "host.firmware", PLAT_SETTING, DMI "bios_version" },
	{ "boot.id", PLAT_STATE, "/proc/sys/kernel/random/boot_id" },
};

/* The names under which hypervisors answer CPUID leaf 0x40000000. */
static const struct {
	const char *raw, *name;
} hypervisors[] = {
	{ "KVMKVMKVM", "kvm" },
	{ "Microsoft Hv", "hyper-v" },
	{ "VMwareVMware", "vmware" },
	{ "XenVMMXenVMM", "xen" },
	{ "TCGTCGTCGTCG", "qemu-tcg" },
	{ "bhyve bhyve ", "bhyve" },
	{ "VBoxVBoxVBox", "virtualbox" },
	{ "ACRNACRNACRN", "acrn" },
	{ " lrpepyh  vr", "parallels" },
};

/* false = this kind of CPU cannot tell. */
static bool ask_cpuid(char *out, size_t size)
{
#if HAS_CPUID
	unsigned a, b, c, d, v[4];
	char raw[13] = "";

	if (!linux_is_real() || !__get_cpuid(1, &a, &b, &c, &d))
		return false;
	if (!(c >> 31 & 1)) {
		snprintf(out, size, "none");
		return true;
	}
	__cpuid(0x40000000, v[0], v[1], v[2], v[3]);
	memcpy(raw, &v[1], 12);
	for (size_t i = 0; i < sizeof(hypervisors) / sizeof(*hypervisors); i++)
		if (strcmp(raw, hypervisors[i].raw) == 0) {
			snprintf(out, size, "%s", hypervisors[i].name);
			return true;
		}
	for (char *s = raw; *s; s++)
		if (!isprint((unsigned char)*s))
			*s = '?';
	snprintf(out, size, "other: %s", raw);
	return true;
#else
	(void)out;
	(void)size;
	return false;
#endif
}

static void hypervisor(struct facts *f)
{
	char text[64];
	struct buf b = BUF_INIT;

	if (linux_line(text, sizeof(text), "/sys/hypervisor/type") == 0 ||
	    ask_cpuid(text, sizeof(text))) {
		fact(f, "hypervisor", PLAT_IDENTITY, text);
		return;
	}
	/* The kernel's word for it, which does not say which. */
	if (linux_slurp("/proc/cpuinfo", 8 << 20, &b) == 0 &&
	    strstr(buf_str(&b), " hypervisor"))
		fact(f, "hypervisor", PLAT_IDENTITY, "some");
	else
		fact(f, "hypervisor", PLAT_IDENTITY, NULL);
	buf_release(&b);
}

static bool exists(const char *path)
{
	char full[1024];

	return access(linux_path(full, sizeof(full), path), F_OK) == 0;
}

/* What containers leave to be seen; NULL = nothing seen. */
static const char *container_signs(char *text, size_t size)
{
	static const struct {
		const char *part, *name;
	} paths[] = {
		{ "/kubepods", "kubernetes" },
		{ "/docker", "docker" },
		{ "/libpod", "podman" },
		{ "/lxc", "lxc" },
		{ "/machine.slice", "systemd-nspawn" },
	};
	struct buf b = BUF_INIT;
	const char *env = getenv("container"), *found = NULL;

	/* systemd's container interface: the manager says its name. */
	if (linux_line(text, size, "/run/systemd/container") == 0)
		return text;
	if (exists("/run/.containerenv"))
		return "podman";
	if (exists("/.dockerenv"))
		return "docker";
	if (env && *env && strlen(env) < size && linux_is_real()) {
		snprintf(text, size, "%s", env);
		return text;
	}
	if (linux_slurp("/proc/1/cgroup", 65536, &b) == 0)
		for (size_t i = 0; i < 5 && !found; i++)
			if (strstr(buf_str(&b), paths[i].part))
				found = paths[i].name;
	buf_release(&b);
	if (!found &&
	    linux_line(text, size, "/proc/sys/kernel/osrelease") == 0 &&
	    (strstr(text, "microsoft") || strstr(text, "Microsoft")))
		found = "wsl";
	return found;
}

/* The first namespaces of a system have fixed numbers (proc_ns.h). Lists those
 * of ours that are others; false = unknown. */
static bool namespaces(char *out, size_t size)
{
	static const struct {
		const char *name;
		unsigned long long first;
	} list[] = {
		{ "ipc", 0xEFFFFFFF },
		{ "uts", 0xEFFFFFFE },
		{ "user", 0xEFFFFFFD },
		{ "pid", 0xEFFFFFFC },
		{ "cgroup", 0xEFFFFFFB },
	};
	bool known = false;

	out[0] = '\0';
	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
		char path[64], full[1024], to[64];
		unsigned long long number;
		size_t len = strlen(out);
		ssize_t n;

		snprintf(path, sizeof(path), "/proc/self/ns/%s", list[i].name);
		n = readlink(linux_path(full, sizeof(full), path), to,
		    sizeof(to) - 1);
		to[n > 0 ? n : 0] = '\0';
		if (sscanf(to, "%*[a-z]:[%llu]", &number) != 1)
			continue;
		known = true;
		if (number != list[i].first)
			snprintf(out + len, size - len, len > 0 ? " %s" : "%s",
			    list[i].name);
	}
	return known;
}

/* Whether we see the files that the first process sees. true = unknown. */
static bool same_files_as_init(void)
{
	char path[2][1024], to[2][64];
	ssize_t a, b;

	linux_path(path[0], sizeof(path[0]), "/proc/1/ns/mnt");
	linux_path(path[1], sizeof(path[1]), "/proc/self/ns/mnt");
	a = readlink(path[0], to[0], sizeof(to[0]));
	b = readlink(path[1], to[1], sizeof(to[1]));
	return a <= 0 || b <= 0 ||
	    (a == b && memcmp(to[0], to[1], (size_t)a) == 0);
}

static void container(struct facts *f, bool *all_seen)
{
	char text[128], ns[64];
	const char *sign = container_signs(text, sizeof(text));
	bool known = namespaces(ns, sizeof(ns));

	/* A virtual machine may run on what once was a container's image and
	 * still has its files. */
	if (sign && known && ns[0] == '\0' && strcmp(sign, "wsl") != 0 &&
	    same_files_as_init())
		sign = NULL;

	*all_seen = known && !strstr(ns, "pid");
	/* Its own processes or users and no sign: something is around us. */
	if (!sign && known)
		sign =
		    strstr(ns, "pid") || strstr(ns, "user") ? "some" : "none";
	fact(f, "container", PLAT_SETTING, sign);
	fact(f, "container.namespaces", PLAT_SETTING,
	    !known    ? NULL :
		ns[0] ? ns :
			"none");
}

/* /proc/PID/comm has at most 15 bytes of a name. */
static const char *const time_daemons[] = { "chronyd", "ntpd", "ntpd-rs",
	"openntpd", "systemd-timesyn", "ptp4l", "phc2sys", "ts2phc",
	"timemaster", NULL };
static const char *const tuning_daemons[] = { "tuned", "tuned-ppd",
	"irqbalance", "thermald", "power-profiles-", "numad", "ksmtuned",
	"auto-cpufreq", "earlyoom", "systemd-oomd", "auditd", "scx_loader",
	NULL };

static void daemons(struct facts *f, const char *key, const char *const *names,
    const struct linux_proc *p, size_t n, bool all_seen)
{
	struct buf list = BUF_INIT;

	for (; *names; names++)
		for (size_t i = 0; i < n; i++)
			if (strcmp(p[i].name, *names) == 0) {
				add_distinct(&list, *names);
				break;
			}
	/* From within a container those outside are not seen. */
	fact(f, key, PLAT_SETTING,
	    list.len > 0          ? buf_str(&list) :
		n > 0 && all_seen ? "none" :
				    NULL);
	buf_release(&list);
}

/* Whether the kernel thinks that its clock is in step with the world. */
static void clock_discipline(struct facts *f)
{
	struct timex t = { .modes = 0 };

	if (adjtimex(&t) < 0) {
		fact(f, "time.synchronised", PLAT_STATE, NULL);
		fact(f, "time.ppm", PLAT_STATE, NULL);
		return;
	}
	fact(f, "time.synchronised", PLAT_STATE,
	    t.status & STA_UNSYNC ? "no" : "yes");
	/* Parts per million with 16 bits behind the point. */
	fact_fmt(f, "time.ppm", PLAT_STATE, "%.3f", (double)t.freq / 65536);
}

/* machine-id(5) asks not to pass the id itself on. */
static void host_id(struct facts *f)
{
	char id[64];

	if (linux_line(id, sizeof(id), "/etc/machine-id") == 0 &&
	    strlen(id) == 32 && strspn(id, "0123456789abcdef") == 32)
		fact_fmt(f, "host.id", PLAT_IDENTITY, "%016llx",
		    (unsigned long long)hash_add(HASH_START, id, 32));
	else
		fact(f, "host.id", PLAT_IDENTITY, NULL);
}

static void os_release(struct facts *f)
{
	struct buf b = BUF_INIT;
	const char *s = NULL;
	char name[128];

	if (linux_slurp("/etc/os-release", 65536, &b) == 0)
		s = strstr(buf_str(&b), "PRETTY_NAME=\"");
	if (s && sscanf(s, "PRETTY_NAME=\"%127[^\"\n]", name) == 1)
		fact(f, "os.release", PLAT_SETTING, name);
	else
		fact(f, "os.release", PLAT_SETTING, NULL);
	buf_release(&b);
}

void facts_system(struct facts *f)
{
	struct linux_proc *p;
	bool all_seen;
	size_t n;

	FACT_FILES(f, system_files);
	host_id(f);
	os_release(f);
	hypervisor(f);
	container(f, &all_seen);
	linux_procs(&p, &n, NULL);
	daemons(f, "daemons.time", time_daemons, p, n, all_seen);
	daemons(f, "daemons.tuning", tuning_daemons, p, n, all_seen);
	free(p);
	clock_discipline(f);
}
