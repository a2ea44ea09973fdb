/* facts.c - what the facts of two runs allow to be compared. */
#include "judge/inside.h"

#include "base/num.h"
#include "judge/exact.h"

#include <math.h>
#include <string.h>

/* Facts that make two runs different things. A kernel, a mitigation or a
 * governor is what people compare, so none of those stands here. */
static const struct {
	const char *key, *what;
} guarded[] = {
	{ "cpu.model", "another machine" },
	{ "kernel.machine", "another architecture" },
	{ "probe.hash", "another probe binary" },
};

/* Story 1 compares machines on purpose: `across` lets it, and the fact is
 * said all the same. An unknown fact guards nothing. */
bool judge_guarded(const struct run *a, const struct run *b, char *why,
    size_t size)
{
	if (judge_imported(a) != judge_imported(b)) {
		judge_say(why, size,
		    "one run was measured, the other is imported from "
		    "another tool");
		return true;
	}
	if (run_counts(a) != run_counts(b)) {
		judge_say(why, size,
		    "one run counts instructions, the other measures time");
		return true;
	}
	for (size_t i = 0; i < sizeof(guarded) / sizeof(guarded[0]); i++) {
		const char *x = host_get(&a->host, guarded[i].key);
		const char *y = host_get(&b->host, guarded[i].key);

		if (!x || !y || strcmp(x, y) == 0)
			continue;
		judge_say(why, size, "%s: %s is '%.50s' and '%.50s'",
		    guarded[i].what, guarded[i].key, x, y);
		return true;
	}
	return false;
}

static bool interleaved(const struct run *a, const struct run *b)
{
	return a->pair && b->pair && strcmp(a->pair, b->pair) == 0 && a->arm &&
	    b->arm && strcmp(a->arm, b->arm) != 0;
}

/* An unknown boot may be another one. */
enum pairing judge_pairing(const struct run *a, const struct run *b)
{
	const char *x = host_get(&a->host, "boot.id");
	const char *y = host_get(&b->host, "boot.id");

	if (exact_both(a, b))
		return PAIRING_COUNTED;
	if (interleaved(a, b))
		return PAIRING_INTERLEAVED;
	if (judge_imported(a) || judge_imported(b))
		return PAIRING_IMPORTED;
	return x && y && strcmp(x, y) == 0 ? PAIRING_SESSIONS : PAIRING_BOOTS;
}

double judge_cycle_ns(const struct run *r)
{
	static const char *const keys[] = { "cpu.mhz_max", "cpu.mhz",
		"cpu.mhz_measured" };
	double most = 0, mhz;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *value = host_get(&r->host, keys[i]);

		if (value && num_parse_double(value, &mhz) == 0 && mhz > most)
			most = mhz;
	}
	return most > 0 ? 1e3 / most : 0;
}

/* -- Rows ---------------------------------------------------------------- */

/* Batches are calibrated to a time, so their number may differ as the cost
 * does. With one setting their times differ too when the machine was busy: up
 * to 5 times was seen beside eight builds. Ten times is another setting,
 * unless fewer operations take longer: that row is a hundred times as slow,
 * and was not yet when it was calibrated. */
#define BATCH_APART 10.0

static const struct invocation *first_good(const struct result *res)
{
	for (size_t i = 0; i < res->n_inv; i++)
		if (res->inv[i].n_run > res->inv[i].warm)
			return &res->inv[i];
	return NULL;
}

static bool above(double x, double y)
{
	return x > BATCH_APART * y;
}

static bool batches_differ(const struct invocation *x,
    const struct invocation *y)
{
	double ops_x = (double)x->ops, ops_y = (double)y->ops;
	double ns_x = (double)x->run[x->warm], ns_y = (double)y->run[y->warm];

	return (above(ops_x, ops_y) && above(ns_x, ns_y)) ||
	    (above(ops_y, ops_x) && above(ns_y, ns_x));
}

static const char *placed(const struct invocation *inv)
{
	if (inv->place)
		return inv->place;
	if (inv->cpu[0] < 0)
		return "free";
	if (inv->cpu[1] < 0)
		return "one CPU";
	return inv->cpu[0] == inv->cpu[1] ? "same CPU" : "two CPUs";
}

const char *judge_how(const struct result *res, char *out, size_t size)
{
	const struct invocation *inv = first_good(res);

	judge_say(out, size, "%s", unit_words[res->unit]);
	if (res->bytes)
		judge_say_more(out, size, "%llu bytes",
		    (unsigned long long)res->bytes);
	if (res->flags & RESULT_LM)
		judge_say_more(out, size, "lm");
	if (inv && inv->n_base > 0)
		judge_say_more(out, size, "less a base");
	if (inv)
		judge_say_more(out, size, "%.40s", placed(inv));
	return out;
}

static const char *note_of(const struct invocation *inv, const char *key)
{
	for (size_t i = 0; inv->notes && inv->notes[i]; i += 2)
		if (strcmp(inv->notes[i], key) == 0)
			return inv->notes[i + 1];
	return NULL;
}

/* What a program does in each period is fixed: less of it is not faster. */
static bool work_differs(const struct invocation *x, const struct invocation *y)
{
	const char *a = note_of(x, "work"), *b = note_of(y, "work");

	return a && b && strcmp(a, b) != 0;
}

bool judge_row_differs(const struct result *a, const struct result *b,
    char *why, size_t size)
{
	const struct invocation *x = first_good(a), *y = first_good(b);

	if ((a->unit == UNIT_INSN) != (b->unit == UNIT_INSN)) {
		judge_say(why, size,
		    "one run counts instructions, the other measures time");
		return true;
	}
	if (a->unit != b->unit) {
		judge_say(why, size, "the units differ: %s and %s",
		    unit_words[a->unit], unit_words[b->unit]);
		return true;
	}
	if (a->bytes != b->bytes) {
		judge_say(why, size, "one operation moves %llu and %llu bytes",
		    (unsigned long long)a->bytes, (unsigned long long)b->bytes);
		return true;
	}
	if ((a->flags ^ b->flags) &
	    (RESULT_LM | RESULT_HIDDEN | RESULT_IMPORTED)) {
		judge_say(why, size,
		    "the two runs define this row "
		    "differently");
		return true;
	}
	if (!x || !y || (a->flags & RESULT_IMPORTED))
		return false;
	if ((x->n_base > 0) != (y->n_base > 0)) {
		judge_say(why, size,
		    "the base cost is subtracted in one run "
		    "only");
		return true;
	}
	if (strcmp(placed(x), placed(y)) != 0) {
		judge_say(why, size, "placed differently: %.40s and %.40s",
		    placed(x), placed(y));
		return true;
	}
	if (work_differs(x, y)) {
		judge_say(why, size,
		    "the work differs: %.20s and %.20s turns (work=N fixes it)",
		    note_of(x, "work"), note_of(y, "work"));
		return true;
	}
	if (batches_differ(x, y)) {
		judge_say(why, size,
		    "the batches differ: %llu and %llu "
		    "operations",
		    (unsigned long long)x->ops, (unsigned long long)y->ops);
		return true;
	}
	return false;
}
