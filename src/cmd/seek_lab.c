/* seek_lab.c - values of kernels: a row's instructions in the lab. */
#include "cmd/seek.h"

#include "base/mem.h"
#include "cmd/lab.h"
#include "cmd/progress.h"
#include "drive/kernel.h"
#include "drive/stop.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NOWHERE SIZE_MAX

struct self {
	const struct seek_opts *o;
	const struct places *p;
	struct lab_rows rows;
	struct kernel kernel;
	size_t at;     /* the place whose kernel is open */
	uint64_t boot; /* so many were made: each has a seed of its own */
};

/* What is no kernel is passed over; that there is none to be had stops all. */
static int ready(void *self, size_t place, bool *built, struct err *e)
{
	struct self *s = self;
	int r;

	*built = false;
	if (place == s->at)
		return 0;
	kernel_release(&s->kernel);
	s->at = NOWHERE;
	r = kernel_open(&s->kernel, s->p->at[place].word, e);
	if (r == -ENOEXEC)
		return 1;
	if (r == 0)
		s->at = place;
	return r;
}

static bool has(void *self, size_t place)
{
	(void)self;
	(void)place;
	return true;
}

/* Of the only row of a run; a row that is unsupported there is no trouble of
 * the lab. */
static int take(struct self *s, const struct run *r, double *out, struct err *e)
{
	const struct result *res = run_find(r, s->rows.row[0].key);

	if (!res || res->n_inv == 0) {
		err_set(e, -ECHILD, "'%s': %s", s->rows.row[0].key,
		    res && res->why ? res->why : "it gave no value");
		return 1;
	}
	*out = run_cost(r, res, 0);
	if (*out > 0 && isfinite(*out))
		return 0;
	err_set(e, -ERANGE, "'%s' gave no cost", s->rows.row[0].key);
	return 1;
}

/* One boot is one value: it has the layout of its seed. A kernel that does not
 * boot cannot be measured. */
static int value(void *self, size_t place, double *out, struct err *e)
{
	struct self *s = self;
	struct run run;
	struct lab_arm arm = { .kernel = &s->kernel, .r = &run };
	const struct lab_opts o = { .arm = &arm,
		.n_arms = 1,
		.boots = 1,
		.seed = s->o->judge.seed + s->o->before + ++s->boot,
		.rows = &s->rows,
		.how = { .accel = LAB_ICOUNT,
		    .limit_ns = LAB_LIMIT_NS,
		    .at_once = 1,
		    .rows = 1,
		    .what = "boot",
		    .quiet = true } };
	int r;

	run_init(&run);
	run.label = xstrdup(s->p->at[place].word);
	r = lab_measure(&o, NULL, e);
	if (r == 0)
		r = take(s, &run, out, e);
	else if (r != -EINTR && !stop_asked() && s->kernel.boot)
		r = 1;
	run_release(&run);
	progress_begin(s->o->quiet); /* it has ended that of its own */
	return r;
}

static void release(void *self)
{
	struct self *s = self;

	kernel_release(&s->kernel);
	lab_rows_release(&s->rows);
	free(s);
}

int seek_lab(struct seek_back *b, const struct seek_opts *o,
    const struct places *p, struct err *e)
{
	struct self *s = xcalloc(1, sizeof(*s));
	char *qemu;
	int r;

	*b = (struct seek_back){ .self = s,
		.ready = ready,
		.value = value,
		.has = has,
		.release = release };
	s->o = o;
	s->p = p;
	s->at = NOWHERE;
	r = lab_rows_choose(&s->rows, &o->row, 1, e);
	if (r == 0 && s->rows.n != 1)
		r = err_set(e, -EINVAL,
		    "'--lab %s' are %zu rows, one is wanted", o->row,
		    s->rows.n);
	if (r < 0)
		return r;
	qemu = lab_qemu(e);
	free(qemu);
	return qemu ? 0 : -ENOENT;
}
