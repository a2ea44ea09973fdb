/* linux_cpu.c - CPUs, pinning, and how CPUs are related. */
#include "plat/linux.h"

#include "base/mem.h"
#include "base/num.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* As many bits as any kernel has (NR_CPUS is at most 8192): a mask shorter
 * than the kernel's is refused by it. */
#define MASK_BYTES (8192 / 8)

/* The affinity mask that the process was started with. */
static unsigned char start_mask[MASK_BYTES] __attribute__((aligned(8)));
static long start_bytes; /* 0 = not read yet, -1 = cannot be read */

static struct cpu_set usable;
static bool usable_known;

/* One CPU's relations; read when first asked for. */
struct topology {
	bool core_known, cache_known;
	struct cpu_set core;   /* threads of its core, itself included */
	struct cpu_set shared; /* CPUs that share some cache with it */
	int64_t package;       /* -1 = unknown */
};

static struct topology *topologies[PLAT_CPUS];

/* sched_getaffinity wants a cpu_set_t; its size is ours to choose. */
static cpu_set_t *mask_set(void)
{
	return (cpu_set_t *)(void *)start_mask;
}

static void save_mask(void)
{
	if (start_bytes != 0)
		return;
	start_bytes =
	    sched_getaffinity(0, MASK_BYTES, mask_set()) < 0 ? -1 : MASK_BYTES;
}

static void find_usable(void)
{
	struct cpu_set online;
	char list[4096];

	if (usable_known)
		return;
	usable_known = true;
	memset(&usable, 0, sizeof(usable));
	save_mask();
	for (int i = 0; i < PLAT_CPUS && start_bytes > 0; i++)
		if (CPU_ISSET_S((size_t)i, MASK_BYTES, mask_set()))
			cpu_set_add(&usable, i);
	if (linux_line(list, sizeof(list), "/sys/devices/system/cpu/online") ==
		0 &&
	    cpu_set_parse(&online, list) == 0)
		for (size_t i = 0; i < PLAT_CPUS / 64; i++)
			usable.bits[i] &= online.bits[i];
}

void linux_cpu_forget(const char *cpus)
{
	for (int i = 0; i < PLAT_CPUS; i++) {
		free(topologies[i]);
		topologies[i] = NULL;
	}
	usable_known = cpus && cpu_set_parse(&usable, cpus) == 0;
	if (usable_known) {
		struct cpu_set want = usable, online;
		char list[4096];

		if (linux_line(list, sizeof(list),
			"/sys/devices/system/cpu/online") == 0 &&
		    cpu_set_parse(&online, list) == 0)
			for (size_t i = 0; i < PLAT_CPUS / 64; i++)
				usable.bits[i] = want.bits[i] & online.bits[i];
	}
}

size_t plat_cpus(int *cpus, size_t max)
{
	size_t n = 0;

	find_usable();
	for (int i = 0; i < PLAT_CPUS && n < max; i++)
		if (cpu_set_has(&usable, i))
			cpus[n++] = i;
	return n;
}

int plat_pin(int cpu, struct err *e)
{
	cpu_set_t one;

	save_mask();
	if (cpu < 0) {
		if (start_bytes < 0)
			return err_set(e, -ENOTSUP,
			    "cannot unpin: the first affinity is unknown");
		if (sched_setaffinity(0, (size_t)start_bytes, mask_set()) < 0)
			return err_sys(e, -errno, "cannot unpin");
		return 0;
	}
	if (cpu >= PLAT_CPUS)
		return err_set(e, -EINVAL,
		    "cannot pin to CPU '%d': only the "
		    "first %d can be used",
		    cpu, PLAT_CPUS);
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one) < 0)
		return err_sys(e, -errno, "cannot pin to CPU '%d'", cpu);
	return 0;
}

int plat_cpu_now(void)
{
	return sched_getcpu();
}

static bool read_set(struct cpu_set *s, int cpu, const char *file)
{
	char list[4096];

	return linux_line(list, sizeof(list),
		   "/sys/devices/system/cpu/cpu%d/%s", cpu, file) == 0 &&
	    cpu_set_parse(s, list) == 0 && cpu_set_has(s, cpu);
}

static void read_shared(struct topology *t, int cpu)
{
	/* Eight indices are more than any CPU has: L1d, L1i, L2, L3, L4. */
	for (int i = 0; i < 8; i++) {
		struct cpu_set s;
		char file[64];

		snprintf(file, sizeof(file), "cache/index%d/shared_cpu_list",
		    i);
		if (!read_set(&s, cpu, file))
			break;
		t->cache_known = true;
		for (size_t k = 0; k < PLAT_CPUS / 64; k++)
			t->shared.bits[k] |= s.bits[k];
	}
}

static const struct topology *topology(int cpu)
{
	struct topology *t;

	if (cpu < 0 || cpu >= PLAT_CPUS)
		return NULL;
	if (topologies[cpu])
		return topologies[cpu];
	t = topologies[cpu] = xcalloc(1, sizeof(*t));
	/* core_cpus_list since Linux 5.3, the other name before. */
	t->core_known = read_set(&t->core, cpu, "topology/core_cpus_list") ||
	    read_set(&t->core, cpu, "topology/thread_siblings_list");
	read_shared(t, cpu);
	if (linux_number(&t->package,
		"/sys/devices/system/cpu/cpu%d/topology/"
		"physical_package_id",
		cpu) < 0)
		t->package = -1;
	return t;
}

const struct cpu_set *linux_core(int cpu)
{
	const struct topology *t = topology(cpu);

	return t && t->core_known ? &t->core : NULL;
}

enum plat_place plat_relation(int a, int b)
{
	const struct topology *ta = topology(a), *tb = topology(b);

	if (!ta || !tb)
		return PLAT_FREE;
	if (a == b)
		return PLAT_SAME;
	if (!ta->core_known || !tb->core_known)
		return PLAT_FREE;
	if (cpu_set_has(&ta->core, b))
		return PLAT_SMT;
	if (ta->cache_known && tb->cache_known)
		return cpu_set_has(&ta->shared, b) ? PLAT_CACHE : PLAT_OTHER;
	/* No cache spans two packages. */
	if (ta->package >= 0 && tb->package >= 0 && ta->package != tb->package)
		return PLAT_OTHER;
	return PLAT_FREE;
}

/* "1024K", as the kernel writes the size of a cache. */
static bool read_cache(struct plat_cache *c, int cpu, int index)
{
	char text[32];
	int64_t level;

	if (linux_line(text, sizeof(text),
		"/sys/devices/system/cpu/cpu%d/"
		"cache/index%d/type",
		cpu, index) < 0 ||
	    strcmp(text, "Instruction") == 0)
		return false;
	if (linux_number(&level,
		"/sys/devices/system/cpu/cpu%d/cache/index%d/"
		"level",
		cpu, index) < 0 ||
	    level < 1 || level > 9)
		return false;
	if (linux_line(text, sizeof(text),
		"/sys/devices/system/cpu/cpu%d/"
		"cache/index%d/size",
		cpu, index) < 0 ||
	    num_parse_bytes(text, &c->size) < 0 || c->size <= 0)
		return false;
	if (linux_number(&c->line,
		"/sys/devices/system/cpu/cpu%d/cache/"
		"index%d/coherency_line_size",
		cpu, index) < 0 ||
	    c->line <= 0)
		c->line = 0;
	c->level = (int)level;
	return true;
}

size_t plat_caches(struct plat_cache *c, size_t max)
{
	int cpu[2] = { 0, 0 };
	size_t n = 0;

	/* The CPU that a row on one CPU is measured on. */
	if (plat_pick(PLAT_SAME, -1, cpu, NULL) < 0)
		return 0;
	for (int i = 0; i < 8 && n < max; i++) {
		struct plat_cache one;
		size_t k;

		if (!read_cache(&one, cpu[0], i))
			continue;
		for (k = n; k > 0 && c[k - 1].level > one.level; k--)
			c[k] = c[k - 1];
		c[k] = one;
		n++;
	}
	return n;
}
