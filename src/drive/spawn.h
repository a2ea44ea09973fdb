/* spawn.h - starts a program in a process group of its own. */
#ifndef PERFLOSS_DRIVE_SPAWN_H
#define PERFLOSS_DRIVE_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct spawn {
	const char *const *argv; /* argv[0] is its path; NULL-ended */
	char *const *env;
	int in, out, err; /* its standard descriptors; err -1 = ours */
	const int *keep;  /* further descriptors that it inherits */
	size_t n_keep;
	/* It is killed when the thread that started it ends, however that ends
	 * (kill -9). */
	bool bound;
};

/* Start it: its own process group (Ctrl-C reaches this program alone, which
 * then ends it in order; and all of it can be killed at once), signals as a
 * fresh process has them. 0, or the errno of what failed, exec included. */
int spawn_start(const struct spawn *s, pid_t *pid);

/* In a child of one's own: signals as a fresh process has them. */
void spawn_signals(void);

/* In a child of one's own: it is killed when parent, which forked it, ends. */
void spawn_bind(pid_t parent);

#endif
