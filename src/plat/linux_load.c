/* linux_load.c - what disturbs: load, throttling, processes of others. */
#include "plat/linux.h"

#include "base/mem.h"
#include "base/num.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double tick_s(void)
{
	long hz = sysconf(_SC_CLK_TCK);

	return 1.0 / (double)(hz > 0 ? hz : 100);
}

/* "some avg10=1.23 avg60=..."; -1 = unknown. */
static double psi_avg10(const char *text)
{
	char word[32];
	double x;

	if (sscanf(text, "some avg10=%31[0-9.]", word) != 1 ||
	    num_parse_double(word, &x) < 0)
		return -1;
	return x;
}

static bool add_throttled(void *to, const char *dir, bool v2)
{
	struct plat_load *l = to;
	struct buf text = BUF_INIT;
	char path[1200];
	int64_t n;

	(void)v2;
	snprintf(path, sizeof(path), "%s/cpu.stat", dir);
	if (linux_slurp(path, 65536, &text) == 0 &&
	    linux_field(buf_str(&text), "nr_throttled ", &n) && n >= 0) {
		l->throttled += (uint64_t)n;
		l->throttled_known = true;
	}
	buf_release(&text);
	return true;
}

/* Thermal events of the CPUs we may use; a virtual machine has none. */
static void add_thermal(struct plat_load *l)
{
	static const char *const kinds[] = { "core", "package" };
	int cpus[PLAT_CPUS];
	size_t n = plat_cpus(cpus, PLAT_CPUS);

	for (size_t i = 0; i < 2 * n; i++) {
		int64_t events;

		if (linux_number(&events,
			"/sys/devices/system/cpu/cpu%d/"
			"thermal_throttle/%s_throttle_count",
			cpus[i / 2], kinds[i % 2]) < 0 ||
		    events < 0)
			return;
		l->throttled += (uint64_t)events;
		l->throttled_known = true;
	}
}

/* proc(5): user nice system idle iowait irq softirq steal guest guest_nice, in
 * ticks; the guests' are part of user and nice. */
bool linux_load_parse(const char *text, struct plat_load *l)
{
	unsigned long long v[8];
	int64_t running;
	double tick = tick_s();

	if (strncmp(text, "cpu ", 4) != 0 ||
	    sscanf(text, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &v[0],
		&v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7]) != 8)
		return false;
	l->busy_s = tick *
	    ((double)v[0] + (double)v[1] + (double)v[2] + (double)v[5] +
		(double)v[6]);
	l->idle_s = tick * ((double)v[3] + (double)v[4]);
	l->steal_s = tick * (double)v[7];
	if (linux_field(text, "procs_running ", &running) && running >= 0)
		l->runnable = (int)running;
	return true;
}

void plat_load(struct plat_load *l)
{
	struct buf text = BUF_INIT;

	memset(l, 0, sizeof(*l));
	l->psi_cpu = -1;
	if (linux_slurp("/proc/stat", 4 << 20, &text) == 0)
		l->known = linux_load_parse(buf_str(&text), l);
	if (linux_slurp("/proc/pressure/cpu", 4096, &text) == 0)
		l->psi_cpu = psi_avg10(buf_str(&text));
	add_thermal(l);
	linux_cgroups("cpu", add_throttled, l);
	buf_release(&text);
}

struct plat_hogs {
	struct linux_proc *p;
	size_t n;
	struct timespec at;
};

struct plat_hogs *plat_hogs_new(void)
{
	struct plat_hogs *h = xcalloc(1, sizeof(*h));

	clock_gettime(CLOCK_MONOTONIC, &h->at);
	if (linux_procs(&h->p, &h->n, NULL) < 0 || h->n == 0) {
		plat_hogs_free(h);
		return NULL;
	}
	return h;
}

void plat_hogs_free(struct plat_hogs *h)
{
	if (!h)
		return;
	free(h->p);
	free(h);
}

static struct linux_proc *find(const struct plat_hogs *h, pid_t pid)
{
	size_t lo = 0, hi = h->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (h->p[mid].pid < pid)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < h->n && h->p[lo].pid == pid ? &h->p[lo] : NULL;
}

/* The caller, its ancestors and its descendants are ours. */
static void mark_ours(struct plat_hogs *h)
{
	struct linux_proc *p;

	linux_mark_descendants(h->p, h->n, getpid());
	p = find(h, getpid());
	for (size_t steps = 0; p && steps <= h->n; steps++) {
		p->ours = true;
		p = find(h, p->ppid);
	}
}

/* Ticks used since the first snapshot; one that started later used all its. */
static uint64_t used(const struct plat_hogs *since, const struct linux_proc *p)
{
	const struct linux_proc *old = find(since, p->pid);

	if (!old || old->start != p->start)
		return p->ticks;
	return p->ticks > old->ticks ? p->ticks - old->ticks : 0;
}

bool plat_hogs_busiest(const struct plat_hogs *since, struct plat_hog *out)
{
	struct plat_hogs *now;
	uint64_t most = 0;
	double span;

	memset(out, 0, sizeof(*out));
	now = since ? plat_hogs_new() : NULL;
	if (!now)
		return false;
	mark_ours(now);
	span = (double)(now->at.tv_sec - since->at.tv_sec) +
	    (double)(now->at.tv_nsec - since->at.tv_nsec) * 1e-9;
	for (size_t i = 0; i < now->n && span > 0; i++) {
		uint64_t ticks = used(since, &now->p[i]);

		if (now->p[i].ours || ticks <= most)
			continue;
		most = ticks;
		out->pid = now->p[i].pid;
		memcpy(out->name, now->p[i].name, sizeof(out->name));
		out->share = (double)ticks * tick_s() / span;
	}
	plat_hogs_free(now);
	return span > 0;
}
