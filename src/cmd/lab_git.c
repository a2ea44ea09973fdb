/* lab_git.c - kernels for the lab, built from commits. */
#include "cmd/lab_git.h"

#include "base/hash.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "drive/command.h"
#include "drive/guard.h"
#include "drive/trees.h"
#include "model/name.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define GIT_NS INT64_C(3600000000000) /* a checkout: of a disk that is slow */

/* Kernels of one comparison: more are for a bisection. */
#define MOST 26

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
static int add_range(struct lab_git *g, const struct lab_git_opts *o,
    const char *word, const char *dots, struct err *e)
{
	char *good = xstrndup(word, (size_t)(dots - word));
	char *scratch = xasprintf("%s/log", g->dir);
	const struct places_range range = { .repo = o->repo,
		.good = *good ? good : "HEAD",
		.bad = dots[2] ? dots + 2 : "HEAD",
		.scratch = scratch };
	size_t had = g->at.n, all;
	int r = places_series(&g->at, &range, e);

	all = g->at.n;
	for (g->at.n = had; r == 0 && g->at.n < all;) {
		g->at.n++;
		add_label(g, NULL);
	}
	free(scratch);
	free(good);
	return r;
}

static int add_word(struct lab_git *g, const struct lab_git_opts *o,
    const char *word, struct err *e)
{
	const char *dots = strstr(word, "..");
	char *scratch;
	int r;

	if (dots)
		return add_range(g, o, word, dots, e);
	scratch = xasprintf("%s/log", g->dir);
	r = places_commit(&g->at, o->repo, word, scratch, e);
	if (r == 0)
		add_label(g, word);
	free(scratch);
	return r;
}

/* The same commit in two ways: the second is told by its letter. */
static int add_twin(struct lab_git *g, const struct lab_git_opts *o,
    const char *word, struct err *e)
{
	int r = add_word(g, o, word, e);
	char *label;

	if (r < 0)
		return r;
	label = xasprintf("%s-b", g->label[1]);
	free(g->label[1]);
	g->label[1] = label;
	return 0;
}

static int make_dir(struct lab_git *g, const char *given, const char *repo,
    struct err *e)
{
	char *name = xasprintf("lab-git/%016" PRIx64,
	    hash_add(HASH_START, repo, strlen(repo)));
	char *want =
	    given ? xstrdup(given) : path_of("XDG_CACHE_HOME", ".cache", name);
	char *file = want ? xasprintf("%s/lab.lock", want) : NULL;
	int r = 0;

	if (!want)
		r = err_set(e, -ENOENT,
		    "no place for kernels: neither HOME nor XDG_CACHE_HOME is "
		    "a path from the root; '--dir' says where");
	r = r < 0 ? r : path_make(file, e);
	g->dir = r == 0 ? realpath(want, NULL) : NULL;
	if (r == 0) {
		g->lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (g->lock < 0 || !g->dir)
			r = err_sys(e, -errno, "cannot use '%s'", want);
		else if (flock(g->lock, LOCK_EX | LOCK_NB) != 0)
			r = err_set(e, -EBUSY,
			    "another program builds kernels in '%s'", want);
	}
	free(file);
	free(want);
	free(name);
	return r;
}

int lab_git_list(struct lab_git *g, const struct lab_git_opts *o,
    char *const *words, size_t n, struct err *e)
{
	char *repo = realpath(o->repo, NULL);
	int r;

	memset(g, 0, sizeof(*g));
	g->lock = -1;
	if (!repo)
		return err_sys(e, -errno, "cannot use '%s'", o->repo);
	r = make_dir(g, o->dir, repo, e);
	free(repo);
	for (size_t i = 0; i < n && r == 0; i++)
		r = add_word(g, o, words[i], e);
	if (r == 0 && o->build_b && g->at.n == 1)
		r = add_twin(g, o, words[0], e);
	if (r == 0 && o->build_b && g->at.n != 2)
		r = err_set(e, -EINVAL,
		    "'--build-b' is of two kernels, and there are %zu",
		    g->at.n);
	if (r == 0 && g->at.n > MOST)
		r = err_set(e, -EINVAL,
		    "%zu commits are more than %d: 'perfloss bisect --lab' "
		    "finds one of many",
		    g->at.n, MOST);
	g->series = n == 1 && g->at.n > 2;
	return r;
}

/* -- Building ------------------------------------------------------------- */

struct builder {
	struct lab_git *g;
	const struct lab_git_opts *o;
	struct guard *guard;
	struct trees *trees;
	char *log;
};

static const char *build_of(const struct lab_git_opts *o, size_t i)
{
	return i == 1 && o->build_b ? o->build_b : o->build;
}

/* A command in a tree; its group ends with us. */
static int command(const struct builder *b, const char *tree, const char *text,
    int64_t timeout_ns, struct err *e)
{
	const struct command c = { .text = text,
		.timeout_ns = timeout_ns,
		.alone = true,
		.guard = b->guard,
		.dir = tree,
		.log = b->log };

	return command_run(&c, NULL, e);
}

/* What boots, and its configuration, moved to its place as a whole. */
static int keep(const struct builder *b, const char *tree, const char *path,
    struct err *e)
{
	char *to = trees_quote(path);
	char *text =
	    xasprintf("to=%s; rm -rf \"$to.new\"; mkdir \"$to.new\" && "
		      "for k in arch/x86/boot/bzImage vmlinuz vmlinux; "
		      "do [ -f \"$k\" ] || continue; "
		      "cp \"$k\" \"$to.new/${k##*/}\" && "
		      "{ [ ! -f .config ] || "
		      "cp .config \"$to.new/config\"; } && "
		      "{ [ ! -f \"$to.new/bzImage\" ] || "
		      "mv \"$to.new/bzImage\" \"$to.new/vmlinuz\"; } "
		      "&& mv \"$to.new\" \"$to\"; exit; done; exit 3",
		to);
	int status;
	const struct command c = { .text = text,
		.timeout_ns = GIT_NS,
		.guard = b->guard,
		.dir = tree,
		.status = &status };
	int r = command_run(&c, NULL, e);

	if (r == -ECHILD && status == 3)
		err_set(e, -ENOENT,
		    "the build left no kernel: neither arch/x86/boot/bzImage "
		    "nor vmlinuz or vmlinux");
	else if (r < 0)
		err_prefix(e, "cannot keep the kernel");
	free(text);
	free(to);
	return r < 0 ? e->code : 0;
}

static int build(struct builder *b, size_t i, struct err *e)
{
	const struct bisect_place *at = &b->g->at.at[i];
	char *text = seek_fill(build_of(b->o, i), at->word);
	struct tree *tree;
	int r;

	if (!b->o->quiet)
		log_note("building %.*s%s%s (%zu of %zu)", NAME, at->word,
		    at->subject ? " " : "", at->subject ? at->subject : "",
		    i + 1, b->g->at.n);
	r = trees_get(b->trees, at->word, NULL, 0, &tree, e);
	if (r == 0)
		r = command(b, tree->path, text, b->o->timeout_ns, e);
	if (r == 0)
		r = keep(b, tree->path, b->g->path[i], e);
	free(text);
	return r < 0 && r != -EINTR ?
	    err_prefix(e, "building '%.*s'", NAME, at->word) :
	    r;
}

/* Of a commit and how it was built. */
static char *kernel_path(const struct lab_git *g, const struct lab_git_opts *o,
    size_t i)
{
	const char *how = build_of(o, i);

	return xasprintf("%s/%.*s-%08" PRIx32, g->dir, NAME, g->at.at[i].word,
	    (uint32_t)hash_add(HASH_START, how, strlen(how)));
}

static int build_all(struct builder *b, struct err *e)
{
	const struct trees_opts to = { .repo = b->o->repo,
		.dir = b->g->dir,
		.most = 1,
		.timeout_ns = GIT_NS,
		.guard = b->guard };
	int r = 0;

	for (size_t i = 0; i < b->g->at.n && r == 0; i++) {
		if (access(b->g->path[i], F_OK) == 0)
			continue;
		if (!b->trees)
			r = trees_open(&b->trees, &to, e);
		r = r < 0 ? r : build(b, i, e);
	}
	return r;
}

int lab_git_build(struct lab_git *g, const struct lab_git_opts *o,
    struct err *e)
{
	struct builder b = { .g = g, .o = o };
	int r;

	g->path = xcalloc(g->at.n, sizeof(*g->path));
	for (size_t i = 0; i < g->at.n; i++)
		g->path[i] = kernel_path(g, o, i);
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
