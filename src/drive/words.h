/* words.h - what a program writes to standard error, of which the end is kept.
 *
 * A file would grow for as long as it writes, and a pipe that nobody empties
 * would stop it: a thread reads, and keeps the last WORDS_KEPT bytes. */
#ifndef PERFLOSS_DRIVE_WORDS_H
#define PERFLOSS_DRIVE_WORDS_H

#include <stddef.h>

#define WORDS_KEPT 4096

struct words;

/* NULL where there are no descriptors or threads left. */
struct words *words_new(void);

/* For a program's standard error, closed on exec. Close it here once the
 * program has it. */
int words_fd(const struct words *w);
void words_given(struct words *w);

/* ": " and the last line of it that says something, or "". It is over then:
 * whoever still writes gets SIGPIPE or EPIPE once w is freed. */
const char *words_last(struct words *w, char *out, size_t size);

void words_free(struct words *w);

#endif
