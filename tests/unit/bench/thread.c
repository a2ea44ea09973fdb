/* thread.c - tests of a second thread. */
#include "bench/common_thread.h"
#include "measure/shared.h"

#include "tap.h"

#include <errno.h>
#include <sched.h>

static int where;

static int look(void *shared)
{
	*(int *)shared = 1;
	where = plat_cpu_now();
	return 0;
}

static int ill(void *shared)
{
	(void)shared;
	return EBUSY;
}

int main(void)
{
	static struct shared shared;
	struct engine engine = { .shared = &shared };
	struct bench_ctx c = { .engine = &engine };
	struct common_thread t;
	int seen = 0, cpu;

	cpu = common_cpu(common_cpus() - 1);
	tap_ok(common_cpus() >= 1, "there is a CPU");
	tap_ok(common_cpu(0) == common_cpu(common_cpus()), "they begin again");
	tap_ok(common_thread_start(&c, &t, cpu, look, &seen) == 0, "started");
	tap_ok(common_thread_join(&c, &t) == 0 && seen == 1, "it ran");
	tap_ok(where == cpu || cpu < 0, "on its CPU");
	tap_ok(common_thread_join(&c, &t) == 0, "nothing is joined twice");
	tap_ok(common_thread_start(&c, &t, -1, ill, &seen) == 0, "another");
	tap_ok(common_thread_join(&c, &t) != 0 && shared.error == EBUSY,
	    "its error is the row's");
	return tap_done();
}
