/* csv.c - fields of comma-separated values, RFC 4180. */
#include "report/csv.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void csv_text(struct buf *out, const char *s)
{
	bool formula = text_in(*s, "=+-@\t\r");
	bool quote = strpbrk(s, ",\"\r\n") != NULL;

	if (quote)
		buf_add_char(out, '"');
	if (formula)
		buf_add_char(out, '\'');
	for (; *s; s++) {
		if (*s == '"')
			buf_add_char(out, '"');
		buf_add_char(out, *s);
	}
	if (quote)
		buf_add_char(out, '"');
}

void csv_field(struct buf *out, const char *s)
{
	buf_add_char(out, ',');
	if (s)
		csv_text(out, s);
}

void csv_digits(struct buf *out, double x)
{
	char text[32];

	buf_add(out, num_exact(x, text, sizeof(text)));
}

void csv_number(struct buf *out, double x)
{
	buf_add_char(out, ',');
	if (isfinite(x))
		csv_digits(out, x);
}

void csv_count(struct buf *out, size_t n)
{
	buf_addf(out, ",%zu", n);
}
