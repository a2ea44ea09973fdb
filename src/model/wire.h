/* wire.h - reads what a probe writes (doc/WIRE.md). */
#ifndef PERFLOSS_MODEL_WIRE_H
#define PERFLOSS_MODEL_WIRE_H

#include "base/err.h"
#include "model/run.h"

#define WIRE_VERSION  1
#define WIRE_LINE_MAX (1u << 20)
#define WIRE_KEY_MAX  200 /* bytes of a row key or a fact's key */

enum wire_kind {
	WIRE_HELLO,
	WIRE_SCRATCH,
	WIRE_FACT,
	WIRE_CLOCK,
	WIRE_ROW,
	WIRE_START,
	WIRE_CAL,
	WIRE_DONE,
	WIRE_SKIP,
	WIRE_FAIL,
	WIRE_ENV,
	WIRE_LEFT,
	WIRE_LOAD,
	WIRE_PROFILE,
	WIRE_SYMBOLS,
	WIRE_FILE,
	WIRE_ERROR,
	WIRE_BYE,
	WIRE_OTHER, /* a kind of line this version does not know */
};

/* One parameter of a catalogue row. */
struct wire_param {
	char *name, *kind, *value, *help;
	int64_t min, max; /* 0 and 0 = no limits */
	char **words;     /* NULL-terminated, or NULL */
};

/* How a load does. */
struct wire_load {
	uint64_t running, copies, turns, failed;
	bool command;
	double cpu_s;
	char **each_s; /* NULL-terminated; the reason is in why */
};

/* Where an invocation spent its time: samples, one each period_ns. */
struct wire_profile {
	int64_t period_ns;
	uint64_t ops, base_ops;         /* operations done meanwhile */
	uint64_t samples, base_samples; /* all of them, in the lists or not */
	uint64_t lost;                  /* that found no room in the lists */
};

/* One line, understood. Which members are set follows doc/WIRE.md; strings
 * are owned and NULL where absent. */
struct wire_msg {
	enum wire_kind kind;
	int64_t id;
	char *key, *why;
	int version;           /* hello: wire */
	char *probe, *scratch; /* hello; scratch */
	int64_t pid;           /* hello, load */
	char *fact_value;      /* fact: key is in key */
	enum fact_kind fact_kind;
	char *clock_name;
	double cost_ns, step_ns;
	uint64_t ops; /* cal */
	double op_ns; /* cal */
	/* row */
	char *name, *summary, *alias, *unsupported, *calls;
	char **profiles, **needs; /* NULL-terminated */
	bool has_base;
	struct wire_param *params;
	size_t n_params;
	/* row, done */
	enum unit unit;
	unsigned flags;
	uint64_t bytes;
	struct invocation inv; /* done, with place and notes */
	int64_t error_number;  /* fail */
	char *phase;           /* fail */
	struct env_sample env; /* env; NaN = unknown, runnable -1. The line
				     has no time: the caller sets env.at_ns */
	double own;            /* env: CPUs used by the probe; NaN */
	int64_t steps;         /* bye */
	char **all;            /* left: kind, key, value, kind, ... */
	struct wire_load load;
	/* file: key is its path; list holds some bytes of it, their number is
	 * bytes; at the end none, and bytes is its size */
	/* symbols, profile: text of lines, see doc/WIRE.md */
	char *list, *base_list; /* profile: of run and of base; NULL = none */
	bool end; /* symbols: no more; why says why there are none */
	struct wire_profile profile;
};

/* Understand one line of len bytes (without the newline). 0, or -EINVAL with
 * the reason; *m is then empty. Release in any case. Nothing in a line is
 * trusted: numbers are checked, control characters in strings become spaces.
 * A hello of another version is understood: the caller refuses it. */
int wire_read(struct wire_msg *m, const char *line, size_t len, struct err *e);
void wire_msg_release(struct wire_msg *m);

/* Add what a done, skip, fail, fact, clock or env line says to the run. The
 * invocation moves out of *m. round is stamped on it. */
void wire_apply(struct wire_msg *m, struct run *r, uint32_t round);

#endif
