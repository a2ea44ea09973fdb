/* sample.h - where the timed regions of an invocation spend their time.
 *
 * Samples slow down what they look at: an invocation is either sampled or
 * measured. */
#ifndef PERFLOSS_MEASURE_SAMPLE_H
#define PERFLOSS_MEASURE_SAMPLE_H

#include "measure/shared.h"

/* On the CPU of the row, or the one that the caller is on. 0, or -1 with the
 * reason in c->engine->shared. */
int sample_open(struct bench_ctx *c, int64_t period_ns);
void sample_close(struct engine *en);

/* Around a region of n operations; nothing where there are no samples. */
void sample_begin(const struct engine *en);
void sample_end(const struct engine *en, struct sampled *to, uint64_t n);

/* Add one of an address; false: there is no room for it. */
bool sampled_add(struct sampled *s, uint64_t address);

#endif
