/* command.h - a shell command with a time limit: it switches the machine's
 * state, checks it, or restores it. */
#ifndef PERFLOSS_DRIVE_COMMAND_H
#define PERFLOSS_DRIVE_COMMAND_H

#include "base/buf.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct guard;

/* Of its output, bytes; a little more may be kept. */
#define COMMAND_KEEP 65536

struct command {
	const char *text; /* for sh -c */
	int64_t timeout_ns;
	bool way_out;        /* signals that ask to stop do not cut it short */
	bool alone;          /* what it leaves in the background is killed */
	bool bound;          /* it ends with this program, however that ends */
	struct guard *guard; /* knows what runs meanwhile; or NULL */
	const char *dir;     /* where it runs; NULL = here */
	const char *log;     /* a file that it writes all of its output to, made
				anew; NULL = none */
	int *status; /* out: how it ended, as a shell has it (128 and the
				signal); -1 when it did not end by itself; or
				NULL */
};

/* Run it to its end, in a process group of its own, with nothing to read. What
 * it writes to standard output goes to *out, without newlines at its end; of
 * more than COMMAND_KEEP only the start; NULL = nowhere. What it leaves in the
 * background stays when it ends well (unless `alone`), and may go on writing
 * errors. 0;
 * -ETIMEDOUT when its group had to be killed; -EINTR when a signal asked to
 * stop, its group is killed then, too; -ECHILD when it failed; each with a
 * sentence that names it and the last line of its errors, or of its log. */
int command_run(const struct command *c, struct buf *out, struct err *e);

#endif
