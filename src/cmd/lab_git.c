/* lab_git.c - kernels for the lab, built from commits. */
#include "cmd/lab_git.h"

#include "base/hash.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/work_dir.h"
#include "drive/command.h"
#include "drive/guard.h"
#include "drive/kernel.h"
#include "drive/trees.h"
#include "model/name.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUILD_NS INT64_C(86400000000000) /* of one kernel: a day */

/* Kernels of one comparison, each with a letter: more are for a bisection. */
#define MOST 26

/* Where a build leaves one; the first that is there is taken. */
#define KERNELS "arch/x86/boot/bzImage vmlinuz vmlinux"

#define NAME 12 /* digits of a commit, in names and messages */

/* -- Which ---------------------------------------------------------------- */

static void add_label(struct lab_git *g, const char *word)
{
	const char *rev = g->at.at[g->at.n - 1].word;
	struct err none;

	g->label = xreallocarray(g->label, g->at.n, sizeof(*g->label));
	g->label[g->at.n - 1] = word && name_check_label(word, &none) == 0 ?
	    xstrdup(word) :
	    xstrndup(rev, NAME);
}

/* "A..B" */
static int add_range(struct lab_git *g, const char *word, const char *dots,
    struct err *e)
{
	char *good = xstrndup(word, (size_t)(dots - word));
	char *scratch = xasprintf("%s/log", g->dir);
	const struct places_range range = { .repo = g->o->repo,
		.good = *good ? good : "HEAD",
		.bad = dots[2] ? dots + 2 : "HEAD",
		.scratch = scratch };
	size_t had = g->at.n, all;
	int r;

	/* also A...B, which git takes for something else */
	if (dots[2] == '.' || strstr(dots + 2, ".."))
		r = err_set(e, -EINVAL,
		    "'%s' is no series of commits: 'A..B' is one", word);
	else
		r = places_series(&g->at, &range, e);
	all = g->at.n;
	for (g->at.n = had; r == 0 && g->at.n < all;) {
		g->at.n++;
		add_label(g, NULL);
	}
	free(scratch);
	free(good);
	return r;
}

static int add_word(struct lab_git *g, const char *word, struct err *e)
{
	const char *dots = strstr(word, "..");
	char *scratch;
	int r;

	if (dots)
		return add_range(g, word, dots, e);
	scratch = xasprintf("%s/log", g->dir);
	r = places_commit(&g->at, g->o->repo, word, scratch, e);
	if (r == 0)
		add_label(g, word);
	free(scratch);
	return r;
}

/* What was called before, or is built in two ways, gets its letter. */
static void tell_apart(struct lab_git *g)
{
	for (size_t i = 1; i < g->at.n; i++) {
		const char *word = g->label[i];
		bool again = false;
		struct err none;
		char *label;

		for (size_t k = 0; k < i && !again; k++)
			again = strcmp(g->label[k], word) == 0;
		if (!again)
			continue;
		label = xasprintf("%s-%c", word, (char)('a' + i));
		if (name_check_label(label, &none) < 0) {
			free(label);
			label = xasprintf("%.*s-%c", NAME, g->at.at[i].word,
			    (char)('a' + i));
		}
		free(g->label[i]);
		g->label[i] = label;
	}
}

static int make_dir(struct lab_git *g, const char *given, const char *repo,
    struct err *e)
{
	static const char *const ours[] = { "log", "build.log", NULL };
	const struct work_dir w = { .kind = "lab-git",
		.key = repo,
		.lock = LAB_GIT_LOCK,
		.ours = ours,
		.what = "kernels",
		.nobody = "not perfloss's",
		.busy = "another program builds kernels" };

	return work_dir_open(&w, given, &g->dir, &g->lock, e);
}

int lab_git_list(struct lab_git *g, const struct lab_git_opts *o,
    char *const *words, size_t n, struct err *e)
{
	char *repo = realpath(o->repo, NULL);
	int r;

	memset(g, 0, sizeof(*g));
	g->o = o;
	g->lock = -1;
	places_no_hook();
	if (!repo)
		return err_sys(e, -errno, "cannot use '%s'", o->repo);
	r = make_dir(g, o->dir, repo, e);
	free(repo);
	for (size_t i = 0; i < n && r == 0; i++)
		r = add_word(g, words[i], e);
	if (r == 0 && o->build_b && g->at.n == 1)
		r = add_word(g, words[0], e);
	if (r == 0 && o->build_b && g->at.n != 2)
		r = err_set(e, -EINVAL,
		    "'--build-b' is of two kernels, and there are %zu",
		    g->at.n);
	if (r == 0 && g->at.n > MOST)
		r = err_set(e, -EINVAL,
		    "%zu commits are more than %d: 'perfloss bisect --lab' "
		    "finds one of many",
		    g->at.n, MOST);
	if (r == 0)
		tell_apart(g);
	g->series = n == 1 && g->at.n > 2;
	return r;
}

/* -- Building ------------------------------------------------------------- */

struct builder {
	struct lab_git *g;
	bool quiet;
	struct guard *guard;
	struct trees *trees;
	char *log;
};

static const char *build_of(const struct lab_git *g, size_t i)
{
	return i == 1 && g->o->build_b ? g->o->build_b : g->o->build;
}

/* A command in a tree; its group ends with us. */
static int command(const struct builder *b, const char *tree, const char *text,
    struct err *e)
{
	const struct command c = { .text = text,
		.timeout_ns = BUILD_NS,
		.alone = true,
		.guard = b->guard,
		.dir = tree,
		.log = b->log };

	return command_run(&c, NULL, e);
}

/* The words of what failed in a shell, without its text, which is ours. */
static int tool_said(struct err *e)
{
	const char *at = strstr(e->text, "' failed with status ");
	char *said;

	at = at ? strstr(at, ": ") : NULL;
	if (!at || e->code != -ECHILD)
		return e->code;
	said = xstrdup(at + 2);
	err_set(e, e->code, "%s", said);
	free(said);
	return e->code;
}

/* Our own words in a tree; *status (or NULL) as a shell has it. */
static int shell(const struct builder *b, const char *tree, const char *text,
    int *status, struct err *e)
{
	const struct command c = { .text = text,
		.timeout_ns = TREES_GIT_NS,
		.guard = b->guard,
		.dir = tree,
		.status = status };

	return command_run(&c, NULL, e) < 0 ? tool_said(e) : 0;
}

/* What another build left in the tree is not what this one makes. What the
 * commit itself holds is. */
static int make_way(const struct builder *b, const char *tree, struct err *e)
{
	return shell(b, tree,
	    "for k in " KERNELS "; do "
	    "git ls-files --error-unmatch \"$k\" >/dev/null 2>&1 || "
	    "rm -f \"$k\" || exit; done",
	    NULL, e);
}

static int check_kernel(const char *path, struct err *e)
{
	struct kernel k;
	int r = kernel_open(&k, path, e);

	kernel_release(&k);
	return r;
}

/* What boots, and its configuration, beside its place. */
static int copy(const struct builder *b, const char *tree, const char *to,
    struct err *e)
{
	char *quoted = trees_quote(to);
	char *text =
	    xasprintf("to=%s; rm -rf \"$to.new\" \"$to\" && "
		      "mkdir \"$to.new\" || exit; for k in " KERNELS "; "
		      "do [ -f \"$k\" ] || continue; "
		      "cp \"$k\" \"$to.new/${k##*/}\" && "
		      "{ [ ! -f .config ] || "
		      "cp .config \"$to.new/config\"; } && "
		      "{ [ ! -f \"$to.new/bzImage\" ] || "
		      "mv \"$to.new/bzImage\" \"$to.new/vmlinuz\"; }; "
		      "exit; done; exit 3",
		quoted);
	int status, r = shell(b, tree, text, &status, e);

	if (r == -ECHILD && status == 3)
		err_set(e, -ENOENT,
		    "the build left no kernel: neither arch/x86/boot/bzImage "
		    "nor vmlinuz or vmlinux");
	else if (r < 0)
		err_prefix(e, "cannot keep the kernel");
	free(text);
	free(quoted);
	return r < 0 ? e->code : 0;
}

/* Moved to its place as a whole, and only if it can be booted: it is looked
 * for again as long as the cache is there. */
static int keep(const struct builder *b, const char *tree, const char *path,
    struct err *e)
{
	char *new = xasprintf("%s.new", path), *quoted = trees_quote(new);
	char *drop = xasprintf("rm -rf %s", quoted);
	int r = copy(b, tree, path, e);
	struct err none;

	if (r == 0) {
		r = check_kernel(new, e);
		if (r < 0)
			err_prefix(e, "what the build left");
		else if (rename(new, path) != 0)
			r = err_sys(e, -errno, "cannot make '%s'", path);
	}
	if (r < 0)
		shell(b, b->g->dir, drop, NULL, &none);
	free(drop);
	free(quoted);
	free(new);
	return r;
}

static int build(struct builder *b, size_t i, struct err *e)
{
	const struct bisect_place *at = &b->g->at.at[i];
	char *text = seek_fill(build_of(b->g, i), at->word);
	struct tree *tree;
	int r;

	if (!b->quiet)
		log_note("building %.*s%s%s (%zu of %zu)", NAME, at->word,
		    at->subject ? " " : "", at->subject ? at->subject : "",
		    i + 1, b->g->at.n);
	r = trees_get(b->trees, at->word, NULL, 0, &tree, e);
	r = r < 0 ? r : make_way(b, tree->path, e);
	if (r == 0)
		r = command(b, tree->path, text, e);
	if (r == 0)
		r = keep(b, tree->path, b->g->path[i], e);
	free(text);
	return r < 0 && r != -EINTR ?
	    err_prefix(e, "building '%.*s'", NAME, at->word) :
	    r;
}

/* Of a commit and how it was built. */
static char *kernel_path(const struct lab_git *g, size_t i)
{
	const char *how = build_of(g, i);

	return xasprintf("%s/%.*s-%08" PRIx32, g->dir, NAME, g->at.at[i].word,
	    (uint32_t)hash_add(HASH_START, how, strlen(how)));
}

/* 1 = it is there, 0 = it is not, or was damaged since. */
static int is_kept(const char *path, struct err *e)
{
	int r = check_kernel(path, e);

	return r == 0 ? 1 : r == -ENOENT || r == -ENOEXEC ? 0 : r;
}

static int build_all(struct builder *b, struct err *e)
{
	const struct trees_opts to = { .repo = b->g->o->repo,
		.dir = b->g->dir,
		.most = 1,
		.timeout_ns = TREES_GIT_NS,
		.guard = b->guard };
	int r = 0;

	for (size_t i = 0; i < b->g->at.n && r == 0; i++) {
		int kept = is_kept(b->g->path[i], e);

		if (kept > 0)
			continue;
		r = kept;
		if (r == 0 && !b->trees)
			r = trees_open(&b->trees, &to, e);
		r = r < 0 ? r : build(b, i, e);
	}
	return r;
}

int lab_git_build(struct lab_git *g, bool quiet, struct err *e)
{
	struct builder b = { .g = g, .quiet = quiet };
	int r;

	g->path = xcalloc(g->at.n, sizeof(*g->path));
	for (size_t i = 0; i < g->at.n; i++)
		g->path[i] = kernel_path(g, i);
	b.log = xasprintf("%s/build.log", g->dir);
	r = guard_start(&b.guard, NULL, 0, e);
	r = r < 0 ? r : build_all(&b, e);
	trees_close(b.trees, false);
	guard_stop(b.guard);
	free(b.log);
	return r;
}

void lab_git_release(struct lab_git *g)
{
	for (size_t i = 0; i < g->at.n; i++) {
		free(g->label ? g->label[i] : NULL);
		free(g->path ? g->path[i] : NULL);
	}
	free(g->label);
	free(g->path);
	free(g->dir);
	places_release(&g->at);
	if (g->lock >= 0)
		close(g->lock);
	memset(g, 0, sizeof(*g));
	g->lock = -1;
}
