/* path.c - tests of base/path and base/hash. */
#include "base/path.h"

#include "base/hash.h"
#include "base/mem.h"

#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void is_at(const char *dir, const char *home, const char *want)
{
	char *path;

	setenv("HOME", home, 1);
	setenv("XDG_CACHE_HOME", dir, 1);
	path = path_of("XDG_CACHE_HOME", ".cache", "x/y");
	tap_str(path ? path : "none", want, "'%s', '%s'", dir, home);
	free(path);
}

static void make(void)
{
	char dir[] = "/tmp/perfloss-test-path-XXXXXX", *path;
	struct err e;

	tap_ok(mkdtemp(dir) != NULL, "a directory to try in");
	path = xasprintf("%s/a/b/file", dir);
	tap_ok(path_make(path, &e) == 0 && path_make(path, &e) == 0,
	    "made, and there already");
	tap_ok(access(path, F_OK) != 0, "not the file");
	path[strlen(path) - 5] = '\0';
	tap_ok(rmdir(path) == 0, "but what is in front of it");
	path[strlen(path) - 2] = '\0';
	rmdir(path);
	rmdir(dir);
	free(path);
	tap_ok(path_make("/dev/null/x/y", &e) < 0 &&
		strstr(e.text, "cannot make directory '/dev/null/x'"),
	    "%s", e.text);
}

static void whole(void)
{
	char file[] = "/tmp/perfloss-test-path-XXXXXX";
	int fd = mkstemp(file);
	struct buf b = BUF_INIT;

	tap_ok(fd >= 0 && write(fd, "a\0b\n", 4) == 4, "a file to read");
	close(fd);
	tap_ok(path_read(file, 4, &b) == 0 && b.len == 4 &&
		memcmp(b.s, "a\0b\n", 4) == 0,
	    "all of it");
	tap_ok(path_read(file, 8, &b) == 0 && b.len == 8, "at the end");
	tap_ok(path_read(file, 8, &b) == -EFBIG, "not beyond the limit");
	tap_ok(path_read("/dev/zero", 100, &b) == -EFBIG, "no device");
	unlink(file);
	tap_ok(path_read(file, 8, &b) == -ENOENT, "nor what is not there");
	buf_release(&b);
}

/* Test vectors of draft-eastlake-fnv. */
static void hash(void)
{
	tap_ok(hash_add(HASH_START, "", 0) == HASH_START, "of nothing");
	tap_ok(hash_add(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c),
	    "of a");
	tap_ok(hash_add(hash_add(HASH_START, "foo", 3), "bar", 3) ==
		UINT64_C(0x85944171f73967e8),
	    "of foobar, in two parts");
}

int main(void)
{
	is_at("/c", "/h", "/c/perfloss/x/y");
	is_at("", "/h", "/h/.cache/perfloss/x/y");
	is_at("relative", "/h", "/h/.cache/perfloss/x/y");
	is_at("", "", "none");
	is_at("c", "h", "none");
	make();
	whole();
	hash();
	return tap_done();
}
