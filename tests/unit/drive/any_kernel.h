/* any_kernel.h - the first kernel that $PERFLOSS_TEST_KERNELS has. */
#ifndef PERFLOSS_TESTS_ANY_KERNEL_H
#define PERFLOSS_TESTS_ANY_KERNEL_H

#include "base/mem.h"
#include "drive/kernel.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>

static bool any_kernel(struct kernel *k)
{
	const char *dir = getenv("PERFLOSS_TEST_KERNELS");
	DIR *d = dir && *dir ? opendir(dir) : NULL;
	bool found = false;
	struct dirent *de;
	struct err e;
	char *path;

	while (d && !found && (de = readdir(d)) != NULL) {
		if (de->d_name[0] == '.')
			continue;
		path = xasprintf("%s/%s", dir, de->d_name);
		found = kernel_open(k, path, &e) == 0;
		if (!found)
			kernel_release(k);
		free(path);
	}
	if (d)
		closedir(d);
	return found;
}

#endif
