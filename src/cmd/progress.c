/* progress.c - one line on the terminal that says how far a run is. */
#include "cmd/progress.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static bool wanted, shown;

static size_t width(void)
{
	const char *columns = getenv("COLUMNS");
	int64_t n;
#ifdef TIOCGWINSZ
	struct winsize ws;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &ws) == 0 && ws.ws_col > 0)
		return ws.ws_col;
#endif
	if (columns && num_parse_i64(columns, &n) == 0 && n > 0)
		return (size_t)n;
	return 80;
}

static void take_away(void)
{
	if (shown)
		fputs("\r\033[K", stderr);
	shown = false;
}

void progress_begin(bool quiet)
{
	const char *term = getenv("TERM");

	wanted = !quiet && isatty(STDERR_FILENO) &&
	    !(term && strcmp(term, "dumb") == 0);
	if (wanted)
		log_before(take_away);
}

bool progress_wanted(void)
{
	return wanted;
}

void progress_show(const char *fmt, ...)
{
	va_list ap;
	char *text;

	if (!wanted)
		return;
	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	/* The last column stays free: writing it may wrap the line. */
	text[text_fit(text, width() - 1)] = '\0';
	fprintf(stderr, "\r%s\033[K", text);
	shown = true;
	free(text);
}

void progress_end(void)
{
	take_away();
	wanted = false;
	log_before(NULL);
}
