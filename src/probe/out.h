/* out.h - lines of the wire to standard output (doc/WIRE.md). */
#ifndef PERFLOSS_PROBE_OUT_H
#define PERFLOSS_PROBE_OUT_H

#include "measure/around.h"
#include "measure/engine.h"
#include "measure/program.h"

#include "base/json.h"

/* Begin a line: {"t":kind, ...; end it with out_end. One line at a time. */
struct json *out_begin(const char *kind);

/* Write the line whole and at once. A reader that is gone stops the probe
 * (watch_stopped). */
void out_end(void);

void out_release(void);

void out_hello(const struct measurer *m);
void out_scratch(const char *path);
void out_clock(const struct plat_clock *clock);
void out_fact(const char *key, enum plat_fact_kind kind, const char *value);
void out_facts(const struct measurer *m);
void out_error(const char *why);
void out_start(int64_t id, const char *key);
void out_cal(int64_t id, const char *key, uint64_t ops, double op_ns);
void out_bye(int64_t steps);

/* done, skip or fail. */
void out_result(int64_t id, const char *key, const struct row *row,
    const struct measurer *m, const struct measure_result *r);

/* "ns", "B/s", "Hz". */
const char *out_unit(enum bench_unit unit);

/* Flags of a row, as an array under "flags". */
void out_flags(struct json *j, const struct row *row);

/* The done line of a command. */
void out_program(int64_t id, const char *key, int64_t start_ns,
    const struct program_result *r, const struct around *a);

#endif
