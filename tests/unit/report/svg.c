/* svg.c - pictures: scales and their ticks, text that is safe, whole XML. */
#include "report/svg.h"
#include "report/axis.h"

#include "tap.h"

static void ticks(enum axis_kind kind, bool log, double least, double most,
    const char *want)
{
	struct axis a = { .kind = kind, .log = log };
	char text[512] = "", one[48];

	axis_fit(&a, least, most, 6);
	for (size_t i = 0; i < a.n_ticks; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
		    "%s%s", i ? " " : "",
		    axis_text(&a, a.tick[i], one, sizeof(one)));
	tap_str(text, want, "ticks from %g to %g", least, most);
	tap_ok(a.from <= least + 1e-9 && a.to >= most - 1e-9, "it holds both");
}

static void test_axis(void)
{
	struct axis a = { .kind = AXIS_NUMBER };

	ticks(AXIS_NUMBER, false, 0, 17, "0 5 10 15 20");
	ticks(AXIS_NUMBER, false, 80, 90, "80 82 84 86 88 90");
	ticks(AXIS_NUMBER, false, -0.3, 0.3, "-0.3 -0.2 -0.1 0 0.1 0.2 0.3");
	ticks(AXIS_TIME, false, 0, 2500,
	    "0 0.5 us 1.0 us 1.5 us 2.0 us 2.5 us");
	ticks(AXIS_TIME, false, 50.01e6, 50.04e6,
	    "50.010 ms 50.015 ms 50.020 ms 50.025 ms 50.030 ms 50.035 ms "
	    "50.040 ms");
	ticks(AXIS_TIME, true, 3, 7000, "10 ns 100 ns 1 us 10 us");
	ticks(AXIS_TIME, true, 3, 70, "2 ns 5 ns 10 ns 20 ns 50 ns 100 ns");
	ticks(AXIS_RATE, false, 0, 3e9,
	    "0 0.5 GB/s 1.0 GB/s 1.5 GB/s 2.0 GB/s 2.5 GB/s 3.0 GB/s");
	ticks(AXIS_SHARE, false, 0, 1, "0 20 % 40 % 60 % 80 % 100 %");
	ticks(AXIS_BYTES, true, 4096, 1 << 20, "4K 16K 64K 256K 1M");
	ticks(AXIS_HZ, false, 100, 250, "100 Hz 150 Hz 200 Hz 250 Hz");
	ticks(AXIS_NUMBER, false, 5, 5, "4.4 4.6 4.8 5.0 5.2 5.4 5.6");
	axis_fit(&a, 0, 10, 5);
	a.at0 = 100;
	a.at1 = 0;
	tap_near(axis_at(&a, 0), 100, 1e-12, "the first end");
	tap_near(axis_at(&a, 10), 0, 1e-9, "the other");
	tap_near(axis_at(&a, 5), 50, 1e-12, "between");
	tap_near(axis_at(&a, 11), 0, 1e-9, "beyond an end");
	tap_near(axis_at(&a, NAN), 100, 1e-9, "NaN is no coordinate");
	axis_fit(&a, NAN, NAN, 5);
	tap_ok(a.from <= 0 && a.to >= 1, "without values from 0 to 1");
	axis_fit(&a, 1e9, 1e9 + 1e-7, 5);
	tap_ok(a.n_ticks > 1 && a.to > a.from, "no span");
	a = (struct axis){ .log = true };
	axis_fit(&a, -1, 100, 5);
	tap_ok(!a.log, "no logarithms of what is not positive");
	a = (struct axis){ .log = true, .kind = AXIS_TIME };
	axis_fit(&a, 1, 1e12, 5);
	tap_ok(a.n_ticks >= 4 && a.n_ticks <= 7, "twelve decades: %zu",
	    a.n_ticks);
	axis_fit(&a, 3, 7e8, 1);
	tap_ok(a.n_ticks == 2, "two ticks at least");
}

static void test_change(void)
{
	struct axis a = { .at1 = 1 };
	char text[48];
	bool zero = false;

	axis_fit_change(&a, log(0.5), log(300), 6);
	for (size_t i = 0; i < a.n_ticks; i++)
		zero = zero || a.tick[i] == 0;
	tap_ok(zero, "no change has a tick");
	tap_str(axis_text(&a, log1p(3), text, sizeof(text)), "+300 %",
	    "written as a change");
	tap_str(axis_text(&a, log(20), text, sizeof(text)), "x20",
	    "and far away as a factor");
	tap_str(axis_text(&a, log(0.01), text, sizeof(text)), "x0.01",
	    "on both sides");
	axis_fit_change(&a, 0, 0, 6);
	tap_ok(a.to > a.from, "no change at all");
}

static void test_svg(void)
{
	const double x[] = { 1, 2 }, y[] = { 3, 4 };
	struct buf b = BUF_INIT, drawn = BUF_INIT;

	svg_text(&drawn, 1, 2, SVG_MIDDLE, "", "<script>");
	svg_text(&drawn, 1, 2, SVG_START, "", "x\xef\xbf\xbfy");
	svg_text_fit(&drawn, 1, 2, 40, SVG_START, "", "a & name too long");
	svg_path(&drawn, 9, x, y, 2);
	svg_mark(&drawn, 1, 1, 1, "x & y");
	svg_whole(&svg_look_default, 10, 20, "a <b> & \"c\"", "\033[31m",
	    &drawn, &b);
	tap_ok(strstr(buf_str(&b), "a &lt;b&gt; &amp; &quot;c&quot;") != NULL,
	    "a title is text");
	tap_ok(!strchr(buf_str(&b), '\033'), "without control characters");
	tap_ok(!strstr(buf_str(&b), "<script"), "and no program");
	tap_ok(strstr(buf_str(&b), ">xy</text>") != NULL,
	    "nor what XML forbids");
	tap_ok(strstr(buf_str(&b),
		   "<title>a &amp; name too long</title>"
		   "a &amp; \xe2\x80\xa6<") != NULL,
	    "what is cut is a tooltip");
	tap_ok(strstr(buf_str(&b), "class=\"pf-path pf-s1\"") != NULL,
	    "series begin again");
	tap_ok(strstr(buf_str(&b), " d=\"M1 3l1 1\"") != NULL, "a line");
	tap_ok(strstr(buf_str(&b), "</svg>\n") != NULL, "an end");
	tap_ok(strstr(buf_str(&b), "prefers-color-scheme") != NULL,
	    "a dark variant");
	buf_clear(&b);
	svg_whole(&(struct svg_look){ .bare = true }, 10, 20, "a", "b", &drawn,
	    &b);
	tap_ok(!strstr(buf_str(&b), "<style"), "no style where a page has it");
	buf_clear(&b);
	svg_style(SVG_DARK, &b);
	tap_ok(!strstr(buf_str(&b), "@media"), "dark is dark for all");
	buf_release(&b);
	buf_release(&drawn);
}

/* Places are told from the one before: rounded, but never adding up. */
static void test_numbers(void)
{
	const double x[] = { 0.04, 0.08, 0.12, 0.16, 0.16, -0.44, 10 };
	const double y[] = { 0, 0, 0, 0, 0.04, -2.96, 10.25 };
	struct buf b = BUF_INIT;

	svg_path(&b, 0, x, y, 7);
	tap_str(buf_str(&b),
	    "<path class=\"pf-path pf-s0\" d=\"M0 0h.1h0h.1h0l-.6-3l10.4 "
	    "13.3\"/>\n",
	    "a line of tenths");
	buf_clear(&b);
	svg_points(&b, 1, x + 1, y + 1, 6);
	tap_str(buf_str(&b),
	    "<path class=\"pf-points pf-s1\" d=\"M.1 0h0m.1 0h0m-.6-3h0m10.4 "
	    "13.3h0\"/>\n",
	    "points, each place once");
	buf_clear(&b);
	svg_fill(&b, 0, x, y, 0);
	tap_ok(strstr(buf_str(&b), "d=\"\"") != NULL, "of none nothing");
	buf_release(&b);
}

int main(void)
{
	test_numbers();
	test_axis();
	test_change();
	test_svg();
	return tap_done();
}
