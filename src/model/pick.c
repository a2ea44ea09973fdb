/* pick.c - one number out of what a program printed. */
#include "model/pick.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SHOW 60 /* bytes of what was printed, in a sentence */

/* "no number in what it printed, which ends in '...'" */
static int refuse(const char *text, struct err *e, const char *what)
{
	size_t n = strlen(text), from;
	char *end;
	int r;

	while (n > 0 && isspace((unsigned char)text[n - 1]))
		n--;
	if (n == 0)
		return err_set(e, -EINVAL, "%s: it printed nothing", what);
	from = n > SHOW ? n - SHOW : 0;
	end = xstrndup(text + from, n - from);
	r = err_set(e, -EINVAL, "%s: '%s%s'", what, from > 0 ? "..." : "",
	    text_clean(end));
	free(end);
	return r;
}

static size_t digits(const char *s)
{
	return strspn(s, "0123456789");
}

/* Length of "1,234,567" at s, 0 = it is none. */
static size_t grouped(const char *s)
{
	size_t n = digits(s);

	if (n == 0 || n > 3 || s[n] != ',')
		return 0;
	while (s[n] == ',' && digits(s + n + 1) == 3)
		n += 4;
	return s[n] == ',' ? 0 : n;
}

/* Length of the number at s; 0 = none. */
static size_t number(const char *s)
{
	size_t n = *s == '-' || *s == '+' ? 1 : 0, whole, part = 0, e;

	whole = grouped(s + n);
	if (whole == 0)
		whole = digits(s + n);
	n += whole;
	if (s[n] == '.')
		part = digits(s + n + 1);
	if (whole == 0 && part == 0)
		return 0;
	n += part > 0 ? 1 + part : 0;
	if (s[n] == 'e' || s[n] == 'E') {
		e = s[n + 1] == '-' || s[n + 1] == '+' ? 2 : 1;
		n += digits(s + n + e) > 0 ? e + digits(s + n + e) : 0;
	}
	return n;
}

static bool parse(const char *s, size_t n, double *out)
{
	struct buf b = BUF_INIT;
	bool ok;

	for (size_t i = s[0] == '+'; i < n; i++)
		if (s[i] != ',')
			buf_add_char(&b, s[i]);
	ok = num_parse_double(buf_str(&b), out) == 0 && isfinite(*out);
	buf_release(&b);
	return ok;
}

int pick_last(const char *text, double *out, struct err *e)
{
	bool found = false, word = false;
	const char *at = text;
	double x;

	while (*at) {
		size_t n = word ? 0 : number(at);

		if (n > 0 && parse(at, n, &x)) {
			*out = x;
			found = true;
		}
		/* letters behind a number are its unit, and no beginning */
		word = n > 0 || isalnum((unsigned char)*at) || *at == '_';
		at += n > 0 ? n : 1;
	}
	return found ? 0 : refuse(text, e, "no number in what it printed");
}

int pick_check_regex(const char *regex, struct err *e)
{
	char why[128];
	regex_t re;
	int r = regcomp(&re, regex, REG_EXTENDED | REG_NEWLINE);

	if (r != 0) {
		regerror(r, &re, why, sizeof(why));
		return err_set(e, -EINVAL, "bad regular expression '%s': %s",
		    regex, why);
	}
	regfree(&re);
	return 0;
}

int pick_regex(const char *text, const char *regex, double *out, struct err *e)
{
	const char *from = NULL, *at = text;
	int r = pick_check_regex(regex, e), flags = 0;
	regmatch_t m[2];
	size_t n = 0;
	regex_t re;
	char *word;

	if (r < 0)
		return r;
	regcomp(&re, regex, REG_EXTENDED | REG_NEWLINE);
	while (regexec(&re, at, 2, m, flags) == 0) {
		const regmatch_t *g = re.re_nsub > 0 ? &m[1] : &m[0];

		if (g->rm_so >= 0 && g->rm_eo > g->rm_so) {
			from = at + g->rm_so;
			n = (size_t)(g->rm_eo - g->rm_so);
		}
		if (m[0].rm_eo == 0 && at[0] == '\0')
			break;
		at += m[0].rm_eo > 0 ? m[0].rm_eo : 1;
		flags = REG_NOTBOL;
	}
	regfree(&re);
	if (!from)
		return refuse(text, e,
		    "nothing matches the regular "
		    "expression");
	word = xstrndup(from, n);
	r = num_parse_double(word, out) == 0 ?
	    0 :
	    refuse(word, e, "what matches the regular expression is no number");
	free(word);
	return r;
}

int pick_json(const char *text, const char *path, double *out, struct err *e)
{
	json_error_t why;
	json_t *root = json_loads(text, JSON_DECODE_ANY, &why), *at = root;
	int r = 0;

	while (at && *path) {
		size_t n = strcspn(path, ".");
		char *name = xstrndup(path, n);
		uint64_t i;

		at = json_is_array(at) && num_parse_u64(name, &i) == 0 ?
		    json_array_get(at, (size_t)i) :
		    json_object_get(at, name);
		free(name);
		path += n + (path[n] == '.');
	}
	if (!root)
		r = refuse(text, e, "no JSON");
	else if (!json_is_number(at))
		r = refuse(text, e, "no number at that path in the JSON");
	else
		*out = json_number_value(at);
	json_decref(root);
	return r;
}
