/* floor.c - tests of what past runs say of the difference of sessions. */
#include "judge/judge.h"

#include "../noise.h"
#include "made.h"
#include "tap.h"

#include <stdio.h>

static struct rng rng;

#define MOST 40

static struct session past[MOST];
static size_t n_past;
static struct floors f;

/* One more session with rows at these levels, known within se. */
static void add(const char *boot, int64_t at, size_t rows, double apart,
    double se)
{
	struct session *s = &past[n_past++];
	char key[32];

	session_init(s);
	s->boot = xstrdup(boot);
	s->started_ns = at;
	for (size_t i = 0; i < rows; i++) {
		struct session_row *row;

		snprintf(key, sizeof(key), "sys_%zu", i);
		row = session_add(s, key, "ns");
		row->y = (double)i + apart * noise_normal(&rng) +
		    se * noise_normal(&rng);
		row->se = se;
		row->n = 12;
	}
}

static void floors(const struct run *base, const struct run *now)
{
	judge_floors(past, n_past, base, now, &f);
}

static void end(void)
{
	while (n_past > 0)
		session_release(&past[--n_past]);
	floors_release(&f);
}

static double middle(bool boots)
{
	double sum = 0;

	for (size_t i = 0; i < f.n; i++)
		sum += log1p(boots ? f.row[i].boot : f.row[i].session);
	return f.n ? sum / (double)f.n : NAN;
}

/* The bound of a known spread: 100 rows, two sided, of a difference. */
static double bound_of(double apart)
{
	return 3.48 * sqrt(2) * apart; /* z(1 - .05 / 200) */
}

static void test_recovers(void)
{
	double want = bound_of(0.01);

	for (int i = 0; i < 20; i++)
		add("boot", i, 100, 0.01, 0.003);
	floors(NULL, NULL);
	tap_ok(f.n == 100, "a floor for each row");
	tap_ok(middle(false) > 0.9 * want && middle(false) < 1.6 * want,
	    "1 %% planted, 20 runs: bound %.1f %%, %.1f %% by normal theory",
	    100 * middle(false), 100 * want);
	tap_ok(f.row[0].sessions == 20 && f.row[0].boots == 0,
	    "from how many runs");
	end();
	for (int i = 0; i < 20; i++)
		add("boot", i, 100, 0, 0.003);
	floors(NULL, NULL);
	tap_ok(middle(false) < 0.02,
	    "none planted: the spread within is none between, %.2f %%",
	    100 * middle(false));
	end();
}

static void test_boots(void)
{
	char boot[8];

	for (int i = 0; i < 12; i++) {
		double at[2] = { 0.02 * noise_normal(&rng), 0 };

		snprintf(boot, sizeof(boot), "b%d", i);
		for (int k = 0; k < 2; k++) {
			add(boot, 2 * i + k, 50, 0, 0.001);
			for (size_t j = 0; j < 50; j++)
				past[n_past - 1].row[j].y += at[0];
		}
	}
	floors(NULL, NULL);
	tap_ok(f.row[0].sessions == 24 && f.row[0].boots == 12,
	    "sessions within boots, and boots");
	tap_ok(middle(false) < 0.02, "sessions of a boot agree: %.2f %%",
	    100 * middle(false));
	tap_ok(middle(true) > bound_of(0.02) / 2, "boots do not: %.1f %%",
	    100 * middle(true));
	end();
}

static void test_least(void)
{
	add("a", 1, 5, 0.01, 0.001);
	add("a", 2, 5, 0.01, 0.001);
	add("b", 3, 5, 0.01, 0.001);
	floors(NULL, NULL);
	tap_ok(f.n == 5 && f.row[0].sessions == 0 && f.row[0].boots == 0,
	    "two runs of one boot, two boots: no floor");
	floors_release(&f);
	add("b", 4, 5, 0.01, 0.001);
	floors(NULL, NULL);
	tap_ok(f.row[0].sessions == 4 && f.row[0].boots == 0,
	    "two runs of two boots each: a session's floor");
	floors_release(&f);
	add("c", 5, 5, 0.01, 0.001);
	floors(NULL, NULL);
	tap_ok(f.row[0].sessions == 4 && f.row[0].boots == 3,
	    "the third boot: a boot's floor");
	end();
	floors(NULL, NULL);
	tap_ok(f.n == 0, "no history at all");
	tap_ok(!floors_find(&f, "sys_0", "ns"), "nothing is found");
	end();
}

/* A change that no fact shows lies between the two runs that are compared: it
 * is no session's whim. */
static void test_sides(void)
{
	struct run base, now;
	double before;

	run_init(&base);
	run_init(&now);
	base.started_ns = 5;
	now.started_ns = 6;
	for (int i = 1; i <= 10; i++) {
		add("boot", i, 20, 0.001, 0.001);
		for (size_t j = 0; i > 5 && j < 20; j++)
			past[n_past - 1].row[j].y += 0.3;
	}
	floors(&base, &now);
	before = middle(false);
	floors_release(&f);
	floors(NULL, NULL);
	tap_ok(before < 0.05, "each side for itself: %.1f %%", 100 * before);
	tap_ok(middle(false) > 0.29, "all together: %.0f %%",
	    100 * middle(false));
	floors_release(&f);
	floors(&now, &base);
	tap_ok(middle(false) == before, "in whatever order they are given");
	run_release(&base);
	run_release(&now);
	end();
}

static void test_seen(void)
{
	for (int i = 0; i < 5; i++) {
		add("boot", i, 50, 0, 0.002);
		if (i == 3)
			past[n_past - 1].row[7].y += 0.12;
	}
	floors(NULL, NULL);
	tap_ok(floors_find(&f, "sys_7", "ns")->session >= expm1(0.11),
	    "what was seen once is no alarm: %.1f %%",
	    100 * floors_find(&f, "sys_7", "ns")->session);
	end();
}

static void test_how(void)
{
	for (int i = 0; i < 3; i++)
		add("boot", i, 3, 0.001, 0.001);
	free(past[2].row[1].how);
	past[2].row[1].how = xstrdup("ns; free");
	floors(NULL, NULL);
	tap_ok(f.n == 4 && floors_find(&f, "sys_0", "ns")->sessions == 3 &&
		floors_find(&f, "sys_1", "ns")->sessions == 0,
	    "other placement, other row");
	tap_ok(floors_find(&f, "sys_1", "ns; free") &&
		!floors_find(&f, "sys_1", "B/s"),
	    "found by both");
	end();
}

static void test_merge(void)
{
	struct floors to = { .row = NULL };

	for (int i = 0; i < 3; i++)
		add("boot", i, 3, 0.001, 0.001);
	floors(NULL, NULL);
	to = f;
	memset(&f, 0, sizeof(f));
	for (int i = 0; i < 4; i++)
		add("boot", i, 4, 0.1, 0.001);
	judge_floors(past + 3, 4, NULL, NULL, &f);
	floors_merge(&to, &f);
	tap_ok(to.n == 4 && f.n == 0, "rows of both");
	tap_ok(floors_find(&to, "sys_0", "ns")->sessions == 4 &&
		floors_find(&to, "sys_3", "ns")->sessions == 4,
	    "the larger one counts");
	floors_release(&to);
	end();
}

static void test_levels(void)
{
	struct session s;
	struct run r;

	run_init(&r);
	made_host(&r, "cpu", "boot");
	made_spread(&r, "sys_x", 100, 0.05, 12);
	made_spread(&r, "few", 100, 0.05, 2);
	run_add(&r, "failed")->outcome = OUTCOME_FAILED;
	judge_session(&r, &s);
	tap_ok(s.n == 2 && s.row[1].n == 2, "rows that have values");
	tap_near(s.row[0].y, log(100), 0.01, "its level");
	tap_ok(s.row[0].se > 0.005 && s.row[0].se < 0.02 && s.row[0].n == 12,
	    "known within %.2f %%", 100 * s.row[0].se);
	tap_str(s.row[0].how, "ns; free", "how it was measured");
	tap_str(s.boot, "boot", "its boot");
	tap_ok(strlen(s.host) == 16 && strlen(s.state) == 16, "its state");
	session_release(&s);
	run_release(&r);
}

/* A comparison with history: the margin, where it comes from, and words. */
static void test_words(void)
{
	struct judge_opts o = judge_defaults;
	struct verdict_set v;
	struct run a, b;

	run_init(&a);
	run_init(&b);
	made_host(&a, "cpu", "boot");
	made_host(&b, "cpu", "boot");
	for (int i = 0; i < 4; i++) {
		char key[16];

		snprintf(key, sizeof(key), "sys_%d", i);
		made_spread(&a, key, 100, 0.002, 12);
		made_spread(&b, key, i ? 100 : 104, 0.002, 12);
	}
	judge_compare(&a, &b, &o, &v);
	tap_ok(v.rows[0].verdict != VERDICT_SLOWER, "4 %% without history");
	tap_ok(v.rows[0].margins.from == MARGIN_DEFAULT, "its margin");
	tap_str(v.order,
	    "not interleaved; no history of 3 runs of one state on this host: "
	    "margins of 5 % are taken, 'perfloss run --repeat 5' measures them",
	    "is said");
	verdict_set_release(&v);
	for (int i = 0; i < 6; i++) {
		add("boot", i, 3, 0.0005, 0.001);
		for (size_t k = 0; k < 3; k++) {
			free(past[i].row[k].how);
			past[i].row[k].how = xstrdup("ns; free");
		}
	}
	floors(NULL, NULL);
	o.floors = &f;
	judge_compare(&a, &b, &o, &v);
	tap_ok(v.rows[0].verdict == VERDICT_SLOWER &&
		v.rows[0].margins.from == MARGIN_MEASURED &&
		v.rows[0].margins.runs == 6,
	    "4 %% with history is SLOWER, beyond %.1f %%",
	    100 * v.rows[0].margin);
	tap_str(v.order,
	    "not interleaved; margins from 6 stored runs of one state, 5 % "
	    "for 1 row without",
	    "is said");
	verdict_set_release(&v);
	o.delta = 0.3;
	judge_compare(&a, &b, &o, &v);
	tap_near(v.rows[0].margin, 0.3, 1e-9, "never less than asked for");
	verdict_set_release(&v);
	run_release(&a);
	run_release(&b);
	end();
}

int main(void)
{
	rng_seed(&rng, 20261130);
	test_recovers();
	test_boots();
	test_least();
	test_sides();
	test_seen();
	test_how();
	test_merge();
	test_levels();
	test_words();
	return tap_done();
}
