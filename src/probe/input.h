/* input.h - lines from standard input, however they arrive. */
#ifndef PERFLOSS_PROBE_INPUT_H
#define PERFLOSS_PROBE_INPUT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

struct input {
	struct buf held;
	size_t looked; /* bytes of held without a newline */
	bool skipping; /* in a line that is too long */
	bool ended;
};

enum input_what {
	INPUT_LINE,
	INPUT_LONG, /* a line over the limit began: it is passed over */
	INPUT_END,
	INPUT_STOP, /* a reason to stop came */
	INPUT_TIME, /* nothing came within the time */
};

void input_init(struct input *in);
void input_release(struct input *in);

/* The next line without its newline into *line; waits at most ns (-1 = for
 * ever). A last line without newline counts. */
enum input_what input_next(struct input *in, struct buf *line, int64_t ns);

#endif
