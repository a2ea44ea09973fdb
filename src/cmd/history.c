/* history.c - how far sessions of one state differ, from the runs in the store.
 */
#include "cmd/history.h"

#include "base/log.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "model/tails.h"
#include "report/notes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many are looked at before they are kept: who interrupts it loses no more
 * than a second or two. */
#define KEPT_AT_ONCE 100

/* From here on it takes a time that wants a word. */
#define MANY 300

/* What past runs say: those kept in the store, and those that could not be. */
struct history {
	const char *path;
	struct store *store;
	struct session *made;
	size_t n, cap;
};

void history_keep(struct store *s, const struct run *r)
{
	struct session one;
	struct run view;
	struct err e;

	if (r->pair || r->ended_ns == 0)
		return;
	run_view(r, &view);
	judge_session(&view, &one);
	run_view_release(&view);
	store_put_sessions(s, &one, 1, &e);
	session_release(&one);
}

/* One command may ask for the history of many comparisons: said once. */
static void warn_once(bool *said, const char *what, const struct err *e)
{
	if (!*said)
		log_warn("%s: %s", what, e->text);
	*said = true;
}

/* Keep them; where that cannot be they are made again the next time. */
static void keep_made(struct history *h)
{
	struct store *s;
	struct err e;

	if (h->n == 0 || source_store(&s, h->path, STORE_WRITE, &e) < 0)
		return;
	if (store_put_sessions(s, h->made, h->n, &e) == 0) {
		sessions_free(h->made, h->n);
		h->made = NULL;
		h->n = h->cap = 0;
	}
	store_close(s);
}

/* The session of one run. A damaged run says nothing, which is no reason for
 * the others to say nothing, too. */
static int make_one(struct history *h, int64_t id, struct err *e)
{
	static bool said;
	struct run r;
	int ret = store_load(h->store, id, &r, e);

	if (ret == -EBADMSG) {
		err_prefix(e, "run %lld", (long long)id);
		warn_once(&said, "left out of the history", e);
		return 0;
	}
	if (ret < 0) /* deleted meanwhile? */
		return ret == -ENOENT ? 0 : ret;
	h->made = xgrow(h->made, h->n, &h->cap, sizeof(*h->made));
	run_tails(&r);
	judge_session(&r, &h->made[h->n++]);
	run_release(&r);
	if (h->n % KEPT_AT_ONCE == 0)
		keep_made(h);
	return 0;
}

/* Runs that have no session yet: those of an older perfloss, imported ones. */
static int make_missing(struct history *h, struct err *e)
{
	int64_t *ids = NULL;
	size_t n = 0;
	int ret = store_sessions_missing(h->store, &ids, &n, e);

	if (ret == 0 && n >= MANY)
		log_note("%zu earlier runs are looked at, this once", n);
	for (size_t i = 0; i < n && ret == 0; i++)
		ret = make_one(h, ids[i], e);
	free(ids);
	if (ret == 0)
		keep_made(h);
	return ret;
}

static int open_history(struct history *h, const char *path, struct err *e)
{
	int ret;

	memset(h, 0, sizeof(*h));
	h->path = path;
	ret = source_store(&h->store, path, STORE_READ, e);
	return ret < 0 ? ret : make_missing(h, e);
}

/* What was kept of a state's runs is no longer good: it is made again. */
static int remake(struct history *h, const char *host, const char *state,
    struct err *e)
{
	struct store *s;
	int ret = source_store(&s, h->path, STORE_WRITE, e);

	if (ret < 0)
		return ret;
	ret = store_forget_sessions(s, host, state, e);
	store_close(s);
	return ret < 0 ? ret : make_missing(h, e);
}

static void close_history(struct history *h)
{
	store_close(h->store);
	sessions_free(h->made, h->n);
}

static int by_time(const void *a, const void *b)
{
	const struct session *x = a, *y = b;

	return (x->started_ns > y->started_ns) -
	    (x->started_ns < y->started_ns);
}

/* All sessions of a state, the oldest first. What could not be kept moves to
 * the list. */
static int sessions_of(struct history *h, const struct run *r,
    struct session **list, size_t *n, struct err *e)
{
	char host[17], state[17];
	size_t cap, left = 0;
	struct err again;
	int ret;

	host_hash(&r->host, host);
	host_state_hash(&r->host, state);
	ret = store_sessions(h->store, host, state, list, n, e);
	if (ret == -EBADMSG && remake(h, host, state, &again) == 0)
		ret = store_sessions(h->store, host, state, list, n, e);
	cap = *n;
	for (size_t i = 0; i < h->n && ret == 0; i++) {
		if (strcmp(h->made[i].host, host) != 0 ||
		    strcmp(h->made[i].state, state) != 0) {
			h->made[left++] = h->made[i];
			continue;
		}
		*list = xgrow(*list, *n, &cap, sizeof(**list));
		(*list)[(*n)++] = h->made[i];
	}
	if (ret == 0)
		h->n = left;
	if (*n > 0)
		qsort(*list, *n, sizeof(**list), by_time);
	return ret;
}

/* Runs beside which others used the machine are another thing than quiet ones:
 * they are no history of these, but history of their like. */
static bool disturbed(double busy)
{
	return busy > NOTES_DISTURBS; /* unknown is not */
}

static void drop_disturbed(struct session *list, size_t *n)
{
	size_t left = 0;

	for (size_t i = 0; i < *n; i++)
		if (disturbed(list[i].busy))
			session_release(&list[i]);
		else
			list[left++] = list[i];
	*n = left;
}

static int add_floors(struct history *h, const struct run *r,
    const struct run *base, const struct run *now, bool quiet,
    struct floors *out, size_t *n_sessions, struct err *e)
{
	struct floors more = { .row = NULL };
	struct session *list = NULL;
	size_t n = 0;
	int ret = sessions_of(h, r, &list, &n, e);

	if (quiet)
		drop_disturbed(list, &n);
	if (ret == 0) {
		judge_floors(list, n, base, now, &more);
		floors_merge(out, &more);
	}
	floors_release(&more);
	sessions_free(list, n);
	*n_sessions = n;
	return ret;
}

static void say(int ret, const struct err *e)
{
	static bool said;

	if (ret < 0 && ret != -ENOENT)
		warn_once(&said, "no history of this host", e);
}

void history_floors(const char *path, const struct run *base,
    const struct run *now, struct floors *out)
{
	bool same = host_same_state(&base->host, &now->host);
	bool quiet =
	    !disturbed(judge_busy(base)) && !disturbed(judge_busy(now));
	struct history h;
	struct err e;
	size_t n;
	int ret;

	memset(out, 0, sizeof(*out));
	/* measured together: nothing between sessions is in their difference */
	if (judge_pairing(base, now) == PAIRING_INTERLEAVED)
		return;
	ret = open_history(&h, path, &e);
	if (ret == 0)
		ret = add_floors(&h, base, same ? base : NULL,
		    same ? now : NULL, quiet, out, &n, &e);
	if (ret == 0 && !same)
		ret = add_floors(&h, now, NULL, NULL, quiet, out, &n, &e);
	say(ret, &e);
	close_history(&h);
}

void history_of(const char *path, const struct run *r, struct floors *out,
    size_t *n)
{
	struct history h;
	struct err e;
	int ret;

	memset(out, 0, sizeof(*out));
	*n = 0;
	ret = open_history(&h, path, &e);
	if (ret == 0)
		ret = add_floors(&h, r, NULL, NULL, !disturbed(judge_busy(r)),
		    out, n, &e);
	say(ret, &e);
	close_history(&h);
}

int history_store(const char *path, struct store **s, size_t *left,
    struct err *e)
{
	struct history h;
	struct err why;
	int ret = open_history(&h, path, e);

	/* what the file cannot keep a copy can */
	if (ret == 0 && h.n > 0 && store_to_memory(h.store, &why) == 0 &&
	    store_put_sessions(h.store, h.made, h.n, &why) == 0) {
		sessions_free(h.made, h.n);
		h.made = NULL;
		h.n = 0;
	}
	*left = ret == 0 ? h.n : 0;
	*s = NULL;
	if (ret == 0) {
		*s = h.store;
		h.store = NULL;
	}
	close_history(&h);
	return ret;
}
