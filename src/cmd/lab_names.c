/* lab_names.c - what the runs of perfloss lab are called. */
#include "cmd/lab_cli.h"

#include "base/mem.h"
#include "base/text.h"
#include "cmd/setup.h"
#include "model/name.h"

#include <stdlib.h>
#include <string.h>

#define WORD_MOST 40 /* characters of a label that is made of options */

/* Whether the releases tell all arms apart, and make labels. */
static bool by_release(const struct lab_made *m)
{
	struct err none;

	for (size_t a = 0; a < m->o.n_arms; a++) {
		const char *mine = m->arm[a].kernel->release;

		if (!mine || name_check_label(mine, &none) < 0)
			return false;
		for (size_t k = 0; k < a; k++)
			if (strcmp(m->arm[k].kernel->release, mine) == 0)
				return false;
	}
	return true;
}

/* Of one kernel in two states: what is only of that one, "mitigations=off"; of
 * the first without such, its release. NULL: nothing short tells. */
static const char *state_word(const struct lab_made *m, size_t a)
{
	bool cmdline = lab_cli.cmdline_of[a], set = lab_cli.set_of[a].n > 0;
	bool inject = a == 1 && lab_cli.inject_b;
	const char *word = cmdline ? lab_cli.cmdline_of[a] :
	    set                    ? lab_cli.set_of[a].item[0] :
	    inject                 ? lab_cli.inject_b :
	    a == 0                 ? m->kernel[0].release :
				     NULL;
	struct err none;

	if ((int)cmdline + (int)set + (int)inject > 1 ||
	    lab_cli.set_of[a].n > 1 || !word || strlen(word) > WORD_MOST ||
	    name_check_label(word, &none) < 0)
		return NULL;
	return word;
}

/* Both have one, and they differ. */
static bool by_state(const struct lab_made *m)
{
	const char *a, *b;

	if (m->n_kernels != 1 || m->o.n_arms != 2)
		return false;
	a = state_word(m, 0);
	b = state_word(m, 1);
	return a && b && strcmp(a, b) != 0;
}

static char *label_of(const struct lab_made *m, size_t a, bool release)
{
	const char *given = lab_cli.label ? lab_cli.label :
	    a < 2                         ? lab_cli.label_of[a] :
					    NULL;

	if (given)
		return xstrdup(given);
	if (a < m->git.at.n)
		return xstrdup(m->git.label[a]);
	if (release)
		return xstrdup(m->arm[a].kernel->release);
	if (by_state(m))
		return xstrdup(state_word(m, a));
	return a < 26 ? xasprintf("%c", (char)('a' + (char)a)) :
			xasprintf("arm%zu", a + 1);
}

static char *state_of(const struct lab_arm *arm)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "%s", arm->kernel->name);
	if (arm->cmdline)
		buf_addf(&b, ", '%s'", arm->cmdline);
	for (size_t i = 0; arm->set && arm->set[i]; i++)
		buf_addf(&b, ", %s", arm->set[i]);
	for (size_t i = 0; arm->args && arm->args[i]; i++)
		buf_addf(&b, "%s%s", i ? " " : ", ", arm->args[i]);
	return text_clean(buf_take(&b));
}

void lab_describe(struct lab_made *m, const char *command, bool paired)
{
	bool release = by_release(m);
	char uuid[37];

	run_uuid(uuid);
	for (size_t a = 0; a < m->o.n_arms; a++) {
		struct run *r = &m->run[a];

		r->started_ns = setup_now_ns();
		r->seed = lab_cli.seed;
		r->label = label_of(m, a, release);
		r->command = xstrdup(command);
		r->profile = xstrdup("lab");
		r->state = state_of(&m->arm[a]);
		if (!paired)
			continue;
		r->pair = xstrdup(uuid);
		r->arm = xasprintf("%c", (char)('a' + (char)(a % 26)));
	}
}
