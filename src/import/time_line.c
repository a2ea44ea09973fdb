/* time_line.c - the lines that time prints, by dialect. */
#include "import/time.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- Words ---------------------------------------------------------------- */

static const struct {
	const char *word;
	enum time_field field;
} names[] = { { "real", TIME_REAL }, { "elapsed", TIME_REAL },
	{ "total", TIME_REAL }, { "user", TIME_USER }, { "sys", TIME_SYS },
	{ "system", TIME_SYS } };

static bool name_of(const char *s, size_t len, enum time_field *field)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i].word) == len &&
		    strncasecmp(s, names[i].word, len) == 0) {
			*field = names[i].field;
			return true;
		}
	return false;
}

/* "1.20", "1,20", "0m1.2s", "0:01.20": seconds. */
static bool bare_seconds(const char *s, size_t len, struct figure *f)
{
	char text[40];

	if (len == 0 || len >= sizeof(text))
		return false;
	for (size_t i = 0; i < len; i++)
		text[i] = s[i] == ',' ? '.' : s[i];
	text[len] = '\0';
	if (!isdigit((unsigned char)text[0]) ||
	    (!figure_read(text, len, f) && !figure_duration(text, len, f)))
		return false;
	if (isalpha((unsigned char)text[len - 1]) && text[len - 1] != 's')
		return false; /* thousands of seconds are nobody's */
	return true;
}

bool time_seconds(const struct line *l, const char *s, size_t len,
    struct figure *f)
{
	if (!bare_seconds(s, len, f))
		return false;
	f->line = l->no;
	f->column = (size_t)(s - l->s) + l->skip + 1;
	return true;
}

/* -- Dialects ------------------------------------------------------------- */

/* "real 0m1.2s": a name, then a time, which busybox cuts in two. */
static bool name_first(struct time_reader *r, const struct line *l)
{
	struct word w[4];
	size_t n = line_words(l, w, 4), len = 0;
	enum time_field field;
	struct figure f;
	char text[40];

	if (n < 2 || n > 3 || !name_of(w[0].s, w[0].len, &field) ||
	    (field == TIME_REAL && !word_is(&w[0], "real")))
		return false;
	for (size_t i = 1; i < n && len + w[i].len < sizeof(text); i++) {
		memcpy(text + len, w[i].s, w[i].len);
		len += w[i].len;
	}
	if (!bare_seconds(text, len, &f))
		return false;
	f.line = l->no;
	f.column = w[1].at + l->skip + 1;
	time_put(r, field, &f);
	return true;
}

/* tcsh: "0.01u 0.00s 0:00.10 10.0% 0+0k 0+0io 0pf+0w" */
static bool tcsh(struct time_reader *r, const struct line *l)
{
	struct figure user, sys, real;
	struct word w[4];

	if (line_words(l, w, 4) < 4 || w[0].s[w[0].len - 1] != 'u' ||
	    w[1].s[w[1].len - 1] != 's' || !memchr(w[2].s, ':', w[2].len) ||
	    w[3].s[w[3].len - 1] != '%' ||
	    !time_seconds(l, w[0].s, w[0].len - 1, &user) ||
	    !time_seconds(l, w[1].s, w[1].len - 1, &sys) ||
	    !time_seconds(l, w[2].s, w[2].len, &real))
		return false;
	time_put(r, TIME_USER, &user);
	time_put(r, TIME_SYS, &sys);
	time_put(r, TIME_REAL, &real);
	return true;
}

/* "130.78 real 129.86 user 0.11 sys", zsh's "1.02s user 0.10s system 99% cpu
 * 1.2 total": times, each before its name; two at least. */
static bool name_last(struct time_reader *r, const struct line *l)
{
	enum time_field field[3];
	struct figure f[3];
	struct word w[64];
	size_t n = line_words(l, w, 64), found = 0;

	for (size_t i = 1; i < n && found < 3; i++)
		if (name_of(w[i].s, w[i].len, &field[found]) &&
		    time_seconds(l, w[i - 1].s, w[i - 1].len, &f[found]))
			found++;
	if (found < 2)
		return false;
	/* what begins a record comes first, whatever the order */
	for (size_t i = 0; i < found; i++)
		if (r->has[field[i]]) {
			time_flush(r);
			break;
		}
	for (size_t i = 0; i < found; i++)
		time_put(r, field[i], &f[i]);
	return true;
}

static bool glued(struct time_reader *r, const struct line *l, const char *name,
    enum time_field field)
{
	const char *end = strstr(l->s, name), *s = end;
	struct figure f;

	if (!end)
		return false;
	while (s > l->s && text_in(s[-1], "0123456789.,:"))
		s--;
	if (!time_seconds(l, s, (size_t)(end - s), &f))
		return false;
	time_put(r, field, &f);
	return true;
}

/* "0.00user 0.00system 0:00.10elapsed ... 1668maxresident)k" */
static bool gnu_default(struct time_reader *r, const struct line *l)
{
	struct figure f;

	if (strstr(l->s, "pagefaults") && strstr(l->s, "swaps")) {
		if (scan_before(l, "inputs+", &f))
			time_put(r, TIME_IN, &f);
		if (scan_before(l, "outputs", &f))
			time_put(r, TIME_OUT, &f);
		if (scan_before(l, "major+", &f))
			time_put(r, TIME_MAJFLT, &f);
		if (scan_before(l, "minor)", &f))
			time_put(r, TIME_MINFLT, &f);
		return true;
	}
	if (!glued(r, l, "user ", TIME_USER) ||
	    !glued(r, l, "system ", TIME_SYS) ||
	    !glued(r, l, "elapsed", TIME_REAL))
		return false;
	if (scan_before(l, "maxresident", &f)) {
		time_put(r, TIME_RSS, &f);
		r->rss_unknown = false;
	}
	return true;
}

/* The builtin times: "0m0.01s 0m0.00s" of the shell, then of its children. */
static bool times(struct time_reader *r, const struct line *l)
{
	struct word w[3];
	struct figure user, sys;
	size_t n = line_words(l, w, 3);

	if (n != 2 || !memchr(w[0].s, 'm', w[0].len) ||
	    !memchr(w[1].s, 'm', w[1].len) ||
	    !time_seconds(l, w[0].s, w[0].len, &user) ||
	    !time_seconds(l, w[1].s, w[1].len, &sys))
		return false;
	time_put(r, TIME_USER, &user);
	time_put(r, TIME_SYS, &sys);
	return true;
}

/* -- Lists ---------------------------------------------------------------- */

/* BSD's -l: a number, then words. */
static bool counted(struct time_reader *r, const struct line *l)
{
	static const struct {
		const char *words;
		enum time_field field;
	} rows[] = { { "maximum resident set size", TIME_RSS },
		{ "page reclaims", TIME_MINFLT },
		{ "page faults", TIME_MAJFLT },
		{ "block input operations", TIME_IN },
		{ "block output operations", TIME_OUT },
		{ "involuntary context switches", TIME_NIVCSW },
		{ "voluntary context switches", TIME_NVCSW },
		{ "instructions retired", TIME_INSTRUCTIONS },
		{ "cycles elapsed", TIME_CYCLES } };
	struct word w[2];
	struct figure f;
	const char *rest;

	if (line_words(l, w, 2) < 2 || !figure_word(l, &w[0], &f))
		return false;
	rest = w[1].s;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcasecmp(rest, rows[i].words) == 0) {
			time_put(r, rows[i].field, &f);
			if (rows[i].field == TIME_RSS)
				r->rss_unknown = true;
			return true;
		}
	return strcasecmp(rest, "swaps") == 0;
}

static void set_text(char **to, const char *s)
{
	free(*to);
	*to = xstrndup(s, strcspn(s, " "));
}

/* GNU's -v: words, a colon, a number. */
static bool labelled(struct time_reader *r, const struct line *l)
{
	static const struct {
		const char *label;
		enum time_field field;
	} rows[] = { { "User time (seconds):", TIME_USER },
		{ "System time (seconds):", TIME_SYS },
		{ "Elapsed (wall clock) time (h:mm:ss or m:ss):", TIME_REAL },
		{ "Maximum resident set size (kbytes):", TIME_RSS },
		{ "Major (requiring I/O) page faults:", TIME_MAJFLT },
		{ "Minor (reclaiming a frame) page faults:", TIME_MINFLT },
		{ "Involuntary context switches:", TIME_NIVCSW },
		{ "Voluntary context switches:", TIME_NVCSW },
		{ "File system inputs:", TIME_IN },
		{ "File system outputs:", TIME_OUT } };
	const char *s;
	struct figure f;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!line_starts(l, rows[i].label))
			continue;
		s = scan_text(l, rows[i].label);
		if (!time_seconds(l, s, strlen(s), &f))
			return false;
		time_put(r, rows[i].field, &f);
		if (rows[i].field == TIME_RSS)
			r->rss_unknown = false;
		return true;
	}
	if (line_starts(l, "Exit status:")) {
		if (!r->status || strcmp(r->status, "0") == 0)
			set_text(&r->status, scan_text(l, "Exit status:"));
		return true;
	}
	return false;
}

/* What stands before the figures of a command. */
static bool heading(struct time_reader *r, const struct line *l)
{
	const char *s;

	if (line_starts(l, "Command being timed:")) {
		if (r->has[TIME_USER])
			time_flush(r);
		s = scan_text(l, "timed:");
		free(r->command);
		r->command = xstrdup(s + (*s == '"'));
		if (*s == '"' && r->command[0])
			r->command[strlen(r->command) - 1] = '\0';
		return true;
	}
	if (line_starts(l, "Command terminated by signal ")) {
		time_flush(r);
		set_text(&r->sig, scan_text(l, "signal "));
		return true;
	}
	if (line_starts(l, "Command exited with non-zero status ")) {
		time_flush(r);
		set_text(&r->status, scan_text(l, "status "));
		return true;
	}
	return false;
}

/* Every dialect has names or units; most lines of other tools' curves have
 * none, and are not tried eight times. */
static bool has_letter(const struct line *l)
{
	const char *s = l->s;

	while (*s && !isalpha((unsigned char)*s))
		s++;
	return *s;
}

bool time_line(struct time_reader *r, const struct line *l)
{
	if (!has_letter(l))
		return false;
	return heading(r, l) || labelled(r, l) || gnu_default(r, l) ||
	    name_first(r, l) || counted(r, l) || name_last(r, l) ||
	    tcsh(r, l) || times(r, l);
}
