/* events.h - single events of a row over all its invocations; for report
 * alone. */
#ifndef PERFLOSS_REPORT_EVENTS_H
#define PERFLOSS_REPORT_EVENTS_H

#include "base/json.h"
#include "model/run.h"

/* The member "events" of a row's object; nothing where it has none. */
void events_put_json(const struct result *res, struct json *j);

/* The percentiles that are shown, from the median to the largest: how many,
 * the name of one, and its value among n sorted events; NaN where fewer than
 * TAILS_BEYOND events lie beyond it. */
extern const size_t events_percentiles;
const char *events_name(size_t k);
double events_percentile(const uint64_t *v, size_t n, size_t k);

#endif
