/* row.c - keys of rows, and what is wrong with them. */
#include "measure/row.h"

#include "tap.h"

#include <errno.h>

static const char *const pages[] = { "4k", "2m", NULL };

static size_t many(struct bench_case *out, size_t max)
{
	size_t i;

	for (i = 0; i < max; i++)
		out[i].in = BENCH_FULL;
	return max + 5;
}

static const struct bench plain = { .name = "sys_null" };
static const struct bench seldom = { .name = "sys_enosys", .in = BENCH_FULL };
static const struct bench ring = { .name = "sched_ctx",
	.params = bench_params(bench_count("procs", 2, 96, ""),
	    bench_bytes("size", 0, 1 << 20, ""),
	    bench_word("pages", "", "4k", "2m"), bench_place("cpu", "")),
	.cases = bench_cases(bench_case(BENCH_QUICK, 2, 0, 0, PLAT_SAME),
	    bench_case_lm(BENCH_FULL, 8, 65536, 1, PLAT_CACHE)) };
static const struct bench_case read_cases[] = {
	{ BENCH_FULL, { 4096, 0 }, false },
	{ BENCH_FULL, { 4096, 1 }, false },
	{ 0 },
};
static const struct bench_param read_params[] = {
	{ "size", BENCH_BYTES, 0, 1 << 20, NULL, "" },
	{ "pages", BENCH_WORD, 0, 0, pages, "" },
	{ 0 },
};
static const struct bench later = { .name = "mem_read",
	.params = read_params,
	.late = 1u << 1,
	.cases = read_cases };
static const struct bench crowd = { .name = "too_many", .list = many };
static const struct bench *const table[] = { &ring, &plain, &crowd, &later,
	NULL };

static void good(const char *key, const char *want)
{
	struct buf out = BUF_INIT;
	struct row row;
	struct err e = { 0 };

	if (row_parse(&row, key, table, &e) < 0)
		buf_add(&out, e.text);
	else
		row_key(&row, &out);
	tap_str(buf_str(&out), want, "'%s'", key);
	buf_release(&out);
}

static void bad(const char *key, int code, const char *want)
{
	struct row row;
	struct err e = { 0 };
	int r = row_parse(&row, key, table, &e);

	tap_ok(r == code, "'%.40s' is refused", key);
	tap_str(e.text, want, "and why");
}

static void test_good(void)
{
	good("sys_null", "sys_null");
	good("sched_ctx", "sched_ctx/procs=2/size=0/pages=4k/cpu=same");
	good("sched_ctx/procs=24",
	    "sched_ctx/procs=24/size=0/pages=4k/cpu=same");
	good("sched_ctx/cpu=free/pages=2m/size=65536/procs=8",
	    "sched_ctx/procs=8/size=64K/pages=2m/cpu=free");
	good("sched_ctx/size=1M",
	    "sched_ctx/procs=2/size=1M/pages=4k/cpu=same");
	good("sched_ctx/size=1000",
	    "sched_ctx/procs=2/size=1000/pages=4k/cpu=same");
}

/* An argument that came later is not in the key of what there was before. */
static void test_late(void)
{
	good("mem_read", "mem_read/size=4K");
	good("mem_read/pages=4k/size=1M", "mem_read/size=1M");
	good("mem_read/pages=2m", "mem_read/size=4K/pages=2m");
}

static void test_bad(void)
{
	char key[400];

	bad("sys_nul", -ENOENT,
	    "no benchmark 'sys_nul', did you mean 'sys_null'?");
	bad("", -ENOENT, "no benchmark ''");
	bad("zzzzzzzzzz", -ENOENT, "no benchmark 'zzzzzzzzzz'");
	bad("sys_null/a=1", -EINVAL,
	    "'sys_null' takes no arguments, got 'a=1'");
	bad("sys_null/", -EINVAL, "'sys_null' takes no arguments, got ''");
	bad("sched_ctx/procs", -EINVAL,
	    "bad argument 'procs' of 'sched_ctx', wanted NAME=VALUE");
	bad("sched_ctx/proc=2", -EINVAL,
	    "'sched_ctx' has no argument 'proc', did you mean 'procs'?");
	bad("sched_ctx/procs=1", -ERANGE,
	    "value '1' of 'procs' is out of range, wanted 2 to 96");
	bad("sched_ctx/procs=99999999999999999999", -ERANGE,
	    "value '99999999999999999999' of 'procs' is out of range, "
	    "wanted 2 to 96");
	bad("sched_ctx/procs=2x", -EINVAL,
	    "bad value '2x' of 'procs', wanted a whole number");
	bad("sched_ctx/size=2M", -ERANGE,
	    "value '2M' of 'size' is out of range, wanted 0 to 1M");
	bad("sched_ctx/size=big", -EINVAL,
	    "bad value 'big' of 'size', wanted a size such as 64K");
	bad("sched_ctx/cpu=sane", -EINVAL,
	    "bad value 'sane' of 'cpu', did you mean 'same'?");
	bad("sched_ctx/pages=huge!", -EINVAL,
	    "bad value 'huge!' of 'pages', wanted one of 4k, 2m");
	bad("sched_ctx/procs=2/procs=3", -EINVAL,
	    "argument 'procs' is given twice");
	memset(key, 'x', sizeof(key));
	key[sizeof(key) - 1] = '\0';
	bad(key, -EINVAL, "row key of 399 bytes is too long");
}

static void test_cases(void)
{
	struct bench_case cases[BENCH_CASES];
	struct row row;

	tap_ok(row_cases(&plain, cases) == 1 &&
		cases[0].in == (BENCH_DEFAULT | BENCH_FULL),
	    "no cases: one, default and full");
	tap_ok(row_cases(&seldom, cases) == 1 && cases[0].in == BENCH_FULL,
	    "or in what the descriptor says");
	tap_ok(row_cases(&ring, cases) == 2, "declared cases");
	tap_ok(row_cases(&crowd, cases) == BENCH_CASES, "never too many");
	tap_ok(row_place_param(&ring) == 3 && row_place_param(&plain) == -1,
	    "where the placement stands");
	row_parse(&row, "sched_ctx/procs=8/size=64K/pages=2m/cpu=cache", table,
	    NULL);
	tap_ok(row.lm && row.in == BENCH_FULL, "a declared case is known");
	row_parse(&row, "sched_ctx/procs=9", table, NULL);
	tap_ok(!row.lm && row.in == 0, "another is not");
}

int main(void)
{
	test_good();
	test_late();
	test_bad();
	test_cases();
	return tap_done();
}
