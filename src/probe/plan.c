/* plan.c - one line of the plan, understood. */
#include "probe/plan.h"

#include "base/mem.h"
#include "base/text.h"
#include "measure/load.h"
#include "probe/flat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_NS     INT64_C(10000000) /* defaults of doc/WIRE.md */
#define DEADLINE_NS INT64_C(20000000000)
#define LONGEST_NS  INT64_C(86400000000000) /* a day */

struct reading {
	struct plan_line *p;
	char t[16];
};

static int whole(const char *key, const struct flat_value *v, int64_t min,
    int64_t max, int64_t *out, struct err *e)
{
	if (v->kind != FLAT_INT)
		return err_set(e, -EINVAL, "'%s' must be a whole number", key);
	if (v->whole < min || v->whole > max)
		return err_set(e, -EINVAL,
		    "'%s' is out of range, wanted %" PRId64 " to %" PRId64, key,
		    min, max);
	*out = v->whole;
	return 0;
}

static int text(const char *key, const struct flat_value *v, char *out,
    size_t size, struct err *e)
{
	if (v->kind != FLAT_STRING)
		return err_set(e, -EINVAL, "'%s' must be a string", key);
	if (strlen(v->text) >= size)
		return err_set(e, -EINVAL, "'%s' is longer than %zu bytes", key,
		    size - 1);
	memcpy(out, v->text, strlen(v->text) + 1);
	return 0;
}

static int number_key(struct plan_line *p, const char *key,
    const struct flat_value *v, struct err *e)
{
	int64_t n = 0;
	int r = 0;

	if (strcmp(key, "id") == 0)
		return whole(key, v, 0, INT64_MAX, &p->id, e);
	if (strcmp(key, "wire") == 0)
		return whole(key, v, 0, INT64_MAX, &p->wire, e);
	if (strcmp(key, "time_ns") == 0)
		return whole(key, v, 1, LONGEST_NS, &p->time_ns, e);
	if (strcmp(key, "idle_ns") == 0)
		return whole(key, v, 0, LONGEST_NS, &p->idle_ns, e);
	if (strcmp(key, "quiet_ns") == 0)
		return whole(key, v, 0, LONGEST_NS, &p->quiet_ns, e);
	if (strcmp(key, "profile") == 0)
		return whole(key, v, 1, LONGEST_NS, &p->profile, e);
	if (strcmp(key, "most") == 0)
		return whole(key, v, 0, INT64_MAX, &p->most, e);
	if (strcmp(key, "copies") == 0)
		return whole(key, v, 1, LOAD_COPIES, &p->copies, e);
	if (strcmp(key, "deadline_ns") == 0)
		return whole(key, v, 1, LONGEST_NS, &p->deadline_ns, e);
	if (strcmp(key, "ops") == 0) {
		r = whole(key, v, 0, INT64_MAX, &n, e);
		p->ops = (uint64_t)n;
	} else if (strcmp(key, "pin") == 0) {
		r = whole(key, v, -1, PLAT_CPUS - 1, &n, e);
		p->pin = (int)n;
		p->pin_given = true;
	}
	return r;
}

static int truth(const char *key, const struct flat_value *v, bool *out,
    struct err *e)
{
	if (v->kind != FLAT_BOOL)
		return err_set(e, -EINVAL, "'%s' must be true or false", key);
	*out = v->truth;
	return 0;
}

static int clock_word(const char *key, const struct flat_value *v, bool *counts,
    struct err *e)
{
	char word[16];
	int r = text(key, v, word, sizeof(word), e);

	*counts = r == 0 && strcmp(word, "instructions") == 0;
	if (r == 0 && !*counts)
		return err_set(e, -EINVAL,
		    "unknown clock '%s', wanted 'instructions'", word);
	return r;
}

static int list(const char *key, const struct flat_value *v, char ***out,
    struct err *e)
{
	size_t n = 0;

	if (v->kind != FLAT_STRINGS)
		return err_set(e, -EINVAL, "'%s' must be a list of strings",
		    key);
	while (v->list[n])
		n++;
	free(*out);
	*out = xcalloc(n + 1, sizeof(**out));
	memcpy(*out, v->list, n * sizeof(**out));
	return 0;
}

/* Of a program; false: it is no such key. */
static bool program_key(struct plan_line *p, const char *key,
    const struct flat_value *v, int *r, struct err *e)
{
	const char **file = strcmp(key, "in") == 0 ? &p->in :
	    strcmp(key, "out") == 0                ? &p->out :
	    strcmp(key, "errors") == 0             ? &p->errors :
	    strcmp(key, "path") == 0               ? &p->path :
						     NULL;

	*r = 0;
	if (strcmp(key, "argv") == 0)
		*r = list(key, v, &p->argv, e);
	else if (strcmp(key, "counters") == 0)
		*r = truth(key, v, &p->counters, e);
	else if (strcmp(key, "keep") == 0)
		*r = truth(key, v, &p->keep, e);
	else if (strcmp(key, "bytes") == 0)
		*r = truth(key, v, &p->bytes, e);
	else if (file && v->kind != FLAT_STRING)
		*r = err_set(e, -EINVAL, "'%s' must be a string", key);
	else if (file)
		*file = v->text;
	else
		return false;
	return true;
}

/* Keys that are not known are left alone. */
static int one_key(void *to, const char *key, const struct flat_value *v,
    struct err *e)
{
	struct reading *r = to;
	struct plan_line *p = r->p;
	int code;

	if (v->kind == FLAT_NULL)
		return 0;
	if (strcmp(key, "t") == 0)
		return text(key, v, r->t, sizeof(r->t), e);
	if (strcmp(key, "key") == 0)
		return text(key, v, p->key, sizeof(p->key), e);
	if (strcmp(key, "dir") == 0) {
		p->has_dir = true;
		return text(key, v, p->dir, sizeof(p->dir), e);
	}
	if (strcmp(key, "clock") == 0)
		return clock_word(key, v, &p->counts, e);
	if (strcmp(key, "facts") == 0)
		return truth(key, v, &p->facts, e);
	if (strcmp(key, "first") == 0)
		return truth(key, v, &p->first, e);
	if (strcmp(key, "stay") == 0)
		return truth(key, v, &p->stay, e);
	if (program_key(p, key, v, &code, e))
		return code;
	return number_key(p, key, v, e);
}

static int find_kind(struct plan_line *p, const char *t, struct err *e)
{
	static const char *const words[] = { "plan", "step", "program", "env",
		"left", "load", "look", "release", "symbols", "file", "end" };
	const char *near;
	size_t i, n = sizeof(words) / sizeof(words[0]);

	for (i = 0; i < n; i++) {
		if (strcmp(t, words[i]) == 0) {
			p->kind = (enum plan_kind)i;
			return 0;
		}
	}
	if (!t[0])
		return err_set(e, -EINVAL, "plan line without 't'");
	near = text_nearest(t, words, n);
	return err_set(e, -EINVAL, "unknown plan line '%s'%s%s%s", t,
	    near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* A step or a program has a name to answer to. */
static int check_step(const struct plan_line *p, const char *what,
    struct err *e)
{
	if (p->id < 0)
		return err_set(e, -EINVAL, "%s without 'id'", what);
	if (!p->key[0])
		return err_set(e, -EINVAL, "%s without 'key'", what);
	if (p->stay && p->ops == 0)
		return err_set(e, -EINVAL, "%s that stays without 'ops'", what);
	if (p->stay && p->profile > 0)
		return err_set(e, -EINVAL, "%s that stays with 'profile'",
		    what);
	if (p->kind == PLAN_PROGRAM && !p->argv)
		return err_set(e, -EINVAL, "%s without 'argv'", what);
	return 0;
}

/* Back from a character for each byte, in its place. */
static int one_bytes(char *word, struct err *e)
{
	const unsigned char *from = (const unsigned char *)word;
	char *to = word;

	for (; word && *from; from++) {
		if (*from >= 0xc4)
			return err_set(e, -EINVAL,
			    "a character is no byte, as 'bytes' says");
		if (*from >= 0xc2) {
			from++;
			*to++ = (char)((from[-1] & 3) << 6 | (*from & 0x3f));
		} else {
			*to++ = (char)*from;
		}
	}
	if (word)
		*to = '\0';
	return 0;
}

static int all_bytes(struct plan_line *p, struct err *e)
{
	int r = 0;

	/* they stand in the line, which is ours to change */
	r = r ? r : one_bytes((char *)(uintptr_t)p->in, e);
	r = r ? r : one_bytes((char *)(uintptr_t)p->out, e);
	r = r ? r : one_bytes((char *)(uintptr_t)p->errors, e);
	r = r ? r : one_bytes((char *)(uintptr_t)p->path, e);
	for (char **word = p->argv; word && *word && r == 0; word++)
		r = one_bytes(*word, e);
	return r;
}

int plan_read(struct plan_line *p, char *line, size_t len, struct err *e)
{
	struct reading r = { .p = p };
	int code;

	memset(p, 0, sizeof(*p));
	p->id = -1;
	p->facts = true;
	p->time_ns = TIME_NS;
	p->copies = 1;
	code = flat_read(line, len, one_key, &r, e);
	if (code < 0)
		return err_prefix(e, "bad plan line");
	code = find_kind(p, r.t, e);
	if (code < 0)
		return code;
	if (p->deadline_ns == 0)
		p->deadline_ns =
		    p->kind == PLAN_PROGRAM ? LONGEST_NS : DEADLINE_NS;
	if (p->kind == PLAN_PLAN && p->wire != PLAN_WIRE)
		return err_set(e, -EINVAL,
		    "plan is of wire version %" PRId64 ", this probe speaks %d",
		    p->wire, PLAN_WIRE);
	if (p->kind == PLAN_LOAD && !p->key[0] == !p->argv)
		return err_set(e, -EINVAL, "%s wants either 'key' or 'argv'",
		    r.t);
	if (p->kind == PLAN_FILE && !p->path)
		return err_set(e, -EINVAL, "%s without 'path'", r.t);
	if (p->bytes && (code = all_bytes(p, e)) < 0)
		return code;
	return p->kind == PLAN_STEP || p->kind == PLAN_PROGRAM ?
	    check_step(p, r.t, e) :
	    0;
}

void plan_release(struct plan_line *p)
{
	free(p->argv);
	p->argv = NULL;
}
