/* log.h - words for a person on stderr: "perfloss: ..." */
#ifndef PERFLOSS_BASE_LOG_H
#define PERFLOSS_BASE_LOG_H

/* The name in front of each line; "perfloss" until set. */
void log_name(const char *name);

/* Functions called before each line, so that a progress line can step aside;
 * NULL removes it. */
void log_before(void (*hook)(void));

void log_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
