/* file.h - inside the store: its file, open as long as a handle is, and which
 * runs are being measured. */
#ifndef PERFLOSS_STORE_FILE_H
#define PERFLOSS_STORE_FILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Closing any descriptor of a file takes away all locks that the process has on
 * it (POSIX, fcntl), those of SQLite, too; then somebody else who closes the
 * store takes himself for the last one and removes the log in use. So a file is
 * opened here once, and closed after its last handle. */
struct file;

/* The regular file at path, made empty if it is not there and `make`; the one
 * that this process has open already, or a new one (*fresh). Close the handle
 * of SQLite before file_close, which accepts NULL. */
int file_open(struct file **f, const char *path, bool make, bool *fresh,
    struct err *e);
void file_close(struct file *f);

/* To read what SQLite has not opened yet; borrowed. */
int file_descriptor(const struct file *f);

/* Whether it has no name any more: removed, or another has taken its place. */
bool file_is_removed(const struct file *f);

/* A claim says that a run is being measured. It is a lock, so the kernel takes
 * it away from whoever dies, and shows it in any container; it needs no pid and
 * leaves no file. Where the file system has no locks there is none, which is no
 * error to the one who measures. file_close takes them away. */
void file_claim(struct file *f, int64_t run);
void file_unclaim(struct file *f, int64_t run);

/* Whether another open of the file claims it: 1, 0, or -errno = unknown. */
int file_is_claimed(const struct file *f, int64_t run);

#endif
