/* common_sig.h - signals to oneself, counted by their handler. */
#ifndef PERFLOSS_BENCH_COMMON_SIG_H
#define PERFLOSS_BENCH_COMMON_SIG_H

#include "measure/bench.h"

/* Have SIGUSR1 handled by one that counts in common_sig_caught; flags of
 * sigaction(2). */
int common_sig_setup(struct bench_ctx *c, void (*handler)(int sig), int flags);
extern volatile uint64_t common_sig_caught;

/* n times kill(2) of the own process, whose pid is fetched once (P4). */
int common_sig_kills(struct bench_ctx *c, uint64_t n, int sig);

/* The hooks of such a row: n signals; the same with signal 0, which sends
 * nothing; whether the handler ran n times. */
int common_sig_prepare(struct bench_ctx *c, uint64_t n);
int common_sig_run(struct bench_ctx *c, uint64_t n);
int common_sig_base(struct bench_ctx *c, uint64_t n);
int common_sig_tidy(struct bench_ctx *c, uint64_t n);

#endif
