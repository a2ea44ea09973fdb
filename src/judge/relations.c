/* relations.c - which rows do what others do and more. */
#include "judge/inside.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "model/tails.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far the intervals must lie apart before rows contradict one another.
 * Rows of nearly equal work (a call that does nothing, the least call) may lie
 * on either side of each other by as much as the placement of code costs, a few
 * percent, and by twice the margin of sessions, 10 %; a quarter is well beyond
 * both. */
#define APART 1.25

/* more does all that less does: patterns of names, of one placement and one
 * clock. Only what holds on every machine stands here: contained, or a wait of
 * another kind altogether. Chains are followed. */
static const struct {
	const char *less, *more;
} relations[] = {
	{ "proc_call", "sys_enosys" },
	{ "sys_enosys", "sys_null" },
	{ "sys_enosys", "sys_umask" },
	{ "sys_enosys", "sys_lseek" },
	{ "sys_enosys", "sys_fcntl" },
	{ "sys_enosys", "sys_fstat" },
	{ "sys_enosys", "sys_write" },
	{ "sys_enosys", "sys_yield" },
	{ "sys_enosys", "sig_install" },
	{ "sys_enosys", "time_clock_syscall" },
	{ "sys_null", "sys_read" },
	{ "sys_null", "sys_stat" },
	{ "sys_null", "sys_open_close" },
	{ "sys_null", "sig_handle" },
	{ "sys_null", "proc_thread" },
	{ "sys_null", "proc_fork" },
	{ "sys_read", "ipc_pipe" },
	{ "sys_read", "ipc_fifo" },
	{ "sys_read", "ipc_unix" },
	{ "sys_read", "ipc_eventfd" },
	{ "sys_read", "sched_pipe" },
	{ "sys_read", "ipc_udp" },
	{ "ipc_pipe", "ipc_tcp" },
	{ "proc_fork", "proc_exec" },
	{ "proc_fork", "proc_fork_rss" },
	{ "proc_exec", "proc_exec_dyn" },
	{ "proc_exec", "proc_sh" },
	{ "time_clock", "time_clock_syscall" },
	{ "lock_mutex", "lock_mutex_contended" },
};
#define N_RELATIONS (sizeof(relations) / sizeof(relations[0]))

/* Arguments that make rows different things: a pipe between two CPUs may well
 * be slower than TCP on one, and one clock dearer than a call for another. */
static const char *const alike[] = { "cpu", "clock" };

static bool same_arg(const struct result *a, const struct result *b,
    const char *arg)
{
	char x[32] = "", y[32] = "";

	return !row_arg(a->key, arg, x, sizeof(x)) ||
	    !row_arg(b->key, arg, y, sizeof(y)) || strcmp(x, y) == 0;
}

static bool related(const char *less, const char *more, unsigned depth)
{
	for (size_t i = 0; i < N_RELATIONS && depth < N_RELATIONS; i++)
		if (strcmp(relations[i].less, less) == 0 &&
		    (strcmp(relations[i].more, more) == 0 ||
			related(relations[i].more, more, depth + 1)))
			return true;
	return false;
}

bool judge_contains(const struct result *more, const struct result *less)
{
	for (size_t i = 0; i < sizeof(alike) / sizeof(alike[0]); i++)
		if (!same_arg(more, less, alike[i]))
			return false;
	return related(less->name, more->name, 0);
}

bool judge_apart(const struct estimate *x, const struct estimate *y,
    double factor)
{
	/* Not of a NaN: a few values may all have been unlucky. A pipe was seen
	 * five times as slow as TCP, once, beside two busy CPUs. */
	return x->hi * factor < y->lo;
}

/* A row that is faster than one that it contains. */
struct contradiction {
	size_t less, more; /* results */
	bool settled;      /* one of them is suspect */
};

static struct contradiction *find(const struct run *r, const struct estimate *e,
    size_t *n)
{
	struct contradiction *c = NULL;
	size_t cap = 0;

	*n = 0;
	for (size_t i = 0; i < r->n_results; i++)
		for (size_t k = 0; k < r->n_results; k++) {
			const struct result *less = &r->results[i];
			const struct result *more = &r->results[k];

			if (!judge_usable(less, &e[i]) ||
			    !judge_usable(more, &e[k]) ||
			    !judge_apart(&e[k], &e[i], APART) ||
			    !judge_contains(more, less))
				continue;
			c = xgrow(c, *n, &cap, sizeof(*c));
			c[(*n)++] = (struct contradiction){ i, k, false };
		}
	return c;
}

/* In how many contradictions that are not settled a row stands. */
static size_t stands_in(const struct contradiction *c, size_t n, size_t row)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count +=
		    !c[i].settled && (c[i].less == row || c[i].more == row);
	return count;
}

/* The row that most others contradict; of two alone the one that is too fast:
 * slow can be bad luck. */
static size_t worst(const struct contradiction *c, size_t n)
{
	size_t most = 0, row = 0;

	for (size_t i = 0; i < n; i++) {
		if (!c[i].settled && stands_in(c, n, c[i].more) > most) {
			row = c[i].more;
			most = stands_in(c, n, row);
		}
	}
	for (size_t i = 0; i < n; i++) {
		if (!c[i].settled && stands_in(c, n, c[i].less) > most) {
			row = c[i].less;
			most = stands_in(c, n, row);
		}
	}
	return row;
}

/* The row is suspect, and what else it contradicts is settled by that. */
static void settle(struct contradiction *c, size_t n, size_t row,
    const struct run *r, struct estimate *e)
{
	char label[80];
	bool said = false;

	for (size_t i = 0; i < n; i++) {
		bool fast = c[i].more == row;

		if (c[i].settled || (!fast && c[i].less != row))
			continue;
		c[i].settled = true;
		if (said)
			continue;
		said = true;
		row_label(&r->results[fast ? c[i].less : c[i].more], label,
		    sizeof(label));
		e[row].status = STATUS_SUSPECT;
		judge_say(e[row].why, sizeof(e[row].why),
		    fast ? "faster than %s, which it contains" :
			   "slower than %s, which contains it",
		    label);
	}
}

void judge_relations(const struct run *r, struct estimate *e)
{
	size_t n;
	struct contradiction *c = find(r, e, &n);

	for (size_t i = 0; i < n; i++)
		if (!c[i].settled)
			settle(c, n, worst(c, n), r, e);
	free(c);
}

/* -- Bandwidths ---------------------------------------------------------- */

/* Rows that read or copy each byte once through a core, on one thread; not what
 * moves pages or shares them. */
static const char *const moves[] = { "mem_read", "mem_write", "mem_rdwr",
	"mem_copy", "bw_pipe", "bw_unix", "bw_tcp", "io_reread" };

/* What fits every first level that there is. */
#define L1_LEAST (INT64_C(16) << 10)

/* Time of a byte at the first level, the least of all rows there; NaN. */
static double byte_ns(const struct run *r, const struct estimate *e)
{
	double least = NAN;
	char arg[32];
	int64_t size;

	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];

		if (res->unit == UNIT_RATE && res->bytes > 0 &&
		    judge_usable(res, &e[i]) &&
		    text_starts(res->name, "mem_") &&
		    row_arg(res->key, "size", arg, sizeof(arg)) &&
		    num_parse_bytes(arg, &size) == 0 && size <= L1_LEAST)
			least = fmin(least, e[i].cost / (double)res->bytes);
	}
	return least;
}

void judge_rates(const struct run *r, struct estimate *e)
{
	double least = byte_ns(r, e);
	char threads[32], rate[32];

	for (size_t i = 0; i < r->n_results; i++) {
		const struct result *res = &r->results[i];
		struct result one = { .unit = UNIT_RATE, .bytes = 1 };
		bool is = false;

		for (size_t k = 0; k < sizeof(moves) / sizeof(moves[0]); k++)
			is |= strcmp(res->name, moves[k]) == 0;
		if (!is || res->unit != UNIT_RATE || res->bytes == 0 ||
		    !judge_usable(res, &e[i]) ||
		    row_arg(res->key, "threads", threads, sizeof(threads)))
			continue;
		if (!(e[i].hi / (double)res->bytes * APART < least))
			continue;
		e[i].status = STATUS_SUSPECT;
		judge_say(e[i].why, sizeof(e[i].why),
		    "faster than the first cache, %s",
		    judge_display(&one, least, rate, sizeof(rate)));
	}
}
