/* format.c - which format is meant: by its name, or by a file's ending. */
#include "cmd/cmd.h"

#include "base/text.h"

#include <errno.h>
#include <string.h>

static size_t find(const char *word, const struct out_format *known, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (strcmp(word, known[i].name) == 0 ||
		    strcmp(word, known[i].ending) == 0)
			break;
	return i;
}

/* "text, markdown, csv and json" */
static void list(const struct out_format *known, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%s",
		    i == 0        ? "" :
			i + 1 < n ? ", " :
				    " and ",
		    known[i].name);
}

static int unknown(const char *format, const char *file,
    const struct out_format *known, size_t n, struct err *e)
{
	struct buf names = BUF_INIT;

	list(known, n, &names);
	if (format)
		err_set(e, -EINVAL, "unknown format '%s', there are %s", format,
		    buf_str(&names));
	else
		err_set(e, -EINVAL,
		    "the ending of '%s' is no format, '-f' says which: %s",
		    file, buf_str(&names));
	buf_release(&names);
	return -EINVAL;
}

int out_choose(const char *format, const char *file,
    const struct out_format *known, size_t n, size_t standard, struct err *e)
{
	const char *slash = file ? strrchr(file, '/') : NULL;
	const char *dot = file ? strrchr(slash ? slash : file, '.') : NULL;
	size_t i = standard;

	if (file && file[0] == '\0')
		return err_set(e, -EINVAL, "'-o' names no file");
	if (format || (dot && dot[1]))
		i = find(format ? format : dot + 1, known, n);
	return i < n ? (int)i : unknown(format, file, known, n, e);
}

int out_put(const char *file, const struct buf *b, struct err *e)
{
	return file ? out_file(file, b, e) : out_write(b, e);
}
