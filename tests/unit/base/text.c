/* text.c - tests of base/text: width, glob, distance. */
#include "base/text.h"

#include "tap.h"

static void clean(const char *dirty, const char *want, const char *what)
{
	char s[64];

	snprintf(s, sizeof(s), "%s", dirty);
	tap_str(text_clean(s), want, "clean: %s", what);
	tap_ok(text_is_clean(s), "clean: %s, then it is", what);
	tap_ok(text_is_clean(dirty) == (strcmp(dirty, want) == 0),
	    "clean: %s, before", what);
}

static void cleaning(void)
{
	clean("", "", "nothing");
	clean("5 \xc2\xb5s \xe6\xbc\xa2", "5 \xc2\xb5s \xe6\xbc\xa2", "UTF-8");
	clean("a\033[31mb\n\r\tc\177", "a [31mb   c ", "C0 and DEL");
	clean("a\xc2\x9b"
	      "2Jb",
	    "a  2Jb", "C1 in UTF-8");
	clean("\xe2\x80\xae"
	      "evil\xe2\x81\xa6",
	    "   evil   ", "turned writing");
	clean("a\x9b"
	      "b\xff",
	    "a?b?", "bytes that are no UTF-8");
	clean("\xe6\xbc", "??", "a character cut short");
}

int main(void)
{
	static const char *const words[] = { "run", "runs", "compare", "list" };

	tap_ok(text_width("abc") == 3, "ascii");
	tap_ok(text_width("\xc2\xb5s") == 2, "two-byte character");
	tap_ok(text_width("\xe6\xbc\xa2") == 2, "wide character");
	tap_ok(text_width("e\xcc\x81") == 1, "combining mark");
	tap_ok(text_width("\xff\xfe") == 2, "bad bytes count one each");
	tap_ok(text_fit("\xe6\xbc\xa2\xe6\xbc\xa2", 3) == 3, "fit wide");
	tap_ok(!text_is_utf8("\xc0\x80", 2), "overlong form is bad");
	tap_ok(!text_is_utf8("\xed\xa0\x80", 3), "surrogate is bad");

	cleaning();
	tap_ok(text_glob("ipc_*", "ipc_pipe"), "star");
	tap_ok(text_glob("*/cpu=same", "sched_ctx/procs=2/cpu=same"), "tail");
	tap_ok(!text_glob("ipc_?", "ipc_pipe"), "question mark is one");
	tap_ok(text_glob("[a-c]x", "bx") && !text_glob("[!a-c]x", "bx"), "set");
	tap_ok(!text_glob("[abc", "a"), "unclosed set matches nothing");
	tap_ok(text_glob("a*b*c", "aXbYbZc"), "two stars");
	tap_ok(text_glob("*", "") && !text_glob("?", ""), "empty");
	tap_ok(!text_glob("*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
	    "many stars end");

	tap_ok(text_distance("kitten", "sitting") == 3, "distance");
	tap_ok(text_distance("ab", "ba") == 1, "swap is one");
	tap_str(text_nearest("comprae", words, 4), "compare", "nearest");
	tap_ok(text_nearest("zzzzzz", words, 4) == NULL, "none is near");
	return tap_done();
}
