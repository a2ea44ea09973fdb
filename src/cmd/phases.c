/* phases.c - the aftermath that runs are phases of, put together again. */
#include "cmd/phases.h"

#include "cmd/cmd.h"
#include "store/store.h"

#include <string.h>

/* What the runs are a phase of; NULL where they are of none, or of several. */
static const char *common(const struct run *const *run, size_t n)
{
	const char *uuid = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct after_part *part = run[i]->after;

		if (part && uuid && strcmp(part->uuid, uuid) != 0)
			return NULL;
		uuid = part ? part->uuid : uuid;
	}
	return uuid;
}

static void from_store(struct phases *p, const struct run *of[AFTER_PHASES],
    const char *uuid, const char *path)
{
	int64_t id[AFTER_PHASES];
	struct err none;
	struct store *s;
	int r;

	if (source_store(&s, path, STORE_READ, &none) < 0)
		return;
	r = store_phases(s, uuid, id, &none);
	for (int i = 0; i < AFTER_PHASES && r == 0; i++)
		if (!of[i] && id[i] &&
		    store_load(s, id[i], &p->other[i], &none) == 0)
			of[i] = &p->other[i];
	store_close(s);
}

void phases_init(struct phases *p, const struct run *const *run, size_t n,
    const char *store_path)
{
	const struct run *of[AFTER_PHASES] = { NULL };
	const char *uuid = common(run, n);

	memset(p, 0, sizeof(*p));
	if (!uuid)
		return;
	for (size_t i = 0; i < n; i++)
		if (run[i]->after)
			of[run[i]->after->phase] = run[i];
	from_store(p, of, uuid, store_path);
	aftermath_join(&p->a, of);
	p->found = true;
}

void phases_release(struct phases *p)
{
	aftermath_unjoin(&p->a);
	for (int i = 0; i < AFTER_PHASES; i++)
		run_release(&p->other[i]);
}
