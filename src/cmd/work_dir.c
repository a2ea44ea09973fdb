/* work_dir.c - a directory for what is built and measured, of one program at a
 * time. */
#include "cmd/work_dir.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

bool work_dir_has(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	bool has = access(path, F_OK) == 0;

	free(path);
	return has;
}

void work_dir_unlink(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);

	unlink(path);
	free(path);
}

/* One of its own for each key; the caller frees. */
static char *default_dir(const struct work_dir *w, struct err *e)
{
	char *name = xasprintf("%s/%016" PRIx64, w->kind,
	    hash_add(HASH_START, w->key, strlen(w->key)));
	char *dir = path_of("XDG_CACHE_HOME", ".cache", name);

	free(name);
	if (!dir)
		err_set(e, -ENOENT,
		    "no place for %s: neither HOME nor XDG_CACHE_HOME is a "
		    "path from the root; '--dir' says where",
		    w->what);
	return dir;
}

/* A directory with such files that was never locked is the user's. */
static int check(const struct work_dir *w, const char *dir, struct err *e)
{
	if (work_dir_has(dir, w->lock))
		return 0;
	for (size_t i = 0; w->ours[i]; i++)
		if (work_dir_has(dir, w->ours[i]))
			return err_set(e, -EEXIST,
			    "'%s/%s' is %s, and would be overwritten: '--dir' "
			    "takes a directory of its own",
			    dir, w->ours[i], w->nobody);
	return 0;
}

int work_dir_open(const struct work_dir *w, const char *given, char **dir,
    int *lock, struct err *e)
{
	char *want = given ? xstrdup(given) : default_dir(w, e);
	char *file = want ? xasprintf("%s/%s", want, w->lock) : NULL;
	int r = want ? path_make(file, e) : -ENOENT;

	r = r < 0 ? r : check(w, want, e);
	*dir = r == 0 ? realpath(want, NULL) : NULL;
	if (r == 0) {
		*lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (*lock < 0 || !*dir)
			r = err_sys(e, -errno, "cannot use '%s'", want);
		else if (flock(*lock, LOCK_EX | LOCK_NB) != 0)
			r = err_set(e, -EBUSY, "%s in '%s'", w->busy, want);
	}
	free(file);
	free(want);
	return r;
}
