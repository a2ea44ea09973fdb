/* host.c - tests of model/host: facts kept, hashed and compared. */
#include "model/host.h"

#include "base/buf.h"

#include "tap.h"

#include <errno.h>

static void keeps(void)
{
	struct host h;
	size_t i;

	host_init(&h);
	host_release(NULL);
	tap_ok(!host_get(&h, "a"), "nothing in an empty host");
	host_set(&h, "m", FACT_SETTING, "1");
	host_set(&h, "z", FACT_STATE, "2");
	host_set(&h, "a", FACT_IDENTITY, NULL);
	host_set(&h, "b", FACT_IDENTITY, "");
	host_set(&h, "m", FACT_SETTING, "3");
	tap_ok(h.n == 4, "each key once");
	for (i = 1; i < h.n; i++)
		tap_ok(strcmp(h.facts[i - 1].key, h.facts[i].key) < 0,
		    "sorted at %zu", i);
	tap_str(host_get(&h, "m"), "3", "replaced");
	tap_ok(!host_get(&h, "a"), "unknown");
	tap_str(host_get(&h, "b"), "", "empty is not unknown");
	host_set(&h, "m", FACT_SETTING, host_get(&h, "m"));
	tap_str(host_get(&h, "m"), "3", "set to its own value");
	host_release(&h);
	tap_ok(h.n == 0, "released is empty");
}

static void hashes(void)
{
	struct host a, b;
	char ha[17], hb[17];

	host_init(&a);
	host_init(&b);
	host_hash(&a, ha);
	tap_str(ha, "cbf29ce484222325", "empty: the offset basis");
	host_set(&a, "x", FACT_IDENTITY, "1");
	host_set(&a, "y", FACT_IDENTITY, "2");
	host_set(&b, "y", FACT_IDENTITY, "2");
	host_set(&b, "load", FACT_STATE, "0.5");
	host_set(&b, "x", FACT_IDENTITY, "1");
	host_hash(&a, ha);
	host_hash(&b, hb);
	tap_str(ha, hb, "order and states do not matter");
	host_set(&b, "x", FACT_IDENTITY, NULL);
	host_hash(&b, hb);
	tap_ok(strcmp(ha, hb) != 0, "unknown is another identity");
	host_set(&a, "x", FACT_IDENTITY, "");
	host_hash(&a, ha);
	tap_ok(strcmp(ha, hb) != 0, "empty is not unknown");
	host_release(&a);
	host_release(&b);
}

static void hash_state(struct host *h, const char *key, enum fact_kind kind,
    const char *value, char out[17])
{
	host_set(h, key, kind, value);
	host_state_hash(h, out);
}

static void states(void)
{
	char first[17], then[17];
	struct host h;

	host_init(&h);
	host_set(&h, "cpu.model", FACT_IDENTITY, "x");
	host_set(&h, "host.name", FACT_SETTING, "one");
	host_set(&h, "memory.total", FACT_SETTING, "25276502016");
	hash_state(&h, "thp.enabled", FACT_SETTING, "madvise", first);
	hash_state(&h, "boot.id", FACT_STATE, "b", then);
	tap_str(then, first, "what it does at the moment is no setting");
	hash_state(&h, "memory.total", FACT_SETTING, "25276497920", then);
	tap_str(then, first, "a page of memory less is the same state");
	hash_state(&h, "sysctl.kernel.threads_max", FACT_SETTING, "9", then);
	tap_str(then, first, "nor what follows from it");
	hash_state(&h, "host.name", FACT_SETTING, "two", then);
	tap_str(then, first, "nor a name");
	hash_state(&h, "thp.enabled", FACT_SETTING, "always", then);
	tap_ok(strcmp(then, first) != 0, "a setting is another state");
	hash_state(&h, "thp.enabled", FACT_SETTING, "madvise", then);
	tap_str(then, first, "and back");
	hash_state(&h, "cpu.model", FACT_IDENTITY, "y", then);
	tap_ok(strcmp(then, first) != 0, "another machine is another state");
	host_release(&h);
}

static void differs(void *to, const char *key, const char *a, const char *b)
{
	buf_addf(to, "%s:%s>%s ", key, a ? a : "?", b ? b : "?");
}

static void compares(void)
{
	struct host a, b;
	struct buf out = BUF_INIT;

	host_init(&a);
	host_init(&b);
	host_set(&a, "same", FACT_IDENTITY, "1");
	host_set(&b, "same", FACT_IDENTITY, "1");
	host_set(&a, "k", FACT_IDENTITY, "6.1");
	host_set(&b, "k", FACT_IDENTITY, "6.12");
	host_set(&a, "gone", FACT_SETTING, "x");
	host_set(&b, "new", FACT_SETTING, "y");
	host_set(&a, "load", FACT_STATE, "1");
	host_set(&b, "load", FACT_STATE, "2");
	host_set(&a, "unknown", FACT_SETTING, NULL);
	host_set(&b, "unknown", FACT_SETTING, NULL);
	host_diff(&a, &b, differs, &out);
	tap_str(buf_str(&out), "gone:x>? k:6.1>6.12 new:?>y ", "differences");
	buf_release(&out);
	host_release(&a);
	host_release(&b);
}

static void kinds(void)
{
	enum fact_kind k;

	tap_ok(fact_kind_parse("setting", &k) == 0 && k == FACT_SETTING,
	    "a kind's word");
	tap_str(fact_kind_word(FACT_STATE), "state", "the word of a kind");
	tap_ok(fact_kind_parse("sett", &k) == -EINVAL, "no kind");
}

int main(void)
{
	keeps();
	hashes();
	states();
	compares();
	kinds();
	return tap_done();
}
