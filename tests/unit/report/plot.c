/* plot.c - small pictures of text. */
#include "report/plot.h"

#include "base/text.h"
#include "tap.h"

#include <math.h>

static const struct style ascii = { .width = 80 };
static struct buf b = BUF_INIT;

static void interval(const struct axis *a, double lo, double mid, double hi,
    double zero, const char *want, const char *what)
{
	buf_clear(&b);
	plot_interval(a, lo, mid, hi, zero, &ascii, &b);
	tap_str(buf_str(&b), want, "%s", what);
}

static void box(const struct axis *a, double q0, double q1, double q2,
    double q3, double q4, const char *want, const char *what)
{
	const double q[5] = { q0, q1, q2, q3, q4 };

	buf_clear(&b);
	plot_box(a, q, &ascii, &b);
	tap_str(buf_str(&b), want, "%s", what);
}

static void test_lines(void)
{
	struct axis a = { .kind = AXIS_NUMBER };

	plot_scale(&a, 0, 10, 11);
	interval(&a, 2, 5, 8, NAN, "  |--o--|", "an interval");
	interval(&a, NAN, 5, NAN, NAN, "     o", "without ends");
	interval(&a, NAN, NAN, NAN, NAN, "", "nothing");
	interval(&a, 2, 5, 8, 0, ": |--o--|", "and where zero is");
	interval(&a, -1, 5, 80, NAN, "<----o---->", "beyond the scale");
	interval(&a, 5, 5, 5, 5, "     o", "without width, at zero");
	box(&a, 1, 3, 5, 7, 10, " |-==o==--|", "a box");
	box(&a, 4, 4, 4, 4, 4, "    o", "all are equal");
	plot_scale(&a, 1, 1000, 4);
	tap_ok(a.log, "a long scale is one of logarithms");
	interval(&a, 1, 10, 1000, NAN, "|o-|", "it is");
	plot_scale(&a, 3, 3, 5);
	interval(&a, 3, 3, 3, NAN, "o", "a scale without a span");
}

static void bar(double share, bool utf8, const char *want, const char *what)
{
	const struct style s = { .width = 80, .utf8 = utf8 };

	buf_clear(&b);
	plot_bar(share, 4, &s, &b);
	tap_str(buf_str(&b), want, "%s", what);
}

static void test_bars(void)
{
	bar(1, false, "####", "a full bar");
	bar(0.5, false, "##", "half of it");
	bar(0.001, false, "#", "something is a mark");
	bar(0, false, "", "nothing is none");
	bar(NAN, false, "", "nor is NaN");
	bar(2, false, "####", "not more than all");
	bar(0.5 + 1 / 32., true, "\u2588\u2588\u258f", "eighths");
	bar(1, true, "\u2588\u2588\u2588\u2588", "all of them");
}

static void test_ticks(void)
{
	struct axis a = { .kind = AXIS_TIME, .at1 = 39 };

	axis_fit(&a, 0, 20, 4);
	buf_clear(&b);
	plot_ticks(&a, 2, &b);
	tap_str(buf_str(&b), "  0       5 ns      10 ns    15 ns   20 ns\n",
	    "ticks");
	a.at1 = 11;
	buf_clear(&b);
	plot_ticks(&a, 0, &b);
	tap_str(buf_str(&b), "0   10 ns\n", "as many as have room");
	axis_fit(&a, 3, 17, 5);
	plot_narrow(&a, 3, 17);
	tap_ok(a.from == 3 && a.to == 17 && a.tick[0] >= 3 &&
		a.tick[a.n_ticks - 1] <= 17,
	    "nothing beyond the values");
	axis_fit(&a, 3, 3.1, 1);
	plot_narrow(&a, 3, 3.1);
	tap_ok(a.n_ticks >= 2, "but two ticks stay");
}

static void test_pad(void)
{
	buf_clear(&b);
	plot_pad("\u00e9t\u00e9", 5, &b);
	tap_str(buf_str(&b), "\u00e9t\u00e9  ", "padded by columns");
	buf_clear(&b);
	plot_pad("\u65e5\u672c\u8a9e", 5, &b);
	tap_ok(text_width(buf_str(&b)) == 5, "cut by columns");
}

int main(void)
{
	test_lines();
	test_bars();
	test_ticks();
	test_pad();
	buf_release(&b);
	return tap_done();
}
