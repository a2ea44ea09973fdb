/* cache.h - files that are made once and found again: kernels, unpacked.
 *
 * An entry is a directory, CACHE/kernels/KEY, with a few files in it and their
 * sums. It is made under another name and renamed when it is whole; one whose
 * files are not what their sums say (a crash, a full disk, a hand) is noticed,
 * thrown away and made anew. The oldest go when there are too many. */
#ifndef PERFLOSS_DRIVE_CACHE_H
#define PERFLOSS_DRIVE_CACHE_H

#include "base/err.h"

#include <stdint.h>

/* Of all entries, bytes. One that was used within the last hour stays even so:
 * another perfloss may be booting it. */
#define CACHE_MAX (3ll << 30)

/* $XDG_CACHE_HOME/perfloss or ~/.cache/perfloss, made; NULL and the reason. The
 * caller frees. */
char *cache_dir(struct err *e);

/* The path of the entry, checked and marked as used; NULL = there is none. The
 * caller frees. */
char *cache_find(const char *dir, const char *key);

/* A new entry: a directory to put files into, which cache_keep or cache_drop
 * ends. One that a killed program left goes at the next call. */
struct cache_new {
	char *path;
	int lock;
};
int cache_begin(struct cache_new *n, const char *dir, struct err *e);
/* Path of the entry, which the caller frees; NULL and the reason. */
char *cache_keep(struct cache_new *n, const char *dir, const char *key,
    struct err *e);
void cache_drop(struct cache_new *n);

/* Make the entries take at most max bytes; the oldest go, except those that
 * were used within spare_s seconds. */
void cache_bound(const char *dir, int64_t max, int64_t spare_s);

/* A sum over a file's content. Not against malice: it finds what was damaged,
 * and tells files apart. */
int cache_sum(const char *path, uint64_t *sum, int64_t *size, struct err *e);

#endif
