/* drive.h - where a probe runs; every place yields the same stream. */
#ifndef PERFLOSS_DRIVE_DRIVE_H
#define PERFLOSS_DRIVE_DRIVE_H

#include "base/err.h"
#include "model/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct probe;

/* How a probe ended. */
struct probe_end {
	int status;        /* of waitpid */
	bool killed;       /* it did not end by itself when it was to */
	bool late;         /* probe_next was out of patience */
	int64_t lived_ns;  /* until then; 0 = it never was */
	bool hello, bye;   /* it said so */
	const char *words; /* ": " and the last line of its errors, or "" */
};

/* Called by probe_stop when it is gone: 0, or -EIO and in *e why it did not end
 * well. Called once, also to free arg. */
struct probe_ended {
	int (*fn)(void *arg, const struct probe_end *end, struct err *e);
	void *arg;
};

struct probe_opts {
	const char *const *argv; /* the probe and its arguments, NULL-ended */
	const char *dir;         /* for scratch directories, or NULL */
	/* NULL, or a command of the shell that runs another one, given as its
	 * arguments: "taskset -c 0". */
	const char *wrap;
	const char *const *env; /* "NAME=VALUE", NULL-ended, or NULL */
	/* For what runs a probe inside it (lab.h); all 0 otherwise. */
	const int *keep; /* descriptors that it inherits */
	size_t n_keep;
	bool bound;       /* it dies with the thread that starts it */
	int64_t limit_ns; /* of its life; then probe_next is out of patience */
	int64_t end_ns;   /* for ending by itself after its bye */
	struct probe_ended ended; /* its errors are kept then, too */
};

/* Path of perfloss-probe: $PERFLOSS_PROBE, beside this program, or in the
 * build tree's place beside it, or the installed one. The caller frees. */
char *probe_find(struct err *e);

/* Path of perfloss-count.so, which counts instructions in QEMU:
 * $PERFLOSS_PLUGIN, or in such places. The caller frees. */
char *plugin_find(struct err *e);

/* Start it in a process group of its own, with pipes to and from it. What a
 * wrapped one writes to standard error is kept: its last line is part of how it
 * ended (probe_stop). */
int probe_start(struct probe **p, const struct probe_opts *o, struct err *e);

/* Send one plan line (without newline). -EPIPE when it has ended. */
int probe_send(struct probe *p, const char *line, struct err *e);
int probe_close_input(struct probe *p);

/* An answer is awaited from now on: all its lines have to come within
 * patience_ns. */
void probe_ask(struct probe *p, int64_t patience_ns);

/* How long that still is, ns; 0 or less = probe_next would return -ETIMEDOUT
 * unless there is a line. */
int64_t probe_left(const struct probe *p);

/* The next line understood. Bad lines are counted and passed over, with one
 * warning. 1 = a message in *m, which the caller releases; 0 = end of stream;
 * -EINTR = a signal asked to stop (stop.h); -ETIMEDOUT = the patience of
 * probe_ask is over, however much was said; -EPROTO = it speaks a newer
 * version; else the reason. */
int probe_next(struct probe *p, struct wire_msg *m, struct err *e);

/* Of several probes the index of one of which probe_next has something to say
 * without much waiting: a line, its end, or that patience is over. -EAGAIN
 * where there is none for timeout_ns; -EINTR. */
int probe_poll(struct probe *const *p, size_t n, int64_t timeout_ns);

/* What to wait for until probe_next can read on; -1 = a line is there. */
int probe_fd(const struct probe *p);

/* Lines so far that could not be understood. */
size_t probe_bad_lines(const struct probe *p);

/* End it on every path: closes, waits a moment, kills its process group,
 * removes the scratch directory it had named. Returns 0, or -EIO with how it
 * ended when it did not end well ("the probe was killed by signal 9"). */
int probe_stop(struct probe *p, struct err *e);

#endif
