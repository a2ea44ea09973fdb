/* differ.c - tests of the words that only one of two lists has. */
#include "report/differ.h"

#include "tap.h"

static void is(const char *a, const char *b, const char *want, const char *what)
{
	struct buf out = BUF_INIT;
	bool some = differ_words(a, b, &out);

	tap_str(some ? buf_str(&out) : "", want, "%s", what);
	buf_release(&out);
}

int main(void)
{
	is("ro quiet splash", "ro splash mitigations=off",
	    "-quiet +mitigations=off", "a command line");
	is("fpu vme pti", "fpu vme", "-pti", "flags");
	is("Retpolines; IBPB: conditional", "Retpolines, IBPB: always-on",
	    "-conditional +always-on", "phrases");
	is("a b a c", "c a b", "-a", "one of two");
	is("a b", "b a a", "+a", "one more");
	is("ab a b", "a b abc", "-ab +abc", "no parts of words");
	is("a b", "b a", "", "another order says nothing");
	is("one", "other", "", "no lists");
	is(NULL, "a b", "", "unknown");
	is("x 1 2 3 4 5 6 7 8 9", "x y", "-1 -2 -3 -4 -5 -6 -7 -8 and 2 more",
	    "not all of many");
	return tap_done();
}
