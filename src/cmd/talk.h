/* talk.h - the talk with one probe at work for one run: started, asked, heard,
 * ended. */
#ifndef PERFLOSS_CMD_TALK_H
#define PERFLOSS_CMD_TALK_H

#include "base/buf.h"
#include "base/err.h"
#include "drive/drive.h"
#include "model/plan.h"
#include "model/run.h"

#include <stdbool.h>
#include <stdint.h>

struct talk {
	struct run *r; /* borrowed: what the probe says goes here */
	struct probe *probe;
	int64_t opened_ns;     /* when the run began, CLOCK_MONOTONIC */
	int64_t deadline_ns;   /* of one invocation */
	struct env_sample env; /* the last one; its hog is not kept */
	double own;            /* CPUs that the probe used meanwhile; NaN */
	char hog[64];          /* "" = none */
};

/* How a step was answered. */
struct answer {
	enum wire_kind kind; /* WIRE_DONE, WIRE_SKIP, WIRE_FAIL */
	int64_t took_ns;     /* from the question on, calibration included */
	int64_t cal_ns; /* until calibration was done; 0 = there was none */
	uint64_t ops;   /* what it found; 0 */
};

/* deadline_ns: 0 = the probe's default. */
void talk_init(struct talk *s, struct run *r, int64_t deadline_ns,
    int64_t now_ns);

/* Start the probe, send the head of the plan, take its facts into the run. */
int talk_start(struct talk *s, const struct probe_opts *o,
    const struct plan *plan, struct err *e);

/* How alone the machine has been since the last time; keep: in the run, too,
 * under that round. */
int talk_env(struct talk *s, bool keep, uint32_t round, struct err *e);

/* Wait until nobody else uses the machine, at most so long; then go on with a
 * warning. */
int talk_settle(struct talk *s, int64_t most_ns, struct err *e);

/* One line sent that is answered as a step is, and put into a run under that
 * round. While the probe measures, nothing runs here. */
struct talk_question {
	struct buf *line; /* taken */
	int64_t id;
	const char *key; /* of the row or program */
	const char *as;  /* kept under this key; NULL = its own */
	struct run *into;
	uint32_t round;
};
int talk_ask(struct talk *s, const struct talk_question *q, struct answer *a,
    struct err *e);

/* One line sent (taken) that is answered by a line of that kind, in *msg, which
 * the caller releases; a load may be skipped or fail instead. */
int talk_hear(struct talk *s, struct buf *line, enum wire_kind kind,
    struct wire_msg *msg, struct err *e);

/* The same for a step of a plan, into the run of the talk. */
int talk_step(struct talk *s, const struct plan *plan,
    const struct plan_step *step, struct answer *a, struct err *e);

/* Tell the plan how the step went: rows that cannot be measured leave. */
void talk_tell(const struct talk *s, struct plan *plan,
    const struct plan_step *step, const struct answer *a);

/* End the probe on every path; ret = how measuring went, *e its sentence, which
 * becomes how the probe ended where that is why. */
void talk_finish(struct talk *s, int ret, struct err *e);

/* One tick of the kernel's clock, ns, from the run's facts. */
int64_t talk_tick_ns(const struct run *r);

#endif
