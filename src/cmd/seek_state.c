/* seek_state.c - what a bisection has measured, in a file, so that it can go
 * on.
 *
 *	perfloss bisect 1
 *	question 0123456789abcdef
 *	places 1024
 *	spent RUN_NS BUILD_NS BUILDS
 *	unusable PLACE WHY
 *	value PLACE Y
 *	end
 *
 * Replaced as a whole after each value; "end" when it was over. */
#include "cmd/seek.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "perfloss bisect 1"

#define PREC 17 /* digits that read back equal */

static char *state_path(const struct seek *s)
{
	return xasprintf("%s/state", s->o->dir);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo 1991): no defence, only a name. */
static uint64_t hash(uint64_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return (h ^ 0xff) * UINT64_C(0x100000001b3);
}

static uint64_t question(const struct seek *s)
{
	uint64_t h = hash(UINT64_C(0xcbf29ce484222325), s->o->question);

	for (size_t i = 0; i < s->p->n; i++)
		h = hash(h, s->p->at[i].word);
	return h;
}

int seek_save(const struct seek *s, struct err *e)
{
	struct buf b = BUF_INIT;
	char *path = state_path(s);
	int r;

	buf_addf(&b, MAGIC "\nquestion %016" PRIx64 "\nplaces %zu\n",
	    question(s), s->p->n);
	buf_addf(&b, "spent %" PRId64 " %" PRId64 " %zu\n", s->run_ns,
	    s->build_ns, s->builds);
	for (size_t i = 0; i < s->p->n; i++)
		if (s->p->at[i].why) {
			char *why = text_clean(xstrdup(s->p->at[i].why));

			buf_addf(&b, "unusable %zu %s\n", i, why);
			free(why);
		}
	for (size_t i = 0; i < s->b.n_values; i++)
		buf_addf(&b, "value %zu %.*g\n", s->b.value[i].place, PREC,
		    s->b.value[i].y);
	if (s->word != BISECT_MEASURE)
		buf_add(&b, "end\n");
	r = out_file(path, &b, e);
	buf_release(&b);
	free(path);
	return r;
}

/* A number of a place, and where the text goes on behind it; NULL = none. */
static char *place_of(const struct seek *s, char *text, size_t *place)
{
	char *end = text + strcspn(text, " ");
	uint64_t n;

	if (!*end)
		return NULL;
	*end = '\0';
	if (num_parse_u64(text, &n) < 0 || n >= s->p->n)
		return NULL;
	*place = (size_t)n;
	return end + 1;
}

static bool take_line(struct seek *s, char *line)
{
	size_t place;
	char *rest;
	double y;

	if (text_starts(line, "spent "))
		return sscanf(line, "spent %" SCNd64 " %" SCNd64 " %zu",
			   &s->run_ns, &s->build_ns, &s->builds) == 3;
	if (text_starts(line, "unusable ")) {
		rest = place_of(s, line + strlen("unusable "), &place);
		if (!rest)
			return false;
		free(s->p->at[place].why);
		s->p->at[place].why = xstrdup(rest);
		bisect_mark(&s->b, place, BISECT_UNUSABLE);
		return true;
	}
	if (text_starts(line, "value ")) {
		rest = place_of(s, line + strlen("value "), &place);
		if (!rest || num_parse_double(rest, &y) < 0)
			return false;
		bisect_add(&s->b, place, y);
		return true;
	}
	return strcmp(line, "end") == 0;
}

/* The head says of what it is; what is behind it in *body. */
static int check_head(const struct seek *s, const char *path, char *text,
    char **body, struct err *e)
{
	uint64_t asked = 0;
	size_t places = 0;
	int n = 0;

	if (sscanf(text, MAGIC "\nquestion %" SCNx64 "\nplaces %zu\n%n", &asked,
		&places, &n) != 2 ||
	    n == 0)
		return err_set(e, -EPROTO, "'%s' is no state of a bisection",
		    path);
	if (asked != question(s) || places != s->p->n)
		return err_set(e, -EINVAL,
		    "'%s' is of another bisection: other commands, or other "
		    "places",
		    path);
	*body = text + n;
	return 0;
}

int seek_load(struct seek *s, struct err *e)
{
	char *path = state_path(s), *line = NULL, *end;
	struct buf text = BUF_INIT;
	int r = source_read(path, &text, e);

	if (r == 0 && text.len == 0)
		r = err_set(e, -EPROTO, "'%s' is empty", path);
	r = r < 0 ? r : check_head(s, path, text.s, &line, e);
	for (; r == 0 && *line; line = end) {
		size_t n = strcspn(line, "\n");

		end = line + n + (line[n] == '\n');
		line[n] = '\0';
		if (!take_line(s, line))
			r = err_set(e, -EPROTO,
			    "'%s' is no state of a bisection: '%.80s'", path,
			    line);
	}
	s->b.misses = 0;
	buf_release(&text);
	free(path);
	return r;
}

bool seek_left(const struct seek *s, size_t *values)
{
	char *path = state_path(s), *at;
	struct buf text = BUF_INIT;
	struct err e;
	bool left = source_read(path, &text, &e) == 0 && text.len > 0 &&
	    text_starts(text.s, MAGIC) && !strstr(text.s, "\nend\n");

	*values = 0;
	for (at = left ? text.s : NULL; at && (at = strstr(at, "\nvalue "));
	     at++)
		++*values;
	buf_release(&text);
	free(path);
	return left && *values > 0;
}
