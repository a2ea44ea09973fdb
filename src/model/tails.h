/* tails.h - rows that are made from others when runs are judged: the 95th and
 * the 99th percentile of single events, the user time and the time in the
 * kernel of commands; an invocation a value.
 *
 * They are never stored: what writes a run leaves them out. */
#ifndef PERFLOSS_MODEL_TAILS_H
#define PERFLOSS_MODEL_TAILS_H

#include "model/run.h"

/* A percentile is taken where so many events are expected beyond it: p95 from
 * 200 events, p99 from 1000 (the specification, section 4). */
#define TAILS_BEYOND 10

/* Events that a percentile takes, in thousandths: 950 = p95. */
size_t tails_least(unsigned permille);

/* The percentile of n > 0 sorted events: the least that is not below so many
 * thousandths of them. */
uint64_t tails_at(const uint64_t *sorted, size_t n, unsigned permille);

/* All events of a result, sorted; the caller frees. *n = how many. */
uint64_t *tails_events(const struct result *res, size_t *n);

/* Add "KEY:p95" and "KEY:p99" for each result with events, "KEY:user" and
 * "KEY:sys" for each of commands. They share the
 * invocations of theirs, so nothing may be added to the run any more. Where
 * there are too few events, or times that the kernel gives as 0, they are
 * skipped, with the reason. */
void run_tails(struct run *r);

/* The run as it is now and its tails, for a look while it goes on; valid until
 * something is added to the run. Release it before the run. */
void run_view(const struct run *r, struct run *view);
void run_view_release(struct run *view);

/* ":p99" or ":user" of the key of a row that was made, or NULL. */
const char *tail_of(const struct result *res);

/* Whether a key is that of a percentile. */
bool is_tail(const char *key);

#endif
