/* log.c - words for a person on stderr. */
#include "base/log.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

static const char *program = "perfloss";
static void (*step_aside)(void);

void log_name(const char *name)
{
	program = name;
}

void log_before(void (*hook)(void))
{
	step_aside = hook;
}

static void say(const char *kind, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

static void say(const char *kind, const char *fmt, va_list ap)
{
	char line[1024];

	/* One write for a line, so that two programs do not mix theirs. */
	vsnprintf(line, sizeof(line), fmt, ap);
	text_clean(line); /* it may quote what a stranger wrote */
	if (step_aside)
		step_aside();
	fprintf(stderr, "%s: %s%s\n", program, kind, line);
}

void log_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("", fmt, ap);
	va_end(ap);
}

void log_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("warning: ", fmt, ap);
	va_end(ap);
}

void log_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("", fmt, ap);
	va_end(ap);
}
