/* linux_facts_config.c - how the kernel was configured. */
#include "plat/facts.h"

#include "base/hash.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

/* A configuration has 100 to 400 KB. */
#define CONFIG_MAX (4u << 20)

/* Options whose absence is a fact too ("n"). */
static const char *const options[] = {
	"64BIT",
	"ARCH_WANT_BATCHED_UNMAP_TLB_FLUSH",
	"AUDIT",
	"AUDITSYSCALL",
	"BPF_JIT_ALWAYS_ON",
	"BUG_ON_DATA_CORRUPTION",
	"CC_OPTIMIZE_FOR_SIZE",
	"CC_VERSION_TEXT",
	"CFI_CLANG",
	"CFS_BANDWIDTH",
	"CGROUPS",
	"CGROUP_CPUACCT",
	"CGROUP_SCHED",
	"CMDLINE",
	"CONTEXT_TRACKING_USER",
	"CPU_MITIGATIONS",
	"CPU_FREQ",
	"CPU_IDLE",
	"DEBUG_KERNEL",
	"DEBUG_PREEMPT",
	"FAIR_GROUP_SCHED",
	"FORTIFY_SOURCE",
	"FTRACE",
	"FUNCTION_TRACER",
	"GCC_PLUGIN_STACKLEAK",
	"HARDENED_USERCOPY",
	"HIGH_RES_TIMERS",
	"HZ",
	"HZ_PERIODIC",
	"IKCONFIG",
	"INIT_ON_ALLOC_DEFAULT_ON",
	"INIT_ON_FREE_DEFAULT_ON",
	"INIT_STACK_ALL_ZERO",
	"IRQ_TIME_ACCOUNTING",
	"KASAN",
	"KCSAN",
	"KFENCE",
	"KMSAN",
	"KPROBES",
	"LATENCYTOP",
	"LOCKDEP",
	"LOCK_STAT",
	"LTO_CLANG",
	"LTO_NONE",
	"MEMCG",
	"MITIGATION_PAGE_TABLE_ISOLATION",
	"MITIGATION_RETPOLINE",
	"NO_HZ",
	"NO_HZ_COMMON",
	"NO_HZ_FULL",
	"NO_HZ_IDLE",
	"NR_CPUS",
	"NUMA",
	"NUMA_BALANCING",
	"PAGE_OWNER",
	"PAGE_POISONING",
	"PAGE_TABLE_ISOLATION",
	"PARAVIRT",
	"PARAVIRT_SPINLOCKS",
	"PER_VMA_LOCK",
	"PREEMPT",
	"PREEMPTION",
	"PREEMPT_COUNT",
	"PREEMPT_DYNAMIC",
	"PREEMPT_LAZY",
	"PREEMPT_NONE",
	"PREEMPT_RCU",
	"PREEMPT_RT",
	"PREEMPT_VOLUNTARY",
	"PROFILING",
	"PROVE_LOCKING",
	"PROVE_RCU",
	"PSI",
	"PSI_DEFAULT_DISABLED",
	"RANDOMIZE_BASE",
	"RANDOMIZE_KSTACK_OFFSET_DEFAULT",
	"RCU_NOCB_CPU",
	"RETPOLINE",
	"RT_GROUP_SCHED",
	"RUST",
	"SCHED_AUTOGROUP",
	"SCHED_CORE",
	"SCHED_DEBUG",
	"SCHED_MC",
	"SCHED_SMT",
	"SECCOMP",
	"SECURITY",
	"SECURITY_APPARMOR",
	"SECURITY_SELINUX",
	"SHADOW_CALL_STACK",
	"SHUFFLE_PAGE_ALLOCATOR",
	"SLAB_FREELIST_HARDENED",
	"SLAB_FREELIST_RANDOM",
	"SLUB_DEBUG",
	"SLUB_DEBUG_ON",
	"SLUB_TINY",
	"SMP",
	"STACKPROTECTOR_STRONG",
	"TASK_DELAY_ACCT",
	"TICK_CPU_ACCOUNTING",
	"TRANSPARENT_HUGEPAGE",
	"TRANSPARENT_HUGEPAGE_ALWAYS",
	"TRANSPARENT_HUGEPAGE_MADVISE",
	"UBSAN",
	"VIRT_CPU_ACCOUNTING_GEN",
	"VMAP_STACK",
	"X86_KERNEL_IBT",
	"X86_X2APIC",
	"ZSWAP",
};

/* Families of which those that are set are told, except those that only say
 * what an architecture could have. */
static const char *const families[] = { "DEBUG_", "MITIGATION_", "CGROUP_",
	"KASAN_", "INIT_ON_" };
static const char *const not_telling[] = { "DEBUG_INFO", "DEBUG_BUGVERBOSE",
	"DEBUG_FS" };

static bool in_family(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(not_telling) / sizeof(*not_telling); i++)
		if (strncmp(name, not_telling[i], strlen(not_telling[i])) == 0)
			return false;
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (len > strlen(families[i]) &&
		    strncmp(name, families[i], strlen(families[i])) == 0)
			return true;
	return false;
}

static bool is_listed(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (strlen(options[i]) == len &&
		    memcmp(options[i], name, len) == 0)
			return true;
	return false;
}

static void emit_option(struct facts *f, const char *name, size_t len,
    const char *value, size_t n)
{
	char key[96], text[512];
	size_t k = 0;

	if (len > 64 || n >= sizeof(text))
		return;
	k += (size_t)snprintf(key, sizeof(key), "kernel.config.");
	for (size_t i = 0; i < len; i++)
		key[k++] = (char)tolower((unsigned char)name[i]);
	key[k] = '\0';
	if (n >= 2 && value[0] == '"' && value[n - 1] == '"') {
		value++;
		n -= 2;
	}
	memcpy(text, value, n);
	text[n] = '\0';
	fact(f, key, PLAT_SETTING, text);
}

/* The value of "CONFIG_name=" in the text; NULL = not set. */
static const char *find_option(const char *text, const char *name, size_t *n)
{
	size_t len = strlen(name);

	while (text) {
		if (strncmp(text, "CONFIG_", 7) == 0 &&
		    strncmp(text + 7, name, len) == 0 && text[7 + len] == '=') {
			text += 7 + len + 1;
			*n = strcspn(text, "\n");
			return text;
		}
		text = strchr(text, '\n');
		if (text)
			text++;
	}
	return NULL;
}

/* Hash of the lines that set something: comments have dates. */
static uint64_t hash_config(struct facts *f, const char *text)
{
	uint64_t hash = HASH_START;

	while (*text) {
		size_t n = strcspn(text, "\n");
		const char *name = text + 7, *eq = memchr(text, '=', n);

		if (strncmp(text, "CONFIG_", 7) == 0 && eq) {
			size_t len = (size_t)(eq - name);

			hash = hash_add(hash, text, n);
			hash = hash_add(hash, "\n", 1);
			if (in_family(name, len) && !is_listed(name, len))
				emit_option(f, name, len, eq + 1,
				    n - 7 - len - 1);
		}
		text += n + (text[n] == '\n');
	}
	return hash;
}

static const char *const places[] = { "/boot/config-%s",
	"/lib/modules/%s/config", "/usr/lib/modules/%s/config",
	"/lib/modules/%s/build/.config" };

/* The configuration of the running kernel, from itself or from the files that
 * distributions install with it. */
static bool read_config(struct buf *text)
{
	struct buf packed = BUF_INIT;
	struct utsname u;
	char path[256];
	bool ok;

	ok = linux_slurp("/proc/config.gz", CONFIG_MAX, &packed) == 0 &&
	    gunzip(buf_str(&packed), packed.len, CONFIG_MAX, text) == 0;
	buf_release(&packed);
	if (ok || uname(&u) < 0)
		return ok;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places) && !ok; i++) {
		snprintf(path, sizeof(path), places[i], u.release);
		ok = linux_slurp(path, CONFIG_MAX, text) == 0;
	}
	return ok;
}

void facts_config(struct facts *f)
{
	struct buf text = BUF_INIT;
	const char *s = NULL;

	/* Some line must look like a configuration, and none be cut by a NUL
	 * byte. */
	if (read_config(&text) && strlen(buf_str(&text)) == text.len &&
	    strstr(buf_str(&text), "\nCONFIG_"))
		s = buf_str(&text);
	if (s)
		fact_fmt(f, "kernel.config.hash", PLAT_SETTING, "%016llx",
		    (unsigned long long)hash_config(f, s));
	else
		fact(f, "kernel.config.hash", PLAT_SETTING, NULL);
	for (size_t i = 0; s && i < sizeof(options) / sizeof(*options); i++) {
		size_t n = 1;
		const char *value = find_option(s, options[i], &n);

		emit_option(f, options[i], strlen(options[i]),
		    value ? value : "n", n);
	}
	buf_release(&text);
}
