/* cells.c - what 'perfloss exec' runs: commands and levels of factors. */
#include "cmd/cells.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "model/name.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void strings_release(char **s)
{
	for (size_t i = 0; s && s[i]; i++)
		free(s[i]);
	free(s);
}

void cells_release(struct cells *c)
{
	for (size_t i = 0; i < c->n_factors; i++) {
		free(c->factor[i].name);
		strings_release(c->factor[i].level);
	}
	for (size_t i = 0; i < c->n; i++) {
		strings_release(c->cell[i].argv);
		for (int k = 0; k < CELL_HOOKS; k++)
			free(c->cell[i].hook[k]);
		free(c->cell[i].text);
		free(c->cell[i].name);
		free(c->cell[i].level);
	}
	free(c->factor);
	free(c->cell);
	*c = (struct cells){ 0 };
}

/* -- Factors ------------------------------------------------------------- */

static void add_level(struct factor *f, char *text)
{
	f->level = xreallocarray(f->level, f->n + 2, sizeof(*f->level));
	f->level[f->n++] = text;
	f->level[f->n] = NULL;
}

/* "1..64" or "0..1:0.25". False: it is no range. */
static bool range(const char *text, double *from, double *to, double *step)
{
	char *copy = xstrdup(text), *dots = strstr(copy, ".."), *colon;
	bool ok;

	*step = 1;
	if (!dots) {
		free(copy);
		return false;
	}
	colon = strchr(dots, ':');
	if (colon)
		*colon++ = '\0';
	*dots = '\0';
	ok = num_parse_double(copy, from) == 0 &&
	    num_parse_double(dots + 2, to) == 0 &&
	    (!colon || num_parse_double(colon, step) == 0);
	free(copy);
	return ok;
}

static int add_range(struct factor *f, const char *text, double from, double to,
    double step, struct err *e)
{
	double n = floor((to - from) / step + 1e-9) + 1;
	char word[64];

	if (!(step != 0) || !(n >= 1))
		return err_set(e, -EINVAL, "the range '%s' is empty", text);
	if (n > CELLS_MOST)
		return err_set(e, -ERANGE,
		    "the range '%s' has more than %d values", text, CELLS_MOST);
	for (double i = 0; i < n; i++) {
		snprintf(word, sizeof(word), "%.10g", from + i * step);
		add_level(f, xstrdup(word));
	}
	return 0;
}

static int add_levels(struct factor *f, const char *text, struct err *e)
{
	double from, to, step;

	if (range(text, &from, &to, &step))
		return add_range(f, text, from, to, step, e);
	for (const char *at = text;; at++) {
		size_t len = strcspn(at, ",");

		add_level(f, xstrndup(at, len));
		at += len;
		if (!*at)
			return 0;
	}
}

static bool is_name(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!text_in(s[i],
			"abcdefghijklmnopqrstuvwxyz"
			"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"))
			return false;
	return n > 0 && n <= 32;
}

/* A factor without levels yet; *value = what stands behind its name. */
static struct factor *begin_factor(struct cells *c, const char *spec,
    const char *wanted, const char **value, struct err *e)
{
	size_t len = strcspn(spec, "=");
	struct factor *f;

	if (!spec[len] || !is_name(spec, len) ||
	    strncmp(spec, "command=", 8) == 0) {
		err_set(e, -EINVAL, "bad factor '%.80s', wanted %s", spec,
		    wanted);
		return NULL;
	}
	for (size_t i = 0; i < c->n_factors; i++)
		if (strlen(c->factor[i].name) == len &&
		    strncmp(c->factor[i].name, spec, len) == 0) {
			err_set(e, -EINVAL, "factor '%s' is given twice",
			    c->factor[i].name);
			return NULL;
		}
	c->factor =
	    xgrow(c->factor, c->n_factors, &c->cap_factors, sizeof(*c->factor));
	f = &c->factor[c->n_factors++];
	*f = (struct factor){ .name = xstrndup(spec, len) };
	*value = spec + len + 1;
	return f;
}

/* A level that is there twice would be compared with itself. */
static int check_levels(const struct factor *f, struct err *e)
{
	for (size_t i = 0; i < f->n; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(f->level[i], f->level[k]) == 0)
				return err_set(e, -EINVAL,
				    "value '%.80s' of '%s' is given twice",
				    f->level[i], f->name);
	return 0;
}

int cells_factor(struct cells *c, const char *spec, struct err *e)
{
	const char *value;
	struct factor *f =
	    begin_factor(c, spec, "NAME=VALUE,VALUE or NAME=1..8", &value, e);

	int r = f ? add_levels(f, value, e) : e->code;

	return r < 0 ? r : check_levels(f, e);
}

int cells_set(struct cells *c, const char *spec, struct err *e)
{
	const char *value;
	struct factor *f = begin_factor(c, spec, "NAME=VALUE", &value, e);

	if (!f)
		return e->code;
	add_level(f, xstrdup(value));
	f->set = true;
	return 0;
}

/* -- Text with {NAME} in it ---------------------------------------------- */

static const char *value_of(const struct cells *c, const size_t *level,
    const char *name, size_t len, bool *used)
{
	for (size_t i = 0; i < c->n_factors; i++) {
		if (strlen(c->factor[i].name) != len ||
		    strncmp(c->factor[i].name, name, len) != 0)
			continue;
		if (used)
			used[i] = true;
		return c->factor[i].level[level[i]];
	}
	return NULL;
}

/* Braces that name no factor stay: a command has its own. */
static char *fill(const struct cells *c, const size_t *level, const char *text,
    bool *used)
{
	struct buf out = BUF_INIT;

	buf_add(&out, "");
	while (*text) {
		const char *end = *text == '{' ? strchr(text, '}') : NULL;
		const char *value = NULL;

		if (end)
			value = value_of(c, level, text + 1,
			    (size_t)(end - text) - 1, used);
		if (value) {
			buf_add(&out, value);
			text = end + 1;
		} else {
			buf_add_char(&out, *text++);
		}
	}
	return buf_take(&out);
}

/* Words without a shell; quotes would need one. */
static char **split(const char *text)
{
	size_t n = 0;
	char **argv = NULL;

	for (const char *at = text; *at;) {
		size_t len = strcspn(at, " \t\n");

		if (len > 0) {
			argv = xreallocarray(argv, n + 2, sizeof(*argv));
			argv[n++] = xstrndup(at, len);
			argv[n] = NULL;
		}
		at += len;
		at += strspn(at, " \t\n");
	}
	return argv;
}

static char **shell_words(const char *shell, const char *text)
{
	char **argv = split(shell);
	size_t n = 0;

	while (argv[n])
		n++;
	argv = xreallocarray(argv, n + 3, sizeof(*argv));
	argv[n++] = xstrdup("-c");
	argv[n++] = xstrdup(text);
	argv[n] = NULL;
	return argv;
}

static void set_command(const struct cells *c, struct cell *cell,
    const struct cell_command *command, const char *shell, bool *used)
{
	struct buf text = BUF_INIT;
	size_t n = 0;

	if (command->text) {
		cell->text = fill(c, cell->level, command->text, used);
		cell->argv = shell[0] ? shell_words(shell, cell->text) :
					split(cell->text);
		return;
	}
	for (char *const *word = command->words; *word; word++) {
		cell->argv =
		    xreallocarray(cell->argv, n + 2, sizeof(*cell->argv));
		cell->argv[n] = fill(c, cell->level, *word, used);
		buf_addf(&text, "%s%s", n ? " " : "", cell->argv[n]);
		cell->argv[++n] = NULL;
	}
	cell->text = buf_take(&text);
}

/* -- Names --------------------------------------------------------------- */

/* A label has no '/': "/bin/true" is "bin-true", "./x" is "x". */
static void without_slashes(char *name)
{
	char *to = name;

	for (const char *at = name; *at; at++) {
		bool begins = to == name || to[-1] == ' ';

		if (begins && at[0] == '.' && at[1] == '/')
			at++;
		else if (*at != '/')
			*to++ = *at;
		else if (!begins && at[1] && at[1] != '/' && at[1] != ' ')
			*to++ = '-';
	}
	*to = '\0';
}

/* What the command is called by a person in a hurry: without the directories of
 * the program. */
static char *short_name(const char *text)
{
	size_t first = strcspn(text, " "), start = first;
	char *name;

	while (start > 0 && text[start - 1] != '/')
		start--;
	name = text_clean(xstrdup(text + start));
	without_slashes(name);
	name[text_fit(name, NAME_LABEL_MAX)] = '\0';
	while (text_in(name[0], " @-"))
		memmove(name, name + 1, strlen(name));
	while (*name && name[strlen(name) - 1] == ' ')
		name[strlen(name) - 1] = '\0';
	return name;
}

static bool taken(const struct cells *c, const char *name)
{
	for (size_t i = 0; i + 1 < c->n; i++)
		if (strcmp(c->cell[i].name, name) == 0)
			return true;
	return false;
}

/* A name of its own for the last cell, made from its text. */
static char *own_name(const struct cells *c, const char *text)
{
	char *name = short_name(text), *longer;

	if (name_check_label(name, NULL) < 0) {
		free(name);
		name = xasprintf("command %zu", c->n);
	}
	for (size_t k = 2; taken(c, name); k++) {
		longer = xasprintf("%.*s (%zu)",
		    (int)text_fit(name, NAME_LABEL_MAX - 8), name, k);
		free(name);
		name = longer;
	}
	return name;
}

/* The name that was given, and the levels where it has none of them in it. */
static int given_name(struct cells *c, const char *wanted, char **out,
    struct err *e)
{
	struct cell *cell = &c->cell[c->n - 1];
	char *name = fill(c, cell->level, wanted, NULL), *levels;

	if (taken(c, name) && c->n_factors > 0) {
		levels = cells_levels(c, cell);
		free(name);
		name = xasprintf("%s %s", wanted, levels);
		free(levels);
	}
	*out = name;
	if (name[0] && name[strspn(name, "0123456789")] == '\0')
		return err_set(e, -EINVAL,
		    "bad name '%s' of a command: a number alone means the run "
		    "of that number (how often is '-r %s')",
		    name, name);
	if (name_check_label(name, e) < 0)
		return e->code;
	return taken(c, name) ?
	    err_set(e, -EEXIST, "two commands are called '%s'", name) :
	    0;
}

/* -- Cells --------------------------------------------------------------- */

static int add_cell(struct cells *c, const struct cell_command *command,
    const char *const hook[CELL_HOOKS], const char *shell, const size_t *level,
    bool *used, struct err *e)
{
	struct cell *cell;

	if (c->n == CELLS_MOST)
		return err_set(e, -ERANGE, "there are more than %d commands",
		    CELLS_MOST);
	c->cell = xgrow(c->cell, c->n, &c->cap, sizeof(*c->cell));
	cell = &c->cell[c->n++];
	*cell = (struct cell){ 0 };
	cell->level = xcalloc(c->n_factors + 1, sizeof(*cell->level));
	memcpy(cell->level, level, c->n_factors * sizeof(*level));
	set_command(c, cell, command, shell, used);
	for (int k = 0; k < CELL_HOOKS; k++)
		if (hook[k])
			cell->hook[k] = fill(c, level, hook[k], used);
	if (cell->text[strspn(cell->text, " \t\n")] == '\0' ||
	    !cell->argv[0][0])
		return err_set(e, -EINVAL, "a command is empty");
	if (command->name)
		return given_name(c, command->name, &cell->name, e);
	cell->name = own_name(c, cell->text);
	return 0;
}

/* The next combination; false: that was the last. */
static bool next_levels(const struct cells *c, size_t *level)
{
	for (size_t i = c->n_factors; i-- > 0;) {
		if (++level[i] < c->factor[i].n)
			return true;
		level[i] = 0;
	}
	return false;
}

int cells_make(struct cells *c, const struct cell_command *command, size_t n,
    const char *(*hook)[CELL_HOOKS], const char *shell, struct err *e)
{
	size_t *level = xcalloc(c->n_factors + 1, sizeof(*level));
	bool *used = xcalloc(c->n_factors + 1, sizeof(*used));
	int r = 0;

	for (size_t i = 0; i < n && r == 0; i++)
		do
			r = add_cell(c, &command[i], hook[i], shell, level,
			    used, e);
		while (r == 0 && next_levels(c, level));
	for (size_t i = 0; i < c->n_factors && r == 0; i++)
		if (!used[i] && !c->factor[i].set)
			r = err_set(e, -EINVAL,
			    "factor '%s' is used nowhere: '{%s}' in a command "
			    "stands for its value",
			    c->factor[i].name, c->factor[i].name);
	free(level);
	free(used);
	return r;
}

char *cells_levels(const struct cells *c, const struct cell *cell)
{
	struct buf out = BUF_INIT;

	buf_add(&out, "");
	for (size_t i = 0; i < c->n_factors; i++)
		buf_addf(&out, "%s%s=%s", i ? ", " : "", c->factor[i].name,
		    c->factor[i].level[cell->level[i]]);
	return buf_take(&out);
}
