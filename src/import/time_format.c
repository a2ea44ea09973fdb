/* time_format.c - lines that GNU time printed by a format of the user's. */
#include "import/time.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Resource specifiers of GNU time 1.9; others are passed over. */
static const struct {
	char letter;
	enum time_field field;
} letters[] = { { 'e', TIME_REAL }, { 'E', TIME_REAL }, { 'U', TIME_USER },
	{ 'S', TIME_SYS }, { 'M', TIME_RSS }, { 'F', TIME_MAJFLT },
	{ 'R', TIME_MINFLT }, { 'w', TIME_NVCSW }, { 'c', TIME_NIVCSW },
	{ 'I', TIME_IN }, { 'O', TIME_OUT } };

struct found {
	struct figure field[TIME_FIELDS];
	bool has[TIME_FIELDS];
	const char *command, *status;
	size_t command_len, status_len;
};

/* What stands at s for a specifier; false: not such a thing. */
static bool take(struct found *to, const struct line *l, char letter,
    const char *s, size_t len)
{
	if (letter == 'C') {
		to->command = s;
		to->command_len = len;
	} else if (letter == 'x') {
		to->status = s;
		to->status_len = len;
	}
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
		enum time_field field = letters[i].field;

		if (letters[i].letter != letter)
			continue;
		to->has[field] = time_seconds(l, s, len, &to->field[field]);
		return to->has[field];
	}
	return true;
}

/* Up to where the specifier's text goes: to what stands behind it. */
static size_t reach(const char *s, const char *rest)
{
	if (!*rest)
		return strlen(s);
	return *rest == ' ' || *rest == '%' ? strcspn(s, " ") :
					      strcspn(s, (char[]){ *rest, 0 });
}

static bool match(const struct line *l, const char *format, struct found *to)
{
	const char *s = l->s + strspn(l->s, " ");

	format += strspn(format, " ");
	while (*format) {
		size_t len;

		if (*format == ' ') {
			if (*s != ' ')
				return false;
			format += strspn(format, " ");
			s += strspn(s, " ");
		} else if (*format != '%' || format[1] == '%') {
			if (*s++ != *format)
				return false;
			format += *format == '%' ? 2 : 1;
		} else if (!format[1]) {
			return false;
		} else {
			len = reach(s, format + 2);
			if (len == 0 || !take(to, l, format[1], s, len))
				return false;
			s += len;
			format += 2;
		}
	}
	return *s == '\0';
}

bool time_formatted(struct time_reader *r, const struct line *l,
    const char *format)
{
	struct found found = { .command = NULL };

	if (!match(l, format, &found))
		return false;
	time_flush(r);
	for (int i = 0; i < TIME_FIELDS; i++)
		if (found.has[i])
			time_put(r, (enum time_field)i, &found.field[i]);
	if (found.command)
		r->command = xstrndup(found.command, found.command_len);
	if (found.status)
		r->status = xstrndup(found.status, found.status_len);
	return true;
}
