/* status.c - what related rows of one run say about each other. */
#include "judge/inside.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "model/tails.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far the intervals must lie apart before a size contradicts another one:
 * more than the margin of sessions on both sides. Bandwidths depend on how a
 * pass over the memory begins and ends, too. */
#define APART      1.10
#define APART_RATE 1.25

bool judge_usable(const struct result *res, const struct estimate *e)
{
	return res->outcome == OUTCOME_OK && e->n > 0 &&
	    e->status != STATUS_SUSPECT &&
	    !(res->flags & (RESULT_LM | RESULT_TAIL));
}

static void suspect(struct estimate *e, const char *what,
    const struct result *other)
{
	char label[80];

	row_label(other, label, sizeof(label));
	e->status = STATUS_SUSPECT;
	judge_say(e->why, sizeof(e->why), "%s %s", what, label);
}

/* One row of a family: the same name and arguments but for the size. */
struct sized {
	const struct result *res;
	size_t index;
	int64_t size;
	char family[200];
};

/* Bandwidths of which that holds: the others' instructions have ways of their
 * own for large sizes, past the caches. */
static bool is_plain(const char *name)
{
	return strcmp(name, "mem_read") == 0 ||
	    strcmp(name, "mem_write") == 0 || strcmp(name, "mem_rdwr") == 0 ||
	    strcmp(name, "mem_copy") == 0 || text_starts(name, "stream_");
}

/* Families in which a larger size cannot be faster: memory and its caches. */
static bool is_sized(const struct result *res, struct sized *s)
{
	char arg[32];
	const char *at = strstr(res->key, "/size=");
	size_t head;

	if (!at ||
	    (!text_starts(res->name, "mem_") &&
		!text_starts(res->name, "stream_")) ||
	    (res->unit == UNIT_RATE &&
		(res->bytes == 0 || !is_plain(res->name))))
		return false;
	if (!row_arg(res->key, "size", arg, sizeof(arg)) ||
	    num_parse_bytes(arg, &s->size) != 0)
		return false;
	head = (size_t)(at - res->key);
	at += 1 + strcspn(at + 1, "/");
	snprintf(s->family, sizeof(s->family), "%.*s%s", (int)head, res->key,
	    at);
	s->res = res;
	return true;
}

static int by_family(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;
	int order = strcmp(x->family, y->family);

	return order ? order : (x->size > y->size) - (x->size < y->size);
}

/* Whether x is faster than y by more than noise: an access, or a byte. */
static bool faster(const struct sized *x, const struct sized *y,
    const struct estimate *e)
{
	bool rate = x->res->unit == UNIT_RATE;
	double bytes = rate ? (double)x->res->bytes / (double)y->res->bytes : 1;

	return judge_apart(&e[x->index], &e[y->index],
	    (rate ? APART_RATE : APART) / bytes);
}

/* A larger size that is faster than two smaller ones (than the only one):
 * a single slow row must not condemn all that follow it. */
static void check_family(const struct sized *s, size_t n, struct estimate *e)
{
	for (size_t i = 1; i < n; i++) {
		const struct sized *first = NULL;
		size_t against = 0;

		for (size_t j = 0; j < i; j++) {
			if (s[i].res->unit != s[j].res->unit ||
			    !faster(&s[i], &s[j], e))
				continue;
			against++;
			first = first ? first : &s[j];
		}
		if (first && (against > 1 || i == 1))
			suspect(&e[s[i].index], "faster than a smaller size,",
			    first->res);
	}
}

static void check_sizes(const struct run *r, struct estimate *e)
{
	struct sized *s = xreallocarray(NULL, r->n_results + 1, sizeof(*s));
	size_t n = 0, end;

	for (size_t i = 0; i < r->n_results; i++) {
		s[n].index = i;
		if (judge_usable(&r->results[i], &e[i]) &&
		    is_sized(&r->results[i], &s[n]))
			n++;
	}
	qsort(s, n, sizeof(*s), by_family);
	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1;
		     end < n && strcmp(s[end].family, s[i].family) == 0;)
			end++;
		check_family(s + i, end - i, e);
	}
	free(s);
}

/* What is impossible in the middle is no better at its end. */
static void check_tails(const struct run *r, struct estimate *e)
{
	for (size_t i = 0; i < r->n_results; i++) {
		const char *suffix = tail_of(&r->results[i]);
		const struct result *of;
		char *key;

		if (!suffix || e[i].n == 0)
			continue;
		key = xstrndup(r->results[i].key,
		    (size_t)(suffix - r->results[i].key));
		of = run_find(r, key);
		free(key);
		if (of && e[of - r->results].status == STATUS_SUSPECT)
			suspect(&e[i], "a tail of what is suspect,", of);
	}
}

void judge_run(const struct run *r, struct estimate *e)
{
	for (size_t i = 0; i < r->n_results; i++)
		judge_estimate(r, &r->results[i], &e[i]);
	judge_relations(r, e);
	check_sizes(r, e);
	judge_rates(r, e);
	check_tails(r, e);
}
