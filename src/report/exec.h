/* exec.h - what tables of commands share; for report alone. */
#ifndef PERFLOSS_REPORT_EXEC_H
#define PERFLOSS_REPORT_EXEC_H

#include "report/report.h"

/* "12.3 ms"; "0"; "-" for NaN. */
const char *exec_time(double ns, char *out, size_t size);

/* "1.62 MB"; "<1.43 MB" where it is below what can be told. */
const char *exec_rss(const struct usage *u, char *out, size_t size);

/* The row of a command against the reference, suffix "" or ":user"; NULL: there
 * is none. */
const struct comparison *exec_row(const struct report_command *c,
    const char *suffix);

/* "1.23 +- 0.05" times as long as the reference, "1" of itself. */
const char *exec_times(const struct report_command *c, bool utf8, char *out,
    size_t size);

#endif
