/* lines.h - what the probe's list says of the rows. */
#ifndef PERFLOSS_TESTS_OPS_LINES_H
#define PERFLOSS_TESTS_OPS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OPS 32 /* N: two laps of the largest ring */

struct line {
	char key[160], name[40], calls[160], unsupported[200];
	uint64_t ops, batches; /* what is counted: OPS in one batch, or fewer
				  in several where a batch has a limit */
	bool limited;
};

/* The rows, in an array ended by an empty key, which the caller frees; NULL if
 * there are none. */
struct line *lines_of(const char *probe);

/* The string under a key of one line of JSON; "" = null or absent. */
void lines_get(const char *line, const char *key, char *out, size_t size);

#endif
