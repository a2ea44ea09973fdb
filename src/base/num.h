/* num.h - numbers as people write them: "64K", "5m", "1%", "1.64 us". */
#ifndef PERFLOSS_BASE_NUM_H
#define PERFLOSS_BASE_NUM_H

#include <stddef.h>
#include <stdint.h>

/* Each parser takes the whole string or refuses it: 0, or -EINVAL for what is
 * not such a number, -ERANGE for what does not fit. *out is set only on 0. */
int num_parse_i64(const char *s, int64_t *out);
int num_parse_u64(const char *s, uint64_t *out);
int num_parse_double(const char *s, double *out);   /* finite, '.' always */
int num_parse_bytes(const char *s, int64_t *out);   /* 512, 64K, 8M, 1G: 1024 */
int num_parse_duration(const char *s, int64_t *ns); /* 10ms 5s 5m 1h 1m30s;
						       a bare number = s */
int num_parse_percent(const char *s, double *fraction); /* "1%" or "1" = .01 */

/* 65536 -> "64K", 1000 -> "1000". Exact: a unit only where nothing is lost. */
const char *num_bytes(int64_t bytes, char *out, size_t size);

/* Three significant digits and a unit: 1.64 us, 140 us, 3.00 ms. */
const char *num_time(double ns, char *out, size_t size);

/* Three significant digits, MB/s of 10^6 bytes: "684 MB/s", "12.3 GB/s". */
const char *num_rate(double bytes_per_s, char *out, size_t size);

/* "250 Hz", "15.3 kHz", "2.80 GHz". */
const char *num_hz(double per_s, char *out, size_t size);

/* A number of no unit: "3.14", "10548", from a million on "1.23 M". */
const char *num_plain(double x, char *out, size_t size);

/* How many of something: "4,235", below 100 three digits: "33.5". */
const char *num_many(double x, char *out, size_t size);

/* Bytes, three significant digits: "22.9 MB" of 10^6 bytes. */
const char *num_size(double bytes, char *out, size_t size);

/* A duration for people: "40 s", "2 min", "1 h 5 min". */
const char *num_span(double seconds, char *out, size_t size);

/* Relative change with sign: 1.30 -> "+130 %", -0.081 -> "-8.1 %". */
const char *num_change(double fraction, char *out, size_t size);

/* "%.*g"-like with digits significant digits but never an exponent between
 * 1e-6 and 1e15. */
const char *num_digits(double x, int digits, char *out, size_t size);

/* The fewest digits from 15 on that read back as the same double, without
 * zeros at the end: "0.1". x is finite; 32 bytes hold any. */
const char *num_exact(double x, char *out, size_t size);

#endif
