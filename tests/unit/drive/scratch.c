/* scratch.c - what is removed is a scratch directory, and no more. */
#include "drive/scratch.h"

#include "base/mem.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char *top;

static char *path(const char *name)
{
	return xasprintf("%s/%s", top, name);
}

static void make_dir(const char *name)
{
	char *p = path(name);

	mkdir(p, 0700);
	free(p);
}

static void make_file(const char *name)
{
	char *p = path(name);

	close(open(p, O_WRONLY | O_CREAT, 0600));
	free(p);
}

static void make_link(const char *to, const char *name)
{
	char *p = path(name);

	if (symlink(to, p) != 0)
		tap_ok(false, "cannot make a link");
	free(p);
}

static bool there(const char *name)
{
	char *p = path(name);
	struct stat st;
	bool yes = lstat(p, &st) == 0;

	free(p);
	return yes;
}

static void take_away(const char *name)
{
	char *p = path(name);

	remove(p);
	free(p);
}

static int remove_it(const char *name, struct err *e)
{
	char *p = path(name);
	int r = scratch_remove(p, e);

	free(p);
	return r;
}

/* What has nearly such a name, or is in use. */
static void others(void)
{
	static const char *const names[] = { "perfloss-work",
		"perfloss-scratch-", "perfloss-scratch-abc",
		"perfloss-scratch-abcdefg", "perfloss-scratch-abc.ef" };
	char *p = path("perfloss-scratch-aaaaa4");
	struct err e;
	size_t i;
	int fd;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		make_dir(names[i]);
		tap_ok(remove_it(names[i], &e) == -EPERM && there(names[i]),
		    "'%s' is refused", names[i]);
		take_away(names[i]);
	}
	mkdir(p, 0700);
	fd = open(p, O_RDONLY | O_DIRECTORY);
	flock(fd, LOCK_EX);
	tap_ok(scratch_remove(p, &e) == -EPERM, "a locked one: %s", e.text);
	close(fd);
	chmod(p, 0755);
	tap_ok(scratch_remove(p, &e) == -EPERM, "an open one: %s", e.text);
	chmod(p, 0700);
	tap_ok(scratch_remove(p, &e) == 0, "neither");
	free(p);
}

/* A cgroup: removed when it is empty, nothing in it is touched. */
static void cgroups(void)
{
	struct err e;

	make_dir("perfloss-quota-aaaaa1");
	make_file("perfloss-quota-aaaaa1/f");
	tap_ok(remove_it("perfloss-quota-aaaaa1", &e) < 0 &&
		there("perfloss-quota-aaaaa1/f"),
	    "what is in a cgroup stays: %s", e.text);
	take_away("perfloss-quota-aaaaa1/f");
	tap_ok(remove_it("perfloss-quota-aaaaa1", &e) == 0 &&
		!there("perfloss-quota-aaaaa1"),
	    "an empty one goes");
	make_dir("perfloss-quota-aaaaa2");
	make_dir("perfloss-quota-aaaaa2/one");
	make_dir("perfloss-quota-aaaaa2/one/two");
	tap_ok(remove_it("perfloss-quota-aaaaa2", &e) == 0 &&
		!there("perfloss-quota-aaaaa2"),
	    "one with others below it goes");
	make_dir("perfloss-quota-aaaa");
	tap_ok(remove_it("perfloss-quota-aaaa", &e) == -EPERM,
	    "one of another name stays");
	take_away("perfloss-quota-aaaa");
}

int main(void)
{
	char name[] = "/tmp/scratch-test-XXXXXX";
	struct err e;

	top = mkdtemp(name);
	make_dir("keep");
	make_file("keep/file");
	make_dir("perfloss-scratch-aaaaa1");
	make_dir("perfloss-scratch-aaaaa1/a");
	make_dir("perfloss-scratch-aaaaa1/a/b");
	make_file("perfloss-scratch-aaaaa1/a/b/f");
	make_link("../../keep", "perfloss-scratch-aaaaa1/a/link");
	make_link("../keep/file", "perfloss-scratch-aaaaa1/link");
	make_link("keep", "perfloss-scratch-aaaaa2");

	tap_ok(remove_it("perfloss-scratch-aaaaa1", &e) == 0,
	    "a scratch directory");
	tap_ok(!there("perfloss-scratch-aaaaa1"), "is gone with all in it");
	tap_ok(there("keep/file"), "but not what links in it led to");
	tap_ok(remove_it("perfloss-scratch-aaaaa1", &e) == 0,
	    "gone already is no error");
	tap_ok(remove_it("keep", &e) == -EPERM && there("keep/file"),
	    "another name is refused");
	tap_ok(strstr(e.text, "is not the name of a scratch") != NULL,
	    "and why is said");
	others();
	cgroups();
	tap_ok(remove_it("perfloss-scratch-aaaaa2", &e) < 0 &&
		there("keep/file") && there("perfloss-scratch-aaaaa2"),
	    "a link with such a name is not followed");
	tap_ok(scratch_remove("perfloss-scratch-aaaaa9", &e) == -EPERM,
	    "a path that is not absolute is refused");
	tap_ok(remove_it("perfloss-scratch-aaaaa1/..", &e) == -EPERM,
	    "nor '..'");

	if (geteuid() == 0) {
		char *p = path("perfloss-scratch-aaaaa3");

		make_dir("perfloss-scratch-aaaaa3");
		tap_ok(chown(p, 12345, 12345) == 0 &&
			remove_it("perfloss-scratch-aaaaa3", &e) == -EPERM &&
			there("perfloss-scratch-aaaaa3"),
		    "someone else's is refused");
		rmdir(p);
		free(p);
	} else {
		tap_skip("someone else's is refused", "not root");
	}
	take_away("perfloss-scratch-aaaaa2");
	take_away("keep/file");
	take_away("keep");
	tap_ok(rmdir(top) == 0, "nothing is left");
	return tap_done();
}
