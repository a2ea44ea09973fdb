/* lock_pi.c - two threads hand a lock with priority inheritance over.
 *
 * The operation: common_relay.h, between two threads, with three locks by
 * FUTEX_LOCK_PI and FUTEX_UNLOCK_PI: as a mutex of the protocol
 * PTHREAD_PRIO_INHERIT does it, a free lock is taken and a lock that nobody
 * waits for given back without the kernel; where one waits, the kernel makes it
 * the owner: the note "asleep" says how often (common_futex.h). Inside and
 * outside the clock and the P-numbers: common_way.h; each lock has a line of
 * its own (P27). Source: perf bench futex lock-pi counts many threads on one
 * lock, each of which sleeps a microsecond (with the timer slack 60 and more)
 * while it has it: what it prints is mostly that sleep. */
#include "bench/common_futex.h"
#include "bench/common_relay.h"

#include <errno.h>

struct lock_pi {
	struct common_relay relay;
	struct {
		_Alignas(COMMON_LINE) _Atomic uint32_t word;
	} lock[COMMON_RELAY];
	struct {
		_Alignas(COMMON_LINE) uint32_t tid;
	} side[2];
};

static uint32_t tid_of(struct lock_pi *s, int side)
{
	if (s->side[side].tid == 0)
		s->side[side].tid = (uint32_t)syscall(SYS_gettid);
	return s->side[side].tid;
}

static int lock(struct common_relay *r, int side, int i)
{
	struct lock_pi *s = (struct lock_pi *)r;
	uint32_t none = 0;

	if (atomic_compare_exchange_strong(&s->lock[i].word, &none,
		tid_of(s, side)))
		return 0;
	while (common_futex(&s->lock[i].word,
		   FUTEX_LOCK_PI | FUTEX_PRIVATE_FLAG, 0) < 0)
		if (errno != EINTR && errno != EAGAIN)
			return errno;
	return 0;
}

static int unlock(struct common_relay *r, int side, int i)
{
	struct lock_pi *s = (struct lock_pi *)r;
	uint32_t mine = tid_of(s, side);
	struct common_slot *to = &s->relay.way.both->slot[!side];

	to->given++;
	if (atomic_compare_exchange_strong(&s->lock[i].word, &mine, 0))
		return 0;
	to->woken++;
	return common_futex(&s->lock[i].word,
		   FUTEX_UNLOCK_PI | FUTEX_PRIVATE_FLAG, 0) < 0 ?
	    errno :
	    0;
}

static int setup(struct bench_ctx *c)
{
	struct lock_pi *s = c->state;

	/* Owned by nobody, so EPERM says that there is such a call. */
	if (common_futex(&s->lock[0].word, FUTEX_UNLOCK_PI_PRIVATE, 0) < 0 &&
	    errno == ENOSYS)
		return bench_skip(c, "this kernel has no FUTEX_LOCK_PI");
	s->relay.lock = lock;
	s->relay.unlock = unlock;
	return common_relay(c, true);
}

const struct bench lock_pi = {
	.name = "lock_pi",
	.summary = "a priority-inheriting lock handed over, there and back",
	.params = echo_params,
	.list = echo_list_full,
	.state_size = sizeof(struct lock_pi),
	.calls = "futex>=1",
	.setup = setup,
	.run = common_way_run,
	.teardown = common_futex_stop,
};
