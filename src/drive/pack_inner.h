/* pack_inner.h - inside pack: the parts of it that call one another. */
#ifndef PERFLOSS_DRIVE_PACK_INNER_H
#define PERFLOSS_DRIVE_PACK_INNER_H

#include "base/buf.h"
#include "drive/pack.h"

#define PACK_FILES 20000 /* of all; more are a mistake */
#define PACK_DEEP  16    /* scripts that are run by scripts, and libraries */

/* Add one file, if it is not there yet: 1 = added, 0 = was there. */
int pack_put(struct pack *p, const char *guest, const char *host,
    struct err *e);

/* What a file that was added needs: interpreter and libraries of a program,
 * the interpreter of a script. Anything else needs nothing. */
int pack_needs(struct pack *p, const char *host, int depth, struct err *e);

/* The same of an ELF file of those bytes. */
int pack_libraries(struct pack *p, const char *host, const void *data,
    size_t size, struct err *e);

/* A whole regular file. */
int pack_read(const char *host, struct buf *out, struct err *e);

#endif
