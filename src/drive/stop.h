/* stop.h - a signal asks the program to end in good order. */
#ifndef PERFLOSS_DRIVE_STOP_H
#define PERFLOSS_DRIVE_STOP_H

#include <stddef.h>
#include <stdint.h>

/* From now on SIGINT, SIGTERM and SIGHUP set a flag; the second of the same
 * kind ends the program at once. */
void stop_catch(void);

/* The signal that came, or 0. */
int stop_asked(void);

/* Wait until fd can be read, timeout_ns passed (< 0 = never), or a signal
 * asked to stop: 1, 0, or -EINTR. fd -1 = only wait. */
int stop_wait(int fd, int64_t timeout_ns);

/* The same of several: the index of one that can be read, -EAGAIN where none
 * can, or -EINTR. */
int stop_wait_any(const int *fd, size_t n, int64_t timeout_ns);

#endif
