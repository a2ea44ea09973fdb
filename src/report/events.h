/* events.h - single events of a row over all its invocations; for report
 * alone. */
#ifndef PERFLOSS_REPORT_EVENTS_H
#define PERFLOSS_REPORT_EVENTS_H

#include "base/json.h"
#include "model/run.h"

/* The member "events" of a row's object; nothing where it has none. */
void events_put_json(const struct result *res, struct json *j);

#endif
