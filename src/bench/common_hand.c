/* common_hand.c - two take turns at a word of memory that both see. */
#include "bench/common_hand.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *common_shared(struct bench_ctx *c, size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p != MAP_FAILED)
		return p;
	bench_fail(c, "mmap");
	return NULL;
}

int common_futex_wait(struct bench_ctx *c, atomic_uint *word, unsigned seen)
{
	if (syscall(SYS_futex, word, FUTEX_WAIT, seen, NULL, NULL, 0) == 0 ||
	    errno == EAGAIN || errno == EINTR)
		return 0;
	return bench_fail(c, "futex");
}

int common_futex_wake(struct bench_ctx *c, atomic_uint *word, int n)
{
	if (syscall(SYS_futex, word, FUTEX_WAKE, n, NULL, NULL, 0) >= 0)
		return 0;
	return bench_fail(c, "futex");
}

static int answer(struct bench_ctx *c)
{
	struct hand *h = c->state;

	bench_ready(c);
	while (h->wait(c, h, 1) == 0 && h->give(c, h, 0) == 0)
		;
	return -1;
}

int common_hand(struct bench_ctx *c)
{
	struct hand *h = c->state;

	c->ops_step = 2;
	h->both = common_shared(c, sizeof(*h->both));
	if (h->both == NULL)
		return -1;
	h->turn = &h->both->turn;
	if (bench_partner(c, 1, answer) < 0)
		return bench_fail(c, "fork");
	if (bench_wait_ready(c, 1) != 0)
		return -1;
	return common_hand_run(c, 2);
}

int common_hand_run(struct bench_ctx *c, uint64_t n)
{
	struct hand *h = c->state;

	if (n % 2 != 0)
		return bench_fail_why(c, "a batch must be whole rounds");
	for (; n > 0; n -= 2)
		if (h->give(c, h, 1) != 0 || h->wait(c, h, 0) != 0)
			return -1;
	return 0;
}
