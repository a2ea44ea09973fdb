/* grid.c - tables of cells with a head: columns become rows, lines records. */
#include "import/grid.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct grid_line line_of(const struct grid *g, struct grid_cell *cell,
    size_t n, size_t no)
{
	cell = xreallocarray(cell, g->columns + n + 1, sizeof(*cell));
	for (size_t i = g->columns; i < n; i++)
		free(cell[i].s);
	for (size_t i = n; i < g->columns; i++)
		cell[i] = (struct grid_cell){ xstrdup(""), 0 };
	return (struct grid_line){ cell, no };
}

void grid_head(struct grid *g, struct grid_cell *cell, size_t n, size_t no)
{
	g->columns = n;
	g->head = line_of(g, cell, n, no);
}

void grid_add(struct grid *g, struct grid_cell *cell, size_t n, size_t no)
{
	g->line = xgrow(g->line, g->n, &g->cap, sizeof(*g->line));
	g->line[g->n++] = line_of(g, cell, n, no);
}

static void release_line(struct grid_line *l, size_t columns)
{
	for (size_t i = 0; l->cell && i < columns; i++)
		free(l->cell[i].s);
	free(l->cell);
}

void grid_release(struct grid *g)
{
	release_line(&g->head, g->columns);
	for (size_t i = 0; i < g->n; i++)
		release_line(&g->line[i], g->columns);
	free(g->line);
	memset(g, 0, sizeof(*g));
}

/* -- Columns -------------------------------------------------------------- */

enum use { WORDS_OF_IT, NUMBERS, DURATIONS, NAMES, COUNTER, UNIT_OF_IT };

static bool number(const char *s)
{
	struct figure f;

	return figure_read(s, strlen(s), &f);
}

static bool duration(const char *s)
{
	struct figure f;

	return figure_duration(s, strlen(s), &f);
}

static bool one_of(const char *s, const char *const *words)
{
	for (; *words; words++)
		if (strcasecmp(s, *words) == 0)
			return true;
	return false;
}

/* 0, 1, 2, ... or 1, 2, 3, ... under such a head number the lines. */
static bool counts(const struct grid *g, size_t c)
{
	static const char *const heads[] = { "", "#", "n", "i", "run", "round",
		"iteration", "repetition", "rep", "index", "id", "seed",
		"sample", NULL };

	return one_of(g->head.cell[c].s, heads);
}

/* A column that says in what the others are, as Google Benchmark has it. */
static bool is_unit_column(const struct grid *g, size_t c)
{
	static const char *const heads[] = { "unit", "time_unit", NULL };

	if (!one_of(g->head.cell[c].s, heads))
		return false;
	for (size_t i = 0; i < g->n; i++) {
		const char *s = g->line[i].cell[c].s;

		if (*s && !(figure_time_unit(s, strlen(s)) > 0))
			return false;
	}
	return true;
}

static enum use use_of(const struct grid *g, size_t c)
{
	static const char *const names[] = { "name", "benchmark", "test",
		"command", "metric", "case", NULL };
	/* numbers that are names */
	static const char *const facts[] = { "kernel", "version", "release",
		"commit", "revision", "date", "host", "hostname", "os",
		"machine", "branch", "patch", "label", "group", "config", "cpu",
		NULL };
	static const char *const prose[] = { "note", "notes", "comment",
		"remark", NULL };
	size_t numbers = 0, durations = 0, filled = 0;

	if (one_of(g->head.cell[c].s, prose))
		return COUNTER;
	if (is_unit_column(g, c))
		return UNIT_OF_IT;
	if (one_of(g->head.cell[c].s, facts))
		return WORDS_OF_IT;

	for (size_t i = 0; i < g->n; i++) {
		const char *s = g->line[i].cell[c].s;

		filled += *s != '\0';
		numbers += number(s);
		durations += duration(s);
	}
	if (filled == 0)
		return WORDS_OF_IT;
	if (numbers * 2 > filled)
		return counts(g, c) ? COUNTER : NUMBERS;
	if (durations * 2 > filled)
		return DURATIONS;
	return one_of(g->head.cell[c].s, names) ? NAMES : WORDS_OF_IT;
}

bool grid_is_table(const struct grid *g)
{
	bool values = false;

	for (size_t c = 0; c < g->columns; c++) {
		enum use use = g->n > 0 ? use_of(g, c) : WORDS_OF_IT;

		if (number(g->head.cell[c].s))
			return false;
		values |= use == NUMBERS || use == DURATIONS;
	}
	return values;
}

/* -- Records -------------------------------------------------------------- */

struct plan {
	size_t unit_column; /* GRID_COLUMNS = none */
	bool times[GRID_COLUMNS];
	char *fact[GRID_COLUMNS]; /* of words; NULL: of others */
	enum use use[GRID_COLUMNS];
	enum unit unit[GRID_COLUMNS];
	double scale[GRID_COLUMNS];
};

static bool taken(const struct plan *p, size_t c, const char *key)
{
	for (size_t i = 0; i < c; i++)
		if (p->fact[i] && strcmp(p->fact[i], key) == 0)
			return true;
	return false;
}

/* Columns with one head, or none, are facts of their own all the same. */
static char *fact_of(const struct grid *g, const struct plan *p, size_t c,
    const char *format)
{
	const char *head = g->head.cell[c].s;
	char key[PUT_KEY];

	for (size_t k = 1;; k++) {
		char *name = !head[0] ? xasprintf("column %zu", c + k) :
		    k == 1            ? xstrdup(head) :
					xasprintf("%s %zu", head, k);

		put_key(key, format, name);
		free(name);
		*strchr(key, '/') = '.';
		if (!taken(p, c, key))
			return xstrdup(key);
	}
}

static void plan(const struct grid *g, struct import *im, const char *format,
    struct plan *p)
{
	p->unit_column = GRID_COLUMNS;
	for (size_t c = 0; c < g->columns; c++)
		if (is_unit_column(g, c))
			p->unit_column = c;
	for (size_t c = 0; c < g->columns; c++) {
		const char *head = g->head.cell[c].s;

		p->use[c] = use_of(g, c);
		if (p->use[c] == WORDS_OF_IT)
			p->fact[c] = fact_of(g, p, c, format);
		p->unit[c] = UNIT_COUNT;
		p->scale[c] = 1;
		if (p->use[c] == DURATIONS) {
			p->unit[c] = UNIT_NS;
			p->scale[c] = 1e9;
		} else if (p->use[c] == NUMBERS &&
		    !grid_unit(head, &p->unit[c], &p->scale[c])) {
			/* what the unit is of says its head */
			p->times[c] = p->unit_column < GRID_COLUMNS &&
			    strstr(head, "time") != NULL;
			if (p->times[c])
				continue;
			put_remark(im, g->head.no,
			    "'%.60s' has no unit that is known: a number, less "
			    "is taken for better",
			    head);
		}
	}
}

static void put_cell(const struct grid *g, const struct grid_line *l, size_t c,
    const struct plan *p, struct import *im, struct run *run,
    const char *format, const char *name)
{
	const struct grid_cell *cell = &l->cell[c];
	struct figure f;
	char key[PUT_KEY], *text;
	enum unit unit = p->times[c] ? UNIT_NS : p->unit[c];
	double scale = p->scale[c];
	bool ok = p->use[c] == DURATIONS ?
	    figure_duration(cell->s, strlen(cell->s), &f) :
	    figure_read(cell->s, strlen(cell->s), &f);

	if (!cell->s[0])
		return;
	if (!ok) {
		put_complaint(im, l->no, cell->column, "'%.40s' is no number",
		    cell->s);
		return;
	}
	f.line = l->no;
	f.column = cell->column;
	text = xasprintf("%s%s%s", name, name[0] ? "/" : "", g->head.cell[c].s);
	put_key(key, format, text);
	if (p->times[c]) {
		const char *word = l->cell[p->unit_column].s;

		scale = figure_time_unit(word, strlen(word));
	}
	if (scale > 0)
		put_value(im, run, key, unit, &f, scale);
	free(text);
}

static const char *name_in(const struct grid *g, const struct grid_line *l,
    const struct plan *p)
{
	for (size_t c = 0; c < g->columns; c++)
		if (p->use[c] == NAMES)
			return l->cell[c].s;
	return "";
}

static bool same_words(const struct grid *g, const struct plan *p,
    const struct grid_line *a, const struct grid_line *b)
{
	for (size_t c = 0; c < g->columns; c++)
		if (p->use[c] == WORDS_OF_IT &&
		    strcmp(a->cell[c].s, b->cell[c].s) != 0)
			return false;
	return true;
}

static void put_words(const struct grid *g, const struct grid_line *l,
    const struct plan *p, struct run *run)
{
	for (size_t c = 0; c < g->columns; c++)
		if (p->fact[c] && l->cell[c].s[0])
			put_fact(run, p->fact[c], l->cell[c].s);
}

/* Lines of the same words are values of one record; many different words are
 * records of their own, to be merged. */
#define APART 1000

static void put_line(const struct grid *g, size_t at, const struct plan *p,
    size_t *first, struct import *im, const char *format)
{
	const struct grid_line *l = &g->line[at];
	const char *name = name_in(g, l, p);
	size_t k = im->n > APART ? im->n : 0;
	struct run *run;

	while (k < im->n && !same_words(g, p, l, &g->line[first[k]]))
		k++;
	if (k == im->n) {
		first[k] = at;
		run = put_run(im);
		put_words(g, l, p, run);
	}
	run = &im->runs[k];
	for (size_t c = 0; c < g->columns; c++)
		if (p->use[c] == NUMBERS || p->use[c] == DURATIONS)
			put_cell(g, l, c, p, im, run, format, name);
}

void grid_put(const struct grid *g, struct import *im, const char *format)
{
	struct plan *p = xcalloc(1, sizeof(*p));
	size_t *first = xcalloc(g->n + 1, sizeof(*first));

	plan(g, im, format, p);
	for (size_t i = 0; i < g->n; i++)
		put_line(g, i, p, first, im, format);
	for (size_t c = 0; c < g->columns; c++)
		free(p->fact[c]);
	free(first);
	free(p);
}

/* -- Units ---------------------------------------------------------------- */

static const struct {
	const char *word;
	enum unit unit;
	double scale;
} words[] = { { "ns", UNIT_NS, 1 }, { "us", UNIT_NS, 1e3 },
	{ "usec", UNIT_NS, 1e3 }, { "ms", UNIT_NS, 1e6 },
	{ "msec", UNIT_NS, 1e6 }, { "s", UNIT_NS, 1e9 },
	{ "sec", UNIT_NS, 1e9 }, { "secs", UNIT_NS, 1e9 },
	{ "seconds", UNIT_NS, 1e9 }, { "minutes", UNIT_NS, 60e9 },
	{ "MB/s", UNIT_RATE, 1e6 }, { "GB/s", UNIT_RATE, 1e9 },
	{ "KB/s", UNIT_RATE, 1e3 }, { "MiB/s", UNIT_RATE, 1048576.0 },
	{ "GiB/s", UNIT_RATE, 1073741824.0 }, { "KiB/s", UNIT_RATE, 1024 },
	{ "B/s", UNIT_RATE, 1 }, { "bytes", UNIT_SIZE, 1 },
	{ "KB", UNIT_SIZE, 1e3 }, { "MB", UNIT_SIZE, 1e6 },
	{ "KiB", UNIT_SIZE, 1024 }, { "MiB", UNIT_SIZE, 1048576.0 },
	{ "ops/s", UNIT_HZ, 1 }, { "ops/sec", UNIT_HZ, 1 },
	{ "op/s", UNIT_HZ, 1 }, { "req/s", UNIT_HZ, 1 }, { "tps", UNIT_HZ, 1 },
	{ "qps", UNIT_HZ, 1 }, { "rps", UNIT_HZ, 1 }, { "iops", UNIT_HZ, 1 },
	{ "Hz", UNIT_HZ, 1 }, { "score", UNIT_SCORE, 1 },
	{ "points", UNIT_SCORE, 1 }, { "fps", UNIT_HZ, 1 },
	{ "throughput", UNIT_SCORE, 1 }, { "bandwidth", UNIT_SCORE, 1 } };

/* A word stands in it, whole. */
static bool has_word(const char *head, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = head; *at; at++)
		if (strncasecmp(at, word, n) == 0 &&
		    (at == head || text_in(at[-1], " _([-")) &&
		    (!at[n] || text_in(at[n], " _)]")))
			return true;
	return false;
}

/* "time (ms)", "time_ms", "latency [us]", "ms" */
bool grid_unit(const char *head, enum unit *unit, double *scale)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (has_word(head, words[i].word)) {
			*unit = words[i].unit;
			*scale = words[i].scale;
			return true;
		}
	return false;
}
