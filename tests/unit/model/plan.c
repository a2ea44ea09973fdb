/* plan.c - tests of model/plan: order, sentinels, drops, replay. */
#include "model/plan.h"

#include "tap.h"

static void rows(struct plan *p, uint64_t seed, size_t n)
{
	char key[16];
	size_t i;

	plan_init(p, seed);
	for (i = 0; i < n; i++) {
		snprintf(key, sizeof(key), "row%zu", i);
		plan_add(p, key);
	}
	p->tick_ns = 4000000;
	p->rounds = 4;
}

/* All lines of a plan; row `drop` is dropped when it first comes. */
static void lines(struct plan *p, const char *drop, struct buf *out)
{
	struct buf line = BUF_INIT;
	struct plan_step s;

	while (plan_next(p, &s)) {
		if (drop && strcmp(s.key, drop) == 0) {
			plan_drop(p, s.row);
			continue;
		}
		buf_addf(out, "%u %s %lld\n", s.round, s.key,
		    (long long)s.idle_ns);
		plan_done(p, &s);
	}
	buf_release(&line);
}

static void order(void)
{
	struct plan p;
	struct plan_step s;
	unsigned seen[4][10] = { { 0 } }, wrong = 0, sorted = 0;
	int64_t most = 0;
	size_t i, before = 0;
	int64_t id = 0;

	rows(&p, 7, 10);
	while (plan_next(&p, &s)) {
		wrong += s.id != ++id || s.round > 3;
		seen[s.round & 3][s.row]++;
		sorted += s.row > before;
		before = s.row;
		wrong += s.idle_ns < 0 || s.idle_ns >= 4000000;
		most = s.idle_ns > most ? s.idle_ns : most;
	}
	for (i = 0; i < 40; i++)
		wrong += seen[i / 10][i % 10] != 1;
	tap_ok(wrong == 0 && id == 40, "each row once in each round");
	tap_ok(sorted < 35, "not in the order given");
	tap_ok(most > 3000000, "idle up to a tick");
	tap_ok(!plan_next(&p, &s), "the end stays the end");
	plan_release(&p);
	plan_release(NULL);
}

static void replay(void)
{
	struct buf a = BUF_INIT, b = BUF_INIT, c = BUF_INIT, d = BUF_INIT;
	char *at, *end;
	struct plan p;

	rows(&p, 1, 5);
	lines(&p, NULL, &a);
	plan_release(&p);
	rows(&p, 1, 5);
	lines(&p, NULL, &b);
	plan_release(&p);
	rows(&p, 2, 5);
	lines(&p, NULL, &c);
	plan_release(&p);
	tap_str(buf_str(&a), buf_str(&b), "the same seed, the same order");
	tap_ok(strcmp(buf_str(&a), buf_str(&c)) != 0, "another seed");
	rows(&p, 1, 5);
	lines(&p, "row3", &d);
	plan_release(&p);
	buf_clear(&c);
	for (at = a.s; *at; at = end + 1) {
		end = strchr(at, '\n');
		if (strncmp(strchr(at, ' '), " row3", 5) != 0)
			buf_add_mem(&c, at, (size_t)(end + 1 - at));
	}
	tap_str(buf_str(&d), buf_str(&c), "a dropped row moves no other");
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
	buf_release(&d);
}

/* The phases as letters, one per step. */
static void phases(struct plan *p, char *out)
{
	struct plan_step s;

	while (plan_next(p, &s))
		*out++ = "srme"[s.phase];
	*out = '\0';
}

static void sentinels(void)
{
	char got[64];
	struct plan p;
	struct plan_step s;

	rows(&p, 1, 3);
	plan_sentinel(&p, "row1");
	plan_sentinel(&p, "only");
	phases(&p, got);
	tap_str(got, "ssrrrrrrmmrrrrrree", "start, middle and end");
	plan_release(&p);

	rows(&p, 1, 2);
	p.rounds = 1;
	plan_sentinel(&p, "row1");
	phases(&p, got);
	tap_str(got, "srre", "one round has no middle");
	plan_release(&p);

	rows(&p, 1, 2);
	p.rounds = 0;
	plan_sentinel(&p, "row1");
	plan_next(&p, &s);
	plan_next(&p, &s);
	plan_middle(&p);
	plan_next(&p, &s);
	plan_next(&p, &s);
	tap_ok(s.phase == PLAN_MIDDLE, "a middle on request");
	plan_next(&p, &s);
	tap_ok(s.phase == PLAN_ROUNDS && s.round == 1, "then the next round");
	plan_finish(&p);
	phases(&p, got);
	tap_str(got, "e", "finished in mid-round: sentinels alone");
	plan_release(&p);
}

static void failures(void)
{
	char got[64];
	struct plan p;
	struct plan_step s;
	unsigned tries = 0;

	rows(&p, 3, 2);
	p.rounds = 20;
	while (plan_next(&p, &s)) {
		if (s.row == 0) {
			tries++;
			if (tries == 3)
				plan_done(&p, &s);
			else
				plan_failed(&p, &s);
		}
	}
	tap_ok(tries == 6, "dropped after three failures in a row");
	tap_ok(plan_wanted(&p) == 1, "the other is still wanted");
	plan_release(&p);

	rows(&p, 3, 2);
	plan_sentinel(&p, "x");
	plan_next(&p, &s);
	plan_drop(&p, 0);
	plan_drop(&p, 1);
	phases(&p, got);
	tap_str(got, "", "nothing wanted: over");
	plan_release(&p);

	plan_init(&p, 1);
	tap_ok(!plan_next(&p, &s), "an empty plan");
	plan_release(&p);
}

/* -- Arms ---------------------------------------------------------------- */

/* A round of two arms: each row once in each, its arms adjacent. */
static void arms_adjacent(void)
{
	unsigned seen[4][10][2] = { { { 0 } } }, wrong = 0, b_first = 0;
	struct plan_step s, t;
	struct plan p;
	size_t i;

	rows(&p, 5, 10);
	p.arms = 2;
	while (plan_next(&p, &s) && plan_next(&p, &t)) {
		wrong += s.row != t.row || s.arm == t.arm || s.arm > 1 ||
		    t.arm > 1 || s.round != t.round;
		wrong += !s.first || !t.first || s.idle_ns == t.idle_ns;
		seen[s.round][s.row][s.arm]++;
		seen[t.round][t.row][t.arm]++;
		b_first += s.arm;
	}
	for (i = 0; i < 80; i++)
		wrong += seen[i / 20][i / 2 % 10][i % 2] != 1;
	tap_ok(wrong == 0, "each row once in each arm, one after the other");
	tap_ok(b_first > 10 && b_first < 30, "either arm comes first");
	plan_release(&p);
}

/* Order of (arm, row) as text. */
static void turns(uint64_t seed, unsigned arms, size_t block, const char *drop,
    struct buf *out)
{
	struct plan_step s;
	struct plan p;

	rows(&p, seed, 7);
	p.arms = arms;
	p.block = block;
	while (plan_next(&p, &s)) {
		if (drop && strcmp(s.key, drop) == 0)
			plan_drop(&p, s.row);
		else
			buf_addf(out, "%u %s %u %lld\n", s.round, s.key, s.arm,
			    (long long)s.idle_ns);
	}
	plan_release(&p);
}

static void arms_replay(void)
{
	struct buf a = BUF_INIT, b = BUF_INIT, c = BUF_INIT;
	char *at, *end;

	turns(3, 2, 1, NULL, &a);
	turns(3, 2, 1, NULL, &b);
	tap_str(buf_str(&b), buf_str(&a), "two arms: the seed replays");
	buf_clear(&b);
	turns(3, 2, 1, "row4", &b);
	for (at = a.s; *at; at = end + 1) {
		end = strchr(at, '\n');
		if (strncmp(strchr(at, ' '), " row4", 5) != 0)
			buf_add_mem(&c, at, (size_t)(end + 1 - at));
	}
	tap_str(buf_str(&b), buf_str(&c), "two arms: a dropped row moves none");
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
}

/* Blocks: rows of one arm, then the same rows in the same order in the other.
 */
static void arms_blocks(void)
{
	size_t half[16], n = 0, at = 0, firsts = 0, wrong = 0, b_first = 0;
	struct plan_step s;
	struct plan p;

	rows(&p, 9, 7);
	p.arms = 2;
	p.block = 3;
	p.rounds = 40;
	while (plan_next(&p, &s)) {
		/* 3, 3 and 1 rows a block */
		size_t in_round = n % 14, of = in_round < 12 ? 3 : 1;

		at = in_round < 12 ? in_round % 6 : in_round - 12;
		if (at < of)
			half[at] = s.row;
		else
			wrong += half[at - of] != s.row;
		wrong += s.first != (at % of == 0);
		firsts += s.first;
		b_first += at == 0 && s.arm == 1;
		n++;
	}
	tap_ok(n == 40 * 14 && firsts == 40 * 6 && wrong == 0,
	    "blocks of three rows: %zu steps, %zu changes", n, firsts);
	tap_ok(b_first > 40 && b_first < 80, "either arm first: %zu of 120",
	    b_first);
	plan_release(&p);

	rows(&p, 9, 4);
	p.arms = 2;
	p.block = 3;
	p.rounds = 2;
	for (n = 0; !plan_round_over(&p); n++)
		plan_next(&p, &s);
	tap_ok(n == 8 && s.round == 0, "the round is over after its last step");
	plan_drop(&p, 0);
	for (n = firsts = 0; plan_next(&p, &s); n++)
		firsts += s.first;
	tap_ok(n == 6 && firsts == 2, "three rows are left: one block");
	plan_release(&p);
}

/* Failures are counted for each arm: one that always fails is enough. */
static void arms_fail(void)
{
	struct plan_step s;
	struct plan p;
	size_t n = 0;

	rows(&p, 2, 1);
	p.arms = 2;
	p.rounds = 20;
	while (plan_next(&p, &s)) {
		n += s.arm == 1;
		if (s.arm == 1)
			plan_failed(&p, &s);
		else
			plan_done(&p, &s);
	}
	tap_ok(n == 3, "one arm fails three times: %zu", n);
	plan_release(&p);
}

/* What one arm skips the other tries once, whichever is first. */
static void arms_skip(void)
{
	unsigned seed, tried = 0, again = 0, over = 0;
	struct plan_step s, t;
	struct plan p;

	for (seed = 1; seed <= 20; seed++) {
		plan_init(&p, seed);
		plan_add(&p, "x");
		p.arms = 2;
		p.rounds = 3;
		plan_next(&p, &s);
		plan_skipped(&p, &s);
		over += plan_round_over(&p);
		tried += plan_next(&p, &t) && t.arm != s.arm;
		plan_done(&p, &t);
		over += !plan_round_over(&p);
		again += plan_next(&p, &s);
		plan_release(&p);
	}
	tap_ok(tried == 20 && again == 0 && over == 0,
	    "a skipped row: the other arm tries it (%u), once (%u, %u)", tried,
	    again, over);
}

static void arms_many(void)
{
	unsigned seen[24] = { 0 }, kinds = 0, n = 0;
	struct plan_step s[4];
	struct plan p;
	size_t i;

	rows(&p, 4, 1);
	p.arms = 4;
	p.rounds = 400;
	while (plan_next(&p, &s[0]) && plan_next(&p, &s[1]) &&
	    plan_next(&p, &s[2]) && plan_next(&p, &s[3])) {
		/* which of the 24 orders: first and second and third */
		unsigned a = s[0].arm, b = s[1].arm, c = s[2].arm;

		b -= b > a;
		c = c < s[3].arm;
		seen[a * 6 + b * 2 + c]++;
		n++;
	}
	for (i = 0; i < 24; i++)
		kinds += seen[i] > 0;
	tap_ok(n == 400 && kinds == 24, "four arms: all %u orders", kinds);
	plan_release(&p);
}

static void wire(void)
{
	struct buf b = BUF_INIT;
	struct plan p;
	struct plan_step s;

	plan_init(&p, 1);
	plan_add(&p, "a/b=\"");
	p.rounds = 1;
	plan_head(&p, &b);
	tap_str(buf_str(&b), "{\"t\":\"plan\",\"wire\":1}", "head");
	p.dir = "/tmp";
	p.no_facts = true;
	plan_head(&p, &b);
	tap_str(buf_str(&b),
	    "{\"t\":\"plan\",\"wire\":1,\"dir\":\"/tmp\","
	    "\"facts\":false}",
	    "head with all");
	p.counts = true;
	plan_head(&p, &b);
	tap_ok(strstr(buf_str(&b), "\"clock\":\"instructions\"}") != NULL,
	    "head of a plan that counts");
	plan_next(&p, &s);
	plan_line(&p, &s, &b);
	tap_str(buf_str(&b), "{\"t\":\"step\",\"id\":1,\"key\":\"a/b=\\\"\"}",
	    "step");
	p.profile = 20011;
	plan_line(&p, &s, &b);
	tap_str(buf_str(&b),
	    "{\"t\":\"step\",\"id\":1,\"key\":\"a/b=\\\"\","
	    "\"profile\":20011}",
	    "a step that is sampled");
	p.profile = 0;
	plan_symbols(&b);
	tap_str(buf_str(&b), "{\"t\":\"symbols\"}", "symbols");
	p.rows[0].ops = 100;
	p.time_ns = 5;
	p.deadline_ns = 6;
	p.pin = PLAN_FREE;
	s.idle_ns = 9;
	p.quiet_ns = 8;
	plan_line(&p, &s, &b);
	tap_str(buf_str(&b),
	    "{\"t\":\"step\",\"id\":1,\"key\":\"a/b=\\\"\","
	    "\"ops\":100,\"time_ns\":5,\"idle_ns\":9,\"quiet_ns\":8,"
	    "\"deadline_ns\":6,"
	    "\"pin\":-1}",
	    "step with all");
	plan_env(&b);
	tap_str(buf_str(&b), "{\"t\":\"env\"}", "env");
	plan_end(&b);
	tap_str(buf_str(&b), "{\"t\":\"end\"}", "end");
	buf_release(&b);
	plan_release(&p);
}

/* Row 3 is measured again in each round, twice in the first. */
static void repeats(void)
{
	unsigned n[4] = { 0 }, arm[2] = { 0 }, wrong = 0, last = 0, first = 1;
	struct buf without = BUF_INIT, with = BUF_INIT;
	struct plan p;
	struct plan_step s;

	rows(&p, 11, 6);
	p.arms = 2;
	lines(&p, NULL, &without);
	plan_release(&p);
	rows(&p, 11, 6);
	p.arms = 2;
	while (plan_next(&p, &s)) {
		if (s.row == 3) {
			arm[s.arm]++;
			if (n[s.round] > 1)
				last = s.round + 1;
			if (++n[s.round] == 2 || (n[s.round] == 4 && first)) {
				first &= n[s.round] != 4;
				plan_again(&p, 3);
			}
		}
		wrong += s.row != 3 && last == s.round + 1;
		if (s.row != 3 || n[s.round] <= 2)
			buf_addf(&with, "%u %s %lld\n", s.round, s.key,
			    (long long)s.idle_ns);
	}
	tap_ok(n[0] == 6 && n[1] == 4 && n[3] == 4, "again and again");
	tap_ok(arm[0] == arm[1], "in each arm");
	tap_ok(wrong == 0, "after all others of the round");
	tap_ok(strcmp(buf_str(&with), buf_str(&without)) == 0,
	    "and the order of the rest is what it was");
	buf_release(&with);
	buf_release(&without);
	plan_release(&p);
}

int main(void)
{
	repeats();
	order();
	replay();
	sentinels();
	failures();
	arms_adjacent();
	arms_replay();
	arms_blocks();
	arms_fail();
	arms_skip();
	arms_many();
	wire();
	return tap_done();
}
