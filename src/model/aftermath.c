/* aftermath.c - what was measured before, during and after a load. */
#include "model/aftermath.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *const after_phase_words[AFTER_PHASES] = { "baseline", "load",
	"recovery" };

void aftermath_init(struct aftermath *a)
{
	memset(a, 0, sizeof(*a));
	for (int i = 0; i < AFTER_PHASES; i++)
		run_init(&a->phase[i]);
}

void after_load_release(struct after_load *l)
{
	free(l->what);
	free(l->why);
	free(l->each_s);
	memset(l, 0, sizeof(*l));
}

void aftermath_release(struct aftermath *a)
{
	for (int i = 0; i < AFTER_PHASES; i++)
		run_release(&a->phase[i]);
	for (size_t i = 0; i < a->n_left; i++)
		left_release(&a->left[i]);
	free(a->left);
	after_load_release(&a->load);
	memset(a, 0, sizeof(*a));
}

void aftermath_add_left(struct aftermath *a, struct left *l)
{
	a->left = xgrow(a->left, a->n_left, &a->cap_left, sizeof(*a->left));
	a->left[a->n_left++] = *l;
	memset(l, 0, sizeof(*l));
}

enum after_phase aftermath_when(const struct aftermath *a, int64_t at_ns)
{
	for (int i = 0; i < AFTER_PHASES; i++)
		if (a->to_ns[i] > 0 && at_ns >= a->from_ns[i] &&
		    at_ns <= a->to_ns[i])
			return (enum after_phase)i;
	return AFTER_PHASES;
}

bool aftermath_survives(const char *key)
{
	return text_ends(key, AFTERMATH_SURVIVOR);
}

char *aftermath_row(const char *key)
{
	size_t n = strlen(key);

	if (aftermath_survives(key))
		n -= strlen(AFTERMATH_SURVIVOR);
	return xstrndup(key, n);
}
