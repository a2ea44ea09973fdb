/* null.c - the platform that knows nothing, for any POSIX system. */
#include "plat/posix.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

const char plat_name[] = "null";

size_t plat_cpus(int *cpus, size_t max)
{
	(void)cpus;
	(void)max;
	return 0;
}

enum plat_place plat_relation(int a, int b)
{
	return a == b ? PLAT_SAME : PLAT_FREE;
}

int plat_pin(int cpu, struct err *e)
{
	if (cpu < 0)
		return 0;
	return err_set(e, -ENOTSUP,
	    "cannot pin to CPU '%d': this build has no "
	    "platform",
	    cpu);
}

int plat_cpu_now(void)
{
	return -1;
}

size_t plat_caches(struct plat_cache *c, size_t max)
{
	(void)c;
	(void)max;
	return 0;
}

int64_t plat_memory(void)
{
	return -1;
}

int64_t plat_memory_free(void)
{
	return -1;
}

int64_t plat_huge_page(void)
{
	return 0;
}

const char *plat_tmpfs(void)
{
	return NULL;
}

void plat_spread_dirs(int dir)
{
	(void)dir;
}

int plat_die_with_parent(int sig, pid_t parent)
{
	(void)sig;
	(void)parent;
	return -ENOTSUP;
}

int plat_adopt_orphans(void)
{
	return -ENOTSUP;
}

/* POSIX has no way to ask who one's children are: the dead are reaped, the
 * living are left to those who know their pids. */
int plat_kill_descendants(void)
{
	int n = 0;

	while (waitpid(-1, NULL, WNOHANG) > 0)
		n++;
	return n;
}

void plat_self_exe(char *path, size_t size)
{
	(void)size;
	path[0] = '\0';
}

int plat_exec_self(char *const argv[])
{
	(void)argv;
	return -ENOSYS;
}

void plat_fork_shares(void *p, size_t size, bool yes)
{
	(void)p;
	(void)size;
	(void)yes;
}

void plat_give_back(void)
{
}

int plat_memory_file(size_t size)
{
	(void)size;
	return -ENOSYS;
}

int64_t plat_tasks(void)
{
	return -1;
}

void plat_call_me(const char *name)
{
	(void)name;
}

void plat_die_first(void)
{
}

void plat_load(struct plat_load *l)
{
	memset(l, 0, sizeof(*l));
	l->psi_cpu = -1;
}

void plat_meter(struct plat_meter *m)
{
	*m =
	    (struct plat_meter){ .throttled_ns = -1, .psi_ns = { -1, -1, -1 } };
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

void plat_usage(struct plat_usage *u)
{
	posix_usage(u);
}

void plat_facts(plat_fact_fn *emit, void *to, const char *scratch)
{
	(void)scratch;
	posix_facts(emit, to);
}
