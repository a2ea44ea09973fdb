/* doc.c - documents of other tools: read, and looked into. */
#include "import/doc.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Where the document begins: at a line that begins with a brace. */
static const char *begin_of(const struct input *in)
{
	const char *s = in->text;

	while (s && *s) {
		s += strspn(s, " \t\r\n");
		if (*s == '{' || *s == '[')
			return s;
		s = strchr(s, '\n');
	}
	return NULL;
}

/* Several runs in one file, or what fio says while it runs: which of them is
 * meant cannot be told. */
static void say_more(struct import *im, const char *rest)
{
	for (; rest; rest = strchr(rest, '\n')) {
		rest += strspn(rest, " \t\r\n");
		if (*rest == '{') {
			put_remark(im, 0,
			    "another document follows, which is not read: a "
			    "file for each");
			return;
		}
	}
}

json_t *doc_read(struct import *im, const struct input *in, struct err *e)
{
	const char *s = begin_of(in);
	json_error_t error;
	json_t *root;

	if (!s) {
		err_set(e, -EINVAL, "there is no JSON in it");
		return NULL;
	}
	root = json_loadb(s, in->len - (size_t)(s - in->text),
	    JSON_DISABLE_EOF_CHECK, &error);
	if (!root &&
	    json_error_code(&error) == json_error_premature_end_of_input)
		err_set(e, -EINVAL, "it is cut short");
	else if (!root)
		err_set(e, -EINVAL, "it is not JSON (line %d, column %d)",
		    error.line, error.column);
	else
		say_more(im, s + error.position);
	return root;
}

bool doc_looks(const struct input *in, const char *const *keys)
{
	if (!begin_of(in))
		return false;
	for (; *keys; keys++)
		if (!strstr(in->text, *keys))
			return false;
	return true;
}

const char *doc_text(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

double doc_real(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	return json_is_number(v) ? json_number_value(v) : NAN;
}

struct invocation *doc_put(struct import *im, struct run *run, const char *key,
    enum unit unit, const json_t *value, double scale, const char *path)
{
	struct figure f = { 0 };

	if (!json_is_number(value)) {
		put_complaint(im, 0, 0, "%.120s is no number", path);
		return NULL;
	}
	f.value = json_number_value(value);
	return put_value(im, run, key, unit, &f, scale);
}

void doc_fact(struct run *run, const json_t *o, const char *key,
    const char *fact)
{
	const char *s = doc_text(o, key);

	if (s)
		put_fact(run, fact, s);
}
