/* common_member.h - one thread of a team (common_team.h). */
#ifndef PERFLOSS_BENCH_COMMON_MEMBER_H
#define PERFLOSS_BENCH_COMMON_MEMBER_H

#include "bench/common_team.h"

#include <stdatomic.h>

#define MEMBER_ALIGN 64 /* a member's line is no other's (P27) */

enum member_order { MEMBER_SETUP, MEMBER_RUN, MEMBER_TIDY, MEMBER_END };

struct team_member {
	_Alignas(MEMBER_ALIGN) struct bench_ctx c;
	const struct team_hooks *hooks;
	struct common_thread thread;
	int rc, cpu; /* cpu: of its thread; -1 = leave it */
	/* Written by the process before `asked`, read by the member after. */
	enum member_order order;
	uint64_t n;
	_Alignas(MEMBER_ALIGN) _Atomic uint64_t asked;
	_Alignas(MEMBER_ALIGN) _Atomic uint64_t done;
};

/* Spin, then let others go first, until it has the value. */
void member_wait(_Atomic uint64_t *at, uint64_t value);

/* Do what its order is. */
int member_obey(struct team_member *m);

/* The thread: shared is its struct team_member. */
int member_serve(void *shared);

#endif
