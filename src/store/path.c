/* path.c - where the store is, and the directory that it stands in. */
#include "store/store.h"

#include "base/mem.h"
#include "store/inner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *store_default_path(struct err *e)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

	/* XDG base directories: a path that is not absolute is ignored. A home
	 * that is none would make a store in each directory one stands in. */
	if (data && *data == '/')
		return xasprintf("%s/perfloss/perfloss.db", data);
	if (home && *home == '/')
		return xasprintf("%s/.local/share/perfloss/perfloss.db", home);
	err_set(e, -ENOENT,
	    "no place for the store: neither HOME nor XDG_DATA_HOME is %s",
	    (home && *home) || (data && *data) ? "a path from the root" :
						 "set");
	return NULL;
}

int store_make_dir(const char *path, struct err *e)
{
	char *dir = xstrdup(path), *slash = dir;
	int code = 0;

	while (code == 0 && *dir && (slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		if (mkdir(dir, 0700) != 0 && errno != EEXIST) {
			code = -errno;
			/* some systems say so even where it is there */
			if (access(dir, F_OK) == 0)
				code = 0;
		}
		if (code)
			err_sys(e, code, "cannot make directory '%s'", dir);
		*slash = '/';
	}
	free(dir);
	return code;
}
