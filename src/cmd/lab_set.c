/* lab_set.c - settings of the machine in the lab: files by name, its memory. */
#include "cmd/lab.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_LEAST (64ll << 20)

/* As sysctl(8) has it: the first of '.' and '/' parts the name, and the other
 * one then stands for itself ("net.ipv4.conf.eth0/1.forwarding"). */
static void part(char *name)
{
	char *first = strpbrk(name, "./");

	if (!first || *first == '/')
		return;
	for (char *p = name; *p; p++)
		*p = *p == '.' ? '/' : *p == '/' ? '.' : *p;
}

char *lab_set_path(const char *word, const char *option, struct err *e)
{
	size_t len = strcspn(word, "=");
	char *name, *path;

	if (len == 0 || word[len] != '=' || strpbrk(word, "\r\n")) {
		err_set(e, -EINVAL,
		    "bad value '%.100s' of '%s', wanted NAME=VALUE: a sysctl's "
		    "name or a path",
		    word, option);
		return NULL;
	}
	if (word[0] == '/')
		return xstrdup(word);
	name = xstrndup(word, len);
	part(name);
	path = xasprintf("/proc/sys/%s%s", name, word + len);
	free(name);
	return path;
}

int lab_memory(int64_t bytes, int64_t *mb, struct err *e)
{
	if (bytes != LAB_MEMORY_USUAL && bytes < MEMORY_LEAST)
		return err_set(e, -EINVAL, "'--memory' is at least 64M");
	*mb = bytes == LAB_MEMORY_USUAL ? 0 : bytes >> 20;
	return 0;
}
