/* compare.c - each word of a verdict is reached, and only where it is due. */
#include "judge/judge.h"

#include "two.h"

static void test_words(void)
{
	begin_two();
	made_spread(&a, "slower", 100, 0.02, 12);
	made_spread(&b, "slower", 120, 0.02, 12);
	made_spread(&a, "faster", 100, 0.02, 12);
	made_spread(&b, "faster", 80, 0.02, 12);
	made_spread(&a, "same", 100, 0.02, 12);
	made_spread(&b, "same", 100.5, 0.02, 12);
	made_spread(&a, "maybe", 100, 0.02, 12);
	made_spread(&b, "maybe", 105, 0.02, 12);
	made_spread(&a, "maybe_faster", 100, 0.02, 12);
	made_spread(&b, "maybe_faster", 95, 0.02, 12);
	made_spread(&a, "wide", 100, 0.3, 12);
	made_spread(&b, "wide", 103, 0.3, 12);
	made_spread(&a, "gone", 100, 0.02, 12);
	made_spread(&b, "new", 100, 0.02, 12);
	compare(NULL);
	is("slower", VERDICT_SLOWER);
	is("faster", VERDICT_FASTER);
	is("same", VERDICT_SAME);
	is("maybe", VERDICT_MAYBE_SLOWER);
	is("maybe_faster", VERDICT_MAYBE_FASTER);
	is("wide", VERDICT_CANNOT_TELL);
	is("gone", VERDICT_MISSING);
	is("new", VERDICT_MISSING);
	tap_near(row("slower")->change, 0.2, 1e-6, "change of 20 %%");
	tap_ok(row("slower")->lo > 0.17 && row("slower")->hi < 0.23,
	    "its interval");
	tap_ok(row("slower")->p_holm < 0.05 && row("slower")->q < 0.05,
	    "its p and q");
	tap_near(row("same")->margin, 0.05, 1e-12,
	    "the session's margin is in force");
	tap_ok(row("same")->band > 0.005 && row("same")->band < 0.05,
	    "smallest band shown");
	tap_ok(row("wide")->n_more > 12 && row("wide")->n_more < 2000,
	    "%u more", row("wide")->n_more);
	tap_near(row("wide")->n_more_s, row("wide")->n_more * 0.02, 1e-9,
	    "seconds of both sides");
	tap_ok(strcmp(v.rows[6].key, "gone") == 0 && v.n == 8 &&
		strcmp(v.rows[7].key, "new") == 0,
	    "order of rows");
	tap_ok(v.count[VERDICT_MISSING] == 2, "count of missing");
	tap_ok(judge_exit_status(&v, false) == 1, "something is slower");
	tap_ok(strstr(v.order, "not interleaved") && !strstr(v.order, "boot"),
	    "two sessions: %s", v.order);
	tap_ok(v.suite_n == 6, "rows in the suite line");
	tap_ok(v.suite_lo <= v.suite && v.suite <= v.suite_hi, "suite");
	end();
}

static bool is_not_new(const void *arg, const struct result *res)
{
	return strcmp(res->key, arg) != 0;
}

/* SAME has a band of its own; rows that are not wanted count nowhere. */
static void test_band_and_rows(void)
{
	struct judge_opts o = judge_defaults;

	begin_two();
	made_spread(&a, "wide", 100, 0.1, 12);
	made_spread(&b, "wide", 101, 0.1, 12);
	made_spread(&a, "slower", 100, 0.02, 12);
	made_spread(&b, "slower", 120, 0.02, 12);
	made_spread(&b, "new", 100, 0.02, 12);
	compare(&o);
	is("wide", VERDICT_CANNOT_TELL);
	tap_ok(v.n == 3, "three rows");
	verdict_set_release(&v);
	o.band = 0.2;
	o.wants = is_not_new;
	o.wants_arg = "new";
	compare(&o);
	is("wide", VERDICT_SAME);
	tap_near(row("wide")->margin, 0.2, 1e-12, "within the band");
	is("slower", VERDICT_SLOWER);
	tap_near(row("slower")->margin, 0.05, 1e-12,
	    "a change counts beyond the margin as before");
	tap_ok(v.n == 2 && v.count[VERDICT_MISSING] == 0, "two are wanted");
	verdict_set_release(&v);
	o.band = 0.01;
	compare(&o);
	tap_near(row("slower")->p_holm, row("slower")->p * 2, 1e-12,
	    "and Holm counts two");
	is("wide", VERDICT_CANNOT_TELL);
	o.band = 0;
	end();
}

static void test_exit(void)
{
	begin_two();
	made_spread(&a, "wide", 100, 0.3, 12);
	made_spread(&b, "wide", 103, 0.3, 12);
	compare(NULL);
	tap_ok(judge_exit_status(&v, false) == 0, "cannot tell is 0");
	tap_ok(judge_exit_status(&v, true) == 3, "3 with a decision needed");
	end();
	begin_two();
	compare(NULL);
	tap_ok(v.n == 0 && judge_exit_status(&v, true) == 2, "no rows");
	tap_ok(isnan(v.suite), "no suite line");
	end();
	begin_two();
	made_spread(&a, "sys_x", 100, 0.01, 12);
	made_spread(&b, "sys_y", 100, 0.01, 12);
	compare(NULL);
	is("sys_x", VERDICT_MISSING);
	tap_ok(judge_exit_status(&v, false) == 2, "none in both");
	tap_str(v.why, "no row was measured in both", "and why");
	end();
	begin_two();
	made_spread(&a, "sys_x", 100, 0.01, 12);
	made_spread(&b, "sys_x", 0, 0, 12);
	compare(NULL);
	is("sys_x", VERDICT_SUSPECT);
	tap_ok(judge_exit_status(&v, false) == 2, "none that can be judged");
	made_spread(&a, "sys_y", 100, 0.01, 12);
	made_spread(&b, "sys_y", 100, 0.01, 12);
	verdict_set_release(&v);
	compare(NULL);
	tap_ok(judge_exit_status(&v, false) == 0, "one is enough");
	end();
}

/* What a margin of boots changes: 7 % between sessions is SLOWER, between
 * boots it is not known; more rounds would not help. */
static void test_boots(void)
{
	begin_two();
	made_spread(&a, "sys_x", 100, 0.01, 12);
	made_spread(&b, "sys_x", 107, 0.01, 12);
	made_spread(&a, "vm_x", 100, 0.01, 12);
	made_spread(&b, "vm_x", 120, 0.01, 12);
	made_spread(&a, "vm_y", 100, 0.01, 12);
	made_spread(&b, "vm_y", 230, 0.01, 12);
	compare(NULL);
	is("sys_x", VERDICT_SLOWER);
	is("vm_x", VERDICT_SLOWER);
	verdict_set_release(&v);
	made_host(&b, "cpu", "another");
	compare(NULL);
	is("sys_x", VERDICT_CANNOT_TELL);
	tap_ok(strstr(row("sys_x")->note, "more boots"), "asks for boots");
	tap_ok(row("sys_x")->n_more == 0, "not for rounds");
	is("vm_x", VERDICT_CANNOT_TELL);
	is("vm_y", VERDICT_SLOWER);
	tap_ok(strstr(row("vm_y")->note, "one boot each"), "labelled");
	tap_near(row("vm_y")->margin, 0.25, 1e-12, "margin of vm_*");
	tap_ok(strstr(v.order, "one boot each") != NULL, "said of the whole");
	verdict_set_release(&v);
	host_set(&b.host, "boot.id", FACT_STATE, NULL);
	compare(NULL);
	is("sys_x", VERDICT_CANNOT_TELL);
	end();
}

static void test_margins(void)
{
	struct floor some = { NULL, NULL, 0.01, 0.04, 6, 4, NULL };
	struct margin m;

	m = judge_margin("sys_x", PAIRING_INTERLEAVED, 0.02, 0, &some);
	tap_ok(m.alarm == 0.02 && m.same == 0.02 && m.from == MARGIN_ASKED,
	    "interleaved: delta");
	m = judge_margin("sys_x", PAIRING_SESSIONS, 0.02, 0, NULL);
	tap_ok(m.alarm == 0.05 && m.same == 0.05 && m.from == MARGIN_DEFAULT,
	    "sessions: 5 %%");
	m = judge_margin("fs_x", PAIRING_BOOTS, 0.02, 0, NULL);
	tap_ok(m.alarm == 0.25 && m.same == 0.05 && m.boots,
	    "boots of fs: 25 %%");
	m = judge_margin("mem_x", PAIRING_BOOTS, 0.02, 0, &some);
	tap_ok(m.alarm == 0.04 && m.same == 0.02 && m.from == MARGIN_MEASURED &&
		m.runs == 4 && m.boots,
	    "measured floors");
	m = judge_margin("mem_x", PAIRING_SESSIONS, 0.005, 0, &some);
	tap_ok(m.alarm == 0.01 && m.runs == 6 && !m.boots, "of sessions");
	some.boots = 0;
	m = judge_margin("mem_x", PAIRING_BOOTS, 0.02, 0, &some);
	tap_ok(m.alarm == 0.25 && m.same == 0.02 && m.from == MARGIN_DEFAULT,
	    "sessions measured, boots not");
	m = judge_margin("sys_x", PAIRING_BOOTS, 0.3, 0, NULL);
	tap_ok(m.alarm == 0.3 && m.same == 0.3,
	    "never below what was asked for");
}

/* Runs of one state that differ by more than twice tell of nothing; by less,
 * or where the user asks for as much, they are the same. */
static void test_wide(void)
{
	static const double session[] = { 0.9, 1.1 };

	for (int i = 0; i < 2; i++) {
		struct floor other = { .session = session[i], .sessions = 9 };
		const struct floors floors = { .other = &other };
		struct judge_opts o = judge_defaults;

		o.floors = &floors;
		begin_two();
		made_spread(&a, "sys_x", 100, 0.01, 12);
		made_spread(&b, "sys_x", 100, 0.01, 12);
		compare(&o);
		is("sys_x", i ? VERDICT_CANNOT_TELL : VERDICT_SAME);
		if (i)
			tap_ok(strstr(row("sys_x")->note, "differ by 110 %"),
			    "says so: %s", row("sys_x")->note);
		verdict_set_release(&v);
		o.delta = 2;
		compare(&o);
		is("sys_x", VERDICT_SAME);
		end();
	}
}

static void test_guards(void)
{
	struct judge_opts across = judge_defaults;

	across.across = true;
	begin_two();
	made_spread(&a, "sys_x", 100, 0.01, 12);
	made_spread(&b, "sys_x", 200, 0.01, 12);
	made_host(&b, "other cpu", "boot");
	compare(NULL);
	is("sys_x", VERDICT_NOT_COMPARABLE);
	tap_ok(v.not_comparable && strstr(v.why, "other cpu"), "%s", v.why);
	tap_near(row("sys_x")->change, 1, 1e-6, "the number stands");
	tap_ok(judge_exit_status(&v, false) == 2, "status 2");
	verdict_set_release(&v);
	compare(&across);
	is("sys_x", VERDICT_SLOWER);
	tap_ok(!v.not_comparable && strstr(v.why, "other cpu"), "said still");
	verdict_set_release(&v);
	made_host(&b, "cpu", "boot");
	host_set(&a.host, "kernel.release", FACT_IDENTITY, "6.1");
	host_set(&b.host, "kernel.release", FACT_IDENTITY, "6.12");
	compare(NULL);
	is("sys_x", VERDICT_SLOWER);
	verdict_set_release(&v);
	run_find(&b, "sys_x")->unit = UNIT_INSN;
	compare(&across);
	is("sys_x", VERDICT_NOT_COMPARABLE);
	tap_str(row("sys_x")->note,
	    "one run counts instructions, the other measures time",
	    "not even across machines");
	verdict_set_release(&v);
	run_find(&b, "sys_x")->unit = UNIT_NS;
	host_set(&a.host, "probe.hash", FACT_IDENTITY, "1");
	host_set(&b.host, "probe.hash", FACT_IDENTITY, "2");
	compare(NULL);
	is("sys_x", VERDICT_NOT_COMPARABLE);
	end();
}

static void test_rows_differ(void)
{
	struct result *res;

	begin_two();
	for (int i = 0; i < 8; i++) {
		char key[16];

		snprintf(key, sizeof(key), "r%d", i);
		made_spread(&a, key, 100, 0.01, 12);
		made_spread(&b, key, 100, 0.01, 12);
	}
	run_find(&b, "r0")->unit = UNIT_RATE;
	run_find(&b, "r1")->bytes = 64;
	res = run_find(&b, "r2");
	for (size_t i = 0; i < res->n_inv; i++)
		res->inv[i].cpu[0] = res->inv[i].cpu[1] = 1;
	res = run_find(&b, "r3");
	for (size_t i = 0; i < res->n_inv; i++) {
		res->inv[i].ops /= 16;
		res->inv[i].run[0] /= 16;
	}
	/* the same time a batch, because the row is 16 times as fast */
	res = run_find(&b, "r4");
	for (size_t i = 0; i < res->n_inv; i++)
		res->inv[i].ops *= 16;
	/* fewer operations that take longer, because it is that much slower */
	res = run_find(&b, "r5");
	for (size_t i = 0; i < res->n_inv; i++) {
		res->inv[i].ops /= 16;
		for (size_t k = 0; k < res->inv[i].n_run; k++)
			res->inv[i].run[k] *= 16;
	}
	/* the work of a period is another; the same */
	invocation_note(&run_find(&a, "r6")->inv[0], "work", "5000");
	invocation_note(&run_find(&b, "r6")->inv[0], "work", "5100");
	invocation_note(&run_find(&a, "r7")->inv[0], "work", "5000");
	invocation_note(&run_find(&b, "r7")->inv[0], "work", "5000");
	compare(NULL);
	for (int i = 0; i < 4; i++)
		is((char[]){ 'r', (char)('0' + i), '\0' },
		    VERDICT_NOT_COMPARABLE);
	is("r6", VERDICT_NOT_COMPARABLE);
	is("r7", VERDICT_SAME);
	is("r4", VERDICT_FASTER);
	is("r5", VERDICT_SLOWER);
	end();
}

/* Story 2: four values a side among 45 rows. */
static void test_few(void)
{
	static const double before[4] = { 1.64, 1.63, 1.65, 1.64 };
	static const double after[4] = { 3.77, 3.80, 3.76, 3.77 };
	char key[16];

	begin_two();
	made_row(&a, "sig_handle", before, 4);
	made_row(&b, "sig_handle", after, 4);
	for (int i = 0; i < 44; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		made_spread(&a, key, 100 + i, 0.01 + 0.001 * i, 4);
		made_spread(&b, key, 100 + i, 0.01 + 0.001 * i, 4);
	}
	made_spread(&a, "overlap", 100, 0.01, 4);
	made_spread(&b, "overlap", 130, 0.01, 4);
	made_value(&b, "overlap", 100.1);
	made_value(&a, "one", 5);
	made_value(&b, "one", 50);
	compare(NULL);
	is("sig_handle", VERDICT_SLOWER);
	tap_ok(row("sig_handle")->few, "by the rule of few values");
	tap_ok(strstr(row("sig_handle")->note, "few values"), "it says so");
	tap_ok(v.count[VERDICT_SLOWER] == 1 && v.count[VERDICT_FASTER] == 0,
	    "no other row alarms");
	is("overlap", VERDICT_CANNOT_TELL);
	is("one", VERDICT_CANNOT_TELL);
	tap_ok(row("one")->n_more == 5, "five more");
	tap_ok(strstr(row("one")->note, "one value"), "%s", row("one")->note);
	end();
}

/* Three values of either mode each look like a change of 40 %, and are none
 * where other rows jump as far on one side alone. */
static void test_two_modes(void)
{
	static const double low[3] = { 100, 101, 102 };
	static const double high[3] = { 140, 141, 142 };
	static const double both[3] = { 100, 101, 142 };
	char key[16];

	for (int jumps = 0; jumps < 2; jumps++) {
		begin_two();
		made_row(&a, "same_mode", low, 3);
		made_row(&b, "same_mode", high, 3);
		for (int i = 0; i < 44; i++) {
			snprintf(key, sizeof(key), "row%d", i);
			made_row(&a, key, jumps && i % 3 == 0 ? both : low, 3);
			made_row(&b, key, low, 3);
		}
		compare(NULL);
		is("same_mode", jumps ? VERDICT_CANNOT_TELL : VERDICT_SLOWER);
		tap_ok(!jumps ==
			!strstr(row("same_mode")->note, "varies as much"),
		    "\"%s\"", row("same_mode")->note);
		end();
	}
}

static void test_odd_values(void)
{
	static const double equal[8] = { 7, 7, 7, 7, 7, 7, 7, 7 };
	static const double ticks[8] = { 5, 5, 10, 10, 5, 10, 5, 10 };
	static const double zero[8] = { 3, 3.1, 0, 3, 3.2, 3, 3.1, 3 };

	begin_two();
	made_row(&a, "equal", equal, 8);
	made_row(&b, "equal", equal, 8);
	made_row(&a, "ticks", ticks, 8);
	made_row(&b, "ticks", ticks, 8);
	made_row(&a, "zero", zero, 8);
	made_spread(&b, "zero", 3, 0.02, 8);
	made_spread(&a, "lengths", 100, 0.02, 7);
	made_spread(&b, "lengths", 150, 0.02, 30);
	made_spread(&a, "long", 100, 0.02, 120);
	made_spread(&b, "long", 101, 0.02, 70);
	made_spread(&a, "failed", 100, 0.02, 8);
	run_add(&b, "failed")->outcome = OUTCOME_FAILED;
	run_find(&b, "failed")->why = xstrdup("no such file");
	run_add(&a, "neither")->outcome = OUTCOME_SKIPPED;
	run_add(&b, "neither")->outcome = OUTCOME_SKIPPED;
	run_add(&a, "empty")->outcome = OUTCOME_OK;
	made_spread(&b, "empty", 3, 0.02, 8);
	compare(NULL);
	is("equal", VERDICT_SAME);
	tap_ok(row("equal")->p == 1, "all equal: p = 1");
	is("ticks", VERDICT_CANNOT_TELL);
	is("zero", VERDICT_SUSPECT);
	tap_ok(strstr(row("zero")->note, "not above zero"), "%s",
	    row("zero")->note);
	is("lengths", VERDICT_SLOWER);
	is("long", VERDICT_SAME);
	is("failed", VERDICT_MISSING);
	tap_str(row("failed")->note, "not measured after: no such file",
	    "with its reason");
	is("neither", VERDICT_MISSING);
	is("empty", VERDICT_MISSING);
	end();
}

/* A run against itself, and many rows with few rounds. */
static void test_whole(void)
{
	char key[16];

	begin_two();
	for (int i = 0; i < 70; i++) {
		snprintf(key, sizeof(key), "row%d", i);
		made_spread(&a, key, 100, 0.03, 10);
	}
	judge_compare(&a, &a, NULL, &v);
	tap_ok(strstr(v.order, "itself") != NULL, "%s", v.order);
	tap_ok(strstr(v.advice, "12 rounds") != NULL, "%s", v.advice);
	tap_ok(v.count[VERDICT_SAME] == 70, "all are the same");
	tap_near(v.suite, 0, 0, "suite of itself");
	end();
}

/* A side that moves by itself proves no move between the sides. */
static void test_drift(void)
{
	begin_two();
	for (int i = 0; i < 20; i++) {
		made_value(&a, "drifts",
		    100 * (1 + 0.04 * i + 0.002 * (i % 3)));
		made_value(&b, "drifts", 185 + 0.3 * (i % 5));
		made_value(&a, "still", 100 + 0.3 * (i * 7 % 5));
		made_value(&b, "still", 185 + 0.3 * (i % 5));
	}
	compare(NULL);
	tap_ok(row("drifts")->margins.alarm > 0.7, "its drift is the margin");
	is("drifts", VERDICT_CANNOT_TELL);
	tap_ok(strstr(row("drifts")->note, "drifts by") != NULL,
	    "which is said: %s", row("drifts")->note);
	is("still", VERDICT_SLOWER);
	end();
}

/* Rows on two CPUs and on a disk move more from session to session. */
static void test_far(void)
{
	static const char *const far[] = { "ipc_pipe/cpu=cache",
		"sched_ctx/procs=2/size=0/cpu=free",
		"fs_create/size=0/where=dir" };
	static const char *const near[] = { "ipc_pipe/cpu=same",
		"fs_create/size=0/where=tmpfs" };

	for (size_t i = 0; i < 3; i++)
		tap_near(
		    judge_margin(far[i], PAIRING_SESSIONS, 0.02, 0, NULL).alarm,
		    0.5, 1e-12, "%s", far[i]);
	for (size_t i = 0; i < 2; i++)
		tap_near(judge_margin(near[i], PAIRING_SESSIONS, 0.02, 0, NULL)
			     .alarm,
		    0.05, 1e-12, "%s", near[i]);
}

int main(void)
{
	test_words();
	test_band_and_rows();
	test_exit();
	test_boots();
	test_margins();
	test_wide();
	test_guards();
	test_rows_differ();
	test_few();
	test_two_modes();
	test_odd_values();
	test_whole();
	test_drift();
	test_far();
	return tap_done();
}
