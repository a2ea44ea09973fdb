/* mem.c - memory that is there or the process ends. */
#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *checked(void *p)
{
	static const char words[] = "perfloss: out of memory\n";

	if (p)
		return p;
	if (write(STDERR_FILENO, words, sizeof(words) - 1) < 0)
		_exit(2);
	_exit(2);
}

void *xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t n, size_t size)
{
	return checked(calloc(n ? n : 1, size ? size : 1));
}

void *xreallocarray(void *old, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		return checked(NULL);
	n *= size;
	return checked(realloc(old, n ? n : 1));
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xstrndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = xmalloc(len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *xvasprintf(const char *fmt, va_list ap)
{
	char few[128], *s; /* most fits, and is made once */
	va_list again;
	int len;

	/* With UBSan gcc sees a way by which the format is NULL, and warns. */
	if (fmt == NULL)
		return xstrdup("");
	va_copy(again, ap);
	len = vsnprintf(few, sizeof(few), fmt, again);
	va_end(again);
	if (len < 0)
		return xstrdup("");
	s = xmalloc((size_t)len + 1);
	if ((size_t)len < sizeof(few))
		return memcpy(s, few, (size_t)len + 1);
	vsnprintf(s, (size_t)len + 1, fmt, ap);
	return s;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = xvasprintf(fmt, ap);
	va_end(ap);
	return s;
}

void *xgrow(void *array, size_t n, size_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = *cap ? *cap * 2 : 8;
	return xreallocarray(array, *cap, size);
}
