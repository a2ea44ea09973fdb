/* after_part.c - tests of model/after_part: an aftermath taken apart, written,
 * read and put together again. */
#include "model/after_part.h"

#include "base/mem.h"
#include "model/run_json.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

#define S INT64_C(1000000000)

static struct err e;

static void look(struct aftermath *a, int64_t at_ns, const char *cached,
    const char *process)
{
	struct left l = { .at_ns = at_ns };

	left_put(&l, LEFT_UNREAD, "slabinfo", "needs root");
	left_put(&l, LEFT_LEVEL, "mem.Cached", cached);
	left_put(&l, LEFT_COUNTER, "vm.pgfault", "100");
	if (process)
		left_put(&l, LEFT_PROCESS, process, "1 5 7 sleep \"x\"");
	left_sort(&l);
	aftermath_add_left(a, &l);
}

/* Three phases of 10 s, looks in each and one between. */
static void make(struct aftermath *a)
{
	aftermath_init(a);
	for (int i = 0; i < AFTER_PHASES; i++) {
		struct run *r = &a->phase[i];

		a->from_ns[i] = i * 12 * S + 1;
		a->to_ns[i] = a->from_ns[i] + 10 * S;
		run_add(r, "sys_null")->outcome = OUTCOME_SKIPPED;
	}
	look(a, 1, "1000", NULL);
	look(a, 5 * S, "1000", "77");
	look(a, 11 * S, "2000", "77"); /* between: of the baseline */
	look(a, 15 * S, "3000", "78");
	look(a, 30 * S, "3000", NULL);
	look(a, 33 * S, "3000", NULL);
	a->load.what = xstrdup("compute x 2");
	a->load.copies = 2;
	a->load.began = true;
	a->load.cpu_s = 1.5;
	a->load.n_each = 2;
	a->load.each_s = xcalloc(2, sizeof(double));
	a->load.each_s[1] = 0.25;
	a->load.from_ns = 12 * S;
	a->load.to_ns = 23 * S;
	a->about.cpus = 4;
	a->about.self[0] = 123;
	a->about.keeper = 456;
	a->about.clock_step_s = -2;
	a->about.first = true;
}

static bool same_left(const struct left *x, const struct left *y)
{
	bool same = x->at_ns == y->at_ns && x->n == y->n;

	for (size_t i = 0; same && i < x->n; i++)
		same = x->thing[i].kind == y->thing[i].kind &&
		    strcmp(x->thing[i].key, y->thing[i].key) == 0 &&
		    strcmp(x->thing[i].value, y->thing[i].value) == 0;
	return same;
}

static void check_whole(const struct aftermath *a, const struct aftermath *b)
{
	bool same = a->n_left == b->n_left;

	for (size_t i = 0; same && i < a->n_left; i++)
		same = same_left(&a->left[i], &b->left[i]);
	tap_ok(same, "each look is what it was");
	tap_ok(memcmp(a->from_ns, b->from_ns, sizeof(a->from_ns)) == 0 &&
		memcmp(a->to_ns, b->to_ns, sizeof(a->to_ns)) == 0,
	    "the phases' times");
	tap_ok(b->load.what && strcmp(a->load.what, b->load.what) == 0 &&
		b->load.copies == 2 && b->load.began && !b->load.ended &&
		!b->load.why && b->load.n_each == 2 &&
		b->load.each_s[1] == a->load.each_s[1] &&
		b->load.cpu_s == a->load.cpu_s &&
		b->load.to_ns == a->load.to_ns,
	    "the load");
	tap_ok(b->about.cpus == 4 && b->about.self[0] == 123 &&
		b->about.keeper == 456 && b->about.clock_step_s == -2 &&
		b->about.first && !b->about.cut,
	    "what is of all");
}

static void there_and_back(void)
{
	struct run back[AFTER_PHASES];
	const struct run *of[AFTER_PHASES];
	struct buf text = BUF_INIT;
	struct aftermath a, whole;

	make(&a);
	aftermath_part(&a);
	tap_ok(a.phase[0].after->n_left == 3 && a.phase[1].after->n_left == 1 &&
		a.phase[2].after->n_left == 2,
	    "each look is of one phase");
	for (int i = 0; i < AFTER_PHASES; i++) {
		buf_clear(&text);
		run_to_json(&a.phase[i], &text);
		tap_ok(run_from_json(&back[i], text.s, text.len, &e) == 0,
		    "phase %d is read: %s", i, e.text);
		of[i] = &back[i];
	}
	tap_str(back[0].after->uuid, back[2].after->uuid, "they share a uuid");
	aftermath_join(&whole, of);
	check_whole(&a, &whole);
	aftermath_unjoin(&whole);
	of[AFTER_BASELINE] = NULL;
	aftermath_join(&whole, of);
	tap_ok(whole.to_ns[0] == 0 && whole.to_ns[2] > 0 && whole.n_left == 3,
	    "without a phase");
	aftermath_unjoin(&whole);
	for (int i = 0; i < AFTER_PHASES; i++)
		run_release(&back[i]);
	buf_release(&text);
	aftermath_release(&a);
}

/* A look that says what the one before did is small. */
static void is_short(void)
{
	struct buf text = BUF_INIT;
	struct aftermath a;
	struct json j;
	size_t once;

	make(&a);
	aftermath_part(&a);
	json_init(&j, &text);
	after_part_to_json(a.phase[2].after, &j);
	once = text.len;
	for (int i = 0; i < 10; i++)
		look(&a, (33 + i) * S, "3000", NULL);
	aftermath_part(&a);
	buf_clear(&text);
	json_init(&j, &text);
	after_part_to_json(a.phase[2].after, &j);
	tap_ok(text.len < once + 10 * 50, "ten looks more: %zu, then %zu bytes",
	    once, text.len);
	buf_release(&text);
	aftermath_release(&a);
}

/* A system that does not tell what a load used is no reason to lose it. */
static void unknown(void)
{
	struct buf text = BUF_INIT;
	struct after_part *p;
	struct aftermath a;
	struct json j;

	make(&a);
	a.load.cpu_s = a.load.each_s[1] = -1;
	aftermath_part(&a);
	json_init(&j, &text);
	after_part_to_json(a.phase[1].after, &j);
	p = after_part_from_text(buf_str(&text), text.len, &e);
	tap_ok(p && p->load.cpu_s < 0 && p->load.n_each == 0,
	    "CPU time that is unknown stays so");
	after_part_free(p);
	buf_release(&text);
	aftermath_release(&a);
}

static void refused(const char *text, const char *why)
{
	struct after_part *p = after_part_from_text(text, strlen(text), &e);

	tap_ok(!p && strstr(e.text, why), "%s: %s", why, e.text);
	after_part_free(p);
}

#define UUID "\"uuid\":\"00000000-0000-4000-8000-000000000007\""

static void strangers(void)
{
	const char *least = "{" UUID ",\"phase\":\"load\"}";
	struct after_part *p = after_part_from_text(least, strlen(least), &e);

	tap_ok(p && p->phase == AFTER_LOAD && p->n_left == 0 && !p->load.what,
	    "the least that is one");
	after_part_free(p);
	refused("{}", "'uuid'");
	refused("{" UUID ",\"phase\":\"after\"}", "'phase'");
	refused("{" UUID ",\"phase\":\"load\",\"from_ns\":2,\"to_ns\":1}",
	    "out of range");
	refused("{" UUID ",\"phase\":\"load\",\"left\":[{}]}", "'at_ns'");
	refused("{" UUID ",\"phase\":\"load\",\"left\":[{\"at_ns\":1,"
		"\"set\":{\"level\":{\"x\":1}}}]}",
	    "strings");
	refused("{" UUID ",\"phase\":\"load\",\"load\":{\"each_ns\":[-1]}}",
	    "is no time");
	refused("[", "JSON");
}

int main(void)
{
	there_and_back();
	is_short();
	unknown();
	strangers();
	return tap_done();
}
