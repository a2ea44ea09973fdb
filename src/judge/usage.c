/* usage.c - what commands used, and what follows from it by arithmetic. */
#include "judge/usage.h"

#include "base/mem.h"
#include "base/num.h"
#include "judge/inside.h"
#include "stats/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is said of a command begins where it is worth a look. */
#define SYS_SHARE   0.10 /* of its CPU time in the kernel */
#define WAIT_SHARE  0.10 /* of the real time neither user nor system */
#define MANY_CPUS   1.10 /* used on average */
#define TICK_WITHIN 0.15 /* a rate this near to the tick's is the tick's */
#define OFTEN       100  /* switches per second */
#define SOME        20   /* switches: fewer are no rate */
#define PART        0.02 /* of system time that a cause explains */
#define HELD_BACK   0.01 /* of the real time, by a quota */
#define PRESSURE    0.10 /* of the real time somebody waited */
#define PSI_LEAST   5e9  /* ns of all runs that it takes */
#define TAKEN       3    /* times that the CPU was taken: fewer are chance */
#define BLOCK       512  /* bytes; getrusage(2) */
#define MUCH_IO     1e6  /* bytes of a disk in a run */

static double counter(uint64_t c)
{
	return c == COUNTER_UNKNOWN ? NAN : (double)c;
}

/* Figures of an invocation; the first ones are in its notes. */
enum figure {
	USER,
	SYS,
	MAX_RSS,
	MAX_RSS_UNDER,
	IN_BLOCKS,
	OUT_BLOCKS,
	THROTTLED,
	PSI_CPU,
	PSI_IO,
	PSI_MEMORY,
	MINFLT,
	MAJFLT,
	NVCSW,
	NIVCSW,
	REAL,
	FIGURES,
};

static double figure(const struct invocation *inv, enum figure which)
{
	static const char *const notes[] = { "user_ns", "sys_ns", "max_rss",
		"max_rss_under", "in_blocks", "out_blocks", "throttled_ns",
		"psi_cpu_ns", "psi_io_ns", "psi_memory_ns" };

	switch (which) {
	case MINFLT:
		return counter(inv->counters.minflt);
	case MAJFLT:
		return counter(inv->counters.majflt);
	case NVCSW:
		return counter(inv->counters.nvcsw);
	case NIVCSW:
		return counter(inv->counters.nivcsw);
	case REAL:
		return inv->n_run > inv->warm ? (double)inv->run[inv->warm] :
						NAN;
	default:
		return invocation_number(inv, notes[which]);
	}
}

/* Those that are known, sorted; returns how many. */
static size_t sorted(const struct result *res, enum figure which, double *out)
{
	size_t n = 0;

	for (size_t i = 0; i < res->n_inv; i++) {
		double x = figure(&res->inv[i], which);

		if (isfinite(x))
			out[n++] = x;
	}
	order_sort(out, n);
	return n;
}

static bool has_signal(const struct result *res, size_t i)
{
	return invocation_noted(&res->inv[i], "signal") != NULL;
}

/* The kernel adds to pressure every two seconds (PSI_FREQ), so most runs of a
 * short command see nothing and some all of it: a mean, of runs enough. */
static double pressure_of(const struct result *res, enum figure which)
{
	double sum = 0, real = 0;

	for (size_t i = 0; i < res->n_inv; i++) {
		sum += figure(&res->inv[i], which);
		real += figure(&res->inv[i], REAL);
	}
	return real >= PSI_LEAST ? sum / (double)res->n_inv : NAN;
}

bool usage_of(const struct result *res, struct usage *u)
{
	double *const to[FIGURES] = { &u->user, &u->sys, &u->max_rss,
		&u->max_rss_under, &u->in_blocks, &u->out_blocks, &u->throttled,
		&u->psi[0], &u->psi[1], &u->psi[2], &u->minflt, &u->majflt,
		&u->nvcsw, &u->nivcsw, &u->real };
	double *x;
	size_t n = 0;

	memset(u, 0, sizeof(*u));
	if (!res || res->n_inv == 0 ||
	    isnan(invocation_number(&res->inv[0], "user_ns")))
		return false;
	u->n = res->n_inv;
	x = xcalloc(res->n_inv, sizeof(*x));
	for (int i = 0; i < FIGURES; i++) {
		n = sorted(res, (enum figure)i, x);
		*to[i] = n > 0 ? order_median(x, n) : NAN;
	}
	for (int i = 0; i < 3; i++)
		u->psi[i] = pressure_of(res, (enum figure)(PSI_CPU + i));
	/* the last are those of REAL */
	u->least = n > 0 ? x[0] : NAN;
	u->most = n > 0 ? x[n - 1] : NAN;
	free(x);
	for (size_t i = 0; i < res->n_inv; i++) {
		double status = invocation_number(&res->inv[i], "status");

		/* of what was imported it may be unknown */
		u->failed +=
		    status > 0 || (isnan(status) && has_signal(res, i));
		u->left += invocation_number(&res->inv[i], "left") > 0;
	}
	return true;
}

static double cost_of(const struct run *r, const char *key)
{
	const struct result *res = run_find(r, key);
	double *cost, m;
	size_t n;

	if (!res || res->n_inv == 0)
		return NAN;
	cost = xcalloc(res->n_inv, sizeof(*cost));
	n = run_costs(r, res, cost);
	order_sort(cost, n);
	m = n > 0 ? order_median(cost, n) : NAN;
	free(cost);
	return m;
}

void usage_costs_of(const struct run *r, struct usage_costs *c)
{
	c->fault = cost_of(r, "vm_fault/kind=anon");
	c->ctx_switch = cost_of(r, "sched_ctx/procs=2/size=0/cpu=same");
}

/* -- One command --------------------------------------------------------- */

struct list {
	struct finding *to;
	size_t n;
};

static char *next(struct list *l)
{
	return l->n < USAGE_FINDINGS ? l->to[l->n++].text : NULL;
}

#define SAY(l, ...) \
	do { \
		char *to_ = next(l); \
		if (to_) \
			judge_say(to_, sizeof((l)->to->text), __VA_ARGS__); \
	} while (0)

/* Whether it waits for a CPU rather than for something. How long each of these
 * took is not counted, only how often. */
static const char *taken(const struct usage *u, char *out, size_t size)
{
	out[0] = '\0';
	if (u->nivcsw >= TAKEN && u->nivcsw > u->nvcsw)
		snprintf(out, size,
		    "; it was taken from it %.0f times, and given up %.0f",
		    u->nivcsw, u->nvcsw);
	return out;
}

/* Waiting or computing. */
static void cpus(struct list *l, const struct usage *u)
{
	double cpu = u->user + u->sys, used = cpu / u->real;
	char wait[32], real[32], more[96];

	if (!(u->real > 0) || !isfinite(used))
		return;
	if (used > MANY_CPUS)
		SAY(l, "it uses %.2f CPUs on average", used);
	else if (used < 1 - WAIT_SHARE)
		SAY(l, "it waits %.0f %% of the time: %s of %s it has no CPU%s",
		    100 * (1 - used),
		    num_time(u->real - cpu, wait, sizeof(wait)),
		    num_time(u->real, real, sizeof(real)),
		    taken(u, more, sizeof(more)));
	else
		SAY(l, "it computes: it has a CPU %.0f %% of the time",
		    100 * fmin(used, 1));
}

static void system_share(struct list *l, const struct usage *u)
{
	double share = u->sys / (u->user + u->sys);
	char sys[32];

	if (share > SYS_SHARE)
		SAY(l, "%.0f %% of its CPU time is in the kernel (%s)",
		    100 * share, num_time(u->sys, sys, sizeof(sys)));
}

/* What faults cost by this host's own measure, of the time in the kernel. */
static void faults(struct list *l, const struct usage *u,
    const struct usage_costs *c)
{
	double part = u->minflt * c->fault / u->sys;
	char each[32];

	if (u->majflt >= 1)
		SAY(l, "%.0f of its page faults waited for a disk", u->majflt);
	if (isfinite(part) && part > PART)
		SAY(l,
		    "%.0f page faults at %s each (this host's vm_fault) are "
		    "%.0f %% of its time in the kernel",
		    u->minflt, num_time(c->fault, each, sizeof(each)),
		    100 * fmin(part, 9.99));
}

/* Timers tick so often on the systems there are: BSD 100 and 1000 Hz, Linux
 * 100, 250, 300 or 1000. The tick that a rate is within 2 % of, or 0. */
static double usual_tick(double rate)
{
	static const double usual[] = { 100, 250, 300, 1000 };

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (fabs(rate / usual[i] - 1) < 0.02)
			return usual[i];
	return 0;
}

/* Switches against its will come with the timer where something else wants the
 * CPU all the time. */
static void involuntary(struct list *l, const struct run *r,
    const struct usage *u)
{
	const char *hz = host_get(&r->host, "tick.hz");
	double rate = u->nivcsw / (u->real / 1e9), tick;

	if (!(rate >= OFTEN / 2) || !(u->nivcsw >= SOME))
		return;
	if (hz && num_parse_double(hz, &tick) == 0 && tick > 0 &&
	    fabs(rate / tick - 1) < TICK_WITHIN)
		SAY(l,
		    "it loses the CPU %.0f times a second, once a tick (%.0f "
		    "Hz): something else wants it all the time",
		    rate, tick);
	else if (!hz && usual_tick(rate) > 0)
		SAY(l,
		    "it loses the CPU %.0f times a second, as often as a timer "
		    "of %.0f Hz ticks",
		    rate, usual_tick(rate));
	else
		SAY(l, "it loses the CPU %.0f times a second", rate);
}

static void voluntary(struct list *l, const struct usage *u,
    const struct usage_costs *c)
{
	double rate = u->nvcsw / (u->real / 1e9);
	double part = u->nvcsw * c->ctx_switch / u->sys;

	if (!(rate >= OFTEN) || !(u->nvcsw >= SOME))
		return;
	if (isfinite(part) && part > PART)
		SAY(l,
		    "it waits for something %.0f times a second; the switches "
		    "(sched_ctx) are %.0f %% of its time in the kernel",
		    rate, 100 * fmin(part, 9.99));
	else
		SAY(l, "it waits for something %.0f times a second", rate);
}

/* A quota of the cgroup it runs in. */
static void throttled(struct list *l, const struct usage *u)
{
	double part = u->throttled / u->real;
	char text[32];

	if (part > HELD_BACK)
		SAY(l,
		    "a quota of its cgroup held it back for %s (%.0f %% of "
		    "the time)",
		    num_time(u->throttled, text, sizeof(text)), 100 * part);
}

/* What most was waited for, by it or by others. */
static void pressure(struct list *l, const struct usage *u)
{
	static const char *const what[] = { "a CPU", "a disk", "memory" };
	int most = 0;

	for (int i = 1; i < 3; i++)
		if (u->psi[i] > u->psi[most] || isnan(u->psi[most]))
			most = i;
	if (u->psi[most] / u->real > PRESSURE)
		SAY(l,
		    "some task of this machine waited for %s during %.0f %% "
		    "of the time (PSI)",
		    what[most], fmin(100, 100 * u->psi[most] / u->real));
}

static void disks(struct list *l, const struct usage *u)
{
	double in = u->in_blocks * BLOCK, out = u->out_blocks * BLOCK;
	char a[32], b[32];

	if (in >= MUCH_IO || out >= MUCH_IO)
		SAY(l, "it reads %s MB from disks and has %s MB written",
		    num_digits(in / 1e6, 3, a, sizeof(a)),
		    num_digits(out / 1e6, 3, b, sizeof(b)));
}

static void clock_source(struct list *l, const struct run *r)
{
	const char *source = host_get(&r->host, "clock.source");

	if (source && strcmp(source, "tsc") != 0 &&
	    strcmp(source, "kvm-clock") != 0 &&
	    strcmp(source, "arch_sys_counter") != 0)
		SAY(l, "the clock source is %.40s: reading the time is dear",
		    source);
}

size_t usage_findings(const struct run *r, const struct usage *u,
    const struct usage_costs *c, struct finding out[USAGE_FINDINGS])
{
	struct list l = { out, 0 };

	cpus(&l, u);
	system_share(&l, u);
	faults(&l, u, c);
	involuntary(&l, r, u);
	voluntary(&l, u, c);
	throttled(&l, u);
	pressure(&l, u);
	disks(&l, u);
	clock_source(&l, r);
	if (u->failed > 0)
		SAY(&l, "%zu of %zu runs failed", u->failed, u->n);
	if (u->left > 0)
		SAY(&l, "it leaves something running (in %zu of %zu runs)",
		    u->left, u->n);
	return l.n;
}

/* -- Two commands -------------------------------------------------------- */

/* What of a difference is what; and what is most of it. NaN: unknown. */
struct difference {
	double part[3], all;
	int most;
};

static const char *const where[] = { "computing", "in the kernel", "waiting" };

static struct difference difference(const struct usage *a,
    const struct usage *b)
{
	struct difference d = { { b->user - a->user, b->sys - a->sys, 0 },
		b->real - a->real, 0 };

	d.part[2] = d.all - d.part[0] - d.part[1];
	for (int i = 1; i < 3; i++)
		if (d.part[i] / d.all > d.part[d.most] / d.all)
			d.most = i;
	return d;
}

bool usage_difference(const struct usage *a, const struct usage *b,
    struct finding *out)
{
	struct difference d = difference(a, b);
	char text[4][32];

	if (!isfinite(d.part[2]) || d.all == 0)
		return false;
	for (int i = 0; i < 3; i++)
		num_time(fabs(d.part[i]), text[i], sizeof(text[i]));
	num_time(fabs(d.all), text[3], sizeof(text[3]));
	judge_say(out->text, sizeof(out->text),
	    "%s %s, most of it %s: user %s%s, system %s%s, waiting %s%s",
	    text[3], d.all > 0 ? "slower" : "faster", where[d.most],
	    d.part[0] < 0 ? "-" : "+", text[0], d.part[1] < 0 ? "-" : "+",
	    text[1], d.part[2] < 0 ? "-" : "+", text[2]);
	return true;
}

bool usage_where(const struct usage *a, const struct usage *b,
    struct finding *out)
{
	struct difference d = difference(a, b);
	char text[32];

	if (!isfinite(d.part[2]) || d.all == 0)
		return false;
	judge_say(out->text, sizeof(out->text), "%s %s, most of it %s",
	    num_time(fabs(d.all), text, sizeof(text)),
	    d.all > 0 ? "more" : "less", where[d.most]);
	return true;
}

bool usage_clock(const struct run *a, const struct run *b, struct finding *out)
{
	const char *was = host_get(&a->host, "clock.source");
	const char *is = host_get(&b->host, "clock.source");

	if (!was || !is || strcmp(was, is) == 0)
		return false;
	judge_say(out->text, sizeof(out->text),
	    "the clock source was %.40s and is %.40s", was, is);
	return true;
}
