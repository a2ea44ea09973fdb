/* group.c - records of one thing become one run. */
#include "import/inside.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/name.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Facts of where something stood, not of what it is. */
static bool is_place(const char *key)
{
	return text_starts(key, "import.") && strcmp(key, IMPORT_FORMAT) != 0;
}

/* That, or what the tool measured of the machine on the way. */
static bool is_passing(const struct fact *f)
{
	return f->kind == FACT_STATE || is_place(f->key);
}

/* The fact that is meant: its whole key, or what follows the first point. */
static const struct fact *fact_by(const struct run *r, const char *by)
{
	for (size_t i = 0; i < r->host.n; i++) {
		const struct fact *f = &r->host.facts[i];
		const char *point = strchr(f->key, '.');

		if (strcmp(f->key, by) == 0 ||
		    (point && strcmp(point + 1, by) == 0))
			return f;
	}
	return NULL;
}

const char *import_value_by(const struct run *r, const char *by)
{
	const struct fact *f = fact_by(r, by);

	return f && f->value ? f->value : "";
}

static bool same_identity(const struct run *a, const struct run *b)
{
	size_t i = 0, k = 0;

	for (;;) {
		while (i < a->host.n && is_passing(&a->host.facts[i]))
			i++;
		while (k < b->host.n && is_passing(&b->host.facts[k]))
			k++;
		if (i == a->host.n || k == b->host.n)
			return i == a->host.n && k == b->host.n;
		if (strcmp(a->host.facts[i].key, b->host.facts[k].key) != 0 ||
		    strcmp(a->host.facts[i].value, b->host.facts[k].value) != 0)
			return false;
		i++;
		k++;
	}
}

static bool alike(const struct run *a, const struct run *b, const char *by)
{
	return by ?
	    strcmp(import_value_by(a, by), import_value_by(b, by)) == 0 :
	    same_identity(a, b);
}

/* -- Merging -------------------------------------------------------------- */

/* What is not the same in both is not a fact of the whole. */
static void merge_facts(struct host *to, const struct host *from)
{
	size_t n = 0;

	for (size_t i = 0; i < to->n; i++) {
		struct fact *f = &to->facts[i];
		const char *other = host_get(from, f->key);

		if (other && f->value && strcmp(other, f->value) == 0) {
			to->facts[n++] = *f;
			continue;
		}
		free(f->key);
		free(f->value);
	}
	to->n = n;
}

static void merge_row(struct run *to, struct result *from, uint32_t round)
{
	struct result *res = run_find(to, from->key);

	if (!res) {
		res = run_add(to, from->key);
		res->unit = from->unit;
		res->flags = from->flags;
		res->bytes = from->bytes;
	}
	if (res->unit != from->unit) /* two formats may not share a name */
		return;
	for (size_t i = 0; i < from->n_inv; i++) {
		struct invocation *inv = result_add(res);

		*inv = from->inv[i];
		inv->round += round;
	}
	from->n_inv = 0;
}

static uint32_t rounds_of(const struct run *r)
{
	uint32_t most = 0;

	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->results[i].n_inv; k++)
			if (r->results[i].inv[k].round >= most)
				most = r->results[i].inv[k].round + 1;
	return most;
}

static void merge(struct run *to, struct run *from)
{
	uint32_t round = to->rounds;

	merge_facts(&to->host, &from->host);
	for (size_t i = 0; i < from->n_results; i++)
		merge_row(to, &from->results[i], round);
	to->rounds = rounds_of(to);
	if (from->started_ns < to->started_ns)
		to->started_ns = from->started_ns;
	run_release(from);
}

/* A row of nothing but zeros has no ratio to anything. */
static void all_zero(struct result *res)
{
	for (size_t i = 0; i < res->n_inv; i++)
		if (res->inv[i].run[0] > 0)
			return;
	if (res->n_inv == 0)
		return;
	for (size_t i = 0; i < res->n_inv; i++)
		invocation_release(&res->inv[i]);
	res->n_inv = 0;
	res->outcome = OUTCOME_SKIPPED;
	free(res->why);
	res->why = xstrdup("it is 0, which has no ratio to anything");
}

static int no_such_fact(const struct run *runs, size_t n, const char *by,
    struct err *e)
{
	struct buf known = BUF_INIT;

	for (size_t i = 0; n > 0 && i < runs[0].host.n; i++)
		if (runs[0].host.facts[i].value)
			buf_addf(&known, "%s%s", known.len ? ", " : "",
			    runs[0].host.facts[i].key);
	err_set(e, -ENOENT, "no run has a fact '%.60s': there are %.200s", by,
	    buf_str(&known));
	buf_release(&known);
	return -ENOENT;
}

int import_group(struct run **runs, size_t *n, const char *by, struct err *e)
{
	struct run *all = *runs;
	size_t kept = 0, k;
	bool found = !by;

	for (size_t i = 0; i < *n && !found; i++)
		found = fact_by(&all[i], by) != NULL;
	if (!found)
		return no_such_fact(all, *n, by, e);
	for (size_t i = 0; i < *n; i++) {
		all[i].rounds = rounds_of(&all[i]);
		for (k = 0; k < kept && !alike(&all[k], &all[i], by);)
			k++;
		if (k < kept)
			merge(&all[k], &all[i]);
		else if (kept++ != i)
			all[k] = all[i];
	}
	*n = kept;
	for (size_t i = 0; i < kept; i++)
		for (k = 0; k < all[i].n_results; k++)
			all_zero(&all[i].results[k]);
	return 0;
}

/* -- Rows beside each other ----------------------------------------------- */

static void copy_invocation(struct result *to, const struct invocation *from)
{
	struct invocation *inv = result_add(to);

	*inv = *from;
	inv->base = inv->events = inv->pulse = NULL;
	inv->n_base = inv->n_events = inv->n_pulse = 0;
	inv->place = NULL;
	inv->notes = NULL;
	inv->run = xreallocarray(NULL, from->n_run + 1, sizeof(*inv->run));
	memcpy(inv->run, from->run, from->n_run * sizeof(*inv->run));
	for (char **n = from->notes; n && n[0]; n += 2)
		invocation_note(inv, n[0], n[1]);
}

static void row_apart(const struct run *r, const struct result *res,
    struct run *to)
{
	const char *format = host_get(&r->host, IMPORT_FORMAT);
	const char *name = strchr(res->key, '/');
	char key[PUT_KEY];
	struct result *mine;

	run_init(to);
	for (size_t i = 0; i < r->host.n; i++)
		host_set(&to->host, r->host.facts[i].key, r->host.facts[i].kind,
		    r->host.facts[i].value);
	name = name ? name + 1 : res->key;
	put_fact(to, "import.row", name);
	put_key(key, format ? format : "import", "value");
	mine = run_add(to, key);
	mine->unit = res->unit;
	mine->flags = res->flags;
	mine->bytes = res->bytes;
	for (size_t i = 0; i < res->n_inv; i++)
		copy_invocation(mine, &res->inv[i]);
	to->rounds = rounds_of(to);
	to->started_ns = r->started_ns;
	to->ended_ns = r->ended_ns;
}

/* Rows of a spread or a part of another ("x/user") are no sides. */
static bool is_side(const struct run *r, const struct result *res)
{
	const char *last = strrchr(res->key, '/');
	char *whole = xstrndup(res->key, (size_t)(last - res->key));
	bool part = run_find(r, whole) != NULL;

	free(whole);
	return res->n_inv > 0 && !part;
}

/* Three times: what is further apart is not the same thing twice. */
#define ALIKE 3.0

size_t import_rows_apart(const struct run *r, bool alike, struct run **out)
{
	const struct result *first = NULL;
	double ratio;
	size_t n = 0;

	*out = xcalloc(r->n_results + 1, sizeof(**out));
	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];

		if (!is_side(r, res))
			continue;
		if (first && first->unit != res->unit)
			goto none;
		first = first ? first : res;
		ratio = run_cost(r, res, 0) / run_cost(r, first, 0);
		if (alike && !(ratio < ALIKE && ratio > 1 / ALIKE))
			goto none;
		row_apart(r, res, &(*out)[n++]);
	}
	if (n > 1) {
		import_label(*out, n, "import.row", NULL);
		return n;
	}
none:
	for (size_t i = 0; i < n; i++)
		run_release(&(*out)[i]);
	free(*out);
	*out = NULL;
	return 0;
}

/* -- Labels --------------------------------------------------------------- */

static bool differs(const struct run *runs, size_t n, const char *key)
{
	const char *first = host_get(&runs[0].host, key);

	for (size_t i = 1; i < n; i++) {
		const char *value = host_get(&runs[i].host, key);

		if (!first || !value ? first != value :
				       strcmp(first, value) != 0)
			return true;
	}
	return false;
}

/* Values of facts that tell it apart from the others. */
static void describe(const struct run *runs, size_t n, const struct run *r,
    const char *by, struct buf *out)
{
	if (by) {
		buf_addf(out, "%s%s", out->len ? " " : "",
		    import_value_by(r, by));
		return;
	}
	for (size_t i = 0; n > 1 && i < r->host.n; i++) {
		const struct fact *f = &r->host.facts[i];

		/* what follows from another says nothing new */
		if (!f->value || f->kind == FACT_STATE ||
		    text_starts(f->key, "kernel.") ||
		    (is_place(f->key) && strcmp(f->key, IMPORT_FILE) != 0) ||
		    !differs(runs, n, f->key))
			continue;
		buf_addf(out, "%s%s", out->len ? " " : "", f->value);
	}
}

/* What a label may not hold is passed over or replaced. */
static char *fit(struct buf *b)
{
	char *s = xstrdup(buf_str(b)), *from = s;
	size_t len;

	text_clean(s);
	for (char *c = s; *c; c++)
		if (*c == '/')
			*c = '-';
	while (*from == ' ' || *from == '@' || *from == '-')
		from++;
	from[text_fit(from, NAME_LABEL_MAX)] = '\0';
	for (len = strlen(from); len > 0 && from[len - 1] == ' ';)
		from[--len] = '\0';
	from = xstrdup(from);
	free(s);
	if (name_check_label(from, NULL) == 0)
		return from;
	free(from);
	return NULL;
}

void import_label(struct run *runs, size_t n, const char *by, const char *label)
{
	for (size_t i = 0; i < n; i++) {
		struct buf b = BUF_INIT;

		if (label)
			buf_add(&b, label);
		if (n > 1 || (by && !label))
			describe(runs, n, &runs[i], by, &b);
		free(runs[i].label);
		runs[i].label = fit(&b);
		buf_release(&b);
	}
}
