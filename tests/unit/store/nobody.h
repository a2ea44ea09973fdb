/* nobody.h - a store read by a user without rights. */
#ifndef PERFLOSS_TESTS_NOBODY_H
#define PERFLOSS_TESTS_NOBODY_H

#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int read_all(const char *path, char *said, size_t size)
{
	struct store *s;
	struct err e;
	struct run r;
	int64_t id;
	int code = store_open(&s, path, STORE_READ, &e);

	if (code == 0 && store_note(s))
		snprintf(said, size, "%s", store_note(s));
	if (code == 0)
		code = store_find(s, "@1", &id, &e);
	if (code == 0)
		code = store_load(s, id, &r, &e);
	if (code == 0)
		run_release(&r);
	if (code)
		snprintf(said, size, "%s", e.text);
	store_close(s);
	return code;
}
/* fn in a child that is nobody (root may do anything); what it said in said.
 * 65534 is nobody's number on Linux and the BSDs. */
static int as_nobody(int (*fn)(const char *, char *, size_t), const char *path,
    char *said, size_t size)
{
	int fd[2], status = 0;
	pid_t pid;

	memset(said, 0, size);
	if (pipe(fd) != 0)
		return 1;
	pid = fork();
	if (pid == 0) {
		if (geteuid() == 0 && (setgid(65534) || setuid(65534)))
			_exit(99);
		status = fn(path, said, size);
		if (write(fd[1], said, size) < 0)
			_exit(98);
		_exit(-status);
	}
	close(fd[1]);
	if (pid < 0 || read(fd[0], said, size) < 0)
		perror("child");
	close(fd[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? -WEXITSTATUS(status) : 1;
}

#endif
