/* cache.c - what is kept is whole, and not more than fits. */
#include "drive/cache.h"

#include "made_kernel.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

static char tmp[] = "/tmp/cache-test-XXXXXX";

static void put(const char *dir, const char *name, const char *text)
{
	char *path = xasprintf("%s/%s", dir, name);

	made_write(path, text, strlen(text));
	free(path);
}

/* An entry with one file; its path, which the caller frees. */
static char *keep(const char *dir, const char *key, const char *text)
{
	struct cache_new n;
	struct err e;
	char *path;

	if (cache_begin(&n, dir, &e) < 0)
		return NULL;
	put(n.path, "file", text);
	path = cache_keep(&n, dir, key, &e);
	return path;
}

static bool there(const char *dir, const char *key)
{
	char *path = cache_find(dir, key);
	bool yes = path != NULL;

	free(path);
	return yes;
}

static bool is_empty(const char *dir)
{
	return made_shell("test -z \"$(ls -A %s)\"", dir);
}

static void damage(const char *dir)
{
	static const char *const how[] = {
		"printf x >>%s/file",            /* written to */
		"truncate -s 3 %s/file",         /* cut short */
		"printf 'hallO' >%s/file",       /* altered, of that length */
		"rm %s/file", "rm %s/sums",      /* lost */
		": >%s/sums", "echo x >%s/sums", /* half written */
	};
	char *path, *text;

	for (size_t i = 0; i < sizeof(how) / sizeof(how[0]); i++) {
		path = keep(dir, "damaged", "hallo");
		text = xasprintf(how[i], path);
		tap_ok(there(dir, "damaged") && made_shell("%s", text) &&
			!there(dir, "damaged") && access(path, F_OK) != 0,
		    "noticed and thrown away: %s", how[i]);
		free(text);
		free(path);
	}
	tap_ok(is_empty(dir), "nothing stays");
}

static void left_over(const char *dir)
{
	struct cache_new dead, living, next;
	struct err e;

	cache_begin(&dead, dir, &e);
	put(dead.path, "file", "half");
	close(dead.lock); /* as a killed program's is */
	cache_begin(&living, dir, &e);
	tap_ok(access(dead.path, F_OK) != 0, "what a dead one left is gone");
	cache_begin(&next, dir, &e);
	tap_ok(access(living.path, F_OK) == 0, "but not a living one's");
	free(dead.path);
	cache_drop(&living);
	cache_drop(&next);
	tap_ok(is_empty(dir), "nothing stays");
}

static void race(const char *dir)
{
	struct cache_new a, b;
	struct err e;
	char *one, *two;

	cache_begin(&a, dir, &e);
	cache_begin(&b, dir, &e);
	put(a.path, "file", "same");
	put(b.path, "file", "same");
	one = cache_keep(&a, dir, "same", &e);
	two = cache_keep(&b, dir, "same", &e);
	tap_ok(one && two && strcmp(one, two) == 0 && there(dir, "same"),
	    "two who make the same have it both");
	free(one);
	free(two);
	cache_bound(dir, 0, 0);
	tap_ok(is_empty(dir), "nothing stays");
}

static void bound(const char *dir)
{
	free(keep(dir, "old", "0123456789"));
	free(keep(dir, "older", "0123456789"));
	free(keep(dir, "new", "0123456789"));
	made_shell("touch -d '2 days ago' %s/old/sums; touch -d '3 days ago' "
		   "%s/older/sums",
	    dir, dir);
	cache_bound(dir, 1000, 3600);
	tap_ok(there(dir, "older"), "all fit"); /* and is used by that */
	cache_bound(dir, 1, 3600);
	tap_ok(there(dir, "older") && there(dir, "new") && !there(dir, "old"),
	    "the one not used for long goes, those used just now stay");
	cache_bound(dir, 0, 0);
	tap_ok(is_empty(dir), "none are left of none");
}

static void places(void)
{
	struct err e;
	char *dir;

	setenv("XDG_CACHE_HOME", "relative", 1);
	unsetenv("HOME");
	tap_ok(!cache_dir(&e) && strstr(e.text, "no place for the cache"),
	    "no home: %s", e.text);
	setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
	tap_ok(!cache_dir(&e) && strstr(e.text, "XDG_CACHE_HOME names another"),
	    "where nothing can be made: %s", e.text);
	setenv("XDG_CACHE_HOME", tmp, 1);
	dir = cache_dir(&e);
	tap_ok(dir && access(dir, W_OK) == 0, "one that can be");
	free(dir);
}

int main(void)
{
	struct err e = { 0, "" };
	int64_t size;
	uint64_t a, b;
	char *dir;

	if (!mkdtemp(tmp))
		return 99;
	dir = xasprintf("%s/c", tmp);
	mkdir(dir, 0700);
	put(tmp, "x", "0123456789abcdef");
	put(tmp, "y", "0123456789abcdeg");
	free(keep(dir, "k", "v"));
	tap_ok(there(dir, "k") && !there(dir, "other"), "kept and found");
	cache_bound(dir, 0, 0);
	damage(dir);
	left_over(dir);
	race(dir);
	bound(dir);
	places();
	rmdir(dir);
	free(dir);
	dir = xasprintf("%s/x", tmp);
	tap_ok(cache_sum(dir, &a, &size, &e) == 0 && size == 16, "a sum");
	dir[strlen(dir) - 1] = 'y';
	tap_ok(cache_sum(dir, &b, &size, &e) == 0 && a != b,
	    "of another content another");
	dir[strlen(dir) - 1] = 'z';
	tap_ok(cache_sum(dir, &b, &size, &e) == -ENOENT, "%s", e.text);
	free(dir);
	made_shell("rm -rf %s", tmp);
	return tap_done();
}
