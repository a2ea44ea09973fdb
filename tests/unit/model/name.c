/* name.c - tests of model/name: what runs and rows may be called. */
#include "model/name.h"
#include "model/wire.h"

#include "tap.h"

#include <errno.h>

static void good(const char *label)
{
	tap_ok(name_check_label(label, NULL) == 0, "'%s' is a label",
	    label ? label : "none");
}

static void bad(const char *label, const char *why)
{
	struct err e = { 0, "" };

	tap_ok(name_check_label(label, &e) == -EINVAL, "'%.70s' is none",
	    label);
	tap_ok(strstr(e.text, why) != NULL, "why: %s", e.text);
}

static void labels(void)
{
	char text[300];

	good(NULL);
	good("before");
	good("6.1");
	good("v1@2 \xc2\xb5");
	memset(text, 'x', sizeof(text));
	text[NAME_LABEL_MAX] = '\0';
	good(text);
	text[NAME_LABEL_MAX] = 'x';
	text[sizeof(text) - 1] = '\0';
	bad(text, "1 to 64 printable characters");
	bad("", "bad label ''");
	bad("@1", "not '@'");
	bad("-x", "'-'");
	bad(" x", "printable");
	bad("x ", "printable");
	bad("a/b", "without '/'");
	bad("12", "a number alone means the run of that number");
	bad("x.json", "is a file");
	bad("a\033[31m", "printable");
	bad("a\xff", "printable");
	bad("a\xe2\x80\xae", "printable");
}

static void keys(void)
{
	char text[WIRE_KEY_MAX + 2];

	tap_ok(name_is_key("sched_ctx/procs=2/size=0"), "a key");
	tap_ok(!name_is_key(""), "empty is none");
	tap_ok(!name_is_key("a b") && !name_is_key("a\033") &&
		!name_is_key("a'") && !name_is_key("\xc2\xb5"),
	    "nor are blanks, controls, quotes and what is not ASCII");
	memset(text, 'x', sizeof(text));
	text[WIRE_KEY_MAX + 1] = '\0';
	tap_ok(!name_is_key(text), "too long");
	text[WIRE_KEY_MAX] = '\0';
	tap_ok(name_is_key(text), "just not too long");
}

int main(void)
{
	labels();
	keys();
	return tap_done();
}
