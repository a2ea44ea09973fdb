/* hyperfine_text.c - hyperfine on a terminal, and its Markdown: means. */
#include "import/formats.h"
#include "import/inside.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* A number and its unit: "13.4 ms". */
static bool timed(const struct line *l, const char *s, struct figure *f,
    double *ns)
{
	const char *end;

	s += strspn(s, " ");
	if (!scan_at(l, s, f))
		return false;
	figure_begin(s, &end, &(struct figure){ 0 });
	end += strspn(end, " ");
	*ns = figure_time_unit(end, strcspn(end, " ]|,"));
	return *ns > 0;
}

/* -- Terminal ------------------------------------------------------------- */

struct bench {
	char *command;
	struct figure mean, sd;
	double ns, sd_ns;
	bool has_mean, has_sd;
};

static void flush(struct import *im, struct run *run, struct bench *b,
    double runs)
{
	char key[PUT_KEY];

	if (b->command && b->has_mean) {
		put_key(key, "hyperfine", b->command);
		if (b->has_sd && runs >= 2)
			put_mean(im, run, key, UNIT_NS, &b->mean,
			    b->sd.value * b->sd_ns / b->ns, runs, b->ns);
		else
			put_value(im, run, key, UNIT_NS, &b->mean, b->ns);
	}
	b->has_mean = b->has_sd = false;
}

/* The value behind the n-th ':' or the sign of plus and minus. */
static const char *behind(const char *s, const char *mark)
{
	s = s ? strstr(s, mark) : NULL;
	return s ? s + strlen(mark) : NULL;
}

#define PLUS_MINUS "\xc2\xb1"

static void console_line(struct import *im, struct run *run,
    const struct line *l, struct bench *b)
{
	struct figure f;
	const char *s;

	if (line_starts(l, "Benchmark ")) {
		flush(im, run, b, 1);
		s = strstr(l->s, ": ");
		free(b->command);
		b->command = xstrdup(s ? s + 2 : l->s);
		return;
	}
	if (line_starts(l, "Time (")) {
		s = behind(l->s, "):");
		b->has_mean = s && timed(l, s, &b->mean, &b->ns);
		s = behind(s, PLUS_MINUS);
		b->has_sd = b->has_mean && s && timed(l, s, &b->sd, &b->sd_ns);
		if (!b->has_mean)
			put_complaint(im, l->no, 0, "no mean");
		return;
	}
	if (line_starts(l, "Range (") && scan_before(l, "runs", &f))
		flush(im, run, b, f.value);
}

/* -- Markdown ------------------------------------------------------------- */

/* "| Command | Mean [ms] | ..." gives the unit; false: no head of ours. */
static bool table_head(const struct line *l, double *ns)
{
	const char *s;

	if (!line_starts(l, "| Command | Mean ["))
		return false;
	s = strchr(l->s, '[') + 1;
	*ns = figure_time_unit(s, strcspn(s, "]"));
	return *ns > 0;
}

static void table_line(struct import *im, struct run *run, const struct line *l,
    double ns)
{
	const char *name = l->s + strspn(l->s, "| `"), *end, *cell;
	char key[PUT_KEY], *command;
	struct figure f;

	end = strstr(name, " | ");
	if (!line_starts(l, "|") || line_starts(l, "|:") || !end)
		return;
	cell = end + 3;
	while (end > name && (end[-1] == '`' || end[-1] == ' '))
		end--;
	command = xstrndup(name, (size_t)(end - name));
	put_key(key, "hyperfine", command);
	free(command);
	cell += strspn(cell, " ");
	if (scan_at(l, cell, &f))
		put_value(im, run, key, UNIT_NS, &f, ns);
	else
		put_complaint(im, l->no, 0, "no mean");
}

static int text_read(struct import *im, const struct input *in, struct err *e)
{
	struct run *run = put_run(im);
	struct bench b = { .command = NULL };
	double ns = 0;

	(void)e;
	for (size_t i = 0; i < in->n; i++) {
		const struct line *l = &in->lines[i];

		if (table_head(l, &ns))
			put_remark(im, l->no,
			    "spreads are not used: the table does not say of "
			    "how many runs they are");
		else if (ns > 0)
			table_line(im, run, l, ns);
		else
			console_line(im, run, l, &b);
	}
	flush(im, run, &b, 1);
	free(b.command);
	return 0;
}

static int text_probe(const struct input *in)
{
	double ns;

	for (size_t i = 0; i < in->n; i++)
		if (table_head(&in->lines[i], &ns))
			return 90;
	return input_has(in, "Benchmark ") && input_has(in, "Time (") ? 85 : 0;
}

const struct import_format import_hyperfine_text = {
	.name = "hyperfine-text",
	.title = "hyperfine on a terminal or in Markdown",
	.sides = SIDES_ALL,
	.probe = text_probe,
	.read = text_read,
};
