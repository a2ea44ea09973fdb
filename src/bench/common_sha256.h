/* common_sha256.h - SHA-256 (FIPS 180-4) of bytes in memory. */
#ifndef PERFLOSS_BENCH_COMMON_SHA256_H
#define PERFLOSS_BENCH_COMMON_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

void sha256(const void *data, size_t size, unsigned char digest[SHA256_BYTES]);

#endif
