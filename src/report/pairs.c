/* pairs.c - what is said of two runs because they were measured together. */
#include "report/pairs.h"

#include "report/rows.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 8

static const char *name_of(const struct run *r)
{
	return r->label ? r->label : r->arm ? r->arm : "?";
}

static const char *state_of(const struct run *r)
{
	return r->state ? r->state : "as it was";
}

/* How the states were made; where nothing differs, that is said. */
static void put_states(const struct run *a, const struct run *b,
    const struct style *s, struct buf *out)
{
	bool made = strcmp(state_of(a), state_of(b)) != 0;
	struct buf line = BUF_INIT;
	bool same = host_same_state(&a->host, &b->host);
	char hash[17];

	host_state_hash(&a->host, hash);
	if (made)
		buf_addf(&line, "%s: %s; %s: %s", name_of(a), state_of(a),
		    name_of(b), state_of(b));
	else if (a->state)
		buf_add(&line, a->state);
	if (same && made)
		buf_add(&line, "; no fact differs between them");
	else if (same)
		buf_addf(&line,
		    "%sthe same on both sides as far as the facts say: A/A by "
		    "hash %s",
		    line.len ? "; " : "", hash);
	if (line.len > 0) {
		buf_add(out, "state   ");
		table_wrap(out, buf_str(&line), s->width, INDENT);
	}
	buf_release(&line);
}

static size_t decided_at(const struct verdict_set *v, uint32_t rounds)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += v->rows[i].look == rounds;
	return n;
}

/* "10 rows after 10 pairs, 5 after 20; 16 were open to the end" */
static void put_decided(const struct run *a, const struct verdict_set *v,
    const struct style *s, struct buf *out)
{
	size_t open = v->count[VERDICT_CANNOT_TELL] +
	    v->count[VERDICT_MAYBE_SLOWER] + v->count[VERDICT_MAYBE_FASTER];
	struct buf line = BUF_INIT;
	uint32_t at = 0;
	char rows[32];
	size_t n;

	while ((at = judge_next_look(at, a->looks)) != 0) {
		n = decided_at(v, at);
		if (n > 0)
			buf_addf(&line, "%s%s after %u%s", line.len ? ", " : "",
			    rows_count(n, "row", rows, sizeof(rows)), at,
			    line.len ? "" : " pairs");
	}
	/* an end between two looks is one, too */
	n = decided_at(v, v->rounds);
	if (n > 0 && v->rounds > 0 &&
	    judge_next_look(v->rounds - 1, a->looks) != v->rounds)
		buf_addf(&line, "%s%s after %u", line.len ? ", " : "",
		    rows_count(n, "row", rows, sizeof(rows)), v->rounds);
	if (line.len == 0)
		buf_add(&line, "no row");
	if (open > 0)
		buf_addf(&line, "; %s open in the end",
		    rows_count(open, "row", rows, sizeof(rows)));
	buf_add(out, "decided ");
	table_wrap(out, buf_str(&line), s->width, INDENT);
	buf_release(&line);
}

void pairs_put(const struct run *a, const struct run *b,
    const struct verdict_set *v, const struct style *s, struct buf *out)
{
	if (v->pairing != PAIRING_INTERLEAVED)
		return;
	put_states(a, b, s, out);
	if (a->looks > 0)
		put_decided(a, v, s, out);
}
