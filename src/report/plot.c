/* plot.c - small pictures of text: lines of marks on a scale. */
#include "report/plot.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum mark { GAP, ZERO, LINE, LEFT, RIGHT, BEFORE, BEYOND, BOX, POINT, MARKS };

void plot_scale(struct axis *a, double least, double most, size_t columns)
{
	*a = (struct axis){ .kind = a->kind,
		.log = least > 0 && most > AXIS_LOG_FROM * least,
		.from = least,
		.to = most > least ? most : least + 1,
		.at1 = columns > 0 ? (double)columns - 1 : 0 };
}

/* A value beyond the scale stands at its end. */
static size_t column(const struct axis *a, double value)
{
	return (size_t)(axis_at(a, value) + 0.5);
}

void plot_narrow(struct axis *a, double least, double most)
{
	double tick[AXIS_TICKS];
	size_t n = 0;

	for (size_t i = 0; i < a->n_ticks; i++)
		if (a->tick[i] >= least && a->tick[i] <= most)
			tick[n++] = a->tick[i];
	if (n < 2)
		return;
	memcpy(a->tick, tick, n * sizeof(*tick));
	a->n_ticks = n;
	a->from = least;
	a->to = most;
}

static unsigned char *canvas_new(const struct axis *a)
{
	return xcalloc((size_t)a->at1 + 2, 1);
}

static void put(unsigned char *canvas, const struct axis *a,
    const struct style *style, struct buf *out)
{
	static const char *const plain[MARKS] = { " ", ":", "-", "|", "|", "<",
		">", "=", "o" };
	static const char *const fine[MARKS] = { " ", "\u250a", "\u2500",
		"\u251c", "\u2524", "\u25c2", "\u25b8", "\u2550", "\u25cf" };
	const char *const *marks = style->utf8 ? fine : plain;
	size_t n = (size_t)a->at1 + 1;

	while (n > 0 && canvas[n - 1] == GAP)
		n--;
	for (size_t i = 0; i < n; i++)
		buf_add(out, marks[canvas[i]]);
	free(canvas);
}

static void fill(unsigned char *canvas, size_t from, size_t to, enum mark mark)
{
	for (size_t i = from; i <= to; i++)
		canvas[i] = (unsigned char)mark;
}

void plot_interval(const struct axis *a, double lo, double mid, double hi,
    double zero, const struct style *style, struct buf *out)
{
	unsigned char *canvas = canvas_new(a);
	size_t at, left, right;

	if (isfinite(zero))
		canvas[column(a, zero)] = ZERO;
	if (isfinite(mid)) {
		at = column(a, mid);
		left = isfinite(lo) ? column(a, lo) : at;
		right = isfinite(hi) ? column(a, hi) : at;
		fill(canvas, left, right, LINE);
		canvas[left] = lo < a->from ? BEFORE : LEFT;
		canvas[right] = hi > a->to ? BEYOND : RIGHT;
		canvas[at] = POINT;
	}
	put(canvas, a, style, out);
}

void plot_box(const struct axis *a, const double q[5],
    const struct style *style, struct buf *out)
{
	unsigned char *canvas = canvas_new(a);

	fill(canvas, column(a, q[0]), column(a, q[4]), LINE);
	canvas[column(a, q[0])] = LEFT;
	canvas[column(a, q[4])] = RIGHT;
	fill(canvas, column(a, q[1]), column(a, q[3]), BOX);
	canvas[column(a, q[2])] = POINT;
	put(canvas, a, style, out);
}

void plot_bar(double share, size_t columns, const struct style *style,
    struct buf *out)
{
	static const char *const parts[] = { "\u258f", "\u258e", "\u258d",
		"\u258c", "\u258b", "\u258a", "\u2589", "\u2588" };
	size_t each = style->utf8 ? 8 : 1;
	double marks = fmin(share, 1) * (double)(columns * each);
	size_t n;

	if (!(share > 0))
		return;
	n = (size_t)ceil(marks - 1e-9);
	if (!style->utf8) {
		buf_add_fill(out, '#', n);
		return;
	}
	for (; n > 8; n -= 8)
		buf_add(out, parts[7]);
	buf_add(out, parts[n - 1]);
}

void plot_ticks(const struct axis *a, size_t indent, struct buf *out)
{
	size_t n = (size_t)a->at1 + 1, end = 0;
	char *line = xcalloc(n + 1, 1), text[48];

	memset(line, ' ', n);
	for (size_t i = 0; i < a->n_ticks; i++) {
		const char *word = axis_text(a, a->tick[i], text, sizeof(text));
		size_t width = strlen(word), at = column(a, a->tick[i]);

		at = at > width / 2 ? at - width / 2 : 0;
		at = at + width > n && n > width ? n - width : at;
		if ((end > 0 && at < end + 2) || at + width > n)
			continue;
		memcpy(line + at, word, width);
		end = at + width;
	}
	line[end] = '\0';
	buf_add_fill(out, ' ', indent);
	buf_addf(out, "%s\n", line);
	free(line);
}

void plot_pad(const char *text, size_t columns, struct buf *out)
{
	size_t fit = text_fit(text, columns);
	char *cut = xstrndup(text, fit);

	buf_add(out, cut);
	if (text_width(cut) < columns)
		buf_add_fill(out, ' ', columns - text_width(cut));
	free(cut);
}
