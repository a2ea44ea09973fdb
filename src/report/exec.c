/* exec.c - commands that were measured: a table, how they compare, and what
 * follows from it. */
#include "report/exec.h"

#include "base/num.h"
#include "base/text.h"
#include "judge/counted.h"
#include "report/change.h"
#include "report/notes.h"
#include "report/rest.h"
#include "report/rows.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX  24 /* columns of a command's name before a finding */
#define NAME_COLS 13 /* beside seven columns of numbers in 80 */
#define SAID      4  /* commands: what more of them do is in the long report */

const char *exec_time(double ns, char *out, size_t size)
{
	if (!isfinite(ns))
		snprintf(out, size, "-");
	else if (ns == 0)
		snprintf(out, size, "0");
	else
		num_time(ns, out, size);
	return out;
}

const char *exec_rss(const struct usage *u, char *out, size_t size)
{
	double bytes = isfinite(u->max_rss) ? u->max_rss : u->max_rss_under;
	char number[32];

	if (isfinite(bytes))
		snprintf(out, size, "%s%s MB", isfinite(u->max_rss) ? "" : "<",
		    num_digits(bytes / 1e6, 3, number, sizeof(number)));
	else
		snprintf(out, size, "-");
	return out;
}

const struct comparison *exec_row(const struct report_command *c,
    const char *suffix)
{
	char key[32];

	snprintf(key, sizeof(key), "exec%s", suffix);
	for (size_t i = 0; c->v && i < c->v->n; i++)
		if (strcmp(c->v->rows[i].key, key) == 0)
			return &c->v->rows[i];
	return NULL;
}

const char *exec_times(const struct report_command *c, bool utf8, char *out,
    size_t size)
{
	const struct comparison *x = exec_row(c, "");

	if (!c->v)
		snprintf(out, size, "1");
	else if (!x || !isfinite(x->change))
		snprintf(out, size, "-");
	else if (isfinite(x->lo) && isfinite(x->hi))
		snprintf(out, size, "%.2f %s %.2f", 1 + x->change,
		    utf8 ? "\302\261" : "+-", (x->hi - x->lo) / 2);
	else
		snprintf(out, size, "%.2f", 1 + x->change);
	return out;
}

/* -- The table ----------------------------------------------------------- */

/* Columns that all names begin with, where that makes them too long. */
static size_t common(const struct report_command *c, size_t n)
{
	size_t same = strlen(c[0].name), longest = 0, i;

	for (size_t k = 0; k < n; k++) {
		size_t width = text_width(c[k].name);

		for (i = 0; i < same && c[k].name[i] == c[0].name[i]; i++)
			;
		same = i;
		longest = width > longest ? width : longest;
	}
	/* not within a character, nor a word */
	while (same > 0 && c[0].name[same - 1] != ' ' &&
	    c[0].name[same - 1] != '=')
		same--;
	return n > 1 && longest > NAME_COLS && same > 3 ? same : 0;
}

static void add_command(struct table *t, const struct report_command *c,
    size_t skip, bool several, bool utf8)
{
	char text[96];

	table_cellf(t, "%s%s", skip ? ".." : "", c->name + skip);
	table_cellf(t, "%zu", c->u.n);
	table_cell(t, rows_value(c->res, c->est.cost, text, sizeof(text)));
	if (several)
		table_cell(t,
		    rows_percent(c->est.half_width, text, sizeof(text)));
	else
		table_cell(t,
		    rows_range(c->res, c->est.cost, c->est.lo, c->est.hi, text,
			sizeof(text)));
	table_cell(t, exec_time(c->u.user, text, sizeof(text)));
	table_cell(t, exec_time(c->u.sys, text, sizeof(text)));
	table_cell(t, exec_rss(&c->u, text, sizeof(text)));
	if (several)
		table_cell(t, exec_times(c, utf8, text, sizeof(text)));
}

static void put_table(const struct report_command *c, size_t n,
    const struct style *s, struct buf *out)
{
	const char *const one[] = { "command", "runs", "real", "95 % interval",
		"user", "sys", "max RSS", NULL };
	const char *const many[] = { "command", "runs", "real",
		s->utf8 ? "\302\261 95 %" : "+- 95 %", "user", "sys", "max RSS",
		"times", NULL };
	struct table *t =
	    n > 1 ? table_new(many, "Lrrrrrrr") : table_new(one, "Lrrrrrr");
	size_t skip = common(c, n);

	for (size_t i = 0; i < n; i++)
		if (c[i].res && c[i].u.n > 0)
			add_command(t, &c[i], skip, n > 1, s->utf8);
	table_print(t, s, out);
	table_free(t);
}

/* -- How they compare ---------------------------------------------------- */

/* "12.3 % SLOWER", "x12.3 SLOWER"; the sign is in the word. Blanks that do not
 * break. */
static void put_word(const struct comparison *x, char *out, size_t size)
{
	struct change d = change_of(x);
	char by[32];
	const char *text = change_text(&d, by, sizeof(by));
	bool sure = verdict_is_sure(x->verdict);

	if (sure)
		snprintf(out, size, "%s %s", text + strspn(text, "+-"),
		    verdict_words[x->verdict]);
	else
		snprintf(out, size, "%s", verdict_words[x->verdict]);
	for (char *at = out; *at; at++)
		*at = *at == ' ' ? TABLE_BLANK : *at;
}

static void put_parts(const struct report_command *c, struct buf *line)
{
	static const char *const part[] = { ":user", "user time", ":sys",
		"time in the kernel" };
	char word[64];

	for (int i = 0; i < 4; i += 2) {
		const struct comparison *x = exec_row(c, part[i]);

		if (!x || !change_matters(x->verdict))
			continue;
		put_word(x, word, sizeof(word));
		buf_addf(line, ", its %s %s", part[i + 1], word);
	}
}

static void put_more(const struct comparison *x, struct buf *line)
{
	char more[32];

	/* where there is no interval yet the note says what that takes */
	bool asks = x->verdict == VERDICT_CANNOT_TELL && isfinite(x->lo);

	if (asks && x->n_more > REST_WORTH)
		buf_addf(line, ", too noisy for %d more runs to tell",
		    REST_WORTH);
	else if (asks && x->n_more > 0)
		buf_addf(line, ", about %s would tell",
		    rows_count(x->n_more, "more run", more, sizeof(more)));
	if (x->verdict != VERDICT_SAME && x->note[0])
		buf_addf(line, "; %s", x->note);
}

/* The first place of the word gets its colour: it is not broken. */
static void put_coloured(const struct buf *wrapped, char *word,
    enum colour colour, const struct style *s, struct buf *out)
{
	const char *text = buf_str(wrapped), *at;

	for (char *c = word; *c; c++)
		*c = *c == TABLE_BLANK ? ' ' : *c;
	at = strstr(text, word);
	if (!at || colour == PLAIN) {
		buf_add(out, text);
		return;
	}
	buf_add_mem(out, text, (size_t)(at - text));
	buf_addf(out, "%s%s%s", style_on(s, colour), word,
	    style_off(s, colour));
	buf_add(out, at + strlen(word));
}

static void put_verdict(const struct report_command *c,
    const struct report_command *reference, const struct style *s,
    struct buf *out)
{
	const struct comparison *x = exec_row(c, "");
	struct buf line = BUF_INIT, wrapped = BUF_INIT;
	struct finding found;
	struct change d;
	char word[64], range[64];

	if (!x)
		return;
	d = change_of(x);
	put_word(x, word, sizeof(word));
	buf_addf(&line, "'%s' ", c->name);
	if (x->verdict == VERDICT_CANNOT_TELL)
		buf_addf(&line, "against '%.*s': ",
		    (int)text_fit(reference->name, NAME_MAX), reference->name);
	else
		buf_add(&line, "is ");
	buf_add(&line, word);
	if (isfinite(d.lo) && isfinite(d.hi))
		buf_addf(&line, " (%s%s)",
		    change_interval(&d, range, sizeof(range)),
		    d.factor ? "" : " %");
	if (change_matters(x->verdict) &&
	    usage_where(&reference->u, &c->u, &found))
		buf_addf(&line, ", %s", found.text);
	put_parts(c, &line);
	put_more(x, &line);
	table_wrap(&wrapped, buf_str(&line), s->width, 0);
	put_coloured(&wrapped, word, change_colour(x->verdict), s, out);
	buf_release(&line);
	buf_release(&wrapped);
}

static void put_verdicts(const struct report_command *c, size_t n,
    size_t reference, const struct style *s, struct buf *out)
{
	const char *why = NULL;

	buf_add_char(out, '\n');
	for (size_t i = 0; i < n; i++) {
		if (c[i].v && c[i].v->not_comparable)
			why = c[i].v->why;
		else if (i != reference)
			put_verdict(&c[i], &c[reference], s, out);
	}
	if (why)
		report_line("NOT COMPARABLE", why, s, out);
}

/* What other programs did, in the run that saw most of them. */
static void put_alone(const struct report_command *c, size_t n,
    const struct style *s, struct buf *out)
{
	const struct env_sample *hog = NULL, *one;
	struct buf line = BUF_INIT;
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		double busy = notes_busy(c[i].r, &one);

		if (busy > most) {
			most = busy;
			hog = one;
		}
	}
	if (most > NOTES_DISTURBS) {
		buf_addf(&line, "no: other programs used %.2f CPUs", most);
		if (hog)
			buf_addf(&line, " (%s)", hog->hog);
		buf_add(out, "alone   ");
		table_wrap(out, buf_str(&line), s->width, 8);
	}
	buf_release(&line);
}

/* -- What follows -------------------------------------------------------- */

/* "task-clock 100 ms, cpu-migrations 0; unsupported: cycles, instructions (this
 * CPU shows no such counter)"; reasons that are the same stand once. */
static void put_counted(const struct result *res, struct buf *line)
{
	struct counted c[COUNTED_MOST];
	size_t n = counted_of(res, c);
	char text[32];

	for (size_t i = 0; i < n; i++)
		if (!c[i].why)
			buf_addf(line, "%s%s %s", line->len ? ", " : "",
			    c[i].name,
			    strncmp(c[i].name, "task-clock", 10) == 0 ?
				exec_time(c[i].value, text, sizeof(text)) :
				num_digits(c[i].value, 4, text, sizeof(text)));
	for (size_t i = 0; i < n; i++) {
		bool ends = i + 1 == n || !c[i + 1].why ||
		    (c[i].why && strcmp(c[i].why, c[i + 1].why) != 0);
		bool begins = i == 0 || !c[i - 1].why ||
		    (c[i].why && strcmp(c[i].why, c[i - 1].why) != 0);

		if (!c[i].why)
			continue;
		buf_addf(line, "%s%s",
		    !begins       ? ", " :
			line->len ? "; " :
				    "",
		    begins ? "unsupported: " : "");
		buf_add(line, c[i].name);
		if (ends)
			buf_addf(line, " (%s)", c[i].why);
	}
}

static void put_counters(const struct report_command *c, size_t n,
    const struct report_opts *o, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		buf_clear(&line);
		put_counted(c[i].res, &line);
		if (line.len == 0)
			continue;
		buf_addf(out, "\n%s\n  counted ", c[i].name);
		table_wrap(out, buf_str(&line), o->style.width, 10);
	}
	buf_release(&line);
}

static void put_findings(const struct report_command *c, size_t n,
    const struct usage_costs *costs, const struct report_opts *o,
    struct buf *out)
{
	struct finding found[USAGE_FINDINGS];

	if (n > SAID && !o->all)
		return;
	for (size_t i = 0; i < n; i++) {
		size_t m = usage_findings(c[i].r, &c[i].u, costs, found);

		if (m == 0)
			continue;
		buf_addf(out, "\n%s\n", c[i].name);
		for (size_t k = 0; k < m; k++) {
			buf_add(out, "  - ");
			table_wrap(out, found[k].text, o->style.width, 4);
		}
	}
}

static void put_differences(const struct report_command *c, size_t n,
    size_t reference, const struct report_opts *o, struct buf *out)
{
	struct finding found;

	for (size_t i = 0; i < n; i++) {
		struct buf line = BUF_INIT;

		if (i == reference ||
		    !usage_difference(&c[reference].u, &c[i].u, &found))
			continue;
		buf_addf(&line, "%.*s: %s", (int)text_fit(c[i].name, NAME_MAX),
		    c[i].name, found.text);
		buf_add(out, "where   ");
		table_wrap(out, buf_str(&line), o->style.width, 8);
		buf_release(&line);
	}
}

void report_commands(const struct report_command *c, size_t n, size_t reference,
    const struct usage_costs *costs, const struct report_opts *o,
    struct buf *out)
{
	put_table(c, n, &o->style, out);
	if (n > 1)
		put_verdicts(c, n, reference, &o->style, out);
	put_alone(c, n, &o->style, out);
	if (n > 1 && o->all)
		put_differences(c, n, reference, o, out);
	put_findings(c, n, costs, o, out);
	put_counters(c, n, o, out);
}
