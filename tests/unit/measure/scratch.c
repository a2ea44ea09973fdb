/* scratch.c - directories that leave nothing, and sweep only their own. */
#include "measure/scratch.h"

#include "base/text.h"

#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[] = "/tmp/perfloss-test-XXXXXX";

static const char *in(const char *base, const char *name)
{
	static char path[4][512];
	static int i;

	i = (i + 1) % 4;
	snprintf(path[i], sizeof(path[i]), "%s/%s", base, name);
	return path[i];
}

static void touch(const char *path)
{
	int fd = open(path, O_CREAT | O_WRONLY, 0600);

	if (fd >= 0)
		close(fd);
}

static bool is_there(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

static void test_remove(void)
{
	const char *top = in(dir, "top");
	char deep[512];
	struct err e;

	mkdir(in(dir, "kept"), 0700);
	touch(in(dir, "kept/file"));
	mkdir(top, 0700);
	touch(in(dir, "top/a"));
	mkdir(in(dir, "top/b"), 0700);
	touch(in(dir, "top/b/c"));
	chmod(in(dir, "top/b"), 0);
	snprintf(deep, sizeof(deep), "%s/kept", dir);
	tap_ok(symlink(deep, in(dir, "top/link")) == 0 &&
		symlink("nowhere", in(dir, "top/dangling")) == 0,
	    "links made");
	tap_ok(scratch_remove(in(dir, "top"), &e) == 0, "removed");
	tap_ok(!is_there(in(dir, "top")), "it is gone");
	tap_ok(is_there(in(dir, "kept/file")), "what a link names is not");
	tap_ok(scratch_remove(in(dir, "top"), &e) == 0,
	    "what is not there is fine");
}

static void test_make(void)
{
	struct scratch a, b;
	struct err e;

	mkdir(in(dir, "perfloss-scratch-abcdef"), 0700);
	touch(in(dir, "perfloss-scratch-abcdef/file"));
	mkdir(in(dir, "perfloss-scratch-open00"), 0755);
	mkdir(in(dir, "perfloss-scratch-longer0"), 0700);
	mkdir(in(dir, "perfloss-results"), 0700);
	touch(in(dir, "perfloss-scratch-afile0"));
	tap_ok(scratch_make(&a, dir, &e) == 0, "made");
	tap_ok(!is_there(in(dir, "perfloss-scratch-abcdef")),
	    "one that nobody holds is swept");
	tap_ok(is_there(in(dir, "perfloss-scratch-open00")) &&
		is_there(in(dir, "perfloss-scratch-longer0")) &&
		is_there(in(dir, "perfloss-results")) &&
		is_there(in(dir, "perfloss-scratch-afile0")),
	    "what we never make is left alone");
	touch(in(a.path, "file"));
	tap_ok(scratch_make(&b, dir, &e) == 0, "a second one");
	tap_ok(is_there(in(a.path, "file")), "one in use is not swept");
	tap_ok(strcmp(a.path, b.path) != 0, "and has another name");
	scratch_release(&a);
	scratch_release(&b);
	scratch_release(&b);
	scratch_release(NULL);
	tap_ok(chdir(dir) == 0 && scratch_make(&a, ".", &e) == 0 &&
		text_starts(a.path, dir) && is_there(a.path),
	    "in a relative directory: named from the root");
	scratch_release(&a);
	tap_ok(chdir("/") == 0, "and away");
	tap_ok(scratch_make(&a, "/nonexistent", &e) == -ENOENT && !a.path[0],
	    "no such place");
	tap_str(e.text,
	    "cannot make a scratch directory in '/nonexistent': "
	    "no such file or directory",
	    "and why");
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	test_remove();
	test_make();
	tap_ok(scratch_remove(dir, NULL) == 0, "all cleared");
	return tap_done();
}
