/* seek_dir.c - where a bisection keeps what it has measured and built. */
#include "cmd/seek.h"

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

/* A directory of its own for each question; the caller frees. */
static char *default_dir(const char *text, struct err *e)
{
	char *name = xasprintf("bisect/%016" PRIx64,
	    hash_add(HASH_START, text, strlen(text)));
	char *dir = path_of("XDG_CACHE_HOME", ".cache", name);

	free(name);
	if (dir)
		return dir;
	err_set(e, -ENOENT,
	    "no place for builds: neither HOME nor XDG_CACHE_HOME is a path "
	    "from the root; '--dir' says where");
	return NULL;
}

/* What is written there, and removed at the end. */
static const char *const ours[] = { "state", "log", "out", "errors",
	"build.log" };

/* A directory with such files that no bisection has locked is the user's. */
static int check_dir(const char *dir, const char *lock, struct err *e)
{
	bool taken = false;

	if (access(lock, F_OK) == 0)
		return 0;
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours) && !taken; i++) {
		char *path = xasprintf("%s/%s", dir, ours[i]);

		taken = access(path, F_OK) == 0;
		if (taken)
			err_set(e, -EEXIST,
			    "'%s' is of no bisection, and would be "
			    "overwritten: '--dir' takes a directory of its own",
			    path);
		free(path);
	}
	return taken ? -EEXIST : 0;
}

int seek_dir(const char *given, const char *question, char **dir, int *lock,
    struct err *e)
{
	char *want = given ? xstrdup(given) : default_dir(question, e);
	char *file = want ? xasprintf("%s/" SEEK_LOCK, want) : NULL;
	int r = want ? path_make(file, e) : -ENOENT;

	r = r < 0 ? r : check_dir(want, file, e);
	*dir = r == 0 ? realpath(want, NULL) : NULL;
	if (r == 0) {
		*lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (*lock < 0 || !*dir)
			r = err_sys(e, -errno, "cannot use '%s'", want);
		else if (flock(*lock, LOCK_EX | LOCK_NB) != 0)
			r = err_set(e, -EBUSY,
			    "another bisection is at work in '%s'", want);
	}
	free(file);
	free(want);
	return r;
}
