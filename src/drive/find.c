/* find.c - where perfloss-probe is. */
#include "drive/drive.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROBE  "perfloss-probe"
#define PLUGIN "perfloss-count.so"

/* Directory of this program, or NULL where the system does not tell. */
static char *own_dir(void)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (n <= 0)
		return NULL;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return NULL;
	*slash = '\0';
	return xstrdup(path);
}

static char *if_there(char *path)
{
	if (access(path, X_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static char *in_path(void)
{
	const char *p = getenv("PATH"), *end;
	char *hit = NULL;

	while (p && *p && !hit) {
		end = p + strcspn(p, ":");
		if (end > p)
			hit = if_there(
			    xasprintf("%.*s/" PROBE, (int)(end - p), p));
		p = *end ? end + 1 : end;
	}
	return hit;
}

char *probe_find(struct err *e)
{
	/* Beside it; the build tree; an installation's libexec. */
	static const char *const places[] = { "", "/../probe", "/src/probe",
		"/../libexec/perfloss", "/../lib/perfloss" };
	const char *given = getenv("PERFLOSS_PROBE");
	char *dir, *hit = NULL;
	size_t i;

	if (given && *given) {
		if (access(given, X_OK) == 0)
			return xstrdup(given);
		err_sys(e, -errno,
		    "cannot run the probe '%s' that "
		    "PERFLOSS_PROBE names",
		    given);
		return NULL;
	}
	dir = own_dir();
	for (i = 0; dir && !hit && i < sizeof(places) / sizeof(places[0]); i++)
		hit = if_there(xasprintf("%s%s/" PROBE, dir, places[i]));
	if (!hit)
		hit = in_path();
	if (!hit && dir)
		err_set(e, -ENOENT,
		    "'" PROBE "' is neither beside '%s/perfloss'"
		    " nor in PATH; PERFLOSS_PROBE may name it",
		    dir);
	else if (!hit)
		err_set(e, -ENOENT,
		    "'" PROBE "' is not in PATH, and without /proc this "
		    "program does not know where it is itself; PERFLOSS_PROBE "
		    "may name the probe");
	free(dir);
	return hit;
}

char *plugin_find(struct err *e)
{
	static const char *const places[] = { "", "/../plugin", "/src/plugin",
		"/../libexec/perfloss", "/../lib/perfloss" };
	const char *given = getenv("PERFLOSS_PLUGIN");
	char *dir, *hit = NULL;
	size_t i;

	if (given && *given) {
		if (access(given, R_OK) == 0)
			return xstrdup(given);
		err_sys(e, -errno,
		    "cannot read the plugin '%s' that PERFLOSS_PLUGIN names",
		    given);
		return NULL;
	}
	dir = own_dir();
	for (i = 0; dir && !hit && i < sizeof(places) / sizeof(places[0]); i++)
		hit = if_there(xasprintf("%s%s/" PLUGIN, dir, places[i]));
	if (!hit)
		err_set(e, -ENOENT,
		    "'" PLUGIN "' is neither beside '%s/perfloss' nor in "
		    "'../libexec/perfloss'; PERFLOSS_PLUGIN may name it",
		    dir ? dir : "");
	free(dir);
	return hit;
}
