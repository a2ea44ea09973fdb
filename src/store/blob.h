/* blob.h - inside the store: values packed into a blob and back.
 *
 * A blob is the number of values (32 bits, low byte first), the CRC-32 of the
 * values as 8 bytes each, low byte first (32 bits), and a zlib stream, level 1,
 * of these bytes shuffled: the first byte of every value, then the second of
 * every value, and so on. Times of one row share their high bytes. */
#ifndef PERFLOSS_STORE_BLOB_H
#define PERFLOSS_STORE_BLOB_H

#include <stddef.h>
#include <stdint.h>

/* Most values of one blob; what is read from a probe has as many at most. */
#define BLOB_VALUES 1000000

/* Work space, kept so that zlib's is made once and not for each of a thousand
 * small blobs. */
struct blob;

struct blob *blob_new(void);
void blob_free(struct blob *b);

/* Pack n values; NULL and 0 for none. Borrowed until the next call. */
const void *blob_pack(struct blob *b, const uint64_t *v, size_t n,
    size_t *size);

/* Unpack into fresh memory: 0, or -EBADMSG for what was not packed here or was
 * damaged since. An absent blob (NULL) is no values. */
int blob_unpack(struct blob *b, const void *data, size_t size, uint64_t **v,
    size_t *n);

#endif
