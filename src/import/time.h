/* time.h - inside the reader of time: what a line may say. */
#ifndef PERFLOSS_IMPORT_TIME_H
#define PERFLOSS_IMPORT_TIME_H

#include "import/inside.h"

enum time_field {
	TIME_REAL,
	TIME_USER,
	TIME_SYS,
	TIME_RSS,
	TIME_MINFLT,
	TIME_MAJFLT,
	TIME_NVCSW,
	TIME_NIVCSW,
	TIME_IN,
	TIME_OUT,
	TIME_CYCLES,
	TIME_INSTRUCTIONS,
	TIME_FIELDS
};

/* One command's figures, as far as they have been read: times in s. */
struct time_reader {
	struct import *im;
	struct figure field[TIME_FIELDS];
	bool has[TIME_FIELDS];
	bool rss_unknown; /* KB or bytes */
	char *command, *status, *sig;
};

/* Forget what was read; make a record of it. */
void time_begin(struct time_reader *r);
void time_flush(struct time_reader *r);

/* A figure; one that was read already begins another record. */
void time_put(struct time_reader *r, enum time_field which,
    const struct figure *f);

/* Read a line by the format of GNU time's -f; whether it is one
 * (time_format.c). */
bool time_formatted(struct time_reader *r, const struct line *l,
    const char *format);

/* "1.20", "1,20", "0m1.2s", "0:01.20": seconds at s, a place in the line. */
bool time_seconds(const struct line *l, const char *s, size_t len,
    struct figure *f);

/* Read a line; whether it is one of time's (time_line.c). */
bool time_line(struct time_reader *r, const struct line *l);

#endif
