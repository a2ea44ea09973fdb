/* exec_like.c - one command, timed as time(1) does, in its layout. */
#include "cmd/exec.h"

#include "base/mem.h"
#include "drive/drive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int exec_check_like(const struct cells *c, const char *layout, const char * not,
    struct err *e)
{
	if (strcmp(layout, "bsd") != 0 && strcmp(layout, "gnu") != 0)
		return err_set(e, -EINVAL,
		    "bad value '%s' of '--like', there are bsd (time -al) and "
		    "gnu (time -v)",
		    layout);
	if (not )
		return err_set(e, -EINVAL,
		    "'--like' runs a command once and prints that: '%s' does "
		    "not go with it",
		    not );
	if (c->n != 1)
		return err_set(e, -EINVAL, "'--like' runs one command, not %zu",
		    c->n);
	return 0;
}

int exec_like(const struct cells *c, const char *layout, const char *file,
    bool append, struct err *e)
{
	char *const *argv = c->cell[0].argv;
	char *path = probe_find(e), **word;
	size_t n = 0;

	if (!path)
		return -ENOENT;
	while (argv[n])
		n++;
	word = xcalloc(n + 6, sizeof(*word));
	word[0] = path;
	word[1] = xstrdup("--like");
	word[2] = xstrdup(layout);
	word[3] = xstrdup(append ? "a" : "w");
	word[4] = xstrdup(file ? file : "-");
	memcpy(word + 5, argv, n * sizeof(*word));
	execv(path, word);
	err_sys(e, -errno, "cannot run '%s'", path);
	for (int i = 0; i < 5; i++)
		free(word[i]);
	free(word);
	return e->code;
}
