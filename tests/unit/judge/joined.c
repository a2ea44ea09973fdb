/* joined.c - the kernel builds of a report, made one by one, as a table. */
#include "judge/joined.h"

#include "made.h"
#include "tap.h"

static const struct build {
	const char *kernel, *patch, *disk;
	double s;
} builds[] = {
	{ "2.1.29", "none", "scsi", 2226 },
	{ "2.1.30", "none", "scsi", 4212 },
	{ "2.1.31", "none", "scsi", 4116 },
	{ "2.1.31", "sched", "scsi", 2249 },
	{ "2.1.30", "unknown", "eide", 2935 },
	{ "2.1.31", "unknown", "eide", 2847 },
};
#define BUILDS (sizeof(builds) / sizeof(builds[0]))

static struct run run[BUILDS];
static const struct run *p[BUILDS];

static void make(size_t times)
{
	for (size_t i = 0; i < BUILDS; i++) {
		const struct build *b = &builds[i];

		run_init(&run[i]);
		made_host(&run[i], "cpu", i % 2 ? "one" : "two");
		host_set(&run[i].host, "exec.command", FACT_SETTING, "make");
		host_set(&run[i].host, "exec.kernel", FACT_SETTING, b->kernel);
		host_set(&run[i].host, "exec.patch", FACT_SETTING, b->patch);
		host_set(&run[i].host, "exec.disk", FACT_SETTING, b->disk);
		made_spread(&run[i], "exec", b->s * 1000, 0.01, times);
		p[i] = &run[i];
	}
}

static void end(void)
{
	for (size_t i = 0; i < BUILDS; i++)
		run_release(&run[i]);
}

static const struct joined_effect *find(const struct joined_effect *e, size_t n,
    const char *factor, const char *level)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(e[i].factor, factor) == 0 &&
		    strcmp(e[i].level, level) == 0)
			return &e[i];
	return NULL;
}

static void test_effects(void)
{
	const struct joined_effect *x;
	struct joined_effect *e;
	size_t n;

	make(10);
	n = joined_effects(p, BUILDS, "exec", &e);
	tap_ok(n == 5, "five levels against a first one: %zu", n);
	x = find(e, n, "patch", "sched");
	tap_ok(x->pairs == 1, "the patch alone: one pair");
	tap_near(x->change, 2249.0 / 4116 - 1, 1e-3, "its effect");
	tap_ok(x->lo < x->change && x->hi > x->change && x->hi < -0.43,
	    "its interval: %.3f .. %.3f", x->lo, x->hi);
	tap_near(x->margin, 0.10, 1e-9, "boots apart");
	x = find(e, n, "disk", "eide");
	tap_ok(x->pairs == 0 && isnan(x->change),
	    "the disk was never changed alone");
	x = find(e, n, "kernel", "2.1.30");
	tap_ok(x->pairs == 1 && fabs(x->change - 4212.0 / 2226 + 1) < 0.01,
	    "the kernel on one disk");
	free(e);
	/* 2.1.31 against 2.1.30: on both disks, so two pairs */
	n = joined_effects(p + 1, BUILDS - 1, "exec", &e);
	x = find(e, n, "kernel", "2.1.31");
	tap_ok(x->pairs == 2, "two pairs: %zu", x->pairs);
	tap_near(x->change, sqrt(4116.0 / 4212 * 2847 / 2935) - 1, 0.02,
	    "their mean");
	tap_ok(!x->disagree && x->least <= x->change && x->most >= x->change,
	    "which they agree on: %.3f .. %.3f", x->least, x->most);
	free(e);
	end();
	make(1);
	n = joined_effects(p, BUILDS, "exec", &e);
	x = find(e, n, "patch", "sched");
	tap_ok(x->pairs == 1 && isnan(x->lo), "single values have no interval");
	free(e);
}

/* +200 % on one disk, nothing on the other: +73 % is neither. */
static void test_disagree(void)
{
	const double s[4] = { 1000, 3000, 1000, 1001 };
	struct joined_effect *e;
	size_t n;

	end();
	make(10);
	for (size_t i = 0; i < 4; i++) {
		run_release(&run[i]);
		run_init(&run[i]);
		made_host(&run[i], "cpu", "one");
		host_set(&run[i].host, "exec.kernel", FACT_SETTING,
		    i % 2 ? "b" : "a");
		host_set(&run[i].host, "exec.disk", FACT_SETTING,
		    i / 2 ? "eide" : "scsi");
		made_spread(&run[i], "exec", s[i], 0.01, 10);
	}
	n = joined_effects(p, 4, "exec", &e);
	tap_ok(find(e, n, "kernel", "b")->disagree, "two pairs differ");
	tap_near(find(e, n, "kernel", "b")->most, 2, 0.05, "the greater one");
	tap_near(find(e, n, "kernel", "b")->least, 0, 0.05, "the lesser one");
	free(e);
}

static void test_missing(void)
{
	char **text;
	size_t cells, n = joined_missing(p, BUILDS, &cells, &text);

	tap_ok(cells == 18 && n == 12, "12 of 18 combinations: %zu of %zu", n,
	    cells);
	tap_str(text[0], "disk scsi, kernel 2.1.29, patch sched", "the first");
	for (size_t i = 0; i < JOINED_MISSING; i++)
		free(text[i]);
	free(text);
	n = joined_missing(p, 2, &cells, &text);
	tap_ok(cells == 2 && n == 0, "one factor: none is missing");
	free(text);
}

int main(void)
{
	test_effects();
	test_missing();
	test_disagree();
	end();
	return tap_done();
}
