/* catalogue.c - the rows that the probe can measure. */
#include "cmd/catalogue.h"

#include "base/mem.h"
#include "drive/drive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The probe only prints a table then. */
#define LIST_NS 10000000000

void catalogue_init(struct catalogue *c)
{
	memset(c, 0, sizeof(*c));
}

void catalogue_release(struct catalogue *c)
{
	size_t i;

	if (!c)
		return;
	for (i = 0; i < c->n; i++)
		wire_msg_release(&c->row[i]);
	free(c->row);
	free(c->chosen);
	memset(c, 0, sizeof(*c));
}

size_t catalogue_chosen(const struct catalogue *c)
{
	size_t i, n = 0;

	for (i = 0; i < c->n; i++)
		n += c->chosen[i];
	return n;
}

bool words_have(char *const *words, const char *word)
{
	for (; words && *words; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

static bool is_there(const struct catalogue *c, const char *key)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		if (strcmp(c->row[i].key, key) == 0)
			return true;
	return false;
}

static void add(struct catalogue *c, const struct wire_msg *m)
{
	size_t cap = c->cap;

	c->row = xgrow(c->row, c->n, &c->cap, sizeof(*c->row));
	if (c->cap != cap)
		c->chosen =
		    xreallocarray(c->chosen, c->cap, sizeof(*c->chosen));
	c->row[c->n] = *m;
	c->chosen[c->n++] = false;
}

/* Take the rows of one answer; an error line is what it says. */
static int take(struct catalogue *c, struct probe *p, struct err *e)
{
	struct err wrong = { 0, "" };
	struct wire_msg m;
	int r;

	probe_ask(p, LIST_NS);
	while ((r = probe_next(p, &m, e)) == 1) {
		if (m.kind == WIRE_ROW && m.key && m.name &&
		    !is_there(c, m.key)) {
			add(c, &m);
			continue;
		}
		if (m.kind == WIRE_ERROR && !wrong.code)
			err_set(&wrong, -EINVAL, "%s",
			    m.why ? m.why : "the probe refuses the row");
		wire_msg_release(&m);
	}
	if (r == 0 && wrong.code) {
		*e = wrong;
		r = wrong.code;
	}
	return r;
}

int catalogue_load(struct catalogue *c, const char *const *keys, size_t n,
    struct err *e)
{
	const char **argv = xcalloc(n + 3, sizeof(*argv));
	struct probe_opts o = { .argv = argv };
	char *path = probe_find(e);
	struct probe *p = NULL;
	struct err ended;
	size_t i, before = c->n;
	int r = path ? 0 : -ENOENT;

	argv[0] = path;
	argv[1] = "--list";
	for (i = 0; i < n; i++)
		argv[2 + i] = keys[i];
	if (r == 0)
		r = probe_start(&p, &o, e);
	if (r == 0) {
		r = take(c, p, e);
		if (probe_stop(p, &ended) < 0 && r == 0)
			r = err_set(e, ended.code, "%s", ended.text);
	}
	if (r == 0 && c->n == before && n == 0)
		r = err_set(e, -EPROTO, "the probe '%s' has no rows", path);
	free(path);
	free(argv);
	return r;
}
