/* trees.c - commits of a git repository, each in a working tree of its own. */
#include "drive/trees.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "drive/command.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define REV_MOST 64 /* SHA-256 in hex */

/* What git does on its own when a tree is made is the user's: hooks are not
 * run, and nothing is said to a person. */
#define GIT \
	"git -c core.hooksPath=/dev/null -c core.fsmonitor=false " \
	"-c advice.detachedHead=false "

#define FDS 16 /* for nftw */

struct trees {
	struct trees_opts o;
	char *above; /* o.dir as a word of the shell */
	struct tree *tree;
	size_t n, cap;
	uint64_t clock;
};

char *trees_quote(const char *text)
{
	struct buf b = BUF_INIT;

	buf_add_char(&b, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			buf_add(&b, "'\\''");
		else
			buf_add_char(&b, *text);
	}
	buf_add_char(&b, '\'');
	return buf_take(&b);
}

int trees_git_said(struct err *e)
{
	static const char *const begins[] = { ": fatal: ", ": error: ",
		": git: " };
	const char *at = NULL;
	char *said;

	for (size_t i = 0; i < 3 && !at && e->code == -ECHILD; i++)
		if ((at = strstr(e->text, begins[i])) != NULL)
			at += strlen(begins[i]);
	if (!at)
		return e->code;
	said = xstrdup(at);
	err_set(e, e->code, "git: %s", said);
	free(said);
	return e->code;
}

/* git in a directory, what it prints in *out (or NULL). In a tree that has lost
 * its '.git' it must not find the repository around it, which is the user's. */
static int git(const struct trees *t, const char *dir, bool way_out,
    const char *words, struct buf *out, struct err *e)
{
	bool in_tree = dir != t->o.repo;
	char *text = xasprintf("%s%s%s" GIT "%s",
	    in_tree ? "GIT_CEILING_DIRECTORIES=" : "", in_tree ? t->above : "",
	    in_tree ? " " : "", words);
	const struct command c = { .text = text,
		.timeout_ns = t->o.timeout_ns,
		.way_out = way_out,
		.guard = t->o.guard,
		.dir = dir };
	int r = command_run(&c, out, e);

	free(text);
	return r < 0 ? trees_git_said(e) : 0;
}

/* -- What is beside a tree ----------------------------------------------- */

static char *note_path(const struct tree *tree)
{
	return xasprintf("%s.rev", tree->path);
}

/* Written anew as a whole; no file = nothing is known of the tree. */
static int write_note(const struct tree *tree, struct err *e)
{
	char *path = note_path(tree), *temp = xasprintf("%s.tmp", path);
	FILE *f = fopen(temp, "we");
	int r = f ? 0 : -errno;

	if (f) {
		fprintf(f, "%s %s\n", tree->rev, tree->built ? "built" : "new");
		if (fclose(f) != 0 || rename(temp, path) != 0)
			r = -errno;
	}
	if (r < 0) {
		err_sys(e, r, "cannot write '%s'", path);
		unlink(temp);
	}
	free(temp);
	free(path);
	return r;
}

static void remove_note(const struct tree *tree)
{
	char *path = note_path(tree);

	unlink(path);
	free(path);
}

static void read_note(struct tree *tree)
{
	char *path = note_path(tree), rev[REV_MOST + 1], word[16];
	FILE *f = fopen(path, "re");

	if (f && fscanf(f, "%64s %15s", rev, word) == 2) {
		tree->rev = xstrdup(rev);
		tree->built = strcmp(word, "built") == 0;
	}
	if (f)
		fclose(f);
	free(path);
}

/* -- Size ---------------------------------------------------------------- */

static int64_t walked;

static int add_size(const char *path, const struct stat *st, int kind,
    struct FTW *at)
{
	(void)path;
	(void)kind;
	(void)at;
	walked += (int64_t)st->st_blocks * 512;
	return 0;
}

static int64_t size_of(const char *path)
{
	walked = 0;
	nftw(path, add_size, FDS, FTW_PHYS | FTW_MOUNT);
	return walked;
}

/* Room for a further tree: below the bound, and on the disk. */
static bool is_room(const struct trees *t)
{
	int64_t all = 0, largest = 0;
	struct statvfs fs;

	for (size_t i = 0; i < t->n; i++) {
		all += t->tree[i].bytes;
		if (t->tree[i].bytes > largest)
			largest = t->tree[i].bytes;
	}
	if (t->o.bytes_most > 0 && all + largest > t->o.bytes_most)
		return false;
	return statvfs(t->o.dir, &fs) != 0 ||
	    (int64_t)(fs.f_bavail * fs.f_frsize) > largest + largest / 2;
}

/* -- Trees --------------------------------------------------------------- */

static void forget(struct tree *tree)
{
	free(tree->path);
	free(tree->rev);
	memset(tree, 0, sizeof(*tree));
}

/* With directories that a build has closed, as that of Go does. */
static void remove_files(const struct trees *t, const struct tree *tree)
{
	char *path = trees_quote(tree->path);
	char *text = xasprintf("chmod -R u+rwX %s; rm -rf %s", path, path);
	const struct command c = { .text = text,
		.timeout_ns = t->o.timeout_ns,
		.way_out = true,
		.guard = t->o.guard };
	struct err none;

	command_run(&c, NULL, &none);
	free(text);
	free(path);
}

/* What git cannot remove is removed before it forgets of it. */
static int drop(const struct trees *t, const struct tree *tree, struct err *e)
{
	char *path = trees_quote(tree->path);
	char *words = xasprintf("worktree remove --force --force %s", path);
	int r = git(t, t->o.repo, true, words, NULL, e);
	struct err none;
	struct stat st;

	if (r < 0) {
		remove_files(t, tree);
		if (lstat(tree->path, &st) != 0) {
			git(t, t->o.repo, true, words, NULL, &none);
			r = 0;
		}
	}
	if (r == 0)
		remove_note(tree);
	free(words);
	free(path);
	return r;
}

static struct tree *append(struct trees *t, char *path)
{
	struct tree *tree;

	t->tree = xgrow(t->tree, t->n, &t->cap, sizeof(*t->tree));
	tree = &t->tree[t->n++];
	memset(tree, 0, sizeof(*tree));
	tree->path = path;
	return tree;
}

/* One that another run left: used again, if it is whole. */
static void take_over(struct trees *t, char *path)
{
	char *dot_git = xasprintf("%s/.git", path);
	struct tree *tree = append(t, path);
	struct stat st;
	struct err none;

	if (lstat(dot_git, &st) == 0) {
		read_note(tree);
		tree->bytes = size_of(path);
	} else {
		drop(t, tree, &none);
		forget(&t->tree[--t->n]);
	}
	free(dot_git);
}

static bool is_known(const struct trees *t, const char *path)
{
	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->tree[i].path, path) == 0)
			return true;
	return false;
}

/* What git has in its list below our directory. Other trees are the user's: one
 * whose disk is away just now, too, so nothing is pruned. */
static int take_listed(struct trees *t, struct err *e)
{
	char *words = xasprintf("worktree list --porcelain >%s/list", t->above);
	char *file = xasprintf("%s/list", t->o.dir), *line = NULL;
	char *begins = xasprintf("worktree %s/" TREES_NAME, t->o.dir);
	int r = git(t, t->o.repo, true, words, NULL, e);
	FILE *f = r == 0 ? fopen(file, "re") : NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (text_starts(line, begins) &&
		    !strchr(line + strlen(begins), '/'))
			take_over(t, xstrdup(line + strlen("worktree ")));
	}
	if (f)
		fclose(f);
	unlink(file);
	free(line);
	free(begins);
	free(file);
	free(words);
	return r;
}

static void warn_of_others(const struct trees *t)
{
	DIR *d = opendir(t->o.dir);
	struct dirent *de;

	while (d && (de = readdir(d)) != NULL) {
		char *path = xasprintf("%s/%s", t->o.dir, de->d_name);

		if (text_starts(de->d_name, TREES_NAME) &&
		    !strchr(de->d_name, '.') && !is_known(t, path))
			log_warn("'%s' is no tree of this repository, it stays",
			    path);
		free(path);
	}
	if (d)
		closedir(d);
}

int trees_open(struct trees **out, const struct trees_opts *o, struct err *e)
{
	struct trees *t = xcalloc(1, sizeof(*t));
	int r;

	t->o = *o;
	t->above = trees_quote(o->dir);
	r = take_listed(t, e);
	if (r < 0) {
		trees_close(t, true);
		return r;
	}
	warn_of_others(t);
	*out = t;
	return 0;
}

static struct tree *find(const struct trees *t, const char *rev)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->tree[i].rev && strcmp(t->tree[i].rev, rev) == 0)
			return &t->tree[i];
	return NULL;
}

bool trees_has(const struct trees *t, const char *rev)
{
	const struct tree *tree = find(t, rev);

	return tree && tree->built;
}

static bool is_older(const struct tree *a, const struct tree *b)
{
	if (!a->rev != !b->rev)
		return !a->rev;
	return a->used < b->used;
}

/* The tree that is nobody's, or was not used for the longest time. */
static struct tree *oldest(const struct trees *t, const char *const *keep,
    size_t n)
{
	struct tree *best = NULL;

	for (size_t i = 0; i < t->n; i++) {
		struct tree *tree = &t->tree[i];
		bool kept = false;

		for (size_t k = 0; k < n && tree->rev; k++)
			kept = kept || strcmp(tree->rev, keep[k]) == 0;
		if (!kept && (!best || is_older(tree, best)))
			best = tree;
	}
	return best;
}

static char *free_path(const struct trees *t)
{
	struct stat st;
	char *path;

	for (unsigned i = 0;; i++) {
		path = xasprintf("%s/" TREES_NAME "%u", t->o.dir, i);
		if (lstat(path, &st) != 0)
			return path;
		free(path);
	}
}

static int add(struct trees *t, const char *rev, struct tree **out,
    struct err *e)
{
	char *path = free_path(t), *quoted = trees_quote(path);
	char *words =
	    xasprintf("worktree add --force --detach %s %s", quoted, rev);
	int r = git(t, t->o.repo, false, words, NULL, e);
	struct err none;

	*out = append(t, path);
	if (r < 0) {
		drop(t, *out, &none);
		forget(&t->tree[--t->n]);
	}
	free(words);
	free(quoted);
	return r;
}

/* What was built before stays beside the new sources: make sees what is new. */
static int move_on(struct trees *t, struct tree *tree, const char *rev,
    struct err *e)
{
	char *words = xasprintf("checkout --force --detach %s", rev);
	int r;

	remove_note(tree);
	free(tree->rev);
	tree->rev = NULL;
	tree->built = false;
	r = git(t, tree->path, false, words, NULL, e);
	free(words);
	return r;
}

/* A tree that git does not know any more: a build may have removed what says
 * whose it is. */
static int replace(struct trees *t, const char *rev, struct tree **tree,
    struct err *e)
{
	int r = drop(t, *tree, e);

	if (r < 0)
		return r;
	forget(*tree);
	**tree = t->tree[--t->n];
	return add(t, rev, tree, e);
}

int trees_get(struct trees *t, const char *rev, const char *const *keep,
    size_t n, struct tree **out, struct err *e)
{
	struct tree *tree = find(t, rev), *old;
	int r = 0;

	if (!tree) {
		old = oldest(t, keep, n);
		if (old && (!old->rev || t->n >= t->o.most || !is_room(t))) {
			tree = old;
			r = move_on(t, tree, rev, e);
		} else {
			r = add(t, rev, &tree, e);
		}
		if (r == -ECHILD && tree == old && old)
			r = replace(t, rev, &tree, e);
		if (r < 0)
			return err_prefix(e, "cannot check out '%.12s'", rev);
		tree->rev = xstrdup(rev);
		r = write_note(tree, e);
	}
	tree->used = ++t->clock;
	*out = tree;
	return r;
}

int trees_built(struct trees *t, struct tree *tree, struct err *e)
{
	(void)t;
	tree->built = true;
	tree->bytes = size_of(tree->path);
	return write_note(tree, e);
}

void trees_close(struct trees *t, bool keep)
{
	struct err e;

	if (!t)
		return;
	for (size_t i = 0; i < t->n; i++) {
		if (!keep && drop(t, &t->tree[i], &e) < 0)
			log_warn("'%s' stays: %s", t->tree[i].path, e.text);
		forget(&t->tree[i]);
	}
	free(t->tree);
	free(t->above);
	free(t);
}
