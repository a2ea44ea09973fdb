/* seek_dir.c - where a bisection keeps what it has measured and built. */
#include "cmd/seek.h"

#include "base/hash.h"
#include "base/log.h"
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

static void not_kept(const char *dir)
{
	char *path = xasprintf("%s/" SEEK_KEPT, dir);

	unlink(path);
	free(path);
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
		else
			not_kept(*dir);
	}
	free(file);
	free(want);
	return r;
}

/* -- At the end ---------------------------------------------------------- */

static void say_kept(const char *dir)
{
	char *path = xasprintf("%s/" SEEK_KEPT, dir);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	free(path);
}

static bool has_file(const struct seek *s, const char *name)
{
	char *path = xasprintf("%s/%s", s->o->dir, name);
	bool has = access(path, F_OK) == 0;

	free(path);
	return has;
}

/* What is over leaves nothing; what can go on, and the log of a build that
 * failed, stays. */
void seek_dir_done(const struct seek *s, int r)
{
	static const char *const file[] = { "state", "build.log", "log",
		SEEK_LOCK };
	bool failed = r < 0 && has_file(s, "build.log");

	if (s->o->keep || s->word == BISECT_LIMIT ||
	    (r < 0 && has_file(s, "state"))) {
		if (s->o->keep)
			say_kept(s->o->dir);
		return;
	}
	if (failed)
		log_note("what was built last says more in '%s/build.log'",
		    s->o->dir);
	for (size_t i = 0; i < sizeof(file) / sizeof(*file); i++) {
		char *path = xasprintf("%s/%s", s->o->dir, file[i]);

		/* the lock says that the log is ours */
		if (!failed || i % 2 == 0)
			unlink(path);
		free(path);
	}
	rmdir(s->o->dir); /* the user's may have more in it */
}
