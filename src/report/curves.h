/* curves.h - how curves and their shapes are written; for report alone. */
#ifndef PERFLOSS_REPORT_CURVES_H
#define PERFLOSS_REPORT_CURVES_H

#include "base/buf.h"
#include "base/json.h"
#include "judge/cross.h"
#include "report/report.h"

/* "-83.3 ns", "0.044 ns". */
const char *curves_time(double ns, char *out, size_t size);

/* "83.3 ns for each procs more (79.6 ns .. 91.6 ns)"; slopes are ns each unit,
 * those of sizes in bytes. */
void curves_slope(double slope, double lo, double hi, bool bytes,
    const char *param, struct buf *line);

/* "it bends at procs = 6: ..."; nothing where no line is known. Without a bend
 * nothing says that the line is straight. */
void curves_shape(const struct curve_fit *f, size_t points, bool bytes,
    const char *param, struct buf *line);

/* Whether two runs are sweeps over one argument: which. */
bool cross_is_sweep(const struct run *a, const struct run *b, char *param,
    size_t size);

/* The curves of both, point by point: a table, where the sign turns, slopes and
 * shapes. */
void cross_put(const struct run *a, const struct run *b,
    const struct verdict_set *v, const char *param, const struct report_opts *o,
    struct buf *out);

/* The same as a member "curves"; nothing where they are no sweeps. */
void cross_json(const struct run *a, const struct run *b,
    const struct verdict_set *v, struct json *j);

#endif
