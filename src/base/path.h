/* path.h - where files of this program stand, and directories made for them. */
#ifndef PERFLOSS_BASE_PATH_H
#define PERFLOSS_BASE_PATH_H

#include "base/buf.h"
#include "base/err.h"

/* "$VARIABLE/perfloss/REST", else "$HOME/HOMES/perfloss/REST": XDG base
 * directories ("XDG_CACHE_HOME", ".cache"). A path that is not absolute is
 * ignored: a home that is none would be another place wherever one stands. NULL
 * where neither is one. The caller frees. */
char *path_of(const char *variable, const char *homes, const char *rest);

/* A whole file, at the end of *out. 0, -EFBIG where that would become longer
 * than most or it is no regular file, or why it cannot be read. */
int path_read(const char *path, size_t most, struct buf *out);

/* The directories in front of the last '/' of a path, made where they are not
 * there, for this user alone. */
int path_make(const char *path, struct err *e);

#endif
