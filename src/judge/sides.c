/* sides.c - what the two runs of a comparison are called in its notes. */
#include "judge/judge.h"

#include <stdio.h>
#include <string.h>

/* Both labels, where a sentence can tell the runs apart by them. */
static bool labelled(const struct run *a, const struct run *b)
{
	return a->label && b->label && a->label[0] && b->label[0] &&
	    strlen(a->label) < JUDGE_SIDE && strlen(b->label) < JUDGE_SIDE &&
	    strcmp(a->label, b->label) != 0;
}

void judge_sides(const struct run *a, const struct run *b,
    struct judge_sides *s)
{
	static const char *const plain[2] = { "before", "after" };
	bool own = labelled(a, b);
	const char *label[2] = { own ? a->label : plain[0],
		own ? b->label : plain[1] };

	for (int i = 0; i < 2; i++) {
		/* "in before" is no English */
		bool adverb = strcmp(label[i], plain[i]) == 0;

		snprintf(s->name[i], sizeof(s->name[i]), "%s", label[i]);
		snprintf(s->in[i], sizeof(s->in[i]), "%s%s",
		    adverb ? "" : "in ", label[i]);
	}
}
