/* environment.c - the environment that a probe is started in. */
#include "drive/environment.h"

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern char **environ;

static bool names_same(const char *x, const char *y)
{
	size_t len = strcspn(x, "=");

	return len == strcspn(y, "=") && strncmp(x, y, len) == 0;
}

char **environment_with(const char *const *more)
{
	size_t n = 0, n_more = 0, k, i, put = 0;
	char **env;

	while (environ[n])
		n++;
	while (more && more[n_more])
		n_more++;
	env = xcalloc(n + n_more + 1, sizeof(*env));
	for (k = 0; k < n + n_more; k++) {
		char *one = k < n ? environ[k] : (char *)(uintptr_t)more[k - n];

		for (i = 0; i < put && k >= n; i++)
			if (names_same(env[i], one))
				break;
		if (k >= n && i < put)
			env[i] = one;
		else
			env[put++] = one;
	}
	return env;
}
