/* aftermath_shares.c - tests of judge/aftermath: shares of the CPUs. */
#include "judge/aftermath.h"

#include "made.h"
#include "tap.h"

#define S INT64_C(1000000000)

static void judge(struct aftermath *a, struct after_judged *j)
{
	judge_aftermath(a, &judge_defaults, j);
}

static void test_shares(void)
{
	struct aftermath a;
	struct after_judged j;

	aftermath_init(&a);
	a.load.began = true;
	a.load.from_ns = 10 * S;
	a.load.to_ns = 20 * S;
	a.load.copies = 4;
	a.load.n_each = 4;
	a.load.cpu_s = 20;
	a.load.each_s = xcalloc(4, sizeof(double));
	for (int i = 0; i < 4; i++)
		a.load.each_s[i] = 5;
	judge(&a, &j);
	tap_near(j.shares.jain, 1, 1e-9, "all have the same");
	tap_near(j.shares.all, 2, 1e-9, "2 CPUs");
	after_judged_release(&j);
	a.load.each_s[0] = 20;
	a.load.each_s[1] = a.load.each_s[2] = a.load.each_s[3] = 0;
	judge(&a, &j);
	tap_near(j.shares.jain, .25, 1e-9, "one has it all");
	tap_ok(!j.shares.brief, "which is plain");
	tap_near(j.shares.most, 2, 1e-9, "which is 2 CPUs");
	after_judged_release(&j);
	a.load.each_s[0] = .09;
	judge(&a, &j);
	tap_ok(j.shares.brief, "unless it is a few ticks");
	after_judged_release(&j);
	aftermath_release(&a);
}

int main(void)
{
	test_shares();
	return tap_done();
}
