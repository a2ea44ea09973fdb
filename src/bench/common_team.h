/* common_team.h - the same work in one thread or in one on each CPU.
 *
 * A row that can take `threads` writes its hooks for one thread, with a context
 * and a state of that thread's own. With threads=1 they are called as they are,
 * in the process itself. With threads=all each CPU that the process may use has
 * a thread that sets up its own part (so that its memory is where it runs) and
 * does the n operations of a batch at the same time as the others. Inside the
 * clock is then the start of all and the end of the last (they wait spinning,
 * and let others go first when that lasts); an operation is one of each thread,
 * its bytes are those of all. */
#ifndef PERFLOSS_BENCH_COMMON_TEAM_H
#define PERFLOSS_BENCH_COMMON_TEAM_H

#include "bench/common_thread.h"
#include "measure/bench.h"

struct team_hooks {
	size_t state_size;
	int (*setup)(struct bench_ctx *c);
	int (*run)(struct bench_ctx *c, uint64_t n);
	int (*tidy)(struct bench_ctx *c, uint64_t n);
};

struct team_member; /* common_team.c */

/* The state of such a row. */
struct team {
	const struct team_hooks *hooks;
	struct team_member *member; /* [0] is the process itself */
	int n;
};

extern const char *const team_words[]; /* "1", "all", NULL */

/* For setup: how = the value of the argument (index in team_words); each of n
 * members finds c->arg[0], a size that is divided among all, at its share,
 * a multiple of `multiple` and at least one. */
int team_start(struct bench_ctx *c, const struct team_hooks *hooks, int64_t how,
    size_t multiple);
int team_run(struct bench_ctx *c, uint64_t n);
int team_tidy(struct bench_ctx *c, uint64_t n);
int team_stop(struct bench_ctx *c); /* teardown */

#endif
