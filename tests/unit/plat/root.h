/* root.h - fake trees of /proc and /sys in a directory of their own. */
#ifndef PERFLOSS_TESTS_ROOT_H
#define PERFLOSS_TESTS_ROOT_H

#include "plat/linux.h"
#include "tap.h"

#include <errno.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root_path[128];

static int root_remove(const char *path, const struct stat *s, int kind,
    struct FTW *w)
{
	(void)s;
	(void)kind;
	(void)w;
	return remove(path);
}

/* Empty again; the real root is in force afterwards. */
__attribute__((unused)) static void root_end(void)
{
	plat_linux_root(NULL, NULL);
	if (root_path[0])
		nftw(root_path, root_remove, 16, FTW_DEPTH | FTW_PHYS);
	root_path[0] = '\0';
}

/* A new empty root; cpus are those that the process may use. */
__attribute__((unused)) static void root_begin(void)
{
	const char *tmp;

	root_end();
	tmp = plat_tmpfs(); /* a thousand small files */
	if (!tmp)
		tmp = getenv("TMPDIR");
	snprintf(root_path, sizeof(root_path), "%.80s/plat-XXXXXX",
	    tmp ? tmp : "/tmp");
	if (!mkdtemp(root_path)) {
		perror("mkdtemp");
		exit(1);
	}
	plat_linux_root(root_path, NULL);
}

/* The full name of a file, its directories made. */
__attribute__((unused)) static const char *root_file(const char *path)
{
	static char full[512];

	snprintf(full, sizeof(full), "%s%s", root_path, path);
	for (char *s = full + strlen(root_path) + 1; *s; s++)
		if (*s == '/') {
			*s = '\0';
			mkdir(full, 0700);
			*s = '/';
		}
	return full;
}

__attribute__((unused)) static void root_bytes(const char *path,
    const void *bytes, size_t n)
{
	FILE *f = fopen(root_file(path), "w");

	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f) != 0) {
		perror(path);
		exit(1);
	}
}

/* The text of a file, with printf. */
__attribute__((unused, format(printf, 2, 3))) static void root_text(
    const char *path, const char *fmt, ...)
{
	static char text[65536];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	root_bytes(path, text, (size_t)n);
}

/* A line for a file of one CPU. */
__attribute__((unused)) static void root_cpu(int cpu, const char *file,
    const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/%s", cpu,
	    file);
	root_text(path, "%s\n", text);
}

#endif
