/* seek_state.c - what a bisection has measured, in a file, so that it can go
 * on.
 *
 *	perfloss bisect 2
 *	question 0123456789abcdef
 *	places 1024
 *	values 17
 *	spent RUN_NS BUILD_NS BUILDS
 *	unusable PLACE WHY
 *	value PLACE Y
 *	end
 *
 * Replaced as a whole after each value; "end" when it was over. */
#include "cmd/seek.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "cmd/cmd.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC   "perfloss bisect "
#define VERSION "2"

/* Logarithms of what a double holds are within. */
#define Y_MOST 1000

#define PREC 17 /* digits that read back equal */

static char *state_path(const struct seek *s)
{
	return xasprintf("%s/state", s->o->dir);
}

/* Words apart: no text has the byte 0xff in UTF-8. */
static uint64_t hash(uint64_t h, const char *text)
{
	return hash_add(hash_add(h, text, strlen(text)), "\xff", 1);
}

static uint64_t question(const struct seek *s)
{
	uint64_t h = hash(HASH_START, s->o->question);

	for (size_t i = 0; i < s->p->n; i++)
		h = hash(h, s->p->at[i].word);
	return h;
}

int seek_save(const struct seek *s, struct err *e)
{
	struct buf b = BUF_INIT;
	char *path = state_path(s);
	int r;

	buf_addf(&b,
	    MAGIC VERSION "\nquestion %016" PRIx64 "\nplaces %zu\nvalues %zu\n",
	    question(s), s->p->n, s->b.n_values);
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
	/* beyond a limit it can go on */
	if (s->word != BISECT_MEASURE && s->word != BISECT_LIMIT)
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
			   &s->run_ns, &s->build_ns, &s->builds) == 3 &&
		    s->run_ns >= 0 && s->build_ns >= 0;
	if (text_starts(line, "unusable ")) {
		rest = place_of(s, line + strlen("unusable "), &place);
		if (!rest || place == 0 || place == s->p->n - 1)
			return false;
		free(s->p->at[place].why);
		s->p->at[place].why = xstrdup(rest);
		bisect_mark(&s->b, place, BISECT_UNUSABLE);
		return true;
	}
	if (text_starts(line, "value ")) {
		rest = place_of(s, line + strlen("value "), &place);
		if (!rest || num_parse_double(rest, &y) < 0 ||
		    !(y < Y_MOST && y > -Y_MOST))
			return false;
		bisect_add(&s->b, place, y);
		return true;
	}
	return strcmp(line, "end") == 0;
}

struct head {
	uint64_t question;
	size_t places, values;
	char *body; /* what is behind it */
};

static int read_head(const char *path, char *text, struct head *h,
    struct err *e)
{
	int n = 0;

	if (!text_starts(text, MAGIC))
		return err_set(e, -EPROTO, "'%s' is no state of a bisection",
		    path);
	if (!text_starts(text, MAGIC VERSION "\n"))
		return err_set(e, -EPROTO,
		    "'%s' is the state of a bisection by another version of "
		    "perfloss",
		    path);
	if (sscanf(text,
		MAGIC VERSION "\nquestion %" SCNx64
			      "\nplaces %zu\nvalues %zu%n",
		&h->question, &h->places, &h->values, &n) != 3 ||
	    text[n] != '\n')
		return err_set(e, -EPROTO, "'%s' is cut short", path);
	h->body = text + n + 1;
	return 0;
}

static bool is_same(const struct seek *s, const struct head *h)
{
	return h->question == question(s) && h->places == s->p->n;
}

static int take_body(struct seek *s, const char *path, const struct head *h,
    struct err *e)
{
	char *line, *end;

	for (line = h->body; *line; line = end) {
		size_t n = strcspn(line, "\n");

		if (!line[n])
			return err_set(e, -EPROTO, "'%s' is cut short", path);
		end = line + n + 1;
		line[n] = '\0';
		if (!take_line(s, line))
			return err_set(e, -EPROTO,
			    "'%s' is no state of a bisection: '%.80s'", path,
			    text_clean(line));
	}
	s->b.misses = 0;
	return s->b.n_values == h->values ?
	    0 :
	    err_set(e, -EPROTO, "'%s' is cut short: %zu values of %zu", path,
		s->b.n_values, h->values);
}

static int read_state(const char *path, struct buf *text, struct head *h,
    struct err *e)
{
	int r = source_read(path, text, e);

	if (r == 0 && text->len == 0)
		r = err_set(e, -EPROTO, "'%s' is empty", path);
	return r < 0 ? r : read_head(path, text->s, h, e);
}

int seek_load(struct seek *s, struct err *e)
{
	char *path = state_path(s);
	struct buf text = BUF_INIT;
	struct head h;
	int r = read_state(path, &text, &h, e);

	if (r == -ENOENT)
		err_set(e, r, "nothing to go on with: there is no '%s'", path);
	else if (r == 0 && !is_same(s, &h))
		r = err_set(e, -EINVAL,
		    "'%s' is of another bisection: other commands, or other "
		    "places",
		    path);
	r = r < 0 ? r : take_body(s, path, &h, e);
	buf_release(&text);
	free(path);
	return r;
}

int seek_anew(const struct seek *s, size_t *values, struct err *e)
{
	char *path = state_path(s);
	struct buf text = BUF_INIT;
	struct head h;
	int r = access(path, F_OK) == 0 ? read_state(path, &text, &h, e) : 1;

	*values = 0;
	if (r == 0 && !strstr(h.body, "end\n") && h.values > 0) {
		*values = h.values;
		if (!is_same(s, &h))
			r = err_set(e, -EEXIST,
			    "'%s' is of another bisection, which can go on: "
			    "another '--dir', or remove it",
			    path);
	} else if (r < 0) {
		err_prefix(e, "remove it, or take another '--dir'");
	}
	buf_release(&text);
	free(path);
	return r < 0 ? r : 0;
}
