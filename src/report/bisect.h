/* bisect.h - what a bisection found, as text and as JSON. */
#ifndef PERFLOSS_REPORT_BISECT_H
#define PERFLOSS_REPORT_BISECT_H

#include "base/buf.h"
#include "base/json.h"
#include "judge/bisect.h"
#include "report/style.h"

#include <stdbool.h>

/* A place, and of commits what git knows of it; NULL = unknown. */
struct bisect_place {
	char *word, *who, *date, *subject;
	size_t parents; /* more than one: a merge */
	bool outside;   /* it touches none of the paths asked for */
	char *why;      /* it cannot be measured, or NULL */
};

struct bisect_view {
	const struct bisect *b;
	const struct bisect_place *place; /* b->n of them */
	enum bisect_word word;            /* how it ended */
	bool commits, time;  /* places are commits; values are times in ns */
	bool insn;           /* values are instructions */
	bool real;           /* values are real times: with waiting */
	bool rate;           /* higher is better: y is -log of the value */
	bool faster;         /* what made it faster is sought */
	size_t builds;       /* 0 = nothing was built */
	const char *check;   /* the command that checks it, or NULL */
	const char *further; /* the one that looks into a merge, or NULL */
};

/* A name for a person: ten digits of a commit. Borrowed or in `room`. */
const char *bisect_name(const struct bisect_view *v, size_t place, char *room,
    size_t size);

/* A value of a place: "12.3 ms", "684". y is its logarithm as it is judged. */
const char *bisect_number(const struct bisect_view *v, double y, char *out,
    size_t size);

/* A difference of y as people say it: "+13 %"; of a rate that of the rate. */
const char *bisect_change(const struct bisect_view *v, double dy, char *out,
    size_t size);

void bisect_text(const struct bisect_view *v, const struct style *style,
    struct buf *out);
void bisect_json(const struct bisect_view *v, struct buf *out);

/* The levels of measured places, and below them where the step may be. */
void bisect_plot(const struct bisect_view *v, const struct style *style,
    struct buf *out);

#endif
