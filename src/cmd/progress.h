/* progress.h - one line on the terminal that says how far a run is. */
#ifndef PERFLOSS_CMD_PROGRESS_H
#define PERFLOSS_CMD_PROGRESS_H

#include <stdbool.h>

/* Shown only where standard error is a terminal. Messages of log.h make it
 * step aside. */
void progress_begin(bool quiet);

/* Write the line anew; cut to the terminal's width. */
void progress_show(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Whether the line is shown at all, so that its text need not be made. */
bool progress_wanted(void);

/* Take it away for good. */
void progress_end(void);

#endif
