/* timeline.c - values over time as a picture and as text. */
#include "report/timeline.h"

#include "tap.h"

#include <math.h>

static const double at[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static const double up[] = { 1e3, 1e3, 1e3, 8e3, 8e3, 8e3, NAN, 2e3, 1e3, 1e3 };
static const double flat[] = { 1e3, 1e3, 1e3, 1e3, 1e3, 1e3, 1e3, 1e3, 1e3,
	1e3 };
static const double nothing[] = { NAN, NAN };

static const struct timeline_series series[] = {
	{ "fresh", at, up, NULL, NULL, 10 },
	{ "survivor & co", at, flat, flat, up, 10 },
};
static const struct timeline_series empty[] = { { "x", at, nothing, NULL, NULL,
    2 } };
static const struct timeline_panel panels[] = {
	{ "sys_null", AXIS_TIME, series, 2 },
	{ "none", AXIS_TIME, empty, 1 },
};
static const struct timeline_phase phases[] = {
	{ "baseline", 0, 3 },
	{ "load", 3, 6 },
	{ "recovery", 6, 9 },
};
static const struct timeline all = { "a <load>", NULL, phases, 3, panels, 2 };

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

static void test_figure(void)
{
	struct timeline t = all;
	struct buf b = BUF_INIT;

	tap_ok(figure_timeline(&t, &svg_look_default, &b) == 1,
	    "a panel without values is none");
	tap_ok(count(buf_str(&b), "class=\"pf-shade\"") == 2,
	    "every other phase has a shade, in names and panel");
	tap_ok(count(buf_str(&b), "class=\"pf-path ") == 2 + 3,
	    "lines of the legend; one is cut where a value is missing");
	tap_ok(strstr(buf_str(&b), "survivor &amp; co") != NULL, "a legend");
	tap_ok(strstr(buf_str(&b), ">baseline</text>") != NULL, "phases");
	tap_ok(!strstr(buf_str(&b), "nan") && !strstr(buf_str(&b), "inf"),
	    "every coordinate is a number");
	buf_clear(&b);
	t.panel = panels + 1;
	t.n_panels = 1;
	tap_ok(figure_timeline(&t, &svg_look_default, &b) == 0, "nothing");
	tap_ok(b.len == 0, "nothing is written");
	t = (struct timeline){ "x", NULL, NULL, 0, NULL, 0 };
	tap_ok(figure_timeline(&t, &svg_look_default, &b) == 0, "no panels");
	t = all;
	t.n_phases = 0;
	tap_ok(figure_timeline(&t, &svg_look_default, &b) == 1, "no phases");
	buf_release(&b);
}

static void test_plot(void)
{
	struct style s = { .width = 60 };
	struct timeline t = all;
	struct buf b = BUF_INIT;

	tap_ok(plot_timeline(&t, &s, &b) == 1, "as text");
	tap_str(buf_str(&b),
	    "                 baseline     |load         |recovery\n"
	    "sys_null  (1.00 us .. 8.00 us)\n"
	    "  fresh          _____________|#############|  ....._______\n"
	    "  survivor & co  _____________|_____________|______________\n",
	    "columns of time");
	buf_clear(&b);
	s.width = 40;
	plot_timeline(&t, &s, &b);
	for (const char *l = buf_str(&b); *l; l = strchr(l, '\n') + 1)
		tap_ok(strcspn(l, "\n") <= 40, "fits: %.*s",
		    (int)strcspn(l, "\n"), l);
	buf_clear(&b);
	s.utf8 = true;
	plot_timeline(&t, &s, &b);
	tap_ok(strstr(buf_str(&b), "\u2588") != NULL, "blocks");
	buf_release(&b);
}

int main(void)
{
	test_figure();
	test_plot();
	return tap_done();
}
