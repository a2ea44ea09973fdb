/* margin.c - how large a change must be before it counts. */
#include "judge/inside.h"

#include "base/text.h"

#include <math.h>

/* Until this host has measured better (METHOD.md of the specification,
 * section 3): two sessions of one boot, two boots of one state, and two
 * boots for rows that depend on where memory and files happen to lie. */
#define SESSION_FLOOR       0.05
#define BOOT_FLOOR          0.10
#define BOOT_FLOOR_VARIABLE 0.25

const struct judge_opts judge_defaults = { .delta = 0.02, .alpha = 0.05 };

static double boot_default(const char *name)
{
	static const char *const variable[] = { "vm_", "mem_", "fs_" };

	for (size_t i = 0; i < 3; i++)
		if (text_starts(name, variable[i]))
			return BOOT_FLOOR_VARIABLE;
	return BOOT_FLOOR;
}

/* A floor widens the margin to itself; it never narrows what the user asked
 * for. Two boots are two sessions as well: what is SAME is so within the
 * session's margin, and between that and the boot floor nobody can tell. */
void judge_margin(const char *name, enum pairing p, double delta,
    const struct floors *measured, double *alarm, double *same)
{
	double session =
	    measured->session > 0 ? measured->session : SESSION_FLOOR;
	double boot = measured->boot > 0 ? measured->boot : boot_default(name);

	*same = p == PAIRING_INTERLEAVED ? delta : fmax(delta, session);
	*alarm = p == PAIRING_BOOTS ? fmax(*same, boot) : *same;
}
