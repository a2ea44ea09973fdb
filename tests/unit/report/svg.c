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
	    "0 500 ns 1.00 us 1.50 us 2.00 us "
	    "2.50 us");
	ticks(AXIS_TIME, true, 3, 7000,
	    "1.00 ns 10.0 ns 100 ns 1.00 us "
	    "10.0 us");
	ticks(AXIS_BYTES, true, 4096, 1 << 20, "4K 16K 64K 256K 1M");
	ticks(AXIS_HZ, false, 100, 250, "100 Hz 150 Hz 200 Hz 250 Hz");
	ticks(AXIS_NUMBER, false, 5, 5, "4.4 4.6 4.8 5 5.2 5.4 5.6");
	axis_fit(&a, 0, 10, 5);
	a.at0 = 100;
	a.at1 = 0;
	tap_near(axis_at(&a, 0), 100, 1e-12, "the first end");
	tap_near(axis_at(&a, 10), 0, 1e-9, "the other");
	tap_near(axis_at(&a, 5), 50, 1e-12, "between");
}

static void test_svg(void)
{
	const double x[] = { 1, 2 }, y[] = { 3, 4 };
	struct buf b = BUF_INIT;

	svg_begin(&b, 10, 20, "a <b> & \"c\"", "\033[31m");
	svg_text(&b, 1, 2, SVG_MIDDLE, "", "<script>");
	svg_path(&b, 9, x, y, 2);
	svg_mark(&b, 1, 1, 1, "x & y");
	svg_end(&b);
	tap_ok(strstr(buf_str(&b), "a &lt;b&gt; &amp; &quot;c&quot;") != NULL,
	    "a title is text");
	tap_ok(!strchr(buf_str(&b), '\033'), "without control characters");
	tap_ok(!strstr(buf_str(&b), "<script"), "and no program");
	tap_ok(strstr(buf_str(&b), "class=\"path s1\"") != NULL,
	    "series begin again");
	tap_ok(strstr(buf_str(&b), "points=\"1.0,3.0 2.0,4.0\"") != NULL,
	    "a line");
	tap_ok(strstr(buf_str(&b), "</svg>\n") != NULL, "an end");
	buf_release(&b);
}

int main(void)
{
	test_axis();
	test_svg();
	return tap_done();
}
