/* common_relay.h - two partners hand locks over to one another.
 *
 * A way of common_way.h for locks that only exclude. Three locks in a ring: a
 * partner holds one, waits for the next and then lets the last one go. As two
 * hold one each, only who stands before the free one can move, and that frees
 * the one which the other waits for: they move in turns, which the byte that
 * each changes while it may proves. One operation: both have moved. */
#ifndef PERFLOSS_BENCH_COMMON_RELAY_H
#define PERFLOSS_BENCH_COMMON_RELAY_H

#include "bench/common_way.h"

#define COMMON_RELAY 3 /* locks */

/* The first member of a row's state. */
struct common_relay {
	struct common_way way;
	/* the i-th lock, by that side: 0 or an errno */
	int (*lock)(struct common_relay *r, int side, int i);
	int (*unlock)(struct common_relay *r, int side, int i);
	struct {
		_Alignas(COMMON_LINE) int last, held;
	} side[2];
};

/* Setup, with lock and unlock set: this side takes its locks, and the partner,
 * a process or a thread, is started. */
int common_relay(struct bench_ctx *c, bool thread);

#endif
