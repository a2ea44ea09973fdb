/* pick.c - tests of one number out of what a program printed. */
#include "model/pick.h"

#include "tap.h"

#include <string.h>

static void last(const char *text, double want)
{
	struct err e = { 0, "" };
	double x = -1;

	tap_ok(pick_last(text, &x, &e) == 0 && x == want, "'%s': %g", text, x);
}

static void none(const char *text, const char *why)
{
	struct err e = { 0, "" };
	double x;

	tap_ok(pick_last(text, &x, &e) < 0 && strstr(e.text, why), "'%s': %s",
	    text, e.text);
}

static void regex(void)
{
	struct err e = { 0, "" };
	double x = -1;

	tap_ok(pick_regex("a=1 b=2 a=3", "a=([0-9]+)", &x, &e) == 0 && x == 3,
	    "the last match, its group: %g", x);
	tap_ok(pick_regex("1 22\n333 x", "^[0-9]+", &x, &e) == 0 && x == 333,
	    "at the start of a line: %g", x);
	tap_ok(pick_regex("none", "[0-9]+", &x, &e) < 0 &&
		strstr(e.text, "nothing matches"),
	    "no match: %s", e.text);
	tap_ok(pick_regex("none", "n", &x, &e) < 0 &&
		strstr(e.text, "no number"),
	    "no number: %s", e.text);
	tap_ok(pick_regex("x", "x*", &x, &e) < 0, "an empty match ends");
	tap_ok(pick_regex("a 17 b", "[0-9]*", &x, &e) == 0 && x == 17,
	    "and is none: %g", x);
	tap_ok(pick_check_regex("x(", &e) < 0, "no regular expression: %s",
	    e.text);
}

static void json(void)
{
	static const char text[] =
	    "{\"a\":[{\"b\":1.5},{\"b\":2}],\"c\":\"3\"}";
	struct err e = { 0, "" };
	double x = -1;

	tap_ok(pick_json(text, "a.1.b", &x, &e) == 0 && x == 2, "a path: %g",
	    x);
	tap_ok(pick_json("7", "", &x, &e) == 0 && x == 7, "a number alone");
	tap_ok(pick_json(text, "c", &x, &e) < 0, "a string: %s", e.text);
	tap_ok(pick_json(text, "a.2.b", &x, &e) < 0, "not there: %s", e.text);
	tap_ok(pick_json("{", "a", &x, &e) < 0 && strstr(e.text, "no JSON"),
	    "no JSON: %s", e.text);
}

int main(void)
{
	last("12.5", 12.5);
	last("time: 12.3ms\n", 12.3);
	last("1 2 3 done", 3);
	last("1e-3", 1e-3);
	last("1e", 1);
	last(".5", .5);
	last("-4", -4);
	last("1,234,567 instructions", 1234567);
	last("1,2", 2);
	last("12,3456", 3456);
	last("run4: 7 s", 7);
	last("v1_2 = +8", 8);
	none("", "printed nothing");
	none(" \n", "printed nothing");
	none("hello v1", "no number");
	none("nan inf", "no number");
	none("1e999", "no number");
	regex();
	json();
	return tap_done();
}
