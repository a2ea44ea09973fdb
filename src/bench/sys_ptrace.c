/* sys_ptrace.c - the null call of a process that is traced.
 *
 * One operation: one getppid, entered directly (P4), of a process that a
 * partner follows from call to call as strace does, but without looking: it
 * stops at the entry and at the exit, and each time the partner is woken, lets
 * it go on and waits again. So there are four switches (P2) and four calls of
 * the partner; ns. Its price is what it costs more than sys_null (P20): the
 * same call without the tracer would be another process. Inside the clock: the
 * call, both stops, the check of the result. Outside: the partner, which leaves
 * at the end. After each batch: the partner has seen two stops an operation
 * (P11). Avoids P1: the placement is part of the row. */
#include "bench/common_parent.h"
#include "bench/common_place.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALL_STOP (SIGTRAP | 0x80) /* PTRACE_O_TRACESYSGOOD */
#define MARGIN    16 /* calls of the engine round a batch, two stops each */

struct watched {
	atomic_uint_fast64_t stops;
	atomic_bool leave; /* at the next call */
};

struct sys_ptrace {
	struct parent parent;
	struct watched *watched;
	uint64_t from; /* stops before the batch */
};

/* One stop of pid: what signal it goes on with. */
static int at_stop(struct watched *w, int status)
{
	int sig = WSTOPSIG(status);

	if (sig == CALL_STOP) {
		atomic_fetch_add_explicit(&w->stops, 1, memory_order_relaxed);
		return 0;
	}
	/* An event is no signal, nor is the stop that was asked for. */
	return status >> 16 != 0 ? 0 : sig;
}

static int trace(struct bench_ctx *c)
{
	struct watched *w = ((struct sys_ptrace *)c->state)->watched;
	pid_t pid = getppid();
	int status, sig;

	if (ptrace(PTRACE_SEIZE, pid, NULL,
		(void *)(uintptr_t)PTRACE_O_TRACESYSGOOD) != 0)
		return bench_fail(c, "ptrace");
	if (ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) != 0)
		return bench_fail(c, "ptrace");
	bench_ready(c);
	while (waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status)) {
		sig = at_stop(w, status);
		if (atomic_load_explicit(&w->leave, memory_order_relaxed))
			return ptrace(PTRACE_DETACH, pid, NULL,
				   (void *)(uintptr_t)sig) == 0 ?
			    0 :
			    bench_fail(c, "ptrace");
		if (ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(uintptr_t)sig) !=
		    0)
			return bench_fail(c, "ptrace");
	}
	return bench_fail_why(c, "the traced process is gone");
}

static int setup(struct bench_ctx *c)
{
	struct sys_ptrace *s = c->state;

	s->watched = mmap(NULL, sizeof(*s->watched), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->watched == MAP_FAILED)
		return bench_fail(c, "mmap");
	/* For Yama, which else lets only descendants be traced. */
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0UL, 0UL, 0UL);
	if (bench_partner(c, 1, trace) < 0)
		return bench_fail(c, "fork");
	return bench_wait_ready(c, 1) != 0 ? -1 : parent_setup(c);
}

static int prepare(struct bench_ctx *c, uint64_t n)
{
	struct sys_ptrace *s = c->state;

	(void)n;
	s->from = atomic_load(&s->watched->stops);
	return 0;
}

static int tidy(struct bench_ctx *c, uint64_t n)
{
	const struct sys_ptrace *s = c->state;
	uint64_t stops = atomic_load(&s->watched->stops) - s->from;

	if (stops >= 2 * n && stops <= 2 * (n + MARGIN))
		return 0;
	return bench_fail_why(c, "%llu stops of %llu calls",
	    (unsigned long long)stops, (unsigned long long)n);
}

static int teardown(struct bench_ctx *c)
{
	struct sys_ptrace *s = c->state;

	atomic_store(&s->watched->leave, true);
	syscall(SYS_getppid); /* it leaves here */
	return 0;
}

const struct bench sys_ptrace = {
	.name = "sys_ptrace",
	.summary = "the null call of a process that is traced",
	.params = bench_params(bench_place("cpu", "where the tracer runs")),
	.list = common_places_full,
	.state_size = sizeof(struct sys_ptrace),
	.calls = "getppid=1 ptrace=2 wait=2",
	.setup = setup,
	.prepare = prepare,
	.run = parent_run,
	.tidy = tidy,
	.teardown = teardown,
};
