/* two.h - two runs, made and judged, and what is said of their rows. */
#ifndef PERFLOSS_TESTS_TWO_H
#define PERFLOSS_TESTS_TWO_H

#include "made.h"
#include "tap.h"

#define TWO __attribute__((unused)) static

TWO struct run a, b;
TWO struct verdict_set v;

/* Two sessions of one boot. */
TWO void begin_two(void)
{
	run_init(&a);
	run_init(&b);
	made_host(&a, "cpu", "boot");
	made_host(&b, "cpu", "boot");
}

/* Two arms of one run in pairs. */
TWO void begin_pair(uint32_t looks)
{
	begin_two();
	made_arm(&a, "a", looks);
	made_arm(&b, "b", looks);
}

TWO void compare(const struct judge_opts *o)
{
	verdict_set_release(&v);
	judge_compare(&a, &b, o, &v);
}

TWO void end(void)
{
	verdict_set_release(&v);
	run_release(&a);
	run_release(&b);
}

TWO const struct comparison *row(const char *key)
{
	for (size_t i = 0; i < v.n; i++)
		if (strcmp(v.rows[i].key, key) == 0)
			return &v.rows[i];
	tap_ok(false, "row %s is there", key);
	return v.rows;
}

TWO void is(const char *key, enum verdict want)
{
	const struct comparison *c = row(key);

	tap_str(verdict_words[c->verdict], verdict_words[want], "%s: %s", key,
	    c->note);
}

TWO void says(const char *key, const char *words)
{
	tap_ok(strstr(row(key)->note, words) != NULL, "%s says '%s': %s", key,
	    words, row(key)->note);
}

#undef TWO

#endif
