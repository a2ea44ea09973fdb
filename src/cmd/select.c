/* select.c - which rows the words on a command line mean. */
#include "cmd/catalogue.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/tails.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const profiles[] = { "quick", "default", "full" };
#define N_PROFILES (sizeof(profiles) / sizeof(profiles[0]))

/* Letters that say something of what is meant by them. */
#define CONTAINED 4

/* Whether the word is the first letters of text up to a blank or its end (at
 * len), in capitals or not, or a pattern that fits it. */
static bool is_called(const char *word, const char *text, size_t len)
{
	size_t n = strlen(word);
	bool fits;
	char *name;

	if (n <= len && strncasecmp(text, word, n) == 0 &&
	    (n == len || text[n] == ' '))
		return true;
	if (!text_is_glob(word))
		return false;
	name = xstrndup(text, len);
	fits = text_glob(word, name);
	free(name);
	return fits;
}

/* "lat_ctx" is the alias "lat_ctx"; "lat_syscall" means all "lat_syscall
 * WHAT". Several stand with commas between. */
static bool is_alias(const char *word, const char *alias)
{
	size_t n;

	for (; *word && alias && *alias; alias += n + strspn(alias + n, ", ")) {
		n = strcspn(alias, ",");
		if (is_called(word, alias, n))
			return true;
	}
	return false;
}

/* Each "/name=value" of the word stands in the key of the same row. */
static bool has_args(const char *word, const struct result *res)
{
	size_t name = strcspn(word, "/"), len;
	const char *arg, *at;

	if (word[name] == '\0' || strlen(res->name) != name ||
	    strncmp(word, res->name, name) != 0)
		return false;
	for (arg = word + name; *arg; arg += len) {
		len = 1 + strcspn(arg + 1, "/");
		for (at = strchr(res->key, '/'); at; at = strchr(at + 1, '/'))
			if (strncmp(at, arg, len) == 0 &&
			    (at[len] == '\0' || at[len] == '/'))
				break;
		if (!at)
			return false;
	}
	return true;
}

/* What of a word is the row, where the rest is ":p99"; else all of it. */
static size_t without_tail(const char *word)
{
	const char *colon = strrchr(word, ':');

	return colon && colon > word && text_in(colon[1], "pus") ?
	    (size_t)(colon - word) :
	    strlen(word);
}

/* "sched_wakeup:p99", "*:p99"; and what means a row means its tails. */
static bool select_tail(const char *word, const struct result *res)
{
	const char *suffix = tail_of(res);
	size_t len = without_tail(word);
	struct result of = *res;
	bool means;
	char *head;

	if (word[len] != '\0' && strcmp(word + len, suffix) != 0)
		return false;
	head = xstrndup(word, len);
	of.key = xstrndup(res->key, (size_t)(suffix - res->key));
	of.flags &= ~RESULT_TAIL;
	means = select_row(head, &of);
	free(head);
	free(of.key);
	return means;
}

bool select_row(const char *word, const struct result *res)
{
	char label[96];

	if (tail_of(res) && select_tail(word, res))
		return true;

	row_label(res, label, sizeof(label));
	return strcmp(word, res->key) == 0 || strcmp(word, res->name) == 0 ||
	    strcmp(word, label) == 0 || text_glob(word, res->name) ||
	    text_glob(word, res->key) || has_args(word, res);
}

static bool matches(const char *word, const struct wire_msg *row)
{
	struct result res = { .key = row->key,
		.name = row->name,
		.unit = row->unit,
		.flags = row->flags };

	return select_row(word, &res) || is_alias(word, row->alias);
}

/* "lat_ctx/procs=24" with the row's own name, or NULL: the caller frees. */
static char *own_name(const struct catalogue *c, const char *word)
{
	size_t len = strcspn(word, "/"), i;
	char *head, *own = NULL;

	if (word[len] == '\0')
		return NULL;
	head = xstrndup(word, len);
	for (i = 0; i < c->n && !own; i++)
		if (is_alias(head, c->row[i].alias))
			own = xasprintf("%s%s", c->row[i].name, word + len);
	free(head);
	return own;
}

bool catalogue_means(const struct catalogue *c, const char *word,
    const struct result *res)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		if (strcmp(c->row[i].name, res->name) == 0 &&
		    is_alias(word, c->row[i].alias))
			return true;
	return false;
}

static bool known_name(const struct catalogue *c, const char *word)
{
	size_t len = strcspn(word, "/"), i;

	for (i = 0; i < c->n; i++)
		if (strlen(c->row[i].name) == len &&
		    strncmp(word, c->row[i].name, len) == 0)
			return true;
	return false;
}

/* What could be meant by a word that nothing is called: all names, those of
 * other tools one by one. The caller frees both. */
static const char **all_names(const struct catalogue *c, char **text, size_t *n)
{
	const char **names;
	struct buf b = BUF_INIT;
	size_t i, most = 0;
	char *p;

	for (i = 0; i < c->n; i++)
		buf_addf(&b, "%s,%s,", c->row[i].name,
		    c->row[i].alias ? c->row[i].alias : "");
	*text = buf_take(&b);
	for (p = *text; *p; p++)
		most += *p == ',';
	names = xcalloc(most + 1, sizeof(*names));
	*n = 0;
	for (p = *text; *p; p += i + 1) {
		p += strspn(p, " ");
		i = strcspn(p, ",");
		p[i] = '\0';
		if (i > 0)
			names[(*n)++] = p;
	}
	return names;
}

static int unknown(const struct catalogue *c, const char *word, struct err *e)
{
	const char **names, *near;
	size_t i, n;
	char *text;

	if (text_is_glob(word))
		return err_set(e, -EINVAL,
		    "no row fits '%s' ('perfloss list' shows them all)", word);
	names = all_names(c, &text, &n);
	near = text_nearest(word, names, n);
	/* Or the first that has the word in it. */
	for (i = 0; i < n && !near && strlen(word) >= CONTAINED; i++)
		if (strstr(names[i], word))
			near = names[i];
	if (near)
		err_set(e, -EINVAL,
		    "unknown row '%s', did you mean '%s'? "
		    "('perfloss list' shows them all)",
		    word, near);
	else
		err_set(e, -EINVAL,
		    "unknown row '%s' ('perfloss list' shows them all)", word);
	free(names);
	free(text);
	return -EINVAL;
}

/* Choose the rows of a word that are in the profile (NULL = all): how many. */
static size_t choose(struct catalogue *c, const char *word, const char *profile)
{
	size_t i, n = 0;

	for (i = 0; i < c->n; i++) {
		if (word && !matches(word, &c->row[i]))
			continue;
		if (profile && !words_have(c->row[i].profiles, profile) &&
		    !(word && strcmp(word, c->row[i].key) == 0))
			continue;
		c->chosen[i] = true;
		n++;
	}
	return n;
}

static int choose_word(struct catalogue *c, const char *word,
    const char *profile, struct err *e)
{
	size_t before = c->n, i;
	int r;

	if (choose(c, word, profile ? profile : "default") > 0)
		return 0;
	if (!profile && choose(c, word, NULL) > 0)
		return 0;
	/* Arguments that no profile has: only the probe knows them. */
	if (strchr(word, '/') && known_name(c, word) && !text_is_glob(word)) {
		r = catalogue_load(c, &word, 1, e);
		if (r < 0)
			return r;
		for (i = before; i < c->n; i++)
			c->chosen[i] = true;
		if (c->n > before || choose(c, word, NULL) > 0)
			return 0;
	}
	if (profile && choose(c, word, NULL) > 0)
		return err_set(e, -EINVAL,
		    "no row of the profile '%s' is "
		    "called '%s' (without -p it is measured)",
		    profile, word);
	return unknown(c, word, e);
}

/* lmbench's name may stand before arguments, too; and a tail is measured with
 * its row. */
static int choose_any(struct catalogue *c, const char *word,
    const char *profile, struct err *e)
{
	char *row = xstrndup(word, without_tail(word));
	char *own = own_name(c, row);
	int r = choose_word(c, own ? own : row, profile, e);

	free(own);
	free(row);
	return r;
}

int catalogue_select(struct catalogue *c, const char *profile,
    const char *const *words, size_t n, struct err *e)
{
	const char *near;
	size_t i;
	int r;

	for (i = 0; profile && i < N_PROFILES; i++)
		if (strcmp(profile, profiles[i]) == 0)
			break;
	if (profile && i == N_PROFILES) {
		near = text_nearest(profile, profiles, N_PROFILES);
		return err_set(e, -EINVAL, "unknown profile '%s', %s%s%s",
		    profile,
		    near ? "did you mean '" :
			   "there are quick, "
			   "default and full",
		    near ? near : "", near ? "'?" : "");
	}
	if (n == 0 && choose(c, NULL, profile ? profile : "default") == 0)
		return err_set(e, -EINVAL, "the profile '%s' has no rows",
		    profile ? profile : "default");
	for (i = 0; i < n; i++) {
		r = choose_any(c, words[i], profile, e);
		if (r < 0)
			return r;
	}
	return 0;
}
