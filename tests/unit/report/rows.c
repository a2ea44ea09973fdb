/* rows.c - rows are ordered for people, values written in one unit. */
#include "report/rows.h"

#include "base/mem.h"
#include "tap.h"

#include <stdlib.h>

static struct result *add(struct run *r, const char *key, enum unit unit)
{
	struct result *res = run_add(r, key);

	res->unit = unit;
	return res;
}

static void test_order(void)
{
	static const char *const want[] = { "sys_null", "sig_handle",
		"sched_ctx/procs=2/size=64K/cpu=same",
		"sched_ctx/procs=16/size=0/cpu=same", "mem_read/size=512K",
		"mem_read/size=16M", "fs_create/size=0", "mem_lat/size=96K",
		"mem_lat/size=1M", "other_row" };
	static const size_t shuffled[] = { 9, 4, 2, 7, 0, 8, 5, 1, 6, 3 };
	size_t *order, i;
	struct run r;

	run_init(&r);
	for (i = 0; i < 10; i++)
		add(&r, want[shuffled[i]],
		    strncmp(want[shuffled[i]], "mem_read", 8) == 0 ? UNIT_RATE :
								     UNIT_NS);
	order = rows_sorted(&r);
	for (i = 0; i < 10; i++)
		tap_str(r.results[order[i]].key, want[i], "place %zu", i);
	tap_str(rows_family(run_find(&r, "mem_read/size=16M")), "bandwidth",
	    "a rate is a bandwidth");
	tap_str(rows_family(run_find(&r, "mem_lat/size=1M")), "memory latency",
	    "a time is none");
	tap_str(rows_family(run_find(&r, "other_row")), "other", "the rest");
	free(order);
	run_release(&r);
}

static void test_values(void)
{
	struct result *time, *rate;
	struct run r;
	char s[64];

	run_init(&r);
	time = add(&r, "sys_null", UNIT_NS);
	tap_str(rows_value(time, 1640, s, sizeof(s)), "1.64 us", "a time");
	tap_str(rows_value(time, NAN, s, sizeof(s)), "-", "no time");
	tap_str(rows_range(time, 1640, 1620, 1671, s, sizeof(s)),
	    "1.62 .. 1.67", "an interval in the unit of the value");
	tap_str(rows_range(time, 1000, 995, 1005, s, sizeof(s)),
	    "0.995 .. 1.00", "also where its ends would have others");
	tap_str(rows_range(time, 999, 990, 1010, s, sizeof(s)), "990 .. 1010",
	    "and at the other side");
	tap_str(rows_range(time, 1640, 1639.8, 1640.3, s, sizeof(s)),
	    "1.64 .. 1.64", "a narrow one with as many digits");
	tap_str(rows_range(time, 1640, NAN, NAN, s, sizeof(s)), "-",
	    "no interval");
	rate = add(&r, "bw_pipe", UNIT_RATE);
	rate->bytes = 65536;
	tap_str(rows_value(rate, 32768, s, sizeof(s)), "2.00 GB/s", "a rate");
	tap_str(rows_range(rate, 32768, 32000, 33000, s, sizeof(s)),
	    "1.99 .. 2.05", "the smaller rate first");
	rate = add(&r, "time_tick", UNIT_HZ);
	tap_str(rows_value(rate, 4e6, s, sizeof(s)), "250 Hz", "a frequency");
	tap_str(rows_range(rate, .357, .35, .36, s, sizeof(s)), "2.78 .. 2.86",
	    "the smaller one first, in its unit");
	tap_str(rows_family(rate), "timers and clocks", "is no bandwidth");
	tap_str(rows_family(add(&r, "bw_unix", UNIT_INSN)), "bandwidth",
	    "a bandwidth that is counted stands with the others");
	rate = add(&r, "sig_handle", UNIT_INSN);
	tap_str(rows_value(rate, 4235.2, s, sizeof(s)), "4,235",
	    "instructions");
	tap_str(rows_range(rate, 4235, 4230.4, 4240, s, sizeof(s)),
	    "4,230 .. 4,240", "from and to");
	tap_str(rows_percent(.0083, s, sizeof(s)), "0.8 %", "a small share");
	tap_str(rows_percent(.123, s, sizeof(s)), "12 %", "a larger one");
	tap_str(rows_percent(NAN, s, sizeof(s)), "-", "none");
	tap_str(rows_when(1764496920 * 1000000000ll, s, sizeof(s)),
	    "2025-11-30 10:02", "a time of day");
	tap_str(rows_count(1, "row", s, sizeof(s)), "1 row", "one");
	tap_str(rows_count(2, "row", s, sizeof(s)), "2 rows", "two");
	run_release(&r);
}

static void test_remarks(void)
{
	const struct remark rem[] = { { "failed", "no space", "a", 0 },
		{ "noisy", "", "b", 0 }, { "failed", "no space", "c", 0 },
		{ "failed", "timeout", "d", 0 } };
	struct buf out = BUF_INIT;

	rows_remarks(rem, 4, 9, 80, &out);
	tap_str(buf_str(&out),
	    "failed       no space: a, c\nnoisy        b\n"
	    "failed       d: timeout\n",
	    "rows with the same reason stand together");
	buf_clear(&out);
	rows_remarks(rem, 4, 1, 80, &out);
	tap_str(buf_str(&out),
	    "failed       no space: a and 1 more\nnoisy        b\n"
	    "failed       d: timeout\n",
	    "not more than wanted");
	buf_release(&out);
}

int main(void)
{
	test_order();
	test_values();
	test_remarks();
	return tap_done();
}
