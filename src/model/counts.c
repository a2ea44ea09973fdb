/* counts.c - reads what perfloss-count.so wrote. */
#include "model/counts.h"

#include "base/mem.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "perfloss-count 2"
#define LINE 128 /* the longest that is written has 67 */

struct reader {
	struct counts *c;
	const char *path;
	size_t line;
	uint64_t sum; /* of the step that is open */
	bool open;
	struct err *e;
};

static int bad(const struct reader *r, const char *why)
{
	return err_set(r->e, -EINVAL, "'%s', line %zu: %s", r->path, r->line,
	    why);
}

/* A number in the base at *s, which goes on behind it. */
static bool number(const char **s, int base, uint64_t *out)
{
	char *end;

	if (!isxdigit((unsigned char)**s))
		return false;
	errno = 0;
	*out = strtoull(*s, &end, base);
	if (errno != 0 || end == *s)
		return false;
	*s = end;
	return true;
}

static int close_step(struct reader *r)
{
	if (!r->open)
		return 0;
	r->open = false;
	if (r->c->step[r->c->n - 1].total != r->sum)
		return bad(r, "the step before does not come to its sum");
	return 0;
}

/* "step N run|base TOTAL BATCHES" */
static int read_step(struct reader *r, const char *s)
{
	struct counts *c = r->c;
	struct counts_step step = { 0 };
	int ret = close_step(r);

	if (ret < 0)
		return ret;
	s += strlen("step ");
	if (!number(&s, 10, &step.ordinal))
		return bad(r, "a step without its number");
	step.base = text_starts(s, " base ");
	if (!step.base && !text_starts(s, " run "))
		return bad(r, "neither run nor base");
	s = strchr(s + 1, ' ') + 1;
	if (!number(&s, 10, &step.total) || *s++ != ' ')
		return bad(r, "a step without its sum");
	if (!number(&s, 10, &step.batches) || *s || step.batches == 0)
		return bad(r, "a step without its batches");
	if (counts_find(c, step.ordinal, step.base))
		return bad(r, "a step for the second time");
	c->step = xgrow(c->step, c->n, &c->cap, sizeof(*c->step));
	c->step[c->n++] = step;
	r->open = true;
	r->sum = 0;
	return 0;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	    c >= 'a' && c <= 'f'    ? c - 'a' + 10 :
				      -1;
}

static bool bytes(const char *s, struct counts_at *a)
{
	size_t n = strlen(s);

	if (n == 0 || n % 2 || n / 2 > COUNTS_BYTES)
		return false;
	for (size_t i = 0; i < n; i += 2) {
		int high = digit(s[i]), low = digit(s[i + 1]);

		if (high < 0 || low < 0)
			return false;
		a->byte[i / 2] = (uint8_t)(high << 4 | low);
	}
	a->size = (uint8_t)(n / 2);
	return true;
}

/* "ADDRESS COUNT [BYTES]" */
static int read_at(struct reader *r, const char *s)
{
	struct counts_step *step;
	struct counts_at a = { 0 };

	if (!r->open)
		return bad(r, "an instruction outside a step");
	step = &r->c->step[r->c->n - 1];
	if (!number(&s, 16, &a.address) || *s++ != ' ' ||
	    !number(&s, 10, &a.n) || a.n == 0 || a.n > UINT64_MAX - r->sum)
		return bad(r, "no address and count");
	if (*s && (*s != ' ' || !bytes(s + 1, &a)))
		return bad(r, "no bytes of an instruction");
	if ((a.size == 0) != (a.address >= COUNTS_KERNEL))
		return bad(r, "bytes belong to programs, and to all of them");
	r->sum += a.n;
	step->at = xgrow(step->at, step->n, &step->cap, sizeof(*step->at));
	step->at[step->n++] = a;
	return 0;
}

static int read_line(struct reader *r, const char *s)
{
	if (r->c->whole)
		return bad(r, "more behind the end");
	if (r->line == 1)
		return strcmp(s, HEAD) == 0 ?
		    0 :
		    bad(r, "this is not a file of perfloss-count");
	if (strcmp(s, "end") == 0) {
		r->c->whole = true;
		return close_step(r);
	}
	if (text_starts(s, "step "))
		return read_step(r, s);
	return read_at(r, s);
}

/* What ends early lacks an unknown part of its last step. */
static void drop_open(struct reader *r)
{
	if (!r->open)
		return;
	r->c->n--;
	free(r->c->step[r->c->n].at);
}

int counts_read(struct counts *c, const char *path, struct err *e)
{
	struct reader r = { .c = c, .path = path, .e = e };
	FILE *f = fopen(path, "re");
	char line[LINE], *nl;
	int ret = 0;

	memset(c, 0, sizeof(*c));
	if (!f)
		return err_sys(e, -errno, "cannot open '%s'", path);
	while (ret == 0 && fgets(line, sizeof(line), f)) {
		r.line++;
		nl = strchr(line, '\n');
		if (!nl && feof(f))
			break; /* cut */
		if (nl)
			*nl = '\0';
		ret = nl ? read_line(&r, line) : bad(&r, "too long");
	}
	if (ret == 0 && ferror(f))
		ret = err_sys(e, -errno, "cannot read '%s'", path);
	fclose(f);
	if (ret == 0 && r.line == 0)
		ret = err_set(e, -EINVAL, "'%s' is empty", path);
	drop_open(&r);
	return ret;
}

void counts_release(struct counts *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->step[i].at);
	free(c->step);
	memset(c, 0, sizeof(*c));
}

const struct counts_step *counts_find(const struct counts *c, uint64_t ordinal,
    bool base)
{
	/* The last one is asked for most often: while they are read. */
	for (size_t i = c->n; i > 0; i--)
		if (c->step[i - 1].ordinal == ordinal &&
		    c->step[i - 1].base == base)
			return &c->step[i - 1];
	return NULL;
}
