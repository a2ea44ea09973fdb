/* import_files.c - the files that are meant: words, folders, standard input. */
#include "cmd/importing.h"

#include "base/mem.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEEP  16     /* folders in folders */
#define FILES 100000 /* of one command */

static void add(struct import_files *f, const char *path, bool found)
{
	struct import_file *one;

	f->file = xgrow(f->file, f->n, &f->cap, sizeof(*f->file));
	one = &f->file[f->n++];
	*one = (struct import_file){ .path = xstrdup(path),
		.shown = text_clean(xstrdup(path)),
		.found = found };
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int walk(struct import_files *f, const char *path, int depth,
    struct err *e);

/* A link to a folder may lead into a circle: only files are followed. */
static int one(struct import_files *f, const char *path, int depth,
    struct err *e)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return 0; /* gone meanwhile */
	if (S_ISDIR(st.st_mode))
		return walk(f, path, depth + 1, e);
	if (S_ISLNK(st.st_mode) && stat(path, &st) != 0)
		return 0;
	if (f->n >= FILES)
		return err_set(e, -EFBIG, "there are more than %d files",
		    FILES);
	if (S_ISREG(st.st_mode))
		add(f, path, true);
	return 0;
}

static int walk(struct import_files *f, const char *path, int depth,
    struct err *e)
{
	size_t len = strlen(path);
	struct dirent **name;
	int n, r = 0;

	if (depth > DEEP)
		return err_set(e, -ELOOP,
		    "folders in '%s' are more than %d deep", path, DEEP);
	n = scandir(path, &name, visible, by_name);
	if (n < 0)
		return err_sys(e, -errno, "cannot read '%s'", path);
	while (len > 1 && path[len - 1] == '/')
		len--;
	for (int i = 0; i < n; i++) {
		char *at =
		    xasprintf("%.*s/%s", (int)len, path, name[i]->d_name);

		r = r < 0 ? r : one(f, at, depth, e);
		free(at);
		free(name[i]);
	}
	free(name);
	return r;
}

int import_collect(struct import_files *f, char *const *words, size_t n,
    struct err *e)
{
	struct stat st;
	int r = 0;

	for (size_t i = 0; i < n && r == 0; i++) {
		if (strcmp(words[i], "-") != 0 && stat(words[i], &st) == 0 &&
		    S_ISDIR(st.st_mode))
			r = walk(f, words[i], 1, e);
		else
			add(f, words[i], false);
	}
	return r;
}

void import_files_release(struct import_files *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct import_file *one = &f->file[i];

		for (size_t k = 0; k < one->n; k++)
			run_release(&one->runs[k]);
		free(one->runs);
		import_release(&one->im);
		free(one->path);
		free(one->shown);
	}
	free(f->file);
	memset(f, 0, sizeof(*f));
}
