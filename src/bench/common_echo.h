/* common_echo.h - a byte goes to the partner and comes back.
 *
 * The operation of the rows ipc_pipe, ipc_unix, ipc_udp and ipc_tcp: this
 * process writes one byte, the partner reads it and writes its successor, this
 * process reads and checks that. One round trip, so two switches (P2) and four
 * system calls. A closed loop: the next byte leaves when the last has come
 * back, so waiting is never hidden, but neither is a queue seen (P16). Inside
 * the clock: the round trips. Outside: making the descriptors and the partner.
 * Also avoided: P1 (the placement is part of the row), P11.
 * Source: lmbench's lat_pipe, lat_unix, lat_udp and lat_tcp, which pin
 * neither side; a round trip is the same there. */
#ifndef PERFLOSS_BENCH_COMMON_ECHO_H
#define PERFLOSS_BENCH_COMMON_ECHO_H

#include "bench/common_chan.h"

#define ECHO_CALLS "write=2 read=2"

/* The state of such a row. */
struct echo {
	struct chan ch;
	unsigned char token; /* the byte sent last */
};

extern const struct bench_param echo_params[]; /* cpu */

size_t echo_list(struct bench_case *out, size_t max);       /* default */
size_t echo_list_quick(struct bench_case *out, size_t max); /* quick too */
/* One CPU in the default profile, two in full; one CPU in full and no more. */
size_t echo_list_one(struct bench_case *out, size_t max);
size_t echo_list_full(struct bench_case *out, size_t max);

/* Setup: open one with the given function and start the partner. */
int echo_start(struct bench_ctx *c,
    int (*open)(struct bench_ctx *c, struct chan *ch));
/* The partner's loop, until the other end is closed; for one that is started
 * another way. */
int echo_answer(struct bench_ctx *c);
int echo_run(struct bench_ctx *c, uint64_t n);
int echo_stop(struct bench_ctx *c); /* teardown */

#endif
