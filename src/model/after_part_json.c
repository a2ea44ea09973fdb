/* after_part_json.c - a phase of an aftermath, as JSON and back.
 *
 * Of the state of the system each look but the first says what is not as it was
 * at the one before: most of it is. */
#include "model/after_part.h"
#include "model/parse.h"
#include "model/run_json.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Things of all looks together, when they are read back: a look that says
 * nothing costs what the one before holds. 10000 looks at 300 things are a
 * recovery of almost three hours. */
#define THINGS_MOST 3000000

/* -- Writing -------------------------------------------------------------- */

/* Of all copies; where the system does not tell, of none. */
static void write_each(struct json *j, const struct after_load *l)
{
	bool known = true;

	for (size_t i = 0; i < l->n_each; i++)
		known = known && l->each_s[i] >= 0;
	json_key(j, "each_ns");
	json_begin_array(j);
	for (size_t i = 0; known && i < l->n_each; i++)
		json_uint(j, (uint64_t)llround(l->each_s[i] * 1e9));
	json_end_array(j);
}

static void write_load(struct json *j, const struct after_load *l)
{
	json_key(j, "load");
	json_begin_object(j);
	json_put_string(j, "what", l->what);
	json_put_uint(j, "copies", l->copies);
	json_put_bool(j, "began", l->began);
	json_put_bool(j, "ended", l->ended);
	json_put_double(j, "cpu_s", l->cpu_s >= 0 ? l->cpu_s : NAN);
	json_put_uint(j, "turns", l->turns);
	json_put_uint(j, "failed", l->failed);
	json_put_string(j, "why", l->why);
	json_put_int(j, "from_ns", l->from_ns);
	json_put_int(j, "to_ns", l->to_ns);
	write_each(j, l);
	json_end_object(j);
}

static bool is_same(const struct left *before, const struct thing *t)
{
	const struct thing *was =
	    before ? left_find(before, t->kind, t->key) : NULL;

	return was && strcmp(was->value, t->value) == 0;
}

/* Of one kind: what is new or another. */
static void write_set(struct json *j, const struct left *before,
    const struct left *l, enum left_kind kind)
{
	const struct thing *t, *last = NULL;
	bool any = false;
	size_t n;

	t = left_first(l, kind, &n);
	for (size_t i = 0; i < n; i++, last = t++) {
		if (is_same(before, t) || (last && !strcmp(last->key, t->key)))
			continue;
		if (!any) {
			json_key(j, left_words[kind]);
			json_begin_object(j);
		}
		any = true;
		json_put_string(j, t->key, t->value);
	}
	if (any)
		json_end_object(j);
}

/* And what is no more. */
static void write_gone(struct json *j, const struct left *before,
    const struct left *l, enum left_kind kind)
{
	const struct thing *t;
	bool any = false;
	size_t n = 0;

	t = before ? left_first(before, kind, &n) : NULL;
	for (size_t i = 0; i < n; i++, t++) {
		if (left_find(l, kind, t->key))
			continue;
		if (!any) {
			json_key(j, left_words[kind]);
			json_begin_array(j);
		}
		any = true;
		json_string(j, t->key);
	}
	if (any)
		json_end_array(j);
}

static void write_look(struct json *j, const struct left *before,
    const struct left *l)
{
	json_begin_object(j);
	json_put_int(j, "at_ns", l->at_ns);
	json_key(j, "set");
	json_begin_object(j);
	for (int k = 0; k < LEFT_KINDS; k++)
		write_set(j, before, l, (enum left_kind)k);
	json_end_object(j);
	json_key(j, "gone");
	json_begin_object(j);
	for (int k = 0; k < LEFT_KINDS; k++)
		write_gone(j, before, l, (enum left_kind)k);
	json_end_object(j);
	json_end_object(j);
}

void after_part_to_json(const struct after_part *p, struct json *j)
{
	json_begin_object(j);
	json_put_string(j, "uuid", p->uuid);
	json_put_string(j, "phase", after_phase_words[p->phase]);
	json_put_int(j, "from_ns", p->from_ns);
	json_put_int(j, "to_ns", p->to_ns);
	json_put_uint(j, "cpus", p->about.cpus);
	json_put_int(j, "self", p->about.self[0]);
	json_put_int(j, "keeper", p->about.keeper);
	json_put_double(j, "clock_step_s", p->about.clock_step_s);
	json_put_double(j, "suspended_s", p->about.suspended_s);
	json_put_bool(j, "first", p->about.first);
	json_put_bool(j, "cut", p->about.cut);
	write_load(j, &p->load);
	json_key(j, "left");
	json_begin_array(j);
	for (size_t i = 0; i < p->n_left; i++)
		write_look(j, i > 0 ? &p->left[i - 1] : NULL, &p->left[i]);
	json_end_array(j);
	json_end_object(j);
}

/* -- Reading -------------------------------------------------------------- */

static void read_load(struct parse *p, const struct json_t *o,
    struct after_load *l)
{
	uint64_t *each;

	o = parse_object(p, o, "load");
	p->where = "load";
	l->what = parse_string_or_null(p, o, "what");
	l->copies = (uint32_t)parse_int_or(p, o, "copies", 0, UINT32_MAX, 0);
	l->began = parse_bool(p, o, "began");
	l->ended = parse_bool(p, o, "ended");
	l->cpu_s = parse_number_or(p, o, "cpu_s", 0, 1e15, -1);
	l->turns = (uint64_t)parse_int_or(p, o, "turns", 0, INT64_MAX, 0);
	l->failed = (uint64_t)parse_int_or(p, o, "failed", 0, INT64_MAX, 0);
	l->why = parse_string_or_null(p, o, "why");
	l->from_ns = parse_int_or(p, o, "from_ns", 0, PARSE_TIME, 0);
	l->to_ns = parse_int_or(p, o, "to_ns", 0, PARSE_TIME, 0);
	each = parse_times(p, o, "each_ns", &l->n_each);
	l->each_s = l->n_each > 0 ? xcalloc(l->n_each, sizeof(double)) : NULL;
	for (size_t i = 0; i < l->n_each; i++)
		l->each_s[i] = (double)each[i] / 1e9;
	free(each);
}

/* Names of things, sorted, of one look and kind. */
struct names {
	char **name;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has(const struct names *s, const char *name)
{
	char *const *at = s->n > 0 ?
	    bsearch(&name, s->name, s->n, sizeof(*s->name), by_name) :
	    NULL;

	return at != NULL;
}

/* The keys of pairs, or all of a list; borrowed. */
static struct names names_of(char **s, size_t step)
{
	struct names v = { NULL, 0 };

	while (s && s[v.n * step])
		v.n++;
	v.name = xcalloc(v.n + 1, sizeof(*v.name));
	for (size_t i = 0; i < v.n; i++)
		v.name[i] = s[i * step];
	qsort(v.name, v.n, sizeof(*v.name), by_name);
	return v;
}

static void read_kind(struct parse *p, const struct json_t *set_of,
    const struct json_t *gone_of, enum left_kind kind,
    const struct left *before, struct left *l)
{
	char **pairs = parse_pairs(p, set_of, left_words[kind]);
	char **list = parse_strings(p, gone_of, left_words[kind]);
	struct names set = names_of(pairs, 2), gone = names_of(list, 1);
	const struct thing *t = NULL;
	size_t n = 0;

	if (before)
		t = left_first(before, kind, &n);
	for (size_t i = 0; i < n; i++, t++)
		if (!has(&set, t->key) && !has(&gone, t->key))
			left_put(l, kind, t->key, t->value);
	for (size_t i = 0; pairs && pairs[i]; i += 2)
		left_put(l, kind, pairs[i], pairs[i + 1]);
	free(set.name);
	free(gone.name);
	strings_free(pairs);
	strings_free(list);
}

static void read_look(struct parse *p, const struct json_t *o,
    const struct left *before, struct left *l)
{
	const struct json_t *set = parse_object(p, o, "set");
	const struct json_t *gone = parse_object(p, o, "gone");

	l->at_ns = parse_int(p, o, "at_ns", 0, PARSE_TIME);
	for (int k = 0; k < LEFT_KINDS; k++)
		read_kind(p, set, gone, (enum left_kind)k, before, l);
	left_sort(l);
}

static void read_left(struct parse *p, const struct json_t *o,
    struct after_part *part)
{
	const struct json_t *array;
	size_t n, things = 0;

	array = parse_array(p, o, "left", &n);
	part->left = xcalloc(n + 1, sizeof(*part->left));
	p->where = "left";
	for (size_t i = 0; i < n && !p->code; i++) {
		struct left *l = &part->left[part->n_left++];

		read_look(p, parse_at(p, array, i), i > 0 ? l - 1 : NULL, l);
		things += l->n + 1;
		if (things > THINGS_MOST)
			parse_fault(p, "'left' holds more than %d things",
			    THINGS_MOST);
	}
}

static void read_phase(struct parse *p, const struct json_t *o,
    struct after_part *part)
{
	const char *uuid = parse_peek(o, "uuid"), *word;

	if (uuid && strlen(uuid) == sizeof(part->uuid) - 1)
		memcpy(part->uuid, uuid, sizeof(part->uuid));
	else
		parse_fault(p, "'uuid' in '%s' is none", p->where);
	word = parse_peek(o, "phase");
	part->phase = AFTER_PHASES;
	for (int i = 0; word && i < AFTER_PHASES; i++)
		if (strcmp(word, after_phase_words[i]) == 0)
			part->phase = (enum after_phase)i;
	if (part->phase == AFTER_PHASES)
		parse_fault(p, "'phase' in '%s' is not known", p->where);
}

struct after_part *after_part_read(struct parse *p, const struct json_t *o)
{
	struct after_part *part = xcalloc(1, sizeof(*part));
	struct after_about *a = &part->about;

	p->where = "aftermath";
	read_phase(p, o, part);
	part->from_ns = parse_int_or(p, o, "from_ns", 0, PARSE_TIME, 0);
	part->to_ns = parse_int_or(p, o, "to_ns", 0, PARSE_TIME, 0);
	if (part->to_ns < part->from_ns)
		parse_fault(p, "'to_ns' in '%s' is out of range", p->where);
	a->cpus = (size_t)parse_int_or(p, o, "cpus", 0, UINT32_MAX, 0);
	a->self[0] = (long)parse_int_or(p, o, "self", 0, INT32_MAX, 0);
	a->keeper = (long)parse_int_or(p, o, "keeper", 0, INT32_MAX, 0);
	a->clock_step_s = parse_number_or(p, o, "clock_step_s", -1e15, 1e15, 0);
	a->suspended_s = parse_number_or(p, o, "suspended_s", 0, 1e15, 0);
	a->first = parse_bool(p, o, "first");
	a->cut = parse_bool(p, o, "cut");
	read_left(p, o, part);
	read_load(p, o, &part->load);
	if (!p->code)
		return part;
	after_part_free(part);
	return NULL;
}

struct after_part *after_part_from_text(const char *text, size_t len,
    struct err *e)
{
	struct parse p = { .e = e, .where = "aftermath" };
	struct after_part *part = NULL;
	struct json_t *o = NULL;

	if (len > RUN_JSON_MAX)
		parse_fault(&p, "larger than %u MiB", RUN_JSON_MAX >> 20);
	else
		o = parse_text(&p, text, len);
	if (o)
		part = after_part_read(&p, o);
	parse_free(o);
	return part;
}
