/* host.c - facts about the machine a run was made on. */
#include "model/host.h"

#include "base/hash.h"
#include "base/mem.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_words[] = { "identity", "setting", "state" };

void host_init(struct host *h)
{
	memset(h, 0, sizeof(*h));
}

void host_release(struct host *h)
{
	size_t i;

	if (!h)
		return;
	for (i = 0; i < h->n; i++) {
		free(h->facts[i].key);
		free(h->facts[i].value);
	}
	free(h->facts);
	host_init(h);
}

/* Where the key is, or where it would stand. */
static size_t place_of(const struct host *h, const char *key, bool *found)
{
	size_t lo = 0, hi = h->n, mid;
	int order;

	*found = false;
	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		order = strcmp(h->facts[mid].key, key);
		if (order == 0) {
			*found = true;
			return mid;
		}
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void host_set(struct host *h, const char *key, enum fact_kind kind,
    const char *value)
{
	char *copy = value ? xstrdup(value) : NULL;
	struct fact *f;
	bool found;
	size_t at = place_of(h, key, &found);

	if (found) {
		f = &h->facts[at];
		free(f->value);
	} else {
		h->facts = xgrow(h->facts, h->n, &h->cap, sizeof(*h->facts));
		f = &h->facts[at];
		memmove(f + 1, f, (h->n - at) * sizeof(*f));
		h->n++;
		f->key = xstrdup(key);
	}
	f->kind = kind;
	f->value = copy;
}

void host_copy(struct host *to, const struct host *from)
{
	for (size_t i = 0; i < from->n; i++)
		host_set(to, from->facts[i].key, from->facts[i].kind,
		    from->facts[i].value);
}

const char *host_get(const struct host *h, const char *key)
{
	bool found;
	size_t at = place_of(h, key, &found);

	return found ? h->facts[at].value : NULL;
}

/* Settings that differ although nobody set them: the kernel keeps a few pages
 * more or less for itself at each boot, and derives limits from what is left; a
 * container is given a name and a directory at each start; disks are numbered
 * as they are found, and a tmpfs of half the memory says how much that is. */
static bool is_incidental(const char *key)
{
	static const char *const keys[] = { "host.name", "memory.total",
		"memory.usable", "process.rlimit.memlock",
		"process.rlimit.nproc", "scratch.device",
		"scratch.super_options", "sysctl.fs.file_max",
		"sysctl.kernel.threads_max" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

static uint64_t hash_fact(uint64_t hash, const struct fact *f)
{
	/* the '\0' keeps "ab" "c" apart from "a" "bc", and a missing value
	 * apart from an empty one */
	hash = hash_add(hash, f->key, strlen(f->key) + 1);
	return f->value ? hash_add(hash, f->value, strlen(f->value) + 1) : hash;
}

void host_hash(const struct host *h, char out[17])
{
	uint64_t hash = HASH_START;

	for (size_t i = 0; i < h->n; i++)
		if (h->facts[i].kind == FACT_IDENTITY)
			hash = hash_fact(hash, &h->facts[i]);
	snprintf(out, 17, "%016llx", (unsigned long long)hash);
}

void host_state_hash(const struct host *h, char out[17])
{
	uint64_t hash = HASH_START;

	for (size_t i = 0; i < h->n; i++) {
		const struct fact *f = &h->facts[i];

		if (f->kind != FACT_STATE && !is_incidental(f->key))
			hash = hash_fact(hash, f);
	}
	snprintf(out, 17, "%016llx", (unsigned long long)hash);
}

bool host_same_state(const struct host *a, const struct host *b)
{
	char x[17], y[17];

	host_state_hash(a, x);
	host_state_hash(b, y);
	return strcmp(x, y) == 0;
}

const char *fact_kind_word(enum fact_kind kind)
{
	return kind_words[kind];
}

int fact_kind_parse(const char *word, enum fact_kind *kind)
{
	size_t i;

	for (i = 0; i < sizeof(kind_words) / sizeof(kind_words[0]); i++) {
		if (strcmp(word, kind_words[i]) == 0) {
			*kind = (enum fact_kind)i;
			return 0;
		}
	}
	return -EINVAL;
}

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

void host_diff(const struct host *a, const struct host *b,
    void (*fn)(void *to, const char *key, const char *a, const char *b),
    void *to)
{
	const struct fact *fa, *fb;
	size_t i = 0, j = 0;
	int order;

	while (i < a->n || j < b->n) {
		if (i == a->n)
			order = 1;
		else if (j == b->n)
			order = -1;
		else
			order = strcmp(a->facts[i].key, b->facts[j].key);
		fa = order <= 0 ? &a->facts[i++] : NULL;
		fb = order >= 0 ? &b->facts[j++] : NULL;
		if ((fa ? fa : fb)->kind == FACT_STATE)
			continue;
		if (!same(fa ? fa->value : NULL, fb ? fb->value : NULL))
			fn(to, (fa ? fa : fb)->key, fa ? fa->value : NULL,
			    fb ? fb->value : NULL);
	}
}
