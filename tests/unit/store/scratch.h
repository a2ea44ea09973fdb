/* scratch.h - a directory for one test's files, removed at its end. */
#ifndef PERFLOSS_TESTS_SCRATCH_H
#define PERFLOSS_TESTS_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_dir[100];

/* The path of a file in it; four may be in use at a time. */
__attribute__((unused)) static const char *scratch(const char *name)
{
	static char path[4][200];
	static unsigned turn;

	turn = (turn + 1) % 4;
	snprintf(path[turn], sizeof(path[turn]), "%s/%s", scratch_dir, name);
	return path[turn];
}

__attribute__((unused)) static void scratch_remove(const char *dir)
{
	char path[400];
	struct dirent *d;
	DIR *all;

	chmod(dir, 0700);
	all = opendir(dir);
	while (all && (d = readdir(all))) {
		if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, d->d_name);
		if (unlink(path) != 0)
			scratch_remove(path);
	}
	if (all)
		closedir(all);
	rmdir(dir);
}

__attribute__((unused)) static void scratch_end(void)
{
	scratch_remove(scratch_dir);
}

/* In memory where there is such a place: a test of a thousand failures waits
 * for a thousand fsyncs elsewhere. */
__attribute__((unused)) static void scratch_begin(void)
{
	const char *tmp = getenv("TMPDIR");

	if (!tmp || !*tmp)
		tmp = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	snprintf(scratch_dir, sizeof(scratch_dir), "%s/perfloss-XXXXXX", tmp);
	if (!mkdtemp(scratch_dir)) {
		perror("mkdtemp");
		exit(1);
	}
}

/* A whole file; the caller frees. NULL where there is none. */
__attribute__((unused)) static char *scratch_read(const char *path, size_t *n)
{
	FILE *f = fopen(path, "r");
	char *s = NULL;
	long size;

	*n = 0;
	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	s = malloc((size_t)size + 1);
	if (s)
		*n = fread(s, 1, (size_t)size, f);
	fclose(f);
	return s;
}

__attribute__((unused)) static void scratch_write(const char *path,
    const char *s, size_t n)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(s, 1, n, f) != n || fclose(f) != 0) {
		perror(path);
		exit(1);
	}
}

#endif
