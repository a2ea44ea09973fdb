/* confound.c - factors that were never changed alone. */
#include "judge/confound.h"

#include "base/buf.h"
#include "base/mem.h"
#include "judge/inside.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* How many bytes of a key stand before the name of a factor; 0: it is none.
 * The text of a command changes with what stands in it; days and labels, with
 * everything. */
static size_t prefix(const char *key)
{
	static const char *const from[] = { "exec.", "csv.", "table." };
	static const char *const not [] = { "command", "date", "label" };
	size_t len = 0;

	for (size_t i = 0; i < sizeof(from) / sizeof(from[0]); i++)
		if (strncmp(key, from[i], strlen(from[i])) == 0)
			len = strlen(from[i]);
	for (size_t i = 0; i < sizeof(not ) / sizeof(not [0]); i++)
		if (strcmp(key + len, not [i]) == 0)
			return 0;
	return len;
}

static bool is_there(const struct factors *f, const char *key)
{
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->key[i], key) == 0)
			return true;
	return false;
}

const char *factors_name(const char *key)
{
	return key + prefix(key);
}

void factors_release(struct factors *f)
{
	free(f->key);
	*f = (struct factors){ 0 };
}

struct factors factors_of(const struct run *const *run, size_t n)
{
	struct factors f = { NULL, 0 };

	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < run[k]->host.n; i++) {
			const char *key = run[k]->host.facts[i].key;

			if (prefix(key) == 0 || is_there(&f, key))
				continue;
			f.key = xreallocarray(f.key, f.n + 1, sizeof(*f.key));
			f.key[f.n++] = key;
		}
	return f;
}

const char *factors_level(const struct run *r, const char *key)
{
	const char *value = host_get(&r->host, key);

	return value ? value : "unknown";
}

bool factors_differ(const struct run *a, const struct run *b, const char *key)
{
	return strcmp(factors_level(a, key), factors_level(b, key)) != 0;
}

bool factors_vary(const struct run *const *run, size_t n, const char *key)
{
	for (size_t k = 1; k < n; k++)
		if (factors_differ(run[0], run[k], key))
			return true;
	return false;
}

size_t factors_varying(const struct run *const *run, size_t n)
{
	struct factors f = factors_of(run, n);
	size_t varying = 0;

	for (size_t i = 0; i < f.n; i++)
		varying += factors_vary(run, n, f.key[i]);
	factors_release(&f);
	return varying;
}

/* Two runs that differ in a factor and in as few others as can be. */
struct nearest {
	const struct run *a, *b; /* NULL: it has one level */
	size_t others;
};

static struct nearest find_nearest(const struct run *const *run, size_t n,
    const struct factors *f, const char *key)
{
	struct nearest best = { NULL, NULL, 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			size_t others = 0;

			if (!factors_differ(run[i], run[k], key))
				continue;
			for (size_t m = 0; m < f->n; m++)
				others += strcmp(f->key[m], key) != 0 &&
				    factors_differ(run[i], run[k], f->key[m]);
			if (!best.a || others < best.others)
				best =
				    (struct nearest){ run[i], run[k], others };
		}
	return best;
}

/* "disk was never changed alone: patch changed with it; disk eide with kernel
 * 2.1.30, patch none would tell them apart". */
static void say(const struct nearest *at, const struct factors *f,
    const char *key, struct confound *out)
{
	struct buf with = BUF_INIT, cell = BUF_INIT;

	for (size_t m = 0; m < f->n; m++) {
		const char *other = f->key[m];

		if (strcmp(other, key) == 0)
			continue;
		if (factors_differ(at->a, at->b, other))
			buf_addf(&with, "%s%s", with.len ? ", " : "",
			    factors_name(other));
		buf_addf(&cell, "%s%.40s %.40s", cell.len ? ", " : "",
		    factors_name(other), factors_level(at->a, other));
	}
	judge_say(out->text, sizeof(out->text),
	    "%.40s was never changed alone: %s changed with it; %.40s %.40s "
	    "with %s would tell them apart",
	    factors_name(key), buf_str(&with), factors_name(key),
	    factors_level(at->b, key), buf_str(&cell));
	buf_release(&with);
	buf_release(&cell);
}

size_t confounds_of(const struct run *const *run, size_t n,
    struct confound **out)
{
	struct factors f = factors_of(run, n);
	size_t m = 0;

	*out = xcalloc(f.n + 1, sizeof(**out));
	for (size_t i = 0; i < f.n; i++) {
		struct nearest at = find_nearest(run, n, &f, f.key[i]);

		if (at.a && at.others > 0)
			say(&at, &f, f.key[i], &(*out)[m++]);
	}
	factors_release(&f);
	return m;
}
