/* seek_left.c - trees that a bisection, or the lab, left when it was killed. */
#include "cmd/seek.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/lab_git.h"
#include "cmd/work_dir.h"
#include "drive/command.h"
#include "drive/trees.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void seek_left_release(struct seek_left *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->dir[i]);
	free(l->dir);
	memset(l, 0, sizeof(*l));
}

/* -- Whose a directory is ------------------------------------------------ */

/* The lock says that it is ours, and whether somebody is at work there. A file
 * that must be closed, or -1. */
static int lock(const char *dir)
{
	static const char *const name[] = { SEEK_LOCK, LAB_GIT_LOCK };
	int fd = -1;

	for (size_t i = 0; i < 2 && fd < 0; i++) {
		char *path = xasprintf("%s/%s", dir, name[i]);

		fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
		free(path);
	}
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool is_tree(const char *name)
{
	const char *number = name + strlen(TREES_NAME);

	return text_starts(name, TREES_NAME) && *number &&
	    number[strspn(number, "0123456789")] == '\0';
}

/* How many trees there are; *one: the first from a place on, the caller's. */
static size_t trees_in(const char *dir, size_t from, char **one)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	size_t n = 0;

	while (d && (de = readdir(d)) != NULL)
		if (is_tree(de->d_name) && n++ == from && one)
			*one = xasprintf("%s/%s", dir, de->d_name);
	if (d)
		closedir(d);
	return n;
}

static void add(struct seek_left *l, const char *given)
{
	char *dir = realpath(given, NULL);
	size_t trees = dir ? trees_in(dir, 0, NULL) : 0;
	bool known = false;
	int fd = -1;

	for (size_t i = 0; i < l->n && dir; i++)
		known = known || strcmp(l->dir[i], dir) == 0;
	if (trees > 0 && !known && !work_dir_has(dir, SEEK_KEPT))
		fd = lock(dir);
	if (fd >= 0) {
		close(fd);
		l->dir = xgrow(l->dir, l->n, &l->cap, sizeof(*l->dir));
		l->dir[l->n++] = dir;
		l->trees += trees;
	} else {
		free(dir);
	}
}

/* -- Where they are ------------------------------------------------------ */

void seek_left_of_cache(struct seek_left *l)
{
	static const char *const name[] = { "bisect", "lab-git" };

	for (size_t i = 0; i < 2; i++) {
		char *above = path_of("XDG_CACHE_HOME", ".cache", name[i]);
		DIR *d = above ? opendir(above) : NULL;
		struct dirent *de;

		while (d && (de = readdir(d)) != NULL) {
			char *dir = xasprintf("%s/%s", above, de->d_name);

			if (de->d_name[0] != '.')
				add(l, dir);
			free(dir);
		}
		if (d)
			closedir(d);
		free(above);
	}
}

void seek_left_of_repo(struct seek_left *l, const char *repo)
{
	const struct command c = {
		.text = "git worktree list --porcelain | "
			"sed -n 's|^worktree \\(/.*\\)/" TREES_NAME
			"[0-9]*$|\\1|p'",
		.timeout_ns = TREES_GIT_NS,
		.dir = repo,
	};
	struct buf out = BUF_INIT;
	struct err none;
	char *line, *end;

	if (command_run(&c, &out, &none) == 0 && out.len > 0)
		for (line = out.s; line; line = end) {
			end = strchr(line, '\n');
			if (end)
				*end++ = '\0';
			add(l, line);
		}
	buf_release(&out);
}

char *seek_left_words(const struct seek_left *l)
{
	if (l->trees == 0)
		return NULL;
	return xasprintf("%zu working tree%s of what was killed %s in '%s'%s",
	    l->trees, l->trees == 1 ? "" : "s", l->trees == 1 ? "is" : "are",
	    l->dir[0], l->n > 1 ? " and elsewhere" : "");
}

/* They stay until they are asked for, and may be large. */
void seek_left_warn(const char *repo)
{
	struct seek_left l = { 0 };
	char *words;

	seek_left_of_repo(&l, repo);
	words = seek_left_words(&l);
	if (words)
		log_warn("%s: 'perfloss bisect --clean' removes them", words);
	free(words);
	seek_left_release(&l);
}

/* -- Removing ------------------------------------------------------------ */

/* The repository of a tree: "gitdir: REPOSITORY/worktrees/NAME". NULL = its
 * '.git' does not say; the caller frees. */
static char *repo_of(const char *tree)
{
	static const char head[] = "gitdir: ";
	char *file = xasprintf("%s/.git", tree), *repo = NULL, *cut;
	struct buf b = BUF_INIT;

	if (path_read(file, 65536, &b) == 0 && text_starts(buf_str(&b), head)) {
		repo = xstrdup(b.s + strlen(head));
		cut = strstr(repo, "/worktrees/");
		while (cut && strstr(cut + 1, "/worktrees/"))
			cut = strstr(cut + 1, "/worktrees/");
		if (cut)
			*cut = '\0';
		if (!cut || access(repo, F_OK) != 0) {
			free(repo);
			repo = NULL;
		}
	}
	buf_release(&b);
	free(file);
	return repo;
}

static void remove_of(const char *repo, const char *dir)
{
	const struct trees_opts o = { .repo = repo,
		.dir = dir,
		.most = 1,
		.timeout_ns = TREES_GIT_NS };
	struct trees *t = NULL;
	struct err e;

	if (trees_open(&t, &o, &e) < 0)
		log_warn("'%s': %s", dir, e.text);
	else
		trees_close(t, false);
}

/* What can go on stays, and kernels that were built. */
static void remove_rest(const char *dir)
{
	static const char *const file[] = { "build.log", "log", "out", "errors",
		SEEK_LOCK };
	bool state = work_dir_has(dir, "state");

	for (size_t i = 0; i < sizeof(file) / sizeof(file[0]); i++)
		if (!state || strcmp(file[i], SEEK_LOCK) != 0)
			work_dir_unlink(dir, file[i]);
	rmdir(dir); /* where nothing else is in it */
}

/* Of each repository that has trees there. Returns how many trees stay. */
static size_t clean(const char *dir, const char *repo)
{
	size_t at = 0, n, before = trees_in(dir, 0, NULL);
	char *tree = NULL, *of;
	int fd = lock(dir);

	if (fd < 0)
		return before;
	while (trees_in(dir, at, &tree) > at) {
		n = trees_in(dir, 0, NULL);
		of = repo_of(tree);
		if (of || repo)
			remove_of(of ? of : repo, dir);
		/* the order may be another one after a removal */
		at = trees_in(dir, 0, NULL) < n ? 0 : at + 1;
		free(of);
		free(tree);
		tree = NULL;
	}
	n = trees_in(dir, 0, NULL);
	if (n == 0)
		remove_rest(dir);
	close(fd);
	return n;
}

int seek_left_clean(const char *repo, struct err *e)
{
	struct seek_left l = { 0 };
	struct buf out = BUF_INIT;
	size_t stay = 0, n;
	int r;

	seek_left_of_cache(&l);
	if (repo)
		seek_left_of_repo(&l, repo);
	for (size_t i = 0; i < l.n; i++) {
		size_t had = trees_in(l.dir[i], 0, NULL);

		n = clean(l.dir[i], repo);
		stay += n;
		buf_addf(&out, "%s: %zu of %zu trees removed%s\n", l.dir[i],
		    had - n, had,
		    work_dir_has(l.dir[i], "state") ?
			"; what was measured stays for '--resume'" :
			"");
	}
	if (l.n == 0)
		buf_add(&out, "nothing is left of what was killed\n");
	r = out_write(&out, e);
	buf_release(&out);
	seek_left_release(&l);
	if (r == 0 && stay > 0)
		r = err_set(e, -EBUSY,
		    "%zu tree%s: no repository has them in its list", stay,
		    stay == 1 ? " stays" : "s stay");
	return r;
}
