/* confound.h - factors that were never changed alone; for report alone. */
#ifndef PERFLOSS_REPORT_CONFOUND_H
#define PERFLOSS_REPORT_CONFOUND_H

#include "base/buf.h"
#include "model/run.h"
#include "report/style.h"

/* Lines "factors text", or nothing. */
void confound_put(const struct run *const *run, size_t n, const struct style *s,
    struct buf *out);

#endif
