/* figure.c - unit tests of numbers and durations as tools print them. */
#include "import/inside.h"

#include "tap.h"

static void number(const char *text, double value, double step)
{
	struct figure f;
	bool ok = figure_read(text, strlen(text), &f);

	tap_ok(ok, "'%s' is a number", text);
	if (!ok)
		return;
	tap_near(f.value, value, 1e-12, "'%s': value", text);
	tap_near(f.step, step, 1e-9, "'%s': step", text);
}

static void none(const char *text)
{
	struct figure f;

	tap_ok(!figure_read(text, strlen(text), &f), "'%s' is none", text);
}

static void seconds(const char *text, double value, double step)
{
	struct figure f;
	bool ok = figure_duration(text, strlen(text), &f);

	tap_ok(ok, "'%s' is a duration", text);
	tap_near(f.value, value, 1e-12, "'%s': value", text);
	tap_near(f.step, step, 1e-9, "'%s': step", text);
}

static void no_time(const char *text)
{
	struct figure f;

	tap_ok(!figure_duration(text, strlen(text), &f), "'%s' is no duration",
	    text);
}

int main(void)
{
	static const char *const not [] = { "", ".", "-", "1.2.3", "abc", "12x",
		"0x10", "1e", "nan", "inf", "1,2,3", "--1", "1-", "9KB",
		"1e999", "12,34,567" };
	static const char *const odd[] = { "", "5", "x", "1:2:3:4", "5 parsecs",
		"1:", ":1", "5s x", "-1s" };

	number("1.64", 1.64, 0.01);
	number("3.82", 3.82, 0.01);
	number("20", 20, 1);
	number("115.", 115, 1);
	number("13.K", 13e3, 1e3);
	number("9.0M", 9e6, 1e5);
	number("29M", 29e6, 1e6);
	number("12.5K", 12500, 100);
	number("2G", 2e9, 1e9);
	number("-1", -1, 1);
	number("+7.50", 7.5, 0.01);
	number(".5", 0.5, 0.1);
	number("1e-6", 1e-6, 1e-6);
	number("1.5E+3", 1500, 100);
	/* separators: thousands where they must be, else a locale's point */
	number("1,234", 1234, 1);
	number("1,234,567.8", 1234567.8, 0.1);
	number("0,123", 0.123, 0.001);
	number("12,5", 12.5, 0.1);
	number("1234,5", 1234.5, 0.1);
	for (size_t i = 0; i < sizeof(not ) / sizeof(not [0]); i++)
		none(not [i]);

	seconds("0m0.05s", 0.05, 0.01);
	seconds("1m2.345s", 62.345, 0.001);
	seconds("0m1,234s", 1.234, 0.001);
	seconds("1:10:12", 4212, 1);
	seconds("0:00.02", 0.02, 0.01);
	seconds("37min 10sec", 2230, 1);
	seconds("1h 8min 36sec", 4116, 1);
	seconds("500ms", 0.5, 0.001);
	seconds("2.5us", 2.5e-6, 1e-7);
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		no_time(odd[i]);
	return tap_done();
}
