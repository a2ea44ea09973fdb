/* svg_style.c - colours, marks and dashes of pictures. */
#include "report/svg.h"

#include <math.h>

/* The order of Okabe and Ito without yellow, which is lost on white. */
static const char *const light[SVG_SERIES] = { "#0072b2", "#d55e00", "#009e73",
	"#cc79a7", "#56b4e9", "#e69f00", "#000000", "#777777" };
static const char *const dark[SVG_SERIES] = { "#56b4e9", "#e69f00", "#2fc89f",
	"#e29bc4", "#4a93d9", "#e8743b", "#ffffff", "#aaaaaa" };

/* So that lines that cross are told apart in black and white. */
static const char *const dashes[SVG_SERIES] = { "none", "7 3", "2 2", "9 3 2 3",
	"12 4", "4 4", "1 3", "6 2 1 2 1 2" };

/* Shades between three colours, their lightness falling evenly: in grey they
 * are in order too. From the page's colour to the first series' and beyond. */
static const unsigned char heat[3][3] = { { 236, 244, 250 }, { 66, 146, 198 },
	{ 3, 37, 76 } };
static const unsigned char heat_dark[3][3] = { { 22, 34, 48 }, { 42, 112, 168 },
	{ 206, 232, 250 } };

static void add_heats(struct buf *out, const unsigned char of[3][3])
{
	for (size_t i = 0; i < SVG_HEATS; i++) {
		double at = 2 * (double)i / (SVG_HEATS - 1), sum = 0;
		size_t k = at < 1 ? 0 : 1;
		int rgb[3];

		for (int c = 0; c < 3; c++) {
			rgb[c] = (int)lround(of[k][c] +
			    (at - (double)k) * (of[k + 1][c] - of[k][c]));
			sum += rgb[c];
		}
		/* black on what is light, white on what is dark */
		buf_addf(out,
		    ".pf .pf-h%zu{fill:#%02x%02x%02x}"
		    ".pf .pf-t%zu{fill:%s}",
		    i, (unsigned)rgb[0], (unsigned)rgb[1], (unsigned)rgb[2], i,
		    sum > 3 * 120 ? "#000" : "#fff");
	}
}

static void add_colours(struct buf *out, bool is_dark)
{
	buf_addf(out, ".pf{color:%s}.pf .pf-bg{fill:%s}",
	    is_dark ? "#ddd" : "#222", is_dark ? "#111" : "#fff");
	for (size_t i = 0; i < SVG_SERIES; i++)
		buf_addf(out, ".pf .pf-s%zu{color:%s}", i,
		    is_dark ? dark[i] : light[i]);
	add_heats(out, is_dark ? heat_dark : heat);
	buf_addf(out, ".pf .pf-hollow{fill:%s}.pf .pf-halo{stroke:%s}",
	    is_dark ? "#111" : "#fff", is_dark ? "#111" : "#fff");
}

void svg_style(enum svg_theme theme, struct buf *out)
{
	buf_add(out,
	    "<style>.pf{font:12px sans-serif}.pf text{fill:currentColor}"
	    ".pf .pf-head{font-weight:bold}.pf .pf-dim{opacity:.7}"
	    ".pf .pf-small{font-size:10px}"
	    ".pf .pf-middle{text-anchor:middle}.pf .pf-end{text-anchor:end}"
	    ".pf .pf-halo{font-weight:bold;paint-order:stroke;"
	    "stroke-width:4px;stroke-linejoin:round}"
	    ".pf .pf-frame{stroke:currentColor}"
	    ".pf .pf-grid{stroke:currentColor;opacity:.15}"
	    ".pf .pf-limit{stroke:currentColor;stroke-dasharray:4 3;"
	    "opacity:.6}"
	    ".pf .pf-band{fill:currentColor;opacity:.1}"
	    ".pf .pf-shade{fill:currentColor;opacity:.06}"
	    ".pf .pf-path{fill:none;stroke:currentColor;stroke-width:1.5}"
	    ".pf .pf-bar{fill:none;stroke:currentColor;stroke-width:1.5}"
	    ".pf .pf-mark,.pf .pf-hollow{stroke:currentColor}"
	    ".pf .pf-mark{fill:currentColor}.pf .pf-hollow{stroke-width:1.5}"
	    ".pf .pf-box{fill:currentColor;fill-opacity:.15;"
	    "stroke:currentColor}"
	    ".pf .pf-points{fill:none;stroke:currentColor;stroke-width:4;"
	    "stroke-linecap:round;opacity:.6}"
	    ".pf .pf-fill{fill:currentColor;opacity:.25}");
	for (size_t i = 0; i < SVG_SERIES; i++)
		buf_addf(out, ".pf .pf-path.pf-s%zu{stroke-dasharray:%s}", i,
		    dashes[i]);
	add_colours(out, theme == SVG_DARK);
	if (theme == SVG_AUTO) {
		buf_add(out, "@media screen and (prefers-color-scheme:dark){");
		add_colours(out, true);
		buf_add_char(out, '}');
	}
	buf_add(out, "</style>\n");
}
