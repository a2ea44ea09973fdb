/* tap.h - unit tests in the Test Anything Protocol, one header.
 *
 *	int main(void)
 *	{
 *		tap_ok(1 + 1 == 2, "sum");
 *		tap_near(0.1 + 0.2, 0.3, 1e-15, "sum of doubles");
 *		return tap_done();
 *	}
 *
 * A test that cannot run here prints a skip with its reason. */
#ifndef PERFLOSS_TESTS_TAP_H
#define PERFLOSS_TESTS_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int tap_count, tap_failed;

__attribute__((format(printf, 4, 5), unused)) static bool tap_result(bool ok,
    const char *file, int line, const char *fmt, ...)
{
	char what[1024];
	va_list ap;

	tap_count++;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	/* a name is one line, whatever it quotes */
	for (char *c = what; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	printf("%sok %d - %s\n", ok ? "" : "not ", tap_count, what);
	if (!ok) {
		tap_failed++;
		printf("# failed at %s:%d\n", file, line);
	}
	fflush(stdout);
	return ok;
}

#define tap_ok(cond, ...) tap_result(!!(cond), __FILE__, __LINE__, __VA_ARGS__)

/* Relative comparison; absolute where want is 0. */
#define tap_near(got, want, tol, ...) \
	tap_near_at(got, want, tol, __FILE__, __LINE__, __VA_ARGS__)

__attribute__((format(printf, 6, 7), unused)) static bool tap_near_at(
    double got, double want, double tol, const char *file, int line,
    const char *fmt, ...)
{
	double scale = want == 0 ? 1 : fabs(want);
	bool ok = fabs(got - want) <= tol * scale || got == want ||
	    (isnan(got) && isnan(want));
	char what[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	tap_result(ok, file, line, "%s", what);
	if (!ok)
		printf("# got %.17g, want %.17g\n", got, want);
	return ok;
}

#define tap_str(got, want, ...) \
	tap_str_at(got, want, __FILE__, __LINE__, __VA_ARGS__)

__attribute__((format(printf, 5, 6), unused)) static bool tap_str_at(
    const char *got, const char *want, const char *file, int line,
    const char *fmt, ...)
{
	bool ok = got && want ? strcmp(got, want) == 0 : got == want;
	char what[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	tap_result(ok, file, line, "%s", what);
	if (!ok)
		printf("# got '%s', want '%s'\n", got ? got : "(null)",
		    want ? want : "(null)");
	return ok;
}

__attribute__((unused)) static void tap_skip(const char *what, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_count, what, why);
	fflush(stdout);
}

__attribute__((unused)) static int tap_done(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed ? 1 : 0;
}

#endif
