/* states.h - two states of this machine: switched to, checked, restored. */
#ifndef PERFLOSS_CMD_STATES_H
#define PERFLOSS_CMD_STATES_H

#include "base/buf.h"
#include "base/err.h"
#include "drive/guard.h"

#include <stdbool.h>
#include <stdint.h>

#define STATES 2

/* Commands of the shell; NULL = none. */
struct states_opts {
	const char *make[STATES];  /* both or none */
	const char *check[STATES]; /* succeeds in that state */
	const char *print;         /* prints something about the state */
	const char *restore;       /* NULL = make[0] */
	int64_t timeout_ns;        /* of each */
	bool quiet; /* no word on a state that will not be back */
};

struct states {
	const struct states_opts *o;
	struct guard *guard;
	struct buf before;          /* printed by print before any switch */
	struct buf printed[STATES]; /* by print, at the start */
	bool known[STATES];         /* it was run there */
	int at;     /* the state in force, as far as known; -1 */
	bool dirty; /* something was switched */
	/* what switching took, checks included */
	int64_t took_ns;
	uint64_t n;
};

/* Ready to switch; from now on the state is restored when this program is
 * killed. */
int states_init(struct states *s, const struct states_opts *o, struct err *e);

/* Whether there is anything to switch. */
bool states_switched(const struct states *s);

/* Switch to a state, also if it is in force, and check it. The first time what
 * print prints is remembered, and has to differ between the states; from then
 * on it has to be the same. */
int states_to(struct states *s, int state, struct err *e);

/* Check that the state is still in force. */
int states_still(struct states *s, struct err *e);

/* Mean time of a switch, ns; 0 = there are none. */
int64_t states_cost_ns(const struct states *s);

/* What runs at the end, or NULL. */
const char *states_restores(const struct states *s);

/* The path out: restore, end the guard, whatever signal comes. Says itself when
 * the state could not be restored, and returns -ECHILD then. */
int states_release(struct states *s);

#endif
