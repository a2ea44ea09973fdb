/* scan.c - numbers beside words. */
#include "import/inside.h"

#include "base/text.h"

#include <string.h>

bool scan_at(const struct line *l, const char *s, struct figure *f)
{
	const char *end;

	if (!figure_begin(s, &end, f))
		return false;
	f->line = l->no;
	f->column = (size_t)(s - l->s) + l->skip + 1;
	return true;
}

bool scan_after(const struct line *l, const char *label, struct figure *f)
{
	const char *s = line_find(l, label);

	if (!s)
		return false;
	s += strlen(label);
	s += strspn(s, " :=(");
	return scan_at(l, s, f);
}

bool scan_before(const struct line *l, const char *label, struct figure *f)
{
	const char *s = line_find(l, label), *begin;

	if (!s)
		return false;
	while (s > l->s && s[-1] == ' ')
		s--;
	begin = s;
	while (begin > l->s && text_in(begin[-1], "0123456789.,-+eE"))
		begin--;
	/* letters of a word in front are none of the number */
	begin += strspn(begin, "eE+,");
	return begin < s && scan_at(l, begin, f);
}

const char *scan_text(const struct line *l, const char *label)
{
	const char *s = line_find(l, label);

	if (!s)
		return NULL;
	s += strlen(label);
	return s + strspn(s, " ");
}
