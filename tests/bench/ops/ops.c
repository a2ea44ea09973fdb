/* ops.c - every row of the catalogue does what it says, seen from outside.
 *
 * A row with system calls: for N and 2N operations the calls of all its
 * processes are counted; the difference is what N operations make, which is
 * what the descriptor says, and nothing else. Then each of these calls is made
 * to fail once: the row must fail and print no number (P11).
 * A row without: its instructions are counted for N, 2N and 3N; they grow by
 * the same number and by no fewer than one operation needs (its own tidy proves
 * the data). So is a row whose clock the vDSO reads, which makes no call.
 *
 *	test_ops PROBE [PREFIX]   only rows whose names begin so */
#include "calls.h"
#include "lines.h"
#include "trace.h"
#include "vdso.h"

#include "../../unit/tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define SLACK 2  /* calls of a partner on either side of the window's end */
#define CLOCK 64 /* instructions by which readings of the clock differ */
#define TRIES 6  /* a partner may be late at both ends of the window */

/* Rows without system calls: a small case, its N, and the least instructions
 * that one operation takes (N times that is well above CLOCK); for blocks an
 * instruction moves at most 64 bytes. */
static const struct {
	const char *name, *key;
	uint64_t ops, least;
} small[] = {
	{ "self_nop", "self_nop", 256, 1 },
	{ "self_spin", "self_spin/turns=10", 64, 10 * 2 },
	{ "cg_charge", "cg_charge/where=inside", 128, 1 },
	{ "proc_call", "proc_call", 256, 5 }, /* call, add, ret, loop of 2 */
	{ "mem_lat", "mem_lat/size=4K/pages=4k", 256, 1 },
	{ "mem_lat_stride", "mem_lat_stride/size=4K/stride=128", 256, 1 },
	{ "mem_read", "mem_read/size=256", 32, 256 / 64 },
	{ "mem_write", "mem_write/size=256", 32, 256 / 64 },
	{ "mem_bcopy_hand", "mem_bcopy_hand/size=256", 16, 2 * 256 / 64 },
	{ "mem_bcopy_libc", "mem_bcopy_libc/size=256", 16, 2 * 256 / 64 },
	{ "mem_rdwr", "mem_rdwr/size=256", 16, 2 * 256 / 64 },
	{ "mem_copy", "mem_copy/size=256", 16, 2 * 256 / 8 },
	{ "mem_bzero", "mem_bzero/size=256", 32, 256 / 64 },
	{ "mem_nontemporal", "mem_nontemporal/size=256", 32, 256 / 64 },
	{ "stream_copy", "stream_copy/size=256", 16, 2 * 256 / 64 },
	{ "stream_scale", "stream_scale/size=256", 16, 3 * 256 / 64 },
	{ "stream_add", "stream_add/size=256", 16, 3 * 256 / 64 },
	{ "stream_triad", "stream_triad/size=256", 16, 4 * 256 / 64 },
	{ "cpu_op", "cpu_op/type=int/op=add/how=latency", 256, 1 },
	{ "cpu_branch", "cpu_branch", 64, 4 },
	{ "cpu_mhz", "cpu_mhz", 256, 1 },
	{ "cpu_heapsort", "cpu_heapsort/n=10", 4, 10 * 8 },
	{ "cpu_sha", "cpu_sha/size=64", 1, 1000 },
	{ "cpu_memcpy_short", "cpu_memcpy_short/most=64", 128, 4 },
	{ "mem_lat_loaded", "mem_lat_loaded/size=4K/pages=4k", 256, 1 },
	{ "mem_line", "mem_line/size=4K/step=32", 256, 2 },
	{ "mem_numa", "mem_numa/size=4K/from=0/at=0", 256, 1 },
	{ "mem_tlb", "mem_tlb/count=64/pages=4k", 256, 1 },
	{ "io_mmap_reread", "io_mmap_reread/size=256", 32, 256 / 64 },
	{ "vm_fault", "vm_fault/kind=anon", 128, 1 },
	{ "vm_fork_cow", "vm_fork_cow", 128, 1 },
	{ "vm_page_fault", "vm_page_fault/size=8M", 128, 1 },
	{ "time_clock", "time_clock/clock=monotonic", 64, 10 },
	{ "time_gettimeofday", "time_gettimeofday", 64, 10 },
	{ "time_tsc", "time_tsc", 128, 1 },
	{ "cpu_vmexit", "cpu_vmexit", 128, 1 },
	{ "cpu_atomic", "cpu_atomic/threads=1", 128, 1 },
	{ "cpu_cas", "cpu_cas/threads=1", 128, 2 },
	{ "cpu_c2c", "cpu_c2c", 64, 3 },
	{ "lock_mutex", "lock_mutex", 64, 10 },
};

#define SMALL (sizeof(small) / sizeof(small[0]))

static bool has_line(const struct trace *t, const char *kind)
{
	char want[32];

	snprintf(want, sizeof(want), "\"t\":\"%s\"", kind);
	return strstr(t->out, want) != NULL;
}

/* Run; the row must end in `kind`. Skips are told and give false. */
static bool ends_in(struct trace *t, const char *kind)
{
	char why[200];
	int rc = trace_run(t);

	if (rc == 0 && !t->late && has_line(t, kind))
		return true;
	if (rc == 0 && has_line(t, "skip")) {
		lines_get(t->out, "why", why, sizeof(why));
		tap_skip(t->key, why);
		return false;
	}
	tap_ok(false, "%s ends in '%s'", t->key, kind);
	printf("# rc %d, late %d, status %#x\n# %s\n", rc, t->late,
	    (unsigned)t->status, t->out);
	return false;
}

static uint64_t named(const struct trace *t, const char *name)
{
	uint64_t n = 0;
	long nr;

	for (nr = 0; nr < TRACE_CALLS; nr++)
		if (calls_is(name, nr))
			n += t->call[nr];
	return n;
}

static bool enough(const struct call *k, uint64_t ops, const struct trace *t)
{
	return named(t, k->name) + SLACK >= k->per_op * ops;
}

static bool counts(const struct call *k, uint64_t ops, const struct trace *a,
    const struct trace *b)
{
	int64_t got = (int64_t)(named(b, k->name) - named(a, k->name));
	int64_t want = (int64_t)(k->per_op * ops);
	bool ok = got >= want - SLACK && (k->at_least || got <= want + SLACK);

	/* That some are made in one run says nothing of another, and who looks
	 * again until something comes may look more often in the shorter. */
	ok |= k->at_least && enough(k, ops, a) && enough(k, 2 * ops, b);

	if (!ok)
		printf("# %s: %" PRId64 " calls of %s in %" PRIu64
		       " operations, want %" PRId64 "\n",
		    a->key, got, k->name, ops, want);
	return ok;
}

/* No call that is not named grows with the operations. */
static bool no_others(const struct calls *c, const struct trace *a,
    const struct trace *b)
{
	bool ok = true, is_named;
	size_t i;
	long nr;

	for (nr = 0; nr < TRACE_CALLS && !c->others; nr++) {
		for (i = 0, is_named = false; i < c->n; i++)
			is_named |= calls_is(c->item[i].name, nr);
		if (is_named || b->call[nr] <= a->call[nr] + SLACK)
			continue;
		printf("# %s: %" PRIu64 " calls more of number %ld, which is "
		       "not named\n",
		    a->key, b->call[nr] - a->call[nr], nr);
		ok = false;
	}
	return ok;
}

static bool agrees(const struct calls *c, uint64_t ops, const struct trace *a,
    const struct trace *b)
{
	bool ok = no_others(c, a, b);
	size_t i;

	for (i = 0; i < c->n; i++)
		ok &= counts(&c->item[i], ops, a, b);
	return ok;
}

/* Where a clock is read by the vDSO no call is wanted, and else one. */
static bool settle_vdso(struct calls *c, const struct line *row)
{
	for (size_t i = 0; i < c->n; i++) {
		int answers = c->item[i].vdso ? vdso_answers(row->key) : 1;

		if (answers < 0) {
			tap_skip(row->key,
			    "no seccomp to see what the vDSO "
			    "answers");
			return false;
		}
		c->item[i].per_op += answers == 0;
	}
	return true;
}

static void check_calls(const char *probe, const struct line *row)
{
	static struct trace a, b;
	struct calls c;
	bool ok = false;
	int tries;

	if (!calls_parse(&c, row->calls)) {
		tap_ok(false, "%s: '%s' is understood", row->key, row->calls);
		return;
	}
	if (!settle_vdso(&c, row))
		return;
	for (tries = 0; tries < TRIES && !ok; tries++) {
		a = (struct trace){ .probe = probe,
			.key = row->key,
			.ops = row->ops,
			.batches = row->batches };
		b = (struct trace){ .probe = probe,
			.key = row->key,
			.ops = row->limited ? row->ops : 2 * OPS,
			.batches = row->limited ? 2 * row->batches : 1 };
		if (!ends_in(&a, "done") || !ends_in(&b, "done"))
			return;
		ok = agrees(&c, row->ops * row->batches, &a, &b);
	}
	tap_ok(ok, "%s makes %s%s", row->key, row->calls,
	    !c.item[0].vdso           ? "" :
		c.item[0].per_op == 0 ? ", which answers" :
					", which calls");
}

static const char *failing;

static bool is_failing(long nr)
{
	return calls_is(failing, nr);
}

/* Failures that a library takes for something else and tries again, so that
 * the operation is done all the same. */
static bool is_absorbed(const char *row, const char *call)
{
	static const char *const which[][2] = {
		{ "ipc_rpc_udp", "recvmsg" }, /* the server polls again */
		/* a wait that ends for no reason, or is not needed */
		{ "ipc_psem", "futex" },
#ifndef __GLIBC__
		{ "time_clock", "clock_gettime" }, /* vDSO, then a call */
#endif
		{ "lock_cond", "futex" },
		{ "lock_mutex_contended", "futex" },
		{ "lock_mutex_contended", "sched_yield" },
		{ "lock_rwlock", "futex" },
		{ "lock_rwlock", "sched_yield" },
	};

	for (size_t i = 0; i < sizeof(which) / sizeof(which[0]); i++)
		if (strcmp(which[i][0], row) == 0 &&
		    strcmp(which[i][1], call) == 0)
			return true;
	return false;
}

/* Whether a call is to fail in this case of its row: in the first case that
 * surely makes it, and those that no case surely makes (">=0") in the last. Not
 * those that have no way to fail, or (a return from a handler that does not
 * return) end the process. tried: the names so far, between spaces. */
static bool to_fail(const struct call *k, bool last, char *tried, size_t size)
{
	char name[sizeof(k->name) + 2];

	snprintf(name, sizeof(name), " %s ", k->name);
	if (strstr(" exit sigreturn getppid ", name) != NULL ||
	    strstr(tried, name) != NULL ||
	    (k->per_op == 0 && (!last || k->vdso)))
		return false;
	snprintf(tried + strlen(tried), size - strlen(tried), "%s", name);
	return true;
}

/* Each call that can fail fails once: no number comes out. */
static void check_failure(const char *probe, const struct line *row, bool first,
    bool last)
{
	static char tried[sizeof(row->calls) * 2];
	static struct trace t;
	struct calls c;
	size_t i;

	if (first)
		tried[0] = '\0';
	if (!calls_parse(&c, row->calls))
		return; /* said by check_calls */
	for (i = 0; i < c.n; i++) {
		failing = c.item[i].name;
		if (is_absorbed(row->name, failing) ||
		    !to_fail(&c.item[i], last, tried, sizeof(tried)))
			continue;
		t = (struct trace){ .probe = probe,
			.key = row->key,
			.ops = row->ops,
			.fail = is_failing };
		if (!ends_in(&t, "fail"))
			continue;
		tap_ok(t.failed > 0 && !has_line(&t, "done"),
		    "%s fails when %s fails", row->name, failing);
	}
}

/* Instructions for N, 2N and 3N: they grow alike and by enough. got: the least
 * of all tries so far, as what else comes into a window (a reading of the clock
 * that is done over) only adds. uneven: they need not grow alike. */
static bool grows(const char *probe, size_t k, bool uneven, int64_t got[3],
    bool *told)
{
	static struct trace t;
	int64_t one, two, least;
	size_t i;

	for (i = 0; i < 3; i++) {
		t = (struct trace){ .probe = probe,
			.key = small[k].key,
			.ops = (i + 1) * small[k].ops,
			.step = true,
			.vdso = uneven };
		*told = !ends_in(&t, "done");
		if (*told)
			return false;
		if ((int64_t)t.instructions < got[i])
			got[i] = (int64_t)t.instructions;
	}
	one = got[1] - got[0];
	two = got[2] - got[1];
	least = (int64_t)(small[k].least * small[k].ops);
	/* It looks until another thread has answered, however long. */
	if (strcmp(small[k].name, "cpu_c2c") == 0 && got[0] >= least &&
	    got[1] >= 2 * least && got[2] >= 3 * least)
		return true;
	if ((uneven || llabs(two - one) <= 2 * CLOCK) && one + CLOCK >= least &&
	    two + CLOCK >= least)
		return true;
	printf("# %" PRId64 " and %" PRId64 " more instructions, want %" PRId64
	       "\n",
	    one, two, least);
	return false;
}

static void check_steps(const char *probe, const struct line *row)
{
	int64_t got[3] = { INT64_MAX, INT64_MAX, INT64_MAX };
	/* The vDSO begins a reading again when a tick comes into it, and steps
	 * are slow against ticks. */
	bool uneven = strstr(row->calls, "=vdso") != NULL ||
	    strcmp(row->name, "cpu_memcpy_short") == 0; /* random lengths */
	bool ok = false, told = false;
	size_t k;
	int tries;

	for (k = 0; k < SMALL && strcmp(small[k].name, row->name) != 0;)
		k++;
	if (!tap_ok(k < SMALL, "%s has a small case in ops.c", row->name))
		return;
	for (tries = 0; tries < TRIES && !ok && !told; tries++)
		ok = grows(probe, k, uneven, got, &told);
	if (!told)
		tap_ok(ok, "%s executes its operations", small[k].key);
}

/* Operations that are stepped through: 100 turns each are far beyond CLOCK. */
#define STEPPED 8

/* The least instructions of some runs of one row, or -1. */
static int64_t steps_of(const char *probe, const char *key, const char *inject)
{
	static struct trace t;
	int64_t least = INT64_MAX;

	for (int i = 0; i < TRIES / 2; i++) {
		t = (struct trace){ .probe = probe,
			.key = key,
			.inject = inject,
			.ops = STEPPED,
			.step = true };
		if (!ends_in(&t, "done"))
			return -1;
		if ((int64_t)t.instructions < least)
			least = (int64_t)t.instructions;
	}
	return least;
}

/* What is injected into self_spin is as much work as its own. */
static void check_injected(const char *probe)
{
	int64_t one, two, more;

	if (!trace_knows_cpu()) {
		tap_skip("injected turns", "this CPU's registers are unknown");
		return;
	}
	one = steps_of(probe, "self_spin/turns=100", NULL);
	two = steps_of(probe, "self_spin/turns=200", NULL);
	more = steps_of(probe, "self_spin/turns=100", "spin:100");
	if (!tap_ok(one > 0 && two - one >= STEPPED * 100 &&
		    llabs(two - more) <= CLOCK,
		"spin:100 doubles self_spin/turns=100"))
		printf("# %" PRId64 ", %" PRId64 " and %" PRId64
		       " instructions\n",
		    one, two, more);
}

static void check_row(const char *probe, const struct line *row, bool first,
    bool last)
{
	if (row->unsupported[0] != '\0') {
		tap_skip(row->key, row->unsupported);
		return;
	}
	if (row->calls[0] != '\0')
		check_calls(probe, row);
	if (!trace_knows_cpu()) {
		if (first)
			tap_skip(row->name, "this CPU's registers are unknown");
		return;
	}
	if (row->calls[0] != '\0')
		check_failure(probe, row, first, last);
	if (first &&
	    (row->calls[0] == '\0' || strstr(row->calls, "=vdso") != NULL))
		check_steps(probe, row);
}

/* prefix: those of names, ended by NULL; none = all; after "-" those of names
 * that are not wanted. */
static bool is_wanted(const char *name, char **prefix)
{
	bool but = prefix[0] != NULL && strcmp(prefix[0], "-") == 0;
	char **p = prefix + but;

	if (prefix[0] == NULL)
		return true;
	while (*p != NULL && strncmp(name, *p, strlen(*p)) != 0)
		p++;
	return (*p != NULL) != but;
}

int main(int argc, char **argv)
{
	const char *why = trace_possible();
	struct line *rows, *row;

	if (argc < 2 || why != NULL) {
		tap_skip("operations", why != NULL ? why : "no probe given");
		return tap_done();
	}
	rows = lines_of(argv[1]);
	tap_ok(rows != NULL, "the probe lists its rows");
	for (row = rows; row != NULL && row->key[0] != '\0'; row++)
		if (is_wanted(row->name, argv + 2))
			check_row(argv[1], row,
			    row == rows || strcmp(row[-1].name, row->name) != 0,
			    strcmp(row[1].name, row->name) != 0);
	free(rows);
	if (is_wanted("self_spin", argv + 2))
		check_injected(argv[1]);
	return tap_done();
}
