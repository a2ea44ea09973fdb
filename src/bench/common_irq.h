/* common_irq.h - which interrupts came to a CPU. */
#ifndef PERFLOSS_BENCH_COMMON_IRQ_H
#define PERFLOSS_BENCH_COMMON_IRQ_H

#include "measure/bench.h"

#define COMMON_IRQS 512 /* lines of /proc/interrupts that are looked at */

struct common_irq {
	int cpu; /* < 0 = unknown */
	size_t n;
	struct {
		char name[12]; /* "LOC", or a number */
		uint64_t count;
	} line[COMMON_IRQS];
};

/* Setup: count those of this CPU so far. Unknown is an answer. */
void common_irq_begin(struct common_irq *q, int cpu);

/* Teardown: note those that came since, the most frequent first:
 * "interrupts" = "LOC 12, RES 3"; "unknown" where the system does not tell. */
void common_irq_end(struct common_irq *q, struct bench_ctx *c);

#endif
