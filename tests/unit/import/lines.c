/* lines.c - unit tests of inputs as lines, values as rows, records as runs. */
#include "import/inside.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>

static struct input input_of(const char *text)
{
	struct input in;
	struct err e = { 0 };

	tap_ok(input_init(&in, "x", text, strlen(text), &e) == 0, "read: %s",
	    e.text);
	return in;
}

static void quoting(void)
{
	struct input in = input_of("> one\r\n>> two\n> > three\nab> four\n"
				   "plain > five\n>\n> \tsix  \n\x1b[31mred\n"
				   "bad \xff byte\nlast");
	static const char *const want[] = { "one", "two", "three", "four",
		"plain > five", "", "        six", "red", "bad ? byte",
		"last" };

	tap_ok(in.n == 10, "%zu lines", in.n);
	for (size_t i = 0; i < 10 && i < in.n; i++)
		tap_str(in.lines[i].s, want[i], "line %zu", i + 1);
	tap_ok(in.lines[0].skip == 2 && in.lines[4].skip == 0,
	    "columns of quoting");
	input_release(&in);
}

/* What a terminal shows of it, and a document that a mail quotes. */
static void terminals(void)
{
	struct input in = input_of("\x1b[1;32m 0.7 ms\x1b[0m \x1b[4Apolicy:\n"
				   "\x1b]0;a title\ax\x1b]8;;\x1b\\y\n"
				   "cut \x1b[31\n\x1b[\n\x1b\n```console\n~~~");
	static const char *const want[] = { " 0.7 ms policy:", "xy", "cut  [31",
		" [", " ", "", "" };

	tap_ok(in.n == 7, "%zu lines", in.n);
	for (size_t i = 0; i < 7 && i < in.n; i++)
		tap_str(in.lines[i].s, want[i], "line %zu", i + 1);
	input_release(&in);
	in = input_of("so:\n> ```json\n> {\n>   \"a\": 1\n> }\n> ```");
	tap_str(in.text, "so:\n\n{\n  \"a\": 1\n}\n\n", "a quoted document");
	tap_ok(in.len == strlen(in.text), "of this length");
	input_release(&in);
	in = input_of("so:\n> [ no quoted { one");
	tap_ok(in.plain != NULL, "what may be one");
	input_release(&in);
	in = input_of("so:\n> none\n{");
	tap_ok(!in.plain && in.text[3] == '\n', "and what is none");
	input_release(&in);
}

static void refusals(void)
{
	struct import im;
	struct err e = { 0 };
	char *line = malloc(IMPORT_LINE_MAX + 2);

	memset(line, 'x', IMPORT_LINE_MAX + 1);
	tap_ok(import_text(&im, "x", "", 0, NULL, &e) == -EINVAL, "empty: %s",
	    e.text);
	import_release(&im);
	tap_ok(import_text(&im, "x", "a\0b", 3, NULL, &e) == -EINVAL &&
		strstr(e.text, "binary"),
	    "binary: %s", e.text);
	import_release(&im);
	tap_ok(import_text(&im, "x", "\xff\xfe.", 3, NULL, &e) == -EINVAL &&
		strstr(e.text, "UTF-16"),
	    "wide: %s", e.text);
	import_release(&im);
	tap_ok(import_text(&im, "x", line, IMPORT_LINE_MAX + 1, NULL, &e) < 0 &&
		strstr(e.text, "longer"),
	    "a line without end: %s", e.text);
	import_release(&im);
	tap_ok(import_text(&im, "x", "hello\nworld\n", 12, NULL, &e) < 0 &&
		strstr(e.text, "no format"),
	    "nothing: %s", e.text);
	import_release(&im);
	free(line);
}

static void values(void)
{
	struct import im = { 0 };
	struct run *r = put_run(&im);
	struct figure f = { 684, 1, 3, 7 }, l1 = { 4.286, 0.001, 0, 0 };
	struct invocation *inv;
	char key[PUT_KEY], longer[PUT_KEY], name[400];

	inv = put_value(&im, r, "t/bw", UNIT_RATE, &f, 1e6);
	tap_near(run_display(run_find(r, "t/bw"),
		     run_cost(r, run_find(r, "t/bw"), 0)),
	    684e6, 1e-12, "684 MB/s");
	tap_near(invocation_number(inv, "step"), 1 / 684.0, 1e-8, "its step");
	tap_str(invocation_noted(inv, "at"), "3, column 7", "its place");
	put_value(&im, r, "t/l1", UNIT_NS, &l1, 1);
	tap_near(run_cost(r, run_find(r, "t/l1"), 0), 4.286, 1e-15, "4.286 ns");
	inv = put_value(&im, r, "t/bw", UNIT_NS, &f, 1);
	tap_ok(!inv && im.n_complaints == 1, "another unit: %s",
	    im.n_complaints ? im.complaints[0].text : "no word");
	f.value = -1;
	tap_ok(!put_value(&im, r, "t/x", UNIT_NS, &f, 1) && im.values == 2,
	    "below zero");
	f.value = 1e300;
	tap_ok(!put_value(&im, r, "t/x", UNIT_NS, &f, 1e9) &&
		!run_find(r, "t/x"),
	    "beyond all");
	f.value = 10;
	inv = put_mean(&im, r, "t/mean", UNIT_HZ, &f, 1, 5, 1);
	tap_near(invocation_number(inv, "sd"), 0.1, 1e-8, "a spread");
	tap_ok(!put_mean(&im, r, "t/none", UNIT_HZ, &f, NAN, 5, 1),
	    "no spread");
	put_key(key, "t", "a b/c'\x1b\xc3\xa9");
	tap_str(key, "t/a_b/c%27%1B%C3%A9", "a strange name");
	memset(name, 'n', sizeof(name));
	name[399] = '\0';
	put_key(key, "t", name);
	name[398] = 'm';
	put_key(longer, "t", name);
	tap_ok(strlen(key) <= 200 && strcmp(key, longer) != 0,
	    "long names stay apart");
	import_release(&im);
}

static void add(struct import *im, const char *os, const char *host, double x)
{
	struct figure f = { x, 0.1, 0, 0 };
	struct run *r = put_run(im);

	put_fact(r, "t.os", os);
	put_fact(r, "t.host", host);
	put_value(im, r, "t/x", UNIT_NS, &f, 1);
}

static void groups(void)
{
	struct import im = { 0 };
	struct err e = { 0 };

	add(&im, "Linux 1", "h", 1);
	add(&im, "Linux 2", "h", 2);
	add(&im, "Linux 1", "i", 3);
	add(&im, "Linux 1", "h", 0);
	tap_ok(import_group(&im.runs, &im.n, "nothing", &e) == -ENOENT &&
		strstr(e.text, "t.os"),
	    "no such fact: %s", e.text);
	tap_ok(import_group(&im.runs, &im.n, NULL, &e) == 0 && im.n == 3 &&
		im.runs[0].rounds == 2,
	    "what is equal in all is one: %zu", im.n);
	tap_ok(import_group(&im.runs, &im.n, "os", &e) == 0 && im.n == 2 &&
		im.runs[0].rounds == 3,
	    "by one fact");
	tap_ok(!host_get(&im.runs[0].host, "t.host") &&
		host_get(&im.runs[1].host, "t.host"),
	    "a fact that differs is none");
	import_label(im.runs, im.n, "os", NULL);
	tap_str(im.runs[1].label, "Linux 2", "labelled by it");
	import_label(im.runs, im.n, "os", "mail");
	tap_str(im.runs[0].label, "mail Linux 1", "behind the user's");
	import_uuid(&im.runs[0], 7);
	import_uuid(&im.runs[1], 7);
	tap_ok(strcmp(im.runs[0].uuid, im.runs[1].uuid) != 0,
	    "two runs of one content: two uuids");
	import_release(&im);
}

static void zeros(void)
{
	struct import im = { 0 };
	struct figure f = { 0, 1, 0, 0 };
	struct run *r = put_run(&im);
	struct err e = { 0 };

	put_value(&im, r, "t/swaps", UNIT_COUNT, &f, 1);
	import_group(&im.runs, &im.n, NULL, &e);
	tap_ok(im.runs[0].results[0].outcome == OUTCOME_SKIPPED &&
		im.runs[0].results[0].why,
	    "nothing but zeros: %s", im.runs[0].results[0].why);
	import_release(&im);
}

int main(void)
{
	quoting();
	terminals();
	refusals();
	values();
	groups();
	zeros();
	return tap_done();
}
