/* aftermath.c - tests of judge/aftermath: made-up loads, and what they left. */
#include "judge/aftermath.h"

#include "made.h"
#include "tap.h"

#define S      INT64_C(1000000000)
#define ROUNDS 30
#define LOOKS  8 /* in each phase */

/* -- A made-up session: 10 s of each phase ------------------------------- */

static void look(struct aftermath *a, double at_s)
{
	struct left l = { .at_ns = (int64_t)(at_s * 1e9) };

	l.thing = xcalloc(40, sizeof(*l.thing));
	aftermath_add_left(a, &l);
}

static void begin(struct aftermath *a)
{
	aftermath_init(a);
	for (int p = 0; p < AFTER_PHASES; p++) {
		made_host(&a->phase[p], "cpu", "boot");
		host_set(&a->phase[p].host, "daemons.time", FACT_SETTING,
		    "none");
		a->from_ns[p] = p * 10 * S + S / 10;
		a->to_ns[p] = p * 10 * S + 9 * S;
		for (int i = 0; i < LOOKS; i++)
			look(a, 10 * p + 1 + i);
	}
	a->about.first = true;
	a->load.began = true;
	a->load.what = xstrdup("a load");
	a->load.from_ns = 10 * S;
	a->load.to_ns = 20 * S;
	a->about.self[0] = 100;
	a->about.keeper = 200;
}

/* Keys are put in any order; left_find wants them sorted. */
static int by_key(const void *x, const void *y)
{
	const struct thing *a = x, *b = y;

	return a->kind != b->kind ? (int)a->kind - (int)b->kind :
				    strcmp(a->key, b->key);
}

static void put(struct left *l, enum left_kind kind, const char *key,
    const char *value, double number)
{
	struct thing *t = &l->thing[l->n++];

	t->kind = kind;
	t->key = xstrdup(key);
	t->value = xstrdup(value);
	t->number = number;
	qsort(l->thing, l->n, sizeof(*l->thing), by_key);
}

/* A level or counter in all looks: base + each look's step, after the load more
 * by `more`. */
static void put_number(struct aftermath *a, enum left_kind kind,
    const char *key, double base, double step, double more)
{
	for (size_t i = 0; i < a->n_left; i++)
		put(&a->left[i], kind, key, "",
		    base + step * (double)i + (i >= 2 * LOOKS ? more : 0));
}

static void put_text(struct aftermath *a, enum left_kind kind, const char *key,
    const char *before, const char *after)
{
	for (size_t i = 0; i < a->n_left; i++) {
		const char *v = i >= 2 * LOOKS ? after : before;

		if (v)
			put(&a->left[i], kind, key, v, NAN);
	}
}

/* A process that uses so many ticks a look; from the load on. */
static void put_process(struct aftermath *a, long pid, long ppid, double ticks,
    const char *name)
{
	char key[24], value[80];

	snprintf(key, sizeof(key), "%ld", pid);
	for (size_t i = LOOKS; i < a->n_left; i++) {
		snprintf(value, sizeof(value), "%ld 5000 %.0f %s", ppid,
		    ticks * (double)i, name);
		put(&a->left[i], LEFT_PROCESS, key, value, NAN);
	}
}

static void values(struct aftermath *a, enum after_phase p, const char *key,
    double cost, size_t n)
{
	struct result *res;

	made_spread(&a->phase[p], key, cost, 0.01, n);
	res = run_find(&a->phase[p], key);
	for (size_t i = 0; i < res->n_inv; i++)
		res->inv[i].start_ns = (uint64_t)(a->from_ns[p] +
		    (int64_t)i * (a->to_ns[p] - a->from_ns[p]) /
			(int64_t)ROUNDS);
	a->phase[p].rounds = (uint32_t)res->n_inv;
}

/* A row as it was, slower under the load, and then again at `after`. */
static void row(struct aftermath *a, const char *key, double after)
{
	values(a, AFTER_BASELINE, key, 100, ROUNDS);
	values(a, AFTER_LOAD, key, 300, ROUNDS);
	values(a, AFTER_RECOVERY, key, after, ROUNDS);
}

static void busy(struct aftermath *a, enum after_phase p, double cpus)
{
	struct env_sample e = { .busy = cpus, .steal = 0, .hog_share = 0 };

	for (uint32_t i = 0; i < ROUNDS; i++) {
		e.round = i;
		run_add_env(&a->phase[p], &e);
	}
}

static void judge(struct aftermath *a, struct after_judged *j)
{
	judge_aftermath(a, &judge_defaults, j);
}

/* -- Rows ----------------------------------------------------------------- */

static void test_recovered(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	row(&a, "sys_null", 100);
	row(&a, "sys_null" AFTERMATH_SURVIVOR, 100);
	judge(&a, &j);
	tap_ok(j.n == 2 && j.word == AFTER_RECOVERED, "recovered");
	tap_ok(!j.row[0].survivor && j.row[1].survivor, "both processes");
	tap_ok(strcmp(j.row[1].key, "sys_null") == 0, "of one row");
	tap_ok(j.row[0].at[AFTER_LOAD].verdict == VERDICT_SLOWER,
	    "slower under the load");
	tap_near(j.row[0].at[AFTER_LOAD].change, 2, .02, "by so much");
	tap_near(j.row[0].recovered_s, 0, 0, "from the first round on");
	tap_ok(j.n_left == 0 && j.snapshots[0] == LOOKS, "nothing is left");
	tap_ok(j.n_warnings == 0, "nothing to warn of");
	after_judged_release(&j);
	aftermath_release(&a);
}

static void test_slower(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	row(&a, "sys_null", 150);
	row(&a, "sys_null" AFTERMATH_SURVIVOR, 100);
	judge(&a, &j);
	tap_ok(j.word == AFTER_SLOWER, "still slower");
	tap_ok(j.row[0].word == AFTER_SLOWER &&
		j.row[1].word == AFTER_RECOVERED,
	    "fresh processes are, the surviving one is not");
	tap_ok(isnan(j.row[0].recovered_s), "no time of recovery");
	after_judged_release(&j);
	busy(&a, AFTER_BASELINE, .1);
	busy(&a, AFTER_RECOVERY, 1.1);
	judge(&a, &j);
	tap_ok(j.word != AFTER_SLOWER && strstr(j.row[0].note, "1.0 CPUs"),
	    "others were busier: %s", j.row[0].note);
	after_judged_release(&j);
	put_process(&a, 200, 100, 0, "perfloss-probe");
	put_process(&a, 300, 200, 100, "spin"); /* 1 CPU, and the load's */
	judge(&a, &j);
	tap_ok(j.word == AFTER_SLOWER, "but not if that is the load's own");
	after_judged_release(&j);
	aftermath_release(&a);
}

static void test_crowded(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	a.about.cpus = 2;
	row(&a, "sys_null", 150);
	busy(&a, AFTER_BASELINE, 1.7);
	busy(&a, AFTER_RECOVERY, 1.7);
	judge(&a, &j);
	tap_ok(j.word != AFTER_SLOWER && strstr(j.row[0].note, "1.7 of 2"),
	    "others use the machine: %s", j.row[0].note);
	after_judged_release(&j);
	a.about.cpus = 8;
	judge(&a, &j);
	tap_ok(j.word == AFTER_SLOWER, "not if it is a large one");
	after_judged_release(&j);
	aftermath_release(&a);
}

static void test_drift(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	values(&a, AFTER_BASELINE, "sys_null", 100, ROUNDS / 2);
	values(&a, AFTER_BASELINE, "sys_null", 130, ROUNDS / 2);
	values(&a, AFTER_RECOVERY, "sys_null", 140, ROUNDS);
	judge(&a, &j);
	tap_ok(j.word != AFTER_SLOWER, "the baseline moved as far: %s",
	    j.row[0].note);
	tap_near(j.row[0].drift, .3, .1, "so far");
	after_judged_release(&j);
	aftermath_release(&a);
}

static void test_time(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	values(&a, AFTER_BASELINE, "sys_null", 100, ROUNDS);
	values(&a, AFTER_RECOVERY, "sys_null", 200, 10);
	values(&a, AFTER_RECOVERY, "sys_null", 100, 20);
	judge(&a, &j);
	tap_ok(j.word == AFTER_RECOVERED, "recovered in the end");
	tap_near(j.row[0].recovered_s, 3, .2, "after 3 s: %.2f",
	    j.row[0].recovered_s);
	tap_ok(j.tail_round == 15, "the later half is judged");
	after_judged_release(&j);
	aftermath_release(&a);
}

static void test_overruns(void)
{
	static const char key[] = "sched_periodic/us=10/work=5";
	struct aftermath a;
	struct after_judged j;
	struct invocation *inv;

	begin(&a);
	row(&a, key, 100);
	inv = &run_find(&a.phase[AFTER_LOAD], key)->inv[0];
	inv->events = xcalloc(3, sizeof(*inv->events));
	inv->n_events = 3;
	inv->events[0] = 9999;
	inv->events[1] = 10001;
	inv->events[2] = 50000;
	judge(&a, &j);
	tap_ok(j.row[0].overruns[AFTER_LOAD].periods == 3 &&
		j.row[0].overruns[AFTER_LOAD].overruns == 2,
	    "two of three periods overran");
	tap_ok(j.row[0].overruns[AFTER_BASELINE].periods == 0,
	    "none was seen before");
	after_judged_release(&j);
	aftermath_release(&a);
}

static void test_warnings(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	row(&a, "sys_null", 100);
	host_set(&a.phase[0].host, "daemons.time", FACT_SETTING, "chronyd");
	busy(&a, AFTER_BASELINE, .5);
	a.about.clock_step_s = -2;
	a.about.first = false;
	judge(&a, &j);
	tap_ok(j.n_warnings == 4, "four warnings: %zu", j.n_warnings);
	tap_ok(strstr(j.warning[0], "chronyd") != NULL, "a time daemon");
	tap_ok(strstr(j.warning[1], "-2.000 s") != NULL, "a step");
	tap_ok(strstr(j.warning[2], "0.50 CPUs") != NULL, "not alone");
	after_judged_release(&j);
	aftermath_release(&a);
}

/* -- What is left --------------------------------------------------------- */

/* What stands of it after one thing was put, "" = nothing. */
static char said[400];

static const char *only(struct aftermath *a)
{
	struct after_judged j;

	row(a, "sys_null", 100);
	judge(a, &j);
	said[0] = '\0';
	if (j.n_left > 1)
		snprintf(said, sizeof(said), "%zu things", j.n_left);
	else if (j.n_left == 1)
		snprintf(said, sizeof(said), "%s: %s -> %s", j.left[0].what,
		    j.left[0].before, j.left[0].after);
	after_judged_release(&j);
	aftermath_release(a);
	return said;
}

#define GB (1024.0 * 1048576)

static const char *number(enum left_kind kind, const char *key, double base,
    double step, double more)
{
	struct aftermath a;

	begin(&a);
	put_number(&a, LEFT_LEVEL, "mem.MemTotal", 8 * GB, 0, 0);
	put_number(&a, kind, key, base, step, more);
	return only(&a);
}

static const char *text(const char *key, const char *before, const char *after)
{
	struct aftermath a;

	begin(&a);
	put_text(&a, LEFT_CHOICE, key, before, after);
	return only(&a);
}

static void test_numbers(void)
{
	tap_ok(strstr(number(LEFT_LEVEL, "dentry.negative", 5e4, 100, 1e6),
		   "negative dentries"),
	    "a million of them: %s", said);
	tap_ok(strstr(number(LEFT_LEVEL, "ipc.sem", 0, 0, 1), "semaphore"),
	    "one semaphore set: %s", said);
	tap_ok(!number(LEFT_LEVEL, "ipc.sem", 3, 0, 0)[0], "three as before");
	tap_ok(!number(LEFT_LEVEL, "ipc.sem", 3, 0, -1)[0], "one less");
	tap_ok(strstr(number(LEFT_LEVEL, "timers", 20, 0, 5000), "timers"),
	    "timers: %s", said);
	tap_ok(strstr(number(LEFT_LEVEL, "free.small", 2e8, 0, GB),
		   "smaller than a huge page"),
	    "memory in pieces: %s", said);
	tap_ok(strstr(number(LEFT_LEVEL, "slab.dentry", 1e7, 0, GB / 4),
		   "slab cache dentry"),
	    "a slab: %s", said);
	tap_ok(strstr(number(LEFT_LEVEL, "mem.MemAvailable", 7 * GB, 0, -GB),
		   "memory available"),
	    "less memory: %s", said);
	tap_ok(!number(LEFT_LEVEL, "mem.MemAvailable", 6 * GB, 0, GB)[0],
	    "more of it is nothing bad");
	tap_ok(!number(LEFT_LEVEL, "dentry.negative", 5e4, 0, 2e4)[0],
	    "what is small is not named");
	tap_ok(!number(LEFT_LEVEL, "mem.Cached", GB, 3e7, 0)[0],
	    "what grew before may go on growing: %s", said);
	tap_ok(strstr(number(LEFT_COUNTER, "cgroup./a/throttled", 7, 0, 0),
		   "") &&
		!said[0],
	    "a counter that stands still");
}

static void test_one_look(void)
{
	struct aftermath a;

	begin(&a);
	put_number(&a, LEFT_LEVEL, "timers", 20, 0, 0);
	a.left[a.n_left - 1].thing[0].number = 9000;
	tap_ok(!only(&a)[0], "what the last look alone saw: %s", said);
}

static void test_counter(void)
{
	struct aftermath a;

	begin(&a);
	put_number(&a, LEFT_COUNTER, "cgroup./a/throttled", 7, 0, 0);
	for (size_t i = 2 * LOOKS; i < a.n_left; i++)
		a.left[i].thing[0].number += 10.0 * (double)(i - 2 * LOOKS);
	tap_ok(strstr(only(&a), "CPU quota") && strstr(said, "10.0/s"),
	    "throttled now: %s", said);
}

static void test_settings(void)
{
	struct aftermath a;

	tap_ok(strstr(text("sysctl.vm.swappiness", "60", "10"),
		   "vm.swappiness: 60 -> 10"),
	    "a setting: %s", said);
	tap_ok(strstr(text("cgroup./a/cpu.max", "max 100000", "5000 100000"),
		   "5000 100000"),
	    "a quota: %s", said);
	tap_ok(strstr(text("mount./mnt", NULL, "tmpfs rw"), "(none) -> tmpfs"),
	    "a mount: %s", said);
	tap_ok(strstr(text("mount./mnt", "tmpfs rw", NULL), "-> (none)"),
	    "one that is gone: %s", said);
	tap_ok(!text("clock.source", "tsc", "tsc")[0], "what is as it was");
	begin(&a);
	put_text(&a, LEFT_CHOICE, "sysctl.x", "1", "2");
	free(a.left[3].thing[0].value);
	a.left[3].thing[0].value = xstrdup("3");
	tap_ok(!only(&a)[0], "what changed before by itself: %s", said);
}

static void test_processes(void)
{
	struct aftermath a;

	begin(&a);
	put_process(&a, 200, 100, 0, "perfloss-probe");
	put_process(&a, 300, 200, 95, "spin");
	put_process(&a, 301, 200, 0, "spin");
	put_process(&a, 302, 100, 99, "ours");
	tap_ok(strstr(only(&a), "2 processes") && strstr(said, "'spin'") &&
		strstr(said, "0.95 CPUs"),
	    "left running: %s", said);
	begin(&a);
	put_process(&a, 300, 1, 1, "another");
	tap_ok(!only(&a)[0], "others that came meanwhile: %s", said);
	begin(&a);
	for (size_t i = 0; i < a.n_left; i++) {
		char v[40];

		snprintf(v, sizeof(v), "2 1 %zu kswapd0",
		    i < 2 * LOOKS ? 5 : 5 + 60 * (i - 2 * LOOKS));
		put(&a.left[i], LEFT_PROCESS, "50", v, NAN);
	}
	tap_ok(strstr(only(&a), "kswapd0") && strstr(said, "0.60 CPUs"),
	    "a kernel thread: %s", said);
}

static void test_unseen(void)
{
	struct aftermath a;
	struct after_judged j;

	begin(&a);
	row(&a, "sys_null", 100);
	for (size_t i = 2 * LOOKS + 1; i < a.n_left; i++)
		left_release(&a.left[i]);
	a.n_left = 2 * LOOKS + 1;
	put(&a.left[a.n_left - 1], LEFT_UNREAD, "slabinfo", "needs root", NAN);
	judge(&a, &j);
	tap_ok(j.snapshots[1] == 1 && j.n_left == 0, "one look is too few");
	tap_ok(j.n_unread == 1 &&
		strcmp(j.unread[0], "slabinfo: needs root") == 0,
	    "what could not be read");
	after_judged_release(&j);
	aftermath_release(&a);
	aftermath_init(&a);
	judge(&a, &j);
	tap_ok(j.n == 0 && j.word == AFTER_UNCLEAR, "nothing was measured");
	after_judged_release(&j);
	aftermath_release(&a);
}

int main(void)
{
	test_recovered();
	test_slower();
	test_crowded();
	test_drift();
	test_time();
	test_overruns();
	test_warnings();
	test_numbers();
	test_one_look();
	test_counter();
	test_settings();
	test_processes();
	test_unseen();
	return tap_done();
}
