/* cache.c - files that are made once and found again. */
#include "drive/cache.h"

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "drive/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SUMS    "sums" /* in an entry: lines of SUM SIZE NAME */
#define SPARE_S 3600

char *cache_dir(struct err *e)
{
	char *dir = path_of("XDG_CACHE_HOME", ".cache", "kernels/");
	int r;

	if (!dir) {
		err_set(e, -ENOENT,
		    "no place for the cache: neither HOME nor XDG_CACHE_HOME "
		    "is set to a path from the root");
		return NULL;
	}
	r = path_make(dir, NULL);
	dir[strlen(dir) - 1] = '\0';
	if (r == 0 && access(dir, W_OK | X_OK) != 0)
		r = -errno;
	if (r == 0)
		return dir;
	err_sys(e, r,
	    "cannot use '%s' as the cache (XDG_CACHE_HOME names another "
	    "place)",
	    dir);
	free(dir);
	return NULL;
}

/* -- Sums ---------------------------------------------------------------- */

#define BLOCK 65536

/* Eight bytes at a time: multiplied by an odd number and folded, so that each
 * bit of the content changes the sum. */
static uint64_t mix(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
	return sum ^ (sum >> 29);
}

static uint64_t add(uint64_t sum, const char *data, size_t len)
{
	uint64_t word;

	for (; len >= sizeof(word); data += sizeof(word), len -= sizeof(word)) {
		memcpy(&word, data, sizeof(word));
		sum = mix(sum, word);
	}
	word = 0;
	memcpy(&word, data, len);
	return len > 0 ? mix(sum, word) : sum;
}

int cache_sum(const char *path, uint64_t *sum, int64_t *size, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *block = xmalloc(BLOCK);
	ssize_t n = fd < 0 ? -1 : 0;
	size_t have = 0;
	int r = 0;

	*sum = 0;
	*size = 0;
	/* Whole blocks, so that short reads do not change the sum. */
	while (fd >= 0 && (n = read(fd, block + have, BLOCK - have)) != 0) {
		if (n < 0 && errno != EINTR)
			break;
		have += n > 0 ? (size_t)n : 0;
		if (have < BLOCK)
			continue;
		*sum = add(*sum, block, have);
		*size += (int64_t)have;
		have = 0;
	}
	if (n < 0)
		r = err_sys(e, -errno, "cannot read '%s'", path);
	*sum = mix(add(*sum, block, have), (uint64_t)(*size += (int64_t)have));
	if (fd >= 0)
		close(fd);
	free(block);
	return r;
}

/* Sums of all files of an entry, into its file of sums. */
static int write_sums(const char *path, struct err *e)
{
	char *name = xasprintf("%s/" SUMS, path), *file;
	DIR *d = opendir(path);
	FILE *out = d ? fopen(name, "we") : NULL;
	struct dirent *de;
	uint64_t sum;
	int64_t size;
	int r = out ? 0 : err_sys(e, -errno, "cannot write '%s'", name);

	while (r == 0 && (de = readdir(d)) != NULL) {
		if (de->d_name[0] == '.' || strcmp(de->d_name, SUMS) == 0)
			continue;
		file = xasprintf("%s/%s", path, de->d_name);
		r = cache_sum(file, &sum, &size, e);
		fprintf(out, "%016" PRIx64 " %" PRId64 " %s\n", sum, size,
		    de->d_name);
		free(file);
	}
	if (r == 0 && (fflush(out) != 0 || fsync(fileno(out)) != 0))
		r = err_sys(e, -errno, "cannot write '%s'", name);
	if (out)
		fclose(out);
	if (d)
		closedir(d);
	free(name);
	return r;
}

/* Whether the files of an entry are what they were. */
static bool is_whole(const char *path)
{
	char *name = xasprintf("%s/" SUMS, path), *file, word[NAME_MAX + 1];
	FILE *in = fopen(name, "re");
	bool whole = in != NULL;
	uint64_t want, sum;
	int64_t long_is, size;
	struct err e;
	size_t n = 0;

	while (whole &&
	    fscanf(in, "%16" SCNx64 " %" SCNd64 " %255s", &want, &long_is,
		word) == 3) {
		file = xasprintf("%s/%s", path, word);
		whole = !strchr(word, '/') &&
		    cache_sum(file, &sum, &size, &e) == 0 && sum == want &&
		    size == long_is;
		free(file);
		n++;
	}
	if (in)
		fclose(in);
	free(name);
	return whole && n > 0;
}

/* -- Entries ------------------------------------------------------------- */

int cache_begin(struct cache_new *n, const char *dir, struct err *e)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	struct err why;
	char *path;

	/* Those of the dead; a living one has locked its own. */
	while (d && (de = readdir(d)) != NULL) {
		if (!text_starts(de->d_name, SCRATCH_PREFIX))
			continue;
		path = xasprintf("%s/%s", dir, de->d_name);
		scratch_remove(path, &why);
		free(path);
	}
	if (d)
		closedir(d);
	n->path = xasprintf("%s/" SCRATCH_PREFIX "XXXXXX", dir);
	n->lock = -1;
	if (!mkdtemp(n->path)) {
		err_sys(e, -errno, "cannot make a directory in '%s'", dir);
		free(n->path);
		n->path = NULL;
		return e->code;
	}
	n->lock = open(n->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	flock(n->lock, LOCK_EX | LOCK_NB);
	return 0;
}

static void unlock(struct cache_new *n)
{
	if (n->lock >= 0)
		close(n->lock);
	n->lock = -1;
}

void cache_drop(struct cache_new *n)
{
	struct err why;

	unlock(n);
	if (n->path && scratch_remove(n->path, &why) < 0)
		log_warn("%s", why.text);
	free(n->path);
	n->path = NULL;
}

/* Throw an entry away: out of sight first. */
static void remove_entry(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *away = xasprintf("%.*s/" SCRATCH_PREFIX "XXXXXX",
	    (int)(slash - path), path);
	struct err why;

	if (mkdtemp(away) && rename(path, away) == 0)
		scratch_remove(away, &why);
	free(away);
}

char *cache_find(const char *dir, const char *key)
{
	char *path = xasprintf("%s/%s", dir, key), *sums;

	if (access(path, F_OK) == 0 && is_whole(path)) {
		sums = xasprintf("%s/" SUMS, path);
		utimensat(AT_FDCWD, sums, NULL, 0);
		free(sums);
		return path;
	}
	if (access(path, F_OK) == 0) {
		log_warn("'%s' is damaged and is made anew", path);
		remove_entry(path);
	}
	free(path);
	return NULL;
}

char *cache_keep(struct cache_new *n, const char *dir, const char *key,
    struct err *e)
{
	char *path = xasprintf("%s/%s", dir, key);
	int r = write_sums(n->path, e);

	if (r == 0 && rename(n->path, path) != 0) {
		/* Another perfloss has made the same meanwhile. */
		r = errno == ENOTEMPTY || errno == EEXIST ? 0 : -errno;
		if (r < 0)
			err_sys(e, r, "cannot make '%s'", path);
		cache_drop(n);
	} else if (r == 0) {
		unlock(n);
		free(n->path);
		n->path = NULL;
		cache_bound(dir, CACHE_MAX, SPARE_S);
	} else {
		cache_drop(n);
	}
	if (r == 0)
		return path;
	free(path);
	return NULL;
}

/* -- Bound --------------------------------------------------------------- */

struct entry {
	char *path;
	int64_t size;
	time_t used;
};

static int64_t size_of(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *de;
	struct stat st;
	int64_t sum = 0;

	while (d && (de = readdir(d)) != NULL)
		if (fstatat(dirfd(d), de->d_name, &st, AT_SYMLINK_NOFOLLOW) ==
			0 &&
		    S_ISREG(st.st_mode))
			sum += st.st_size;
	if (d)
		closedir(d);
	return sum;
}

static int oldest_first(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;

	return (a->used > b->used) - (a->used < b->used);
}

static size_t list(const char *dir, struct entry **out)
{
	DIR *d = opendir(dir);
	size_t n = 0, cap = 0;
	struct dirent *de;
	struct stat st;
	char *sums;

	while (d && (de = readdir(d)) != NULL) {
		if (de->d_name[0] == '.' ||
		    text_starts(de->d_name, SCRATCH_PREFIX))
			continue;
		sums = xasprintf("%s/%s/" SUMS, dir, de->d_name);
		if (stat(sums, &st) == 0) {
			*out = xgrow(*out, n, &cap, sizeof(**out));
			(*out)[n].path = xasprintf("%s/%s", dir, de->d_name);
			(*out)[n].size = size_of((*out)[n].path);
			(*out)[n++].used = st.st_mtime;
		}
		free(sums);
	}
	if (d)
		closedir(d);
	return n;
}

void cache_bound(const char *dir, int64_t max, int64_t spare_s)
{
	struct entry *all = NULL;
	size_t n = list(dir, &all), i;
	int64_t sum = 0;
	time_t now = time(NULL);

	for (i = 0; i < n; i++)
		sum += all[i].size;
	if (n > 0)
		qsort(all, n, sizeof(*all), oldest_first);
	for (i = 0; i < n; i++) {
		if (sum > max && now - all[i].used >= spare_s) {
			remove_entry(all[i].path);
			sum -= all[i].size;
		}
		free(all[i].path);
	}
	free(all);
}
