/* seek_dir.c - where a bisection keeps what it has measured and built. */
#include "cmd/seek.h"

#include "base/log.h"
#include "base/mem.h"
#include "cmd/work_dir.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int seek_dir(const char *given, const char *question, char **dir, int *lock,
    struct err *e)
{
	static const char *const ours[] = { "state", "log", "out", "errors",
		"build.log", NULL };
	const struct work_dir w = { .kind = "bisect",
		.key = question,
		.lock = SEEK_LOCK,
		.ours = ours,
		.what = "builds",
		.nobody = "of no bisection",
		.busy = "another bisection is at work" };
	int r = work_dir_open(&w, given, dir, lock, e);

	if (r == 0)
		work_dir_unlink(*dir, SEEK_KEPT);
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

/* What is over leaves nothing; what can go on, and the log of a build that
 * failed, stays. */
void seek_dir_done(const struct seek *s, int r)
{
	static const char *const file[] = { "state", "build.log", "log",
		SEEK_LOCK };
	bool failed = r < 0 && work_dir_has(s->o->dir, "build.log");

	if (s->o->keep || s->word == BISECT_LIMIT ||
	    (r < 0 && work_dir_has(s->o->dir, "state"))) {
		if (s->o->keep)
			say_kept(s->o->dir);
		return;
	}
	if (failed)
		log_note("what was built last says more in '%s/build.log'",
		    s->o->dir);
	for (size_t i = 0; i < sizeof(file) / sizeof(*file); i++)
		/* the lock says that the log is ours */
		if (!failed || i % 2 == 0)
			work_dir_unlink(s->o->dir, file[i]);
	rmdir(s->o->dir); /* the user's may have more in it */
}
