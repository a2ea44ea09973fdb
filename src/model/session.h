/* session.h - what a run says of the level of each row on a machine in a state:
 * from many of them follows how far sessions differ that nothing sets apart. */
#ifndef PERFLOSS_MODEL_SESSION_H
#define PERFLOSS_MODEL_SESSION_H

#include <stddef.h>
#include <stdint.h>

/* A row of a session: y is its log cost (natural, of ns an operation), se the
 * standard error of y by the spread within the run, n the values behind it. */
struct session_row {
	char *key;
	char *how; /* unit, bytes, placement, ...: only rows that were measured
		      alike are levels of one thing */
	double y, se;
	uint32_t n;
};

struct session {
	int64_t run; /* id in the store, 0 = none */
	char uuid[37];
	int64_t started_ns;
	char host[17], state[17]; /* host_hash, host_state_hash */
	char *boot;               /* boot id */
	double busy; /* CPUs that others used meanwhile, mean; NaN = unknown */
	struct session_row *row;
	size_t n, cap;
};

void session_init(struct session *s);
void session_release(struct session *s);

/* A row at the end, zeroed but for its texts, which are copied. */
struct session_row *session_add(struct session *s, const char *key,
    const char *how);

/* The sessions and the array itself. */
void sessions_free(struct session *s, size_t n);

#endif
