/* oracle.h - where the numbers of others lie, for the tests of stats. */
#ifndef PERFLOSS_TESTS_ORACLE_H
#define PERFLOSS_TESTS_ORACLE_H

#include "tap.h"

#include <stdlib.h>

static const char *oracle_root;

/* Set the directory; where it is not there the whole test is skipped. */
static bool oracle_find(const char *root)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/golden/SOURCE.txt", root);
	f = fopen(path, "r");
	if (!f) {
		printf("1..0 # SKIP ../shared/oracle is not here\n");
		return false;
	}
	fclose(f);
	oracle_root = root;
	return true;
}

static FILE *open_in(const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", oracle_root, name);
	f = fopen(path, "r");
	tap_ok(f != NULL, "%s is there", name);
	return f;
}

#endif
