/* path.c - where the store is. */
#include "store/store.h"

#include "base/path.h"

#include <errno.h>
#include <stdlib.h>

char *store_default_path(struct err *e)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	char *path = path_of("XDG_DATA_HOME", ".local/share", "perfloss.db");

	if (path)
		return path;
	err_set(e, -ENOENT,
	    "no place for the store: neither HOME nor XDG_DATA_HOME is %s",
	    (home && *home) || (data && *data) ? "a path from the root" :
						 "set");
	return NULL;
}
