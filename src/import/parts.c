/* parts.c - one input of several parts, as a mail with "before:" and "after:".
 */
#include "import/parts.h"

#include "base/buf.h"
#include "base/mem.h"
#include "import/inside.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME  60           /* bytes of a heading that are kept */
#define FIRST "first part" /* what stands before all headings */

/* -- Told apart ----------------------------------------------------------- */

static bool begins_part(const struct line *l, const struct import_how *how)
{
	for (size_t i = 0; i < how->n_split; i++)
		if (line_has(l, how->split[i]))
			return true;
	return false;
}

/* "and after" of "> and after:". */
static char *heading(const struct line *l)
{
	const char *s = l->s + strspn(l->s, " ");
	size_t len = strlen(s);

	while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == ':'))
		len--;
	return xstrndup(s, len < NAME ? len : NAME);
}

/* Lines first .. end - 1, where they stand in the whole. */
static void part_text(const struct input *in, size_t first, size_t end,
    struct buf *out)
{
	for (size_t i = 0; i < first; i++)
		buf_add_char(out, '\n');
	for (size_t i = first; i < end; i++) {
		buf_add_fill(out, ' ', in->lines[i].skip);
		buf_add(out, in->lines[i].s);
		buf_add_char(out, '\n');
	}
}

/* What was read of a part, behind what there is. */
static void take(struct import *im, struct import *part, const char *name)
{
	im->format = im->format ? im->format : part->format;
	for (size_t i = 0; i < part->n; i++) {
		im->runs = xgrow(im->runs, im->n, &im->cap, sizeof(*im->runs));
		im->runs[im->n] = part->runs[i];
		put_fact(&im->runs[im->n++], "part.name", name);
	}
	part->n = 0;
	put_complaints(im, part);
	im->values += part->values;
	im->rows += part->rows;
}

/* One part. A heading may be data ("real"), or stand before what has none, as
 * a table does: then the part is read without it. */
static void read_part(struct import *im, const struct input *in, size_t first,
    size_t end, const struct import_how *how, struct err *e)
{
	bool named = begins_part(&in->lines[first], how);
	struct import_how plain = *how;
	char *name = named ? heading(&in->lines[first]) : xstrdup(FIRST);
	int r = -EINVAL;

	plain.n_split = 0;
	for (size_t from = first; r < 0 && from <= first + named; from++) {
		struct buf text = BUF_INIT;
		struct import part;

		part_text(in, from, end, &text);
		r = import_text(&part, in->name, buf_str(&text), text.len,
		    &plain, e);
		if (r == 0)
			take(im, &part, name);
		import_release(&part);
		buf_release(&text);
	}
	if (r < 0 && named)
		put_remark(im, in->lines[first].no,
		    "nothing was read behind '%s': %.120s", name, e->text);
	free(name);
}

int import_parts(struct import *im, const struct input *in,
    const struct import_how *how, struct err *e)
{
	size_t parts = 0, end;

	for (size_t first = 0; first < in->n; first = end) {
		for (end = first + 1;
		     end < in->n && !begins_part(&in->lines[end], how);)
			end++;
		parts += begins_part(&in->lines[first], how);
		if (parts <= IMPORT_PARTS_MAX)
			read_part(im, in, first, end, how, e);
	}
	if (parts == 0)
		return err_set(e, -EINVAL, "no line of it holds '%.60s'",
		    how->split[0]);
	if (parts > IMPORT_PARTS_MAX)
		return err_set(e, -EINVAL, "it has more than %d parts",
		    IMPORT_PARTS_MAX);
	return im->n > 0 ? 0 : e->code;
}

/* -- Not told apart ------------------------------------------------------- */

#define LINES_MOST 5000 /* more are no mail */
#define WIDE       60   /* columns: longer lines are no heading */

/* The same but for digits: tools print the same lines again and again. */
static bool alike(const char *a, const char *b)
{
	while (*a && *b) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			a += strspn(a, "0123456789");
			b += strspn(b, "0123456789");
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}

/* Words behind a blank line that stand nowhere else. */
static bool is_heading(const struct input *in, size_t at)
{
	const char *s = in->lines[at].s;
	size_t letters = 0;

	if (at == 0 || !line_blank(&in->lines[at - 1]) || strlen(s) > WIDE)
		return false;
	for (const char *c = s; *c; c++)
		letters += isalpha((unsigned char)*c) != 0;
	if (letters < 2)
		return false;
	for (size_t i = 0; i < in->n; i++)
		if (i != at && alike(in->lines[i].s, s))
			return false;
	return true;
}

static size_t line_of(const struct invocation *inv)
{
	const char *at = invocation_noted(inv, "at");

	return at ? (size_t)strtoul(at, NULL, 10) : 0;
}

/* Whether a row has values before this line and behind it. */
static bool stands_between(const struct import *im, const char *key, size_t no)
{
	bool before = false, behind = false;

	for (size_t i = 0; i < im->n; i++) {
		const struct result *res = run_find(&im->runs[i], key);

		for (size_t k = 0; res && k < res->n_inv; k++) {
			size_t at = line_of(&res->inv[k]);

			before |= at > 0 && at < no;
			behind |= at > no;
		}
	}
	return before && behind;
}

void import_say_parts(struct import *im, const struct input *in)
{
	const struct run *first = im->n > 0 ? &im->runs[0] : NULL;
	char *name;

	if (!first || in->n > LINES_MOST || im->values > LINES_MOST)
		return;
	for (size_t i = 0; i < in->n; i++) {
		size_t k = 0;

		if (!is_heading(in, i))
			continue;
		while (k < first->n_results &&
		    !stands_between(im, first->results[k].key, in->lines[i].no))
			k++;
		if (k == first->n_results)
			continue;
		name = heading(&in->lines[i]);
		put_remark(im, in->lines[i].no,
		    "'%s' stands between values of one row; if another "
		    "state begins there, --split '%.30s' tells them apart",
		    name, name);
		free(name);
		return;
	}
}
