/* settle.h - how many leading batches were still warming up.
 *
 * A rule fixed before and blind to what is compared (METHOD.md section 4):
 * beyond the batches that the engine ran as warm-up, a leading batch is
 * warm-up too while it lies outside median +- 5 x MAD of those behind it; at
 * most a quarter of the batches go that way. */
#ifndef PERFLOSS_MEASURE_SETTLE_H
#define PERFLOSS_MEASURE_SETTLE_H

#include <stdint.h>

/* ns[0..n-1] are batch times, the first warm of them warm-up already. room
 * holds 2 n values. Returns the number of warm-up batches, >= warm. */
uint32_t settle(const uint64_t *ns, uint32_t n, uint32_t warm, uint64_t *room);

#endif
