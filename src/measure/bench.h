/* bench.h - the contract of a benchmark. Read this first.
 *
 * A benchmark is one file, GROUP_WHAT.c, with one const descriptor. It has no
 * clock, options, printing, statistics, fork-and-reap boilerplate or cleanup
 * of half-done work: the engine (src/measure) has. The engine runs each
 * invocation in a fresh process of its own:
 *
 *	setup                     once, untimed
 *	  prepare run tidy        per batch; only run is timed
 *	  base                    per batch, where there is one, in alternation
 *	teardown                  once, untimed
 *
 * Every hook returns 0, or what bench_fail or bench_skip returned. A failed
 * operation fails the invocation; no number is ever printed for it. */
#ifndef PERFLOSS_MEASURE_BENCH_H
#define PERFLOSS_MEASURE_BENCH_H

#include "plat/plat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define BENCH_ARGS  6  /* parameters of one benchmark */
#define BENCH_CASES 64 /* argument tuples of one benchmark */

enum bench_unit {
	BENCH_NS,   /* time per operation, lower is better; unless said */
	BENCH_RATE, /* bytes per second (bytes_per_op over the time), higher */
	BENCH_HZ,   /* operations per second, higher */
};

enum bench_param_kind {
	BENCH_COUNT, /* whole number: procs=8 */
	BENCH_BYTES, /* size: size=64K */
	BENCH_WORD,  /* index into words: pages=2m */
	BENCH_PLACE, /* enum plat_place: cpu=same; the engine places c->cpu */
};

struct bench_param {
	const char *name; /* NULL ends the list */
	enum bench_param_kind kind;
	int64_t min, max;         /* COUNT, BYTES */
	const char *const *words; /* WORD; ends in NULL */
	const char *help;
};

/* Profiles a case belongs to. */
#define BENCH_QUICK   1u
#define BENCH_DEFAULT 2u
#define BENCH_FULL    4u /* quick and default cases are in full as well */

struct bench_case {
	unsigned in; /* profiles; 0 ends the list */
	int64_t arg[BENCH_ARGS];
	bool lm; /* lmbench's own definition, kept for old numbers */
};

/* Both tables where the descriptor is, without their ends:
 *
 *	.params = bench_params(bench_count("procs", 2, 128, "processes"),
 *	    bench_place("cpu", "how the CPUs of the two are related")),
 *	.cases = bench_cases(bench_case(BENCH_FULL, 8, PLAT_SAME)),
 *
 * A parameter is its name, its range or words, and its help; a case its
 * profiles and arguments. */
#define bench_params(...) \
	((const struct bench_param[]){ __VA_ARGS__, { .name = NULL } })
#define bench_count(key, from, to, text) \
	{ \
		.name = (key), .kind = BENCH_COUNT, .min = (from), \
		.max = (to), .help = (text), \
	}
#define bench_bytes(key, from, to, text) \
	{ \
		.name = (key), .kind = BENCH_BYTES, .min = (from), \
		.max = (to), .help = (text), \
	}
#define bench_words(key, list_of, text) \
	{ \
		.name = (key), .kind = BENCH_WORD, .words = (list_of), \
		.help = (text), \
	}
#define bench_word(key, text, ...) \
	bench_words(key, ((const char *const[]){ __VA_ARGS__, NULL }), text)
#define bench_place(key, text) \
	{ \
		.name = (key), .kind = BENCH_PLACE, .help = (text), \
	}

#define bench_cases(...) \
	((const struct bench_case[]){ __VA_ARGS__, { .in = 0 } })
#define bench_case(profiles, ...) \
	{ \
		.in = (profiles), .arg = { __VA_ARGS__ }, \
	}
#define bench_case_lm(profiles, ...) \
	{ \
		.in = (profiles), .arg = { __VA_ARGS__ }, .lm = true, \
	}

/* needs */
#define BENCH_DIR      1u /* a directory on the disk under test: c->dir */
#define BENCH_ROOT     2u
#define BENCH_LOOPBACK 4u /* IPv4 loopback */
#define BENCH_TMPFS    8u /* a directory in memory, if any: c->tmpfs */
/* A cgroup below which the row may make others, which have the controller of
 * CPU time or of memory; the engine removes them: c->cgroup. */
#define BENCH_CG_CPU    16u
#define BENCH_CG_MEMORY 32u

/* flags */
/* The loop runs in the shadow of the operation (a chain of loads, a block
 * copy): the empty loop's cost is not subtracted. */
#define BENCH_LOOP_HIDDEN 1u
#define BENCH_CURVE       2u /* its cases are points of one curve */
#define BENCH_NO_PIN      4u /* never pinned, has no placement argument */

struct bench_ctx {
	void *state; /* state_size zeroed bytes, 64-byte aligned */
	int64_t arg[BENCH_ARGS];
	char dir[200];         /* BENCH_DIR: fresh, empty; the engine removes */
	char tmpfs[200];       /* BENCH_TMPFS: the same; "" = none here */
	char cgroup[200];      /* BENCH_CG_...: without members */
	int cpu[2];            /* this process and its partner; -1 = free */
	uint64_t bytes_per_op; /* as in the descriptor; setup may set it */
	uint64_t ops_step;     /* setup may set it: calibrated batches are whole
				  multiples of it; 0 = 1 */
	/* Setup may set it: a batch is exactly so many operations, however long
	 * that takes, unless the driver has said how many. */
	uint64_t batch_ops;
	uint64_t spin;         /* self_spin: turns more that are injected */
	struct engine *engine; /* the engine's own */
};

struct bench {
	const char *name;    /* the file's name without .c: "ipc_pipe" */
	const char *summary; /* one line for "perfloss list" */
	const char *alias;   /* other tools' names, ", " between, or NULL */
	enum bench_unit unit;
	const struct bench_param *params; /* NULL = none */
	/* Parameters, as bits, that came later than the row: not in a key where
	 * they are 0, so that what was measured before goes on to compare. */
	unsigned late;
	const struct bench_case *cases; /* NULL = one, no arguments */
	unsigned in; /* the profiles of that one; 0 = default and full */
	/* cases that depend on the machine; replaces cases. Fills at most max
	 * (BENCH_CASES), returns how many. */
	size_t (*list)(struct bench_case *out, size_t max);
	size_t state_size;
	uint64_t bytes_per_op;
	uint64_t max_ops; /* per batch; 0 = no limit */
	/* Rows that time single events: batches go on until so many are
	 * recorded, though no longer than BENCH_EVENTS_NS; 0 = as many as come
	 * in the time that is asked for. */
	uint32_t events;
	unsigned needs;
	unsigned flags;
	/* System calls of one operation, in all its processes together, that
	 * tests/bench/ops counts from outside: "write=2 read=2"; "read>=1"
	 * where more may be needed; "..." at the end where others are made as
	 * well (what an executed program does). open, stat, fork, wait stand
	 * for their families. NULL = none is made; then tidy or teardown must
	 * prove the work (a sum, a chain visited once). */
	const char *calls;
	/* The same where it depends on the arguments, NULL for none; replaces
	 * calls. "clock_gettime=vdso" is no call where the kernel's vDSO
	 * answers on this machine, and else one. */
	const char *(*calls_of)(const struct bench_ctx *c);
	/* Another program that is exec'd for its invocations, beside the
	 * probe: one linked with what the probe is not. NULL = the probe
	 * itself. Where it cannot be had the hooks of this one are run, which
	 * say so. */
	const char *program;
	/* why not here, or NULL */
	const char *(*unsupported)(const struct bench_ctx *c);
	int (*setup)(struct bench_ctx *c);
	int (*prepare)(struct bench_ctx *c, uint64_t n);
	int (*run)(struct bench_ctx *c, uint64_t n);  /* exactly n operations */
	int (*base)(struct bench_ctx *c, uint64_t n); /* the same skeleton
		without the thing measured: its time is subtracted, both are
		kept */
	int (*tidy)(struct bench_ctx *c, uint64_t n);
	int (*teardown)(struct bench_ctx *c);
};

/* All benchmarks, sorted by name; made from the list in src/bench/meson.build.
 * Ends in NULL. */
extern const struct bench *const bench_table[];

/* How long the batches of an invocation may last for the sake of events. */
#define BENCH_EVENTS_NS INT64_C(60000000)

/* -- For hooks ----------------------------------------------------------- */

/* The operation failed: "CALL: reason", with errno as it stands. Before the
 * end of the first batch it is bench_skip where the reason is the place: that
 * it refuses the call (EPERM, ENOSYS, ENETUNREACH...), a limit of descriptors
 * or of processes ("fork", "vfork", "clone3", "posix_spawn", "pthread_create"),
 * and in setup and prepare too little space or memory. */
int bench_fail(struct bench_ctx *c, const char *call);

/* The same without errno: a result that is not what it must be. */
int bench_fail_why(struct bench_ctx *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The row cannot be measured here: status "unsupported: why". */
int bench_skip(struct bench_ctx *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Start a partner process that runs fn and exits with its result; it is pinned
 * to c->cpu[1] (or c->cpu[which]), dies with the engine, and is killed and
 * reaped by the engine after teardown if it is still there. A partner that
 * ends with a failure before that fails the invocation. Returns its pid, or -1
 * with errno, to be told as bench_fail(c, "fork"). */
pid_t bench_partner(struct bench_ctx *c, int which,
    int (*fn)(struct bench_ctx *c));

/* In a hook: wait until the partner has called bench_ready (or died, or the
 * deadline passed: then the failure is returned). In the partner: say so. */
int bench_wait_ready(struct bench_ctx *c, int partners);
void bench_ready(struct bench_ctx *c);

/* How often a process that stays has been made to go on; else 0. */
unsigned bench_visit(void);

/* One event's latency, for rows that time single events. */
void bench_record(struct bench_ctx *c, uint64_t ns);

/* A fact about this invocation worth keeping ("size" = "32M"). One that finds
 * no room is left out. */
void bench_note(struct bench_ctx *c, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Path of a helper program: this very executable, for exec rows. Called as
 * "PATH --exit-at-once" it exits with BENCH_EXIT at once, so that an exec that
 * did not happen shows. */
const char *bench_self_exe(void);
#define BENCH_EXIT 42

/* Path of a program in the directory of this very executable; NULL = there is
 * none that can be executed. */
const char *bench_beside(const char *name);

/* Whole reads and writes: all bytes or -1 with errno set. */
int bench_read_all(int fd, void *buf, size_t n);
int bench_write_all(int fd, const void *buf, size_t n);

/* Nothing the compiler can drop: the value is used, the memory is read and
 * written as far as the compiler knows. */
#define bench_use(x)    __asm__ volatile("" : : "r"(x) : "memory")
#define bench_hide(x)   __asm__ volatile("" : "+r"(x) : : "memory")
#define bench_barrier() __asm__ volatile("" : : : "memory")

/* Sizes that fit a level: half of L1, L2 or L3, and for main memory (level 0)
 * four times the last level; but at most a quarter of memory. 0 = unknown here.
 *
 * A last level beyond BENCH_CACHE_BIG serves dozens of cores, or is cut up
 * between guests, and how much of it one process gets is not known. So "in it"
 * is what fits half of BENCH_CACHE_BIG, and "beyond it" is twice all of it, and
 * at least four times BENCH_CACHE_BIG. (Setting up four times 260M took half a
 * second an invocation.) */
#define BENCH_CACHE_BIG (INT64_C(64) << 20)
int64_t bench_size_in(int level);

/* The same for these caches (plat_caches) and so much memory (-1 = unknown). */
int64_t bench_size_for(int level, const struct plat_cache *cache, size_t n,
    int64_t memory);

#endif
