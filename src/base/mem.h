/* mem.h - memory that is there or the process ends.
 *
 * Measuring runs in children, so running out of memory costs one result. */
#ifndef PERFLOSS_BASE_MEM_H
#define PERFLOSS_BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *old, size_t n, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *fmt, va_list ap)
    __attribute__((format(printf, 1, 0)));

/* Room for one more element in a growing array: *cap doubles when n reaches
 * it. Returns the array, perhaps moved. */
void *xgrow(void *array, size_t n, size_t *cap, size_t size);

#endif
