/* margin.c - how large a change must be before it counts. */
#include "judge/inside.h"

#include "base/text.h"
#include "model/tails.h"

#include <math.h>
#include <string.h>

/* Until this host has measured better (METHOD.md of the specification,
 * section 3): two sessions of one boot, two boots of one state, and two
 * boots for rows that depend on where memory and files happen to lie. The
 * specification names none for tails; they get the widest there is. Nor for
 * rows on two CPUs and on a disk, of which sessions of an idle virtual machine
 * differed by up to 46 % and 146 % (doc/DECISIONS.md, 2026-12-01). */
#define SESSION_FLOOR       0.05
#define BOOT_FLOOR          0.10
#define BOOT_FLOOR_VARIABLE 0.25
#define TAIL_FLOOR          0.25
#define FAR_FLOOR           0.50

const struct judge_opts judge_defaults = { .delta = 0.02, .alpha = 0.05 };

const char *const margin_words[] = { [MARGIN_ASKED] = "asked",
	[MARGIN_DEFAULT] = "default",
	[MARGIN_MEASURED] = "measured" };

/* Two CPUs, or wherever the scheduler likes; or a disk. */
static bool is_far(const char *key)
{
	const char *cpu = strstr(key, "/cpu=");

	return (cpu && strncmp(cpu + 5, "same", 4) != 0) ||
	    strstr(key, "/where=dir");
}

enum margin_kind margin_kind(const char *key)
{
	static const char *const variable[] = { "vm_", "mem_", "fs_" };

	if (is_tail(key))
		return KIND_TAIL;
	if (is_far(key))
		return KIND_FAR;
	for (size_t i = 0; i < 3; i++)
		if (text_starts(key, variable[i]))
			return KIND_VARIABLE;
	return KIND_PLAIN;
}

static const double session_default[KINDS] = { [KIND_PLAIN] = SESSION_FLOOR,
	[KIND_VARIABLE] = SESSION_FLOOR,
	[KIND_FAR] = FAR_FLOOR,
	[KIND_TAIL] = TAIL_FLOOR };
static const double boot_default[KINDS] = { [KIND_PLAIN] = BOOT_FLOOR,
	[KIND_VARIABLE] = BOOT_FLOOR_VARIABLE,
	[KIND_FAR] = FAR_FLOOR,
	[KIND_TAIL] = TAIL_FLOOR };

/* Sessions that differ by twice say nothing of sameness. */
#define WIDE 1.0

/* A floor widens the margin to itself; it never narrows what the user asked
 * for. Two boots are two sessions as well: what is SAME is so within the
 * session's margin, and between that and the boot floor nobody can tell. */
struct margin judge_margin(const char *key, enum pairing p, double delta,
    double band, const struct floor *f)
{
	bool session = f && f->sessions > 0, boot = f && f->boots > 0;
	struct margin m = { delta, band > 0 ? band : delta, MARGIN_ASKED, false,
		false, 0 };
	double floor;

	if (p == PAIRING_INTERLEAVED)
		return m;
	floor = session ? f->session : session_default[margin_kind(key)];
	m.from = session ? MARGIN_MEASURED : MARGIN_DEFAULT;
	m.runs = session ? f->sessions : 0;
	m.alarm = fmax(delta, floor);
	m.wide = session && floor > WIDE && floor > m.same;
	m.same = fmax(m.same, floor);
	if (m.from == MARGIN_DEFAULT && delta >= floor)
		m.from = MARGIN_ASKED;
	if (p != PAIRING_BOOTS)
		return m;
	floor = boot ? f->boot : boot_default[margin_kind(key)];
	if (floor < m.alarm) /* the session's, or what was asked for, holds */
		return m;
	m.alarm = floor;
	m.from = boot ? MARGIN_MEASURED : MARGIN_DEFAULT;
	m.runs = boot ? f->boots : 0;
	m.boots = true;
	return m;
}

/* Rows by where their margins come from, and the least and most history. */
struct origin {
	size_t n[3]; /* of enum margin_from */
	uint32_t least, most;
	bool kind[KINDS]; /* of these by default */
};

static struct origin origin_of(const struct verdict_set *v)
{
	struct origin o = { .least = UINT32_MAX };

	for (size_t i = 0; i < v->n; i++) {
		const struct margin *m = &v->rows[i].margins;

		if (!isfinite(v->rows[i].p))
			continue;
		o.n[m->from]++;
		if (m->from == MARGIN_DEFAULT)
			o.kind[margin_kind(v->rows[i].key)] = true;
		if (m->from != MARGIN_MEASURED)
			continue;
		o.least = m->runs < o.least ? m->runs : o.least;
		o.most = m->runs > o.most ? m->runs : o.most;
	}
	return o;
}

/* "5 % (tails 25 %)": the margins by default of the kinds that there are. */
static void describe_default(const struct origin *o, bool boots, char *out,
    size_t size)
{
	static const char *const names[KINDS] = { [KIND_VARIABLE] =
						      "memory and files",
		[KIND_FAR] = "two CPUs and disks",
		[KIND_TAIL] = "tails" };
	const double *of = boots ? boot_default : session_default;
	const char *between = " (";

	judge_say(out, size, "%.0f %%", 100 * of[KIND_PLAIN]);
	for (int k = KIND_VARIABLE; k < KINDS; k++) {
		if (!o->kind[k] || !(of[k] > of[KIND_PLAIN]))
			continue;
		judge_add(out, size, "%s%s %.0f %%", between, names[k],
		    100 * of[k]);
		between = ", ";
	}
	if (between[0] == ',')
		judge_add(out, size, ")");
}

static void describe_imported(struct verdict_set *v)
{
	judge_say(v->order, sizeof(v->order),
	    "imported: the order of the values is unknown, drift between "
	    "sessions is not excluded; a change counts beyond %.0f %%",
	    100 * SESSION_FLOOR);
	for (size_t i = 0; i < v->n; i++)
		if (v->rows[i].margins.from == MARGIN_ASKED &&
		    isfinite(v->rows[i].p)) {
			judge_say(v->order, sizeof(v->order),
			    "imported: the order of the values is unknown, "
			    "drift between sessions is not excluded");
			return;
		}
}

void margin_describe(struct verdict_set *v)
{
	bool boots = v->pairing == PAIRING_BOOTS;
	struct origin o = origin_of(v);
	char taken[96], *to = v->order;
	size_t size = sizeof(v->order);

	if (v->pairing == PAIRING_IMPORTED) {
		describe_imported(v);
		return;
	}
	describe_default(&o, boots, taken, sizeof(taken));
	judge_say(to, size, "not interleaved%s",
	    boots ? ", one boot each" : "");
	if (o.n[MARGIN_MEASURED] == 0 && o.n[MARGIN_DEFAULT] == 0) {
		judge_say(to, size,
		    "not interleaved: drift between sessions is not "
		    "excluded%s",
		    boots ? "; one boot each" : "");
	} else if (o.n[MARGIN_MEASURED] == 0) {
		judge_say_more(to, size,
		    "no history of %s on this host: margins of %s are "
		    "taken%s",
		    boots ? "3 boots of one state" : "3 runs of one state",
		    taken,
		    boots ? "" : ", 'perfloss run --repeat 5' measures them");
	} else {
		judge_say_more(to, size, "margins from ");
		if (o.least < o.most)
			judge_add(to, size, "%u to ", o.least);
		judge_add(to, size, "%u %s of one state", o.most,
		    boots ? "boots" : "stored runs");
		if (o.n[MARGIN_DEFAULT] > 0)
			judge_add(to, size, ", %s for %zu row%s without", taken,
			    o.n[MARGIN_DEFAULT],
			    o.n[MARGIN_DEFAULT] == 1 ? "" : "s");
	}
}
