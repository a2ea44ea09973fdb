/* err.c - one error: a code and a sentence for a person. */
#include "base/err.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *err_words(int code)
{
	static __thread char words[128];

	if (strerror_r(abs(code), words, sizeof(words)) != 0)
		snprintf(words, sizeof(words), "error %d", abs(code));
	/* "Permission denied" but not "RPC ..." */
	if (isupper((unsigned char)words[0]) &&
	    !isupper((unsigned char)words[1]))
		words[0] = (char)tolower((unsigned char)words[0]);
	return words;
}

int err_set(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return code;
	e->code = code;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return code;
}

int err_sys(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;
	size_t len;

	if (!e)
		return code;
	e->code = code;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	len = strlen(e->text);
	snprintf(e->text + len, sizeof(e->text) - len, ": %s", err_words(code));
	return code;
}

int err_prefix(struct err *e, const char *fmt, ...)
{
	char old[sizeof(e->text)];
	va_list ap;
	size_t len;

	if (!e)
		return 0;
	memcpy(old, e->text, sizeof(old));
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	len = strlen(e->text);
	snprintf(e->text + len, sizeof(e->text) - len, ": %s", old);
	return e->code;
}
