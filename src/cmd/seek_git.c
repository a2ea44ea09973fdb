/* seek_git.c - the commits that a bisection goes over. */
#include "cmd/seek.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "drive/command.h"
#include "drive/trees.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GIT_NS INT64_C(600000000000) /* a log of a million commits: 1 min */

#define NO_PROGRAM 127 /* of a shell */

void places_no_hook(void)
{
	/* what 'git rev-parse --local-env-vars' lists, less settings */
	static const char *const of_git[] = { "GIT_DIR", "GIT_WORK_TREE",
		"GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
		"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
		"GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
		"GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
		"GIT_SHALLOW_FILE", "GIT_INTERNAL_SUPER_PREFIX" };

	for (size_t i = 0; i < sizeof(of_git) / sizeof(*of_git); i++)
		unsetenv(of_git[i]);
}

/* git in the repository; *status as a shell has it. */
static int git(const char *repo, const char *words, int *status,
    struct buf *out, struct err *e)
{
	char *text = xasprintf("git %s", words);
	const struct command c = { .text = text,
		.timeout_ns = GIT_NS,
		.dir = repo,
		.status = status };
	int r = command_run(&c, out, e);

	free(text);
	return r < 0 ? trees_git_said(e) : 0;
}

/* Why git does not take it, in its own words: the first of several lines. */
static int refused(const char *repo, struct err *e)
{
	struct buf text = BUF_INIT;
	int status;

	git(repo, "rev-parse --git-dir 2>&1 | head -n 1", &status, &text, e);
	if (text.len == 0 || strstr(text.s, "not a git repository"))
		err_set(e, -EINVAL, "'%s' is no git repository", repo);
	else
		err_set(e, -EINVAL, "git does not take '%s': %.200s", repo,
		    text_clean(text.s));
	buf_release(&text);
	return -EINVAL;
}

static int check_repo(const char *repo, struct err *e)
{
	int status, r;

	if (access(repo, X_OK) != 0)
		return err_sys(e, -errno, "cannot use '%s'", repo);
	r = git(repo, "rev-parse --git-dir", &status, NULL, e);
	if (r == -ECHILD && status == NO_PROGRAM)
		return err_set(e, -ENOENT,
		    "git is not installed, or not in PATH");
	if (r == -ECHILD)
		return refused(repo, e);
	return r;
}

static bool is_shallow(const char *repo)
{
	struct buf text = BUF_INIT;
	struct err none;
	int status;
	bool is = git(repo, "rev-parse --is-shallow-repository", &status, &text,
		      &none) == 0 &&
	    strcmp(buf_str(&text), "true") == 0;

	buf_release(&text);
	return is;
}

static const char *of_shallow(const char *repo)
{
	return is_shallow(repo) ? ", whose history is cut: 'git fetch "
				  "--unshallow' gets the rest" :
				  "";
}

/* One object's name that git printed; an older one prints the option, too. */
static bool take_name(const struct buf *text, char **out)
{
	const char *at = strrchr(buf_str(text), '\n');
	size_t n;

	at = at ? at + 1 : buf_str(text);
	n = strspn(at, "0123456789abcdef");
	*out = !at[n] && (n == 40 || n == 64) ? xstrdup(at) : NULL;
	return *out;
}

static int parse_rev(const char *repo, const char *rev, const char *kind,
    char **out, struct err *e)
{
	char *quoted = trees_quote(rev), *words;
	struct buf text = BUF_INIT;
	int status, r;

	words = xasprintf("rev-parse --verify --quiet --end-of-options %s'%s'",
	    quoted, kind);
	*out = NULL;
	r = git(repo, words, &status, &text, e);
	if (r == 0 && !take_name(&text, out))
		r = err_set(e, -ECHILD, "no name of a commit");
	buf_release(&text);
	free(words);
	free(quoted);
	return r;
}

/* The commit that a revision, of an option if there is one, means; the caller
 * frees. In two steps: behind ":/text" nothing else may stand. */
static int commit_of(const char *repo, const char *rev, const char *option,
    char **out, struct err *e)
{
	char *name;
	int r = parse_rev(repo, rev, "", &name, e);

	*out = NULL;
	if (r == 0)
		r = parse_rev(repo, name, "^{commit}", out, e);
	free(name);
	if (r == -ECHILD)
		r = err_set(e, -EINVAL, "'%s%s%s' is no commit of '%s'%s",
		    option ? option : "", option ? " " : "", rev, repo,
		    of_shallow(repo));
	return r;
}

static bool contains(const char *repo, const char *old, const char *new)
{
	char *words = xasprintf("merge-base --is-ancestor %s %s", old, new);
	int status;
	struct err e;
	int r = git(repo, words, &status, NULL, &e);

	free(words);
	return r == 0;
}

/* Bad comes after good. */
static int check_order(const struct places_range *r, const char *good,
    const char *bad, struct err *e)
{
	struct buf base = BUF_INIT;
	char *words;
	int status, ret;

	if (strcmp(good, bad) == 0)
		return err_set(e, -EINVAL, "'%s' and '%s' are one commit",
		    r->good, r->bad);
	if (contains(r->repo, good, bad))
		return 0;
	if (contains(r->repo, bad, good))
		return err_set(e, -EINVAL,
		    "'%s' comes before '%s': they are reversed ('--faster' "
		    "seeks what made it faster)",
		    r->bad, r->good);
	words = xasprintf("merge-base %s %s", good, bad);
	if (git(r->repo, words, &status, &base, e) == 0)
		ret = err_set(e, -EINVAL,
		    "'%s' is not in the history of '%s'; where they part is "
		    "'--good %.12s'",
		    r->good, r->bad, buf_str(&base));
	else
		ret = err_set(e, -EINVAL,
		    "'%s' and '%s' have no history in common%s", r->good,
		    r->bad,
		    is_shallow(r->repo) ?
			": that of this clone is cut, 'git fetch --unshallow' "
			"gets the rest" :
			"");
	free(words);
	buf_release(&base);
	return ret;
}

/* A line of FORMAT; cut into its parts. */
#define FORMAT "%H%x1f%P%x1f%an%x1f%as%x1f%s"
#define PARTS  5

static bool add_line(struct places *p, char *line)
{
	struct bisect_place *at;
	char *part[PARTS];

	for (int i = 0; i < PARTS; i++) {
		part[i] = line;
		line += strcspn(line, "\x1f");
		if (!*line && i + 1 < PARTS)
			return false;
		if (i + 1 < PARTS)
			*line++ = '\0';
	}
	at = places_add(p, part[0]);
	at->parents = part[1][0] != '\0';
	for (const char *c = part[1]; *c; c++)
		at->parents += *c == ' ';
	at->who = xstrdup(part[2]);
	at->date = xstrdup(part[3]);
	at->subject = xstrdup(part[4]);
	return true;
}

static char *log_words(const struct places_range *r, const char *range,
    bool paths, const char *more)
{
	char *file = trees_quote(r->scratch);
	struct buf b = BUF_INIT;

	buf_addf(&b,
	    "log --reverse --first-parent --no-show-signature "
	    "--encoding=UTF-8 %s "
	    "--format=tformat:%s %s --",
	    more, FORMAT, range);
	for (size_t i = 0; paths && i < r->path->n; i++) {
		char *path = trees_quote(r->path->item[i]);

		buf_addf(&b, " %s", path);
		free(path);
	}
	buf_addf(&b, " >%s", file);
	free(file);
	return buf_take(&b);
}

/* What git log says of a range, added. */
static int add_log(struct places *p, const struct places_range *r,
    const char *range, bool paths, const char *more, struct err *e)
{
	char *words = log_words(r, range, paths, more), *line, *end;
	struct buf text = BUF_INIT;
	int status, ret = git(r->repo, words, &status, NULL, e);

	if (ret < 0)
		err_prefix(e, "cannot list the commits");
	ret = ret < 0 ? ret : source_read(r->scratch, &text, e);
	for (line = text.s; ret == 0 && line && *line; line = end) {
		size_t n = strcspn(line, "\n");

		end = line + n + (line[n] == '\n');
		line[n] = '\0';
		if (!add_line(p, line))
			ret = err_set(e, -EPROTO,
			    "cannot read a line of 'git log': '%.80s'", line);
	}
	unlink(r->scratch);
	buf_release(&text);
	free(words);
	return ret;
}

int places_git(struct places *p, const struct places_range *r, size_t *merges,
    struct err *e)
{
	char *good = NULL, *bad = NULL, *range = NULL;
	int ret = check_repo(r->repo, e);

	*merges = 0;
	ret = ret < 0 ? ret : commit_of(r->repo, r->good, "--good", &good, e);
	ret = ret < 0 ? ret : commit_of(r->repo, r->bad, "--bad", &bad, e);
	ret = ret < 0 ? ret : check_order(r, good, bad, e);
	if (ret == 0) {
		range = xasprintf("%s..%s", good, bad);
		ret = add_log(p, r, good, false, "-1", e);
	}
	ret = ret < 0 ? ret : add_log(p, r, range, true, "", e);
	if (ret == 0 && p->n < 2)
		ret = err_set(e, -EINVAL,
		    "no commit between '%s' and '%s' touches '%s'%s", r->good,
		    r->bad, r->path->n > 0 ? r->path->item[0] : "",
		    r->path->n > 1 ? " or the others" : "");
	/* paths may leave it out, and it is what was seen to be slow */
	if (ret == 0 && strcmp(p->at[p->n - 1].word, bad) != 0) {
		ret = add_log(p, r, bad, false, "-1", e);
		p->at[p->n - 1].outside = true;
	}
	for (size_t i = 1; i < p->n; i++)
		*merges += p->at[i].parents > 1;
	free(range);
	free(good);
	free(bad);
	return ret;
}

int places_commit(struct places *p, const char *repo, const char *rev,
    const char *scratch, struct err *e)
{
	const struct places_range range = { .repo = repo, .scratch = scratch };
	char *name = NULL;
	int ret = check_repo(repo, e);

	ret = ret < 0 ? ret : commit_of(repo, rev, NULL, &name, e);
	ret = ret < 0 ? ret : add_log(p, &range, name, false, "-1", e);
	free(name);
	return ret;
}

int places_series(struct places *p, const struct places_range *r, struct err *e)
{
	char *good = NULL, *bad = NULL, *range;
	int ret = check_repo(r->repo, e);

	ret = ret < 0 ? ret : commit_of(r->repo, r->good, NULL, &good, e);
	ret = ret < 0 ? ret : commit_of(r->repo, r->bad, NULL, &bad, e);
	if (ret == 0 &&
	    (strcmp(good, bad) == 0 || !contains(r->repo, good, bad)))
		ret = err_set(e, -EINVAL,
		    "no commit comes after '%s' and leads to '%s'", r->good,
		    r->bad);
	ret = ret < 0 ? ret : add_log(p, r, good, false, "-1", e);
	if (ret == 0) {
		range = xasprintf("%s..%s", good, bad);
		ret = add_log(p, r, range, false, "", e);
		free(range);
	}
	free(good);
	free(bad);
	return ret;
}
