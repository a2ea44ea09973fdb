/* program_counts.c - counts of programs: what is said of them. */
#include "judge/program.h"

#include "tap.h"

static void word(const uint64_t *a, size_t na, const uint64_t *b, size_t nb,
    double delta, enum program_word want, const char *what)
{
	const struct program_counts x = { a, na }, y = { b, nb };
	struct program_change c;

	program_compare(&x, &y, delta, &c);
	tap_ok(c.word == want, "%s: %+.3f %%", what, 100 * c.change);
}

int main(void)
{
	const uint64_t base[] = { 100000, 100000 }, same[] = { 100150, 100150 },
		       more[] = { 100201, 100201 }, less[] = { 99700, 99700 },
		       spread[] = { 100100, 100100, 100300 }, none[] = { 0 };
	const struct program_counts c = { spread, 3 }, one = { base, 1 };

	word(base, 2, base, 2, 0.002, PROGRAM_SAME, "itself");
	word(base, 2, same, 2, 0.002, PROGRAM_SAME, "a little more");
	word(base, 2, more, 2, 0.002, PROGRAM_SLOWER, "more");
	word(base, 2, less, 2, 0.002, PROGRAM_FASTER, "less");
	word(base, 2, same, 2, 0.001, PROGRAM_SLOWER, "another margin");
	word(base, 2, spread, 3, 0.002, PROGRAM_CANNOT_TELL, "on both sides");
	word(spread, 3, spread, 3, 0.0001, PROGRAM_CANNOT_TELL,
	    "itself, with a spread above the margin");
	word(none, 1, base, 2, 0.002, PROGRAM_CANNOT_TELL, "of nothing");
	word(NULL, 0, base, 2, 0.002, PROGRAM_CANNOT_TELL, "of no boot");
	tap_ok(program_repeats(&c) && !program_repeats(&one), "repeats");
	tap_near(program_spread(&c), 200.0 / 100100, 1e-12, "spread");
	return tap_done();
}
