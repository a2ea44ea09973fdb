/* path.c - where files of this program stand, and directories made for them. */
#include "base/path.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_of(const char *variable, const char *homes, const char *rest)
{
	const char *dir = getenv(variable), *home = getenv("HOME");

	if (dir && *dir == '/')
		return xasprintf("%s/perfloss/%s", dir, rest);
	if (home && *home == '/')
		return xasprintf("%s/%s/perfloss/%s", home, homes, rest);
	return NULL;
}

int path_read(const char *path, size_t most, struct buf *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), r = 0;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) != 0)
		r = -errno;
	else if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size > most)
		r = -EFBIG;
	r = r < 0 ? r : buf_add_fd(out, fd, most);
	close(fd);
	return r;
}

int path_make(const char *path, struct err *e)
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
