/* status.c - what related rows of one run say about each other. */
#include "judge/inside.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "model/tails.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far the intervals must lie apart before a row contradicts another one:
 * more than the margin of sessions on both sides. */
#define APART 1.10

/* Rows of which each does what the one before does and more. */
static const char *const chain[] = { "sys_null", "sys_read", "ipc_pipe",
	"ipc_tcp" };
#define CHAIN (sizeof(chain) / sizeof(chain[0]))

/* Whether x is faster than y by more than noise. */
static bool faster(const struct estimate *x, const struct estimate *y)
{
	double hi = isfinite(x->hi) ? x->hi : x->cost;
	double lo = isfinite(y->lo) ? y->lo : y->cost;

	return hi * APART < lo;
}

static bool usable(const struct result *res, const struct estimate *e)
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

/* Different placements are different things: a pipe between two CPUs may well
 * be slower than TCP on one. */
static bool same_place(const struct result *a, const struct result *b)
{
	char x[32] = "", y[32] = "";

	return !row_arg(a->key, "cpu", x, sizeof(x)) ||
	    !row_arg(b->key, "cpu", y, sizeof(y)) || strcmp(x, y) == 0;
}

static size_t link_of(const struct result *res)
{
	size_t i = 0;

	while (i < CHAIN && strcmp(res->name, chain[i]) != 0)
		i++;
	return i;
}

static void check_chain(const struct run *r, struct estimate *e)
{
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];
		size_t at = link_of(res);

		if (at == CHAIN || !usable(res, &e[i]))
			continue;
		for (size_t j = 0; j < r->n_results; j++) {
			const struct result *less = &r->results[j];

			if (link_of(less) >= at || !usable(less, &e[j]) ||
			    !same_place(res, less) || !faster(&e[i], &e[j]))
				continue;
			suspect(&e[i], "faster than what it contains,", less);
			break;
		}
	}
}

/* One row of a family: the same name and arguments but for the size. */
struct sized {
	const struct result *res;
	size_t index;
	int64_t size;
	char family[200];
};

/* Families in which a larger size cannot be faster: memory and its caches. */
static bool is_sized(const struct result *res, struct sized *s)
{
	char arg[32];
	const char *at = strstr(res->key, "/size=");
	size_t head;

	if (!at ||
	    (!text_starts(res->name, "mem_") &&
		!text_starts(res->name, "stream_")))
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

/* A larger size that is faster than two smaller ones (than the only one):
 * a single slow row must not condemn all that follow it. */
static void check_family(const struct sized *s, size_t n, struct estimate *e)
{
	for (size_t i = 1; i < n; i++) {
		const struct sized *first = NULL;
		size_t against = 0;

		for (size_t j = 0; j < i; j++) {
			if (!faster(&e[s[i].index], &e[s[j].index]))
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
		if (usable(&r->results[i], &e[i]) &&
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
	check_chain(r, e);
	check_sizes(r, e);
	check_tails(r, e);
}
