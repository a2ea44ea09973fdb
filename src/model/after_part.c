/* after_part.c - what the runs of an aftermath keep of it, taken apart and put
 * together. */
#include "model/after_part.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void after_part_free(struct after_part *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->n_left; i++)
		left_release(&p->left[i]);
	free(p->left);
	after_load_release(&p->load);
	free(p);
}

static void copy_load(struct after_load *to, const struct after_load *from)
{
	*to = *from;
	to->what = from->what ? xstrdup(from->what) : NULL;
	to->why = from->why ? xstrdup(from->why) : NULL;
	to->each_s = NULL;
	if (from->n_each == 0)
		return;
	to->each_s = xcalloc(from->n_each, sizeof(*to->each_s));
	memcpy(to->each_s, from->each_s, from->n_each * sizeof(*to->each_s));
}

static void copy_left(struct left *to, const struct left *from)
{
	*to = (struct left){ .at_ns = from->at_ns };
	for (size_t i = 0; i < from->n; i++)
		left_put(to, from->thing[i].kind, from->thing[i].key,
		    from->thing[i].value);
}

/* What was looked at between two phases is the end of the one before. */
static bool is_of(const struct aftermath *a, int phase, int64_t at_ns)
{
	bool last = true;

	for (int i = phase + 1; i < AFTER_PHASES; i++)
		last &= a->to_ns[i] == 0 || at_ns < a->from_ns[i];
	return last && (phase == 0 || at_ns >= a->from_ns[phase]);
}

static struct after_part *part_of(const struct aftermath *a, int phase)
{
	struct after_part *p = xcalloc(1, sizeof(*p));
	size_t cap = 0;

	p->phase = (enum after_phase)phase;
	p->from_ns = a->from_ns[phase];
	p->to_ns = a->to_ns[phase];
	p->about = a->about;
	copy_load(&p->load, &a->load);
	for (size_t i = 0; i < a->n_left; i++) {
		if (!is_of(a, phase, a->left[i].at_ns))
			continue;
		p->left = xgrow(p->left, p->n_left, &cap, sizeof(*p->left));
		copy_left(&p->left[p->n_left++], &a->left[i]);
	}
	return p;
}

void aftermath_part(struct aftermath *a)
{
	char uuid[37];

	run_uuid(uuid);
	for (int i = 0; i < AFTER_PHASES; i++) {
		struct run *r = &a->phase[i];

		if (a->to_ns[i] == 0)
			continue;
		after_part_free(r->after);
		r->after = part_of(a, i);
		memcpy(r->after->uuid, uuid, sizeof(uuid));
	}
}

void aftermath_join(struct aftermath *a,
    const struct run *const run[AFTER_PHASES])
{
	memset(a, 0, sizeof(*a));
	for (int i = 0; i < AFTER_PHASES; i++) {
		const struct after_part *p = run[i] ? run[i]->after : NULL;

		if (!p)
			continue;
		a->phase[i] = *run[i];
		a->from_ns[i] = p->from_ns;
		a->to_ns[i] = p->to_ns;
		/* all say the same of the whole */
		a->load = p->load;
		a->about = p->about;
		for (size_t k = 0; k < p->n_left; k++) {
			a->left = xgrow(a->left, a->n_left, &a->cap_left,
			    sizeof(*a->left));
			a->left[a->n_left++] = p->left[k];
		}
	}
}

void aftermath_unjoin(struct aftermath *a)
{
	free(a->left);
	memset(a, 0, sizeof(*a));
}
