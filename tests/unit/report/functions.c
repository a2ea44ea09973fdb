/* functions.c - instructions by function, as text. */
#include "report/functions.h"

#include "tap.h"

static const struct style style = { .width = 72 };

static void number(int64_t n, const char *plain, const char *with_sign)
{
	char out[40];

	tap_str(functions_number(n, out, sizeof(out)), plain, "%s", plain);
	tap_str(functions_signed(n, out, sizeof(out)), with_sign, "%s",
	    with_sign);
}

static void test_numbers(void)
{
	char small[6];

	number(0, "0", "0");
	number(7, "7", "+7");
	number(999, "999", "+999");
	number(-1000, "-1,000", "-1,000");
	number(4235, "4,235", "+4,235");
	number(1234567, "1,234,567", "+1,234,567");
	number(INT64_MIN, "-9,223,372,036,854,775,808",
	    "-9,223,372,036,854,775,808");
	tap_ok(strlen(functions_number(INT64_MAX, small, sizeof(small))) <
		sizeof(small),
	    "room that is too small is not left");
}

static struct functions_row rows[] = {
	{ "prandom_u32_state", NULL, 0, 96, FUNCTIONS_NEW, 96 },
	{ "copy_fpstate_to_sigframe", NULL, 100, 174, FUNCTIONS_BOTH, 74 },
	{ "old_way", NULL, 60, 0, FUNCTIONS_GONE, -60 },
	{ "handler", "perfloss-probe", 5, 12, FUNCTIONS_BOTH, 7 },
	{ "[libc.so.6]", "libc.so.6", 5, 8, FUNCTIONS_BOTH, 3 },
	{ "same", NULL, 5, 5, FUNCTIONS_BOTH, 0 },
};

static void line(size_t n, int64_t shown, int64_t kernel, int64_t user,
    size_t top, const char *want, const char *what)
{
	const struct functions_diff d = { .row = rows,
		.n = n,
		.shown = shown,
		.kernel = kernel,
		.user = user };
	struct buf b = BUF_INIT;

	report_functions_line(&d, "signal", top, 2, &style, &b);
	tap_str(buf_str(&b), want, "%s", what);
	buf_release(&b);
}

static void test_lines(void)
{
	line(2, 170, 170, 0, 5,
	    "+170 instructions per signal: +96 prandom_u32_state (new),\n"
	    "  +74 copy_fpstate_to_sigframe\n",
	    "two functions of the kernel");
	line(6, 120, 110, 10, 5,
	    "+120 instructions per signal, kernel +110, user +10:\n"
	    "  +96 prandom_u32_state (new), +74 copy_fpstate_to_sigframe,\n"
	    "  -60 old_way (gone), +7 handler [perfloss-probe], "
	    "+3 [libc.so.6]\n",
	    "of both, what is the same left out");
	line(6, 120, 110, 10, 1,
	    "+120 instructions per signal, kernel +110, user +10:\n"
	    "  +96 prandom_u32_state (new), +24 in 4 others\n",
	    "the rest in one");
	line(0, 0, 0, 0, 5, "0 instructions per signal\n", "none");
}

static void test_table(void)
{
	char work[] = "work", other[] = "other", file[] = "libx.so";
	struct function at[] = { { work, NULL, 3000000 }, { other, file, 1000 },
		{ other, NULL, 10 } };
	const struct functions f = { .at = at,
		.n = 3,
		.kernel = 3000010,
		.user = 1000,
		.ops = 1000 };
	struct buf b = BUF_INIT;

	report_functions_table(&f, 1, &style, &b);
	tap_ok(strstr(buf_str(&b), "3,000") && strstr(buf_str(&b), "100.0 %") &&
		strstr(buf_str(&b), "2 others") && strstr(buf_str(&b), "1.01"),
	    "a table with a rest");
	tap_ok(!strstr(buf_str(&b), "libx"), "which is not told apart");
	buf_release(&b);
}

int main(void)
{
	test_numbers();
	test_lines();
	test_table();
	return tap_done();
}
