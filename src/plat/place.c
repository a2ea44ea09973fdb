/* place.c - choose CPUs for a placement; knows no system. */
#include "plat/plat.h"

#include <errno.h>

const char *const plat_place_words[PLAT_PLACES] = { "same", "smt", "cache",
	"other", "free" };

static const char *const place_needs[PLAT_PLACES] = {
	"one CPU",
	"two threads of one core",
	"two cores under one cache",
	"two cores with no cache in common",
	"nothing",
};

/* CPU 0 comes last: it starts the system, so that timekeeping and interrupts
 * that nobody moved are its. Beyond that the lowest number: the choice must be
 * the same in every run, so nothing that varies (counts of interrupts, load)
 * has a say in it. */
static size_t preferred(int *cpus, size_t max)
{
	size_t n = plat_cpus(cpus, max);

	if (n > 1 && cpus[0] == 0) {
		for (size_t i = 1; i < n; i++)
			cpus[i - 1] = cpus[i];
		cpus[n - 1] = 0;
	}
	return n;
}

static bool find_pair(const int *cpus, size_t n, enum plat_place place,
    int first, int cpu[2], bool *unknown)
{
	for (size_t i = 0; i < n; i++) {
		if (first >= 0 && cpus[i] != first)
			continue;
		for (size_t k = 0; k < n; k++) {
			enum plat_place is = plat_relation(cpus[i], cpus[k]);

			if (is == PLAT_FREE)
				*unknown = true;
			if (is != place)
				continue;
			cpu[0] = cpus[i];
			cpu[1] = cpus[k];
			return true;
		}
	}
	return false;
}

static bool is_among(const int *cpus, size_t n, int cpu)
{
	for (size_t i = 0; i < n; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

int plat_pick(enum plat_place place, int first, int cpu[2], struct err *e)
{
	int cpus[PLAT_CPUS];
	bool unknown = false;
	size_t n;

	cpu[0] = cpu[1] = -1;
	if (place == PLAT_FREE)
		return 0;
	n = preferred(cpus, PLAT_CPUS);
	if (n == 0)
		return err_set(e, -ENOTSUP,
		    "needs %s, which CPUs there are "
		    "is unknown here",
		    place_needs[place]);
	if (first >= 0 && !is_among(cpus, n, first))
		return err_set(e, -ENOTSUP,
		    "CPU '%d' is not among the %zu "
		    "that this process may use",
		    first, n);
	if (place == PLAT_SAME) {
		cpu[0] = cpu[1] = first >= 0 ? first : cpus[0];
		return 0;
	}
	if (n < 2)
		return err_set(e, -ENOTSUP,
		    "needs two CPUs, this process may "
		    "use 1");
	if (find_pair(cpus, n, place, first, cpu, &unknown))
		return 0;
	return err_set(e, -ENOTSUP, "needs %s, %s", place_needs[place],
	    unknown ? "how the CPUs are related is unknown here" :
		first >= 0 ?
		      "the CPU asked for has no such partner" :
		      "there are none among the CPUs this process may use");
}
