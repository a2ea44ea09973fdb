/* ipc_vm_readv.c - read a word from the memory of another process.
 *
 * One operation: process_vm_readv(2) of eight bytes of a partner, which sleeps;
 * ns. Inside the clock: the call and the check of what was read, which only
 * the partner has (P11). Outside: the partner. It need not be scheduled, so
 * there is no placement: what it costs is finding the process, asking whether
 * this one may, and pinning its page. */
#include "measure/bench.h"

#include <sys/uio.h>
#include <unistd.h>

#define SECRET UINT64_C(0x706572666c6f7373)

struct ipc_vm_readv {
	volatile uint64_t word; /* SECRET in the partner */
	pid_t partner;
};

static int sleeper(struct bench_ctx *c)
{
	struct ipc_vm_readv *s = c->state;

	s->word = SECRET;
	bench_ready(c);
	while (pause() < 0)
		;
	return 0;
}

static ssize_t fetch(const struct ipc_vm_readv *s, uint64_t *got)
{
	/* The state is at the same place in both. */
	struct iovec from = { .iov_base = (void *)(uintptr_t)&s->word,
		.iov_len = sizeof(*got) };
	struct iovec to = { .iov_base = got, .iov_len = sizeof(*got) };

	*got = 0;
	return process_vm_readv(s->partner, &to, 1, &from, 1, 0);
}

static int setup(struct bench_ctx *c)
{
	struct ipc_vm_readv *s = c->state;
	uint64_t got;
	int rc;

	s->partner = bench_partner(c, 1, sleeper);
	if (s->partner < 0)
		return bench_fail(c, "fork");
	rc = bench_wait_ready(c, 1);
	if (rc == 0 && fetch(s, &got) < 0)
		return bench_fail(c, "process_vm_readv");
	return rc;
}

static int run(struct bench_ctx *c, uint64_t n)
{
	const struct ipc_vm_readv *s = c->state;
	uint64_t got;

	while (n-- > 0) {
		if (fetch(s, &got) != sizeof(got))
			return bench_fail(c, "process_vm_readv");
		if (got != SECRET)
			return bench_fail_why(c, "read another word");
	}
	return 0;
}

const struct bench ipc_vm_readv = {
	.name = "ipc_vm_readv",
	.summary = "read a word from the memory of another process",
	.in = BENCH_FULL,
	.state_size = sizeof(struct ipc_vm_readv),
	.calls = "process_vm_readv=1",
	.setup = setup,
	.run = run,
};
