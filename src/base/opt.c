/* opt.c - one option table for parsing, -h, completion and the manual. */
#include "base/opt.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 64

void opt_list_release(struct opt_list *l)
{
	if (!l)
		return;
	free(l->item);
	memset(l, 0, sizeof(*l));
}

static void list_add(struct opt_list *l, const char *item)
{
	l->item = xgrow(l->item, l->n, &l->cap, sizeof(*l->item));
	l->item[l->n++] = item;
}

static int set_number(const struct opt *o, const char *value)
{
	int64_t v = 0;
	int r;

	if (o->kind == OPT_INT)
		r = num_parse_i64(value, &v);
	else if (o->kind == OPT_DURATION)
		r = num_parse_duration(value, &v);
	else
		r = num_parse_bytes(value, &v);
	if (r == 0 && v < o->min)
		r = -ERANGE;
	if (r == 0)
		*(int64_t *)o->to = v;
	return r;
}

/* A share that is nothing, or less, is a slip: no option means it. */
static int set_percent(const struct opt *o, const char *value)
{
	double v;
	int r = num_parse_percent(value, &v);

	if (r == 0 && !(v > 0))
		r = -ERANGE;
	if (r == 0)
		*(double *)o->to = v;
	return r;
}

static int set_value(const struct opt *o, const char *value)
{
	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)o->to = true;
		return 0;
	case OPT_STRING:
		*(const char **)o->to = value;
		return 0;
	case OPT_LIST:
		list_add(o->to, value);
		return 0;
	case OPT_UINT:
		return num_parse_u64(value, o->to);
	case OPT_PERCENT:
		return set_percent(o, value);
	case OPT_INT:
	case OPT_DURATION:
	case OPT_BYTES:
		return set_number(o, value);
	}
	return -EINVAL;
}

#define ROOM 64 /* for what is meant */

static const char *meant(const struct opt *o, char *room, size_t size)
{
	switch (o->kind) {
	case OPT_INT:
		if (o->min > 1)
			snprintf(room, size, "a whole number from %lld up",
			    (long long)o->min);
		return o->min > 1 ? room :
		    o->min > 0    ? "a whole number from 1 up" :
				    "a whole number";
	case OPT_UINT:
		return "a whole number from 0 up";
	case OPT_DURATION:
		return "a time such as 40s, 5m or 1h30m";
	case OPT_PERCENT:
		return "a percentage above 0 such as 2%";
	case OPT_BYTES:
		return "a size such as 512, 64K or 8M";
	case OPT_FLAG:
	case OPT_STRING:
	case OPT_LIST:
		break;
	}
	return "a word";
}

static int apply(const struct opt *o, const char *shown, const char *value,
    struct err *e)
{
	int r = set_value(o, value);
	char room[ROOM];

	if (r == -ERANGE)
		return err_set(e, -EINVAL,
		    "value '%s' of '%s' is out of range,"
		    " wanted %s",
		    value, shown, meant(o, room, sizeof(room)));
	if (r < 0)
		return err_set(e, -EINVAL, "bad value '%s' of '%s', wanted %s",
		    value, shown, meant(o, room, sizeof(room)));
	return 0;
}

/* How often something is measured is called differently from command to
 * command, after what is repeated. */
static bool means_how_often(const char *name)
{
	static const char *const names[] = { "n", "r", "runs", "rounds",
		"pairs", "boots", "repeat", "repetitions", "iterations" };
	size_t len = strcspn(name, "=");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == len &&
		    strncmp(name, names[i], len) == 0)
			return true;
	return false;
}

static const struct opt *how_often(const struct opt_cmd *cmd)
{
	for (const struct opt *o = cmd->opts; o && o->name; o++)
		if (o->kind == OPT_INT && means_how_often(o->name))
			return o;
	return NULL;
}

static int unknown(const struct opt_cmd *cmd, const char *word, struct err *e)
{
	const char *names[NAMES], *near;
	const struct opt *o;
	size_t n = 0;

	for (o = cmd->opts; o && o->name && n < NAMES; o++)
		names[n++] = o->name;
	o = means_how_often(word + 1 + (word[1] == '-')) ? how_often(cmd) :
							   NULL;
	if (o)
		return err_set(e, -EINVAL,
		    "unknown option '%s': how often is '--%s %s'%s%.1s%s "
		    "('%s -h' lists them)",
		    word, o->name, o->arg, o->letter ? " or '-" : "",
		    &o->letter, o->letter ? "'" : "", cmd->name);
	near = word[1] == '-' ? text_nearest(word + 2, names, n) : NULL;
	if (near)
		return err_set(e, -EINVAL,
		    "unknown option '%s', did you mean '--%s'? ('%s -h' lists "
		    "them)",
		    word, near, cmd->name);
	return err_set(e, -EINVAL, "unknown option '%s' ('%s -h' lists them)",
	    word, cmd->name);
}

static const struct opt *find_long(const struct opt_cmd *cmd, const char *name,
    size_t len)
{
	const struct opt *o;

	for (o = cmd->opts; o && o->name; o++)
		if (strlen(o->name) == len && strncmp(o->name, name, len) == 0)
			return o;
	return NULL;
}

static const struct opt *find_letter(const struct opt_cmd *cmd, char letter)
{
	const struct opt *o;

	for (o = cmd->opts; o && o->name; o++)
		if (o->letter == letter)
			return o;
	return NULL;
}

/* "--name", "--name=value", "--name value" at argv[*i]. */
static int long_option(const struct opt_cmd *cmd, int argc, char **argv, int *i,
    struct err *e)
{
	const char *word = argv[*i], *value = strchr(word, '=');
	size_t len = value ? (size_t)(value - word) - 2 : strlen(word) - 2;
	const struct opt *o = find_long(cmd, word + 2, len);
	char shown[64], room[ROOM];

	if (!o)
		return unknown(cmd, word, e);
	if (o->kind == OPT_FLAG) {
		if (value)
			return err_set(e, -EINVAL,
			    "option '--%s' takes no value", o->name);
		return set_value(o, NULL);
	}
	if (value)
		value++;
	else if (*i + 1 < argc)
		value = argv[++*i];
	else
		return err_set(e, -EINVAL, "option '%s' needs a value (%s)",
		    word, meant(o, room, sizeof(room)));
	snprintf(shown, sizeof(shown), "--%s", o->name);
	return apply(o, shown, value, e);
}

/* "-n 5", "-n5", "-qv" at argv[*i]. */
static int short_options(const struct opt_cmd *cmd, int argc, char **argv,
    int *i, struct err *e)
{
	const char *word = argv[*i], *p, *value;
	char shown[3] = "-?", room[ROOM];
	const struct opt *o;

	for (p = word + 1; *p; p++) {
		o = find_letter(cmd, *p);
		shown[1] = *p;
		if (!o)
			return unknown(cmd, shown, e);
		if (o->kind == OPT_FLAG) {
			set_value(o, NULL);
			continue;
		}
		if (p[1])
			value = p + 1;
		else if (*i + 1 < argc)
			value = argv[++*i];
		else
			return err_set(e, -EINVAL,
			    "option '%s' needs a value (%s)", shown,
			    meant(o, room, sizeof(room)));
		return apply(o, shown, value, e);
	}
	return 0;
}

static int print_help(const struct opt_cmd *cmd, struct err *e)
{
	struct buf help = BUF_INIT;
	int r = 1;

	opt_help(cmd, &help);
	/* A reader that has seen enough is no trouble. */
	if ((fputs(buf_str(&help), stdout) < 0 || fflush(stdout) != 0) &&
	    errno != EPIPE)
		r = err_sys(e, -errno, "cannot write to standard output");
	buf_release(&help);
	return r;
}

static int parse(const struct opt_cmd *cmd, int argc, char **argv, int *n_words,
    bool leading, struct err *e)
{
	int i, words = 0, r = 0;
	bool only_words = false;

	for (i = 1; i < argc && r == 0; i++) {
		if (only_words || argv[i][0] != '-' || argv[i][1] == '\0') {
			only_words |= leading;
			argv[1 + words++] = argv[i];
		} else if (strcmp(argv[i], "--") == 0) {
			only_words = true;
		} else if (strcmp(argv[i], "-h") == 0 ||
		    strcmp(argv[i], "--help") == 0) {
			return print_help(cmd, e);
		} else if (argv[i][1] == '-') {
			r = long_option(cmd, argc, argv, &i, e);
		} else {
			r = short_options(cmd, argc, argv, &i, e);
		}
	}
	*n_words = words;
	return r;
}

int opt_parse(const struct opt_cmd *cmd, int argc, char **argv, int *n_words,
    struct err *e)
{
	return parse(cmd, argc, argv, n_words, false, e);
}

int opt_parse_leading(const struct opt_cmd *cmd, int argc, char **argv,
    int *n_words, struct err *e)
{
	return parse(cmd, argc, argv, n_words, true, e);
}

#define HELP_COLUMN 26
#define HELP_WIDTH  80

/* Words of text wrapped from column to the right edge. */
static void wrap(struct buf *out, const char *text, size_t column)
{
	size_t at = column, len;

	while (*text) {
		len = strcspn(text, " \n");
		if (at > column && at + 1 + len > HELP_WIDTH) {
			buf_add_char(out, '\n');
			buf_add_fill(out, ' ', column);
			at = column;
		} else if (at > column) {
			buf_add_char(out, ' ');
			at++;
		}
		buf_add_mem(out, text, len);
		at += len;
		text += len;
		text += strspn(text, " \n");
	}
	buf_add_char(out, '\n');
}

static void help_option(const struct opt *o, struct buf *out)
{
	size_t start = out->len, used;

	if (o->letter)
		buf_addf(out, "  -%c, ", o->letter);
	else
		buf_add(out, "      ");
	buf_addf(out, "--%s", o->name);
	if (o->arg)
		buf_addf(out, " %s", o->arg);
	used = out->len - start;
	if (used + 2 > HELP_COLUMN) {
		buf_add_char(out, '\n');
		used = 0;
	}
	buf_add_fill(out, ' ', HELP_COLUMN - used);
	wrap(out, o->help, HELP_COLUMN);
}

void opt_help(const struct opt_cmd *cmd, struct buf *out)
{
	const struct opt *o;

	buf_addf(out, "usage: %s [options]%s%s\n\n", cmd->name,
	    cmd->args && cmd->args[0] ? " " : "", cmd->args ? cmd->args : "");
	wrap(out, cmd->summary, 0);
	if (cmd->detail) {
		buf_add_char(out, '\n');
		buf_add(out, cmd->detail);
		buf_add_char(out, '\n');
	}
	buf_add(out, "\noptions:\n");
	for (o = cmd->opts; o && o->name; o++)
		help_option(o, out);
	buf_add(out, "  -h, --help              show this\n");
}
