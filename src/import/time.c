/* time.c - what shells and the programs called time print.
 *
 * bash, ksh ("real 0m1.2s"), POSIX -p ("real 1.20"), busybox ("real 0m 1.20s"),
 * GNU (default and -v), BSD and macOS (default, -l, -al), zsh, mksh, tcsh's
 * default and the builtin times. A decimal comma is a point. The row real
 * carries what else is known of the command, as the rows of 'perfloss exec' do,
 * so that the same findings follow (judge/usage.h). */
#include "import/time.h"
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void time_begin(struct time_reader *r)
{
	for (int i = 0; i < TIME_FIELDS; i++)
		r->has[i] = false;
	free(r->command);
	free(r->status);
	free(r->sig);
	r->command = r->status = r->sig = NULL;
}

/* -- A record ------------------------------------------------------------- */

static const struct {
	const char *row;  /* NULL = only a note of real */
	const char *note; /* of the invocation of real, as doc/WIRE.md has it */
	enum unit unit;
} fields[TIME_FIELDS] = {
	[TIME_REAL] = { "real", NULL, UNIT_NS },
	[TIME_USER] = { NULL, "user_ns", UNIT_NS },
	[TIME_SYS] = { NULL, "sys_ns", UNIT_NS },
	[TIME_RSS] = { "max_rss", "max_rss", UNIT_SIZE },
	[TIME_MINFLT] = { "page_reclaims", NULL, UNIT_COUNT },
	[TIME_MAJFLT] = { "page_faults", NULL, UNIT_COUNT },
	[TIME_NVCSW] = { "voluntary_switches", NULL, UNIT_COUNT },
	[TIME_NIVCSW] = { "involuntary_switches", NULL, UNIT_COUNT },
	[TIME_IN] = { NULL, "in_blocks", UNIT_COUNT },
	[TIME_OUT] = { NULL, "out_blocks", UNIT_COUNT },
	[TIME_CYCLES] = { "cycles", NULL, UNIT_COUNT },
	[TIME_INSTRUCTIONS] = { "instructions", NULL, UNIT_COUNT },
};

/* "maximum resident set size" is in KB on BSD and in bytes on macOS, in the
 * same words. A number of whole pages above 256 K is taken for bytes: less is
 * no process of macOS, and of BSD's one in a thousand is a multiple of 4096. */
static double rss_scale(struct time_reader *r, struct run *run)
{
	double x = r->field[TIME_RSS].value;
	bool bytes = r->rss_unknown && x >= 262144 && fmod(x, 4096) == 0;

	if (r->rss_unknown)
		put_fact(run, "time.rss_unit", bytes ? "bytes" : "KB");
	return bytes ? 1 : 1024;
}

static uint64_t counter(const struct time_reader *r, enum time_field which)
{
	return r->has[which] && r->field[which].value >= 0 ?
	    (uint64_t)r->field[which].value :
	    COUNTER_UNKNOWN;
}

/* What is known of the command beside its real time. */
static void annotate(const struct time_reader *r, struct invocation *inv,
    double rss)
{
	char text[40];

	for (int i = 0; i < TIME_FIELDS; i++) {
		double scale = i == TIME_RSS  ? rss :
		    fields[i].unit == UNIT_NS ? 1e9 :
						1;

		if (!fields[i].note || !r->has[i] || r->field[i].value < 0)
			continue;
		snprintf(text, sizeof(text), "%.0f", r->field[i].value * scale);
		invocation_note(inv, fields[i].note, text);
	}
	inv->counters.minflt = counter(r, TIME_MINFLT);
	inv->counters.majflt = counter(r, TIME_MAJFLT);
	inv->counters.nvcsw = counter(r, TIME_NVCSW);
	inv->counters.nivcsw = counter(r, TIME_NIVCSW);
	if (r->status)
		invocation_note(inv, "status", r->status);
	if (r->sig)
		invocation_note(inv, "signal", r->sig);
}

void time_flush(struct time_reader *r)
{
	char key[PUT_KEY];
	struct run *run;
	double rss;

	if (!r->has[TIME_REAL] && !r->has[TIME_USER]) {
		time_begin(r);
		return;
	}
	run = put_run(r->im);
	if (r->command)
		put_fact(run, "time.command", r->command);
	rss = r->has[TIME_RSS] ? rss_scale(r, run) : 0;
	for (int i = 0; i < TIME_FIELDS; i++) {
		/* user and system time are rows where nothing else is */
		const char *row = fields[i].row ? fields[i].row :
		    r->has[TIME_REAL]           ? NULL :
		    i == TIME_USER              ? "user" :
		    i == TIME_SYS               ? "sys" :
						  NULL;
		struct invocation *inv;

		if (!r->has[i] || !row)
			continue;
		put_key(key, "time", row);
		inv = put_value(r->im, run, key, fields[i].unit, &r->field[i],
		    i == TIME_RSS                 ? rss :
			fields[i].unit == UNIT_NS ? 1e9 :
						    1);
		if (inv && i == TIME_REAL)
			annotate(r, inv, rss);
	}
	time_begin(r);
}

void time_put(struct time_reader *r, enum time_field which,
    const struct figure *f)
{
	if (r->has[which])
		time_flush(r);
	r->has[which] = true;
	r->field[which] = *f;
}

/* -- All of it ------------------------------------------------------------ */

static int read_time(struct import *im, const struct input *in, struct err *e)
{
	struct time_reader r = { .im = im };

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		if (im->time_format)
			time_formatted(&r, &in->lines[i], im->time_format);
		else
			time_line(&r, &in->lines[i]);
	}
	time_flush(&r);
	return 0;
}

/* So many lines must be of a dialect; other output may stand around. */
static int probe(const struct input *in)
{
	struct import im = { 0 };
	struct time_reader r = { .im = &im };
	size_t known = 0;

	for (size_t i = 0; i < in->n; i++)
		known += time_line(&r, &in->lines[i]);
	time_flush(&r);
	known = im.n > 0 ? known : 0;
	import_release(&im);
	return known == 0 ? 0 : known >= 2 ? 70 : 50;
}

const struct import_format import_time = {
	.name = "time",
	.title = "output of time",
	.probe = probe,
	.read = read_time,
};
