/* aftermath_left.c - what of the system is not as it was before a load.
 *
 * The state is looked at again and again. What a thing does by itself is seen
 * at the baseline: it may go on as far for as long as the rest takes, and by
 * what is too small to name besides. What lies beyond that in the last two
 * looks, on the same side, is named. */
#include "judge/aftermath.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "judge/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MB 1048576.0

enum what { BYTES, COUNT, RATE, THOUSANDTHS, KHZ };

/* What is too small to name: the larger of so much, such a part of the memory
 * (0.25 % of a machine of 8 GB is 20 MB), and such a part of what there was. */
struct rule {
	const char *key; /* a pattern */
	const char *text;
	enum what what;
	double least, of_memory, of_before;
	int side; /* +1: only more is worth a word, -1: only less, 0: both */
};

static const struct rule levels[] = {
	{ "mem.MemAvailable", "memory available", BYTES, 64 * MB, .01, 0, -1 },
	{ "mem.Cached", "page cache", BYTES, 64 * MB, .01, 0, 0 },
	{ "mem.Shmem", "shared memory and files in memory", BYTES, 16 * MB,
	    .0025, 0, 1 },
	{ "mem.AnonPages", "memory of processes", BYTES, 32 * MB, .005, 0, 1 },
	{ "mem.Dirty", "data not yet written to disk", BYTES, 64 * MB, .01, 0,
	    1 },
	{ "mem.SReclaimable", "kernel memory that can be given back", BYTES,
	    32 * MB, .005, 0, 1 },
	{ "mem.SUnreclaim", "kernel memory that cannot be given back", BYTES,
	    16 * MB, .0025, 0, 1 },
	{ "mem.PageTables", "page tables", BYTES, 16 * MB, .0025, 0, 1 },
	{ "mem.KernelStack", "kernel stacks", BYTES, 8 * MB, .001, 0, 1 },
	{ "mem.Percpu", "per-CPU memory of the kernel", BYTES, 8 * MB, .001, 0,
	    1 },
	{ "mem.VmallocUsed", "vmalloc memory of the kernel", BYTES, 16 * MB,
	    .0025, 0, 1 },
	{ "mem.Mlocked", "locked memory", BYTES, 16 * MB, .0025, 0, 1 },
	{ "mem.SwapFree", "free swap", BYTES, 8 * MB, .001, 0, -1 },
	{ "mem.Hugetlb", "memory set aside as huge pages", BYTES, 2 * MB, 0, 0,
	    0 },
	{ "free.small", "free memory in pieces smaller than a huge page", BYTES,
	    64 * MB, .01, .25, 1 },
	{ "free.tiny", "free memory in pieces smaller than 8 pages", BYTES,
	    64 * MB, .01, .25, 1 },
	{ "free.unusable", "fragmentation index for huge pages", THOUSANDTHS,
	    50, 0, .25, 1 },
	{ "slab.*", "slab cache", BYTES, 32 * MB, .005, .25, 1 },
	/* A compilation leaves some ten thousand. */
	{ "dentry.negative", "negative dentries (names of no file)", COUNT,
	    100000, 0, .25, 1 },
	{ "dentry.all", "dentries (names of files)", COUNT, 100000, 0, .25, 1 },
	{ "inode.all", "inodes in memory", COUNT, 100000, 0, .25, 1 },
	{ "files.open", "open files", COUNT, 500, 0, .25, 1 },
	{ "tcp.inuse", "TCP sockets", COUNT, 200, 0, .25, 1 },
	{ "tcp.time_wait", "TCP sockets in TIME_WAIT", COUNT, 500, 0, .25, 1 },
	/* Nobody gives them back when their maker ends. */
	{ "ipc.shm", "System V shared memory segments", COUNT, .5, 0, 0, 1 },
	{ "ipc.sem", "System V semaphore sets", COUNT, .5, 0, 0, 1 },
	{ "ipc.msg", "System V message queues", COUNT, .5, 0, 0, 1 },
	{ "timers", "high-resolution timers that are waiting", COUNT, 200, 0,
	    .25, 1 },
	{ "cpu.khz", "CPU frequency", KHZ, 0, 0, .05, -1 },
};

/* Of counters, a second. */
static const struct rule rates[] = {
	{ "vm.thp_fault_fallback", "huge pages that could not be had", RATE, 1,
	    0, .25, 1 },
	{ "vm.compact_stall", "waits for memory to be compacted", RATE, 1, 0,
	    .25, 1 },
	{ "vm.allocstall_*", "waits for memory to be freed", RATE, 1, 0, .25,
	    1 },
	{ "vm.pgmajfault", "page faults that read from disk", RATE, 50, 0, .25,
	    1 },
	{ "vm.pswpin", "pages read from swap", RATE, 10, 0, .25, 1 },
	{ "vm.pswpout", "pages written to swap", RATE, 10, 0, .25, 1 },
	{ "cpu.throttled", "throttling for heat", RATE, .2, 0, .25, 1 },
	{ "cgroup.*/throttled", "throttling by a CPU quota", RATE, .2, 0, .25,
	    1 },
};

#define N(list) (sizeof(list) / sizeof((list)[0]))

/* -- Numbers ------------------------------------------------------------- */

static const char *write_number(double v, enum what what, char *out,
    size_t size)
{
	char digits[32];

	if (what == BYTES)
		snprintf(out, size, "%s MB",
		    num_digits(v / 1e6, 3, digits, sizeof(digits)));
	else if (what == RATE)
		snprintf(out, size, "%s/s",
		    num_digits(v, 3, digits, sizeof(digits)));
	else if (what == THOUSANDTHS)
		snprintf(out, size, "%.2f", v / 1000);
	else if (what == KHZ)
		num_hz(v * 1000, out, size);
	else
		snprintf(out, size, "%.0f", v);
	return out;
}

struct after_left *after_add_left(struct after_judged *j, double weight)
{
	struct after_left *l;

	j->left = xgrow(j->left, j->n_left, &j->cap_left, sizeof(*j->left));
	l = &j->left[j->n_left++];
	memset(l, 0, sizeof(*l));
	l->weight = weight;
	return l;
}

/* A thing over the looks at the baseline, and at the last two. */
struct seen {
	double least, most, last; /* at the baseline */
	double span;              /* seconds of it */
	double after[2];          /* the last two; NaN */
	double gap;               /* seconds from the middle of the baseline */
	size_t n;
};

/* What a look says: a level, or how fast a counter went since the look before;
 * what is not listed is 0 where others of its kind are. */
static double value_at(const struct aftermath *a, size_t i, enum left_kind kind,
    const char *key)
{
	double now = left_number(&a->left[i], kind, key), before, s;

	if (kind == LEFT_LEVEL)
		return isnan(now) && text_starts(key, "slab.") ? 0 : now;
	if (i == 0)
		return NAN;
	before = left_number(&a->left[i - 1], kind, key);
	s = (double)(a->left[i].at_ns - a->left[i - 1].at_ns) / 1e9;
	return s > 0 ? (now - before) / s : NAN;
}

static bool see(const struct aftermath *a, enum left_kind kind, const char *key,
    struct seen *s)
{
	double first = NAN, end = NAN;

	*s = (struct seen){ INFINITY, -INFINITY, NAN, 0, { NAN, NAN }, 0, 0 };
	for (size_t i = 0; i < a->n_left; i++) {
		double v = value_at(a, i, kind, key);
		double at = (double)a->left[i].at_ns / 1e9;
		enum after_phase p = aftermath_when(a, a->left[i].at_ns);

		if (isnan(v))
			continue;
		if (p == AFTER_BASELINE) {
			first = isnan(first) ? at : first;
			end = at;
			s->least = fmin(s->least, v);
			s->most = fmax(s->most, v);
			s->last = v;
			s->n++;
		} else if (p == AFTER_RECOVERY) {
			s->after[0] = s->after[1];
			s->after[1] = v;
			s->gap = at - (first + end) / 2;
		}
	}
	s->span = end - first;
	return s->n > 0 && !isnan(s->after[0]);
}

static void name_it(const struct rule *r, const char *key, const struct seen *s,
    double beyond, struct after_judged *j)
{
	struct after_left *l = after_add_left(j, beyond);
	const char *dot = strchr(key, '.');

	if (text_is_glob(r->key) && dot)
		snprintf(l->what, sizeof(l->what), "%s %.100s", r->text,
		    dot + 1);
	else
		snprintf(l->what, sizeof(l->what), "%s", r->text);
	write_number(s->last, r->what, l->before, sizeof(l->before));
	write_number(s->after[1], r->what, l->after, sizeof(l->after));
}

static void judge_number(const struct aftermath *a, const struct rule *r,
    enum left_kind kind, const char *key, struct after_judged *j)
{
	double memory = left_number(&a->left[0], LEFT_LEVEL, "mem.MemTotal");
	double small = r->least, more, less, go_on;
	struct seen s;

	if (!see(a, kind, key, &s))
		return;
	if (isfinite(memory))
		small = fmax(small, r->of_memory * memory);
	small = fmax(small, r->of_before * fabs(s.last));
	go_on = (s.most - s.least) * (s.span > 0 ? fmax(1, s.gap / s.span) : 1);
	more = fmin(s.after[0], s.after[1]) - (s.most + go_on);
	less = (s.least - go_on) - fmax(s.after[0], s.after[1]);
	if (r->side >= 0 && more > small)
		name_it(r, key, &s, more / small, j);
	else if (r->side <= 0 && less > small)
		name_it(r, key, &s, less / small, j);
}

/* Each thing of the last look that a rule is about. */
static void judge_numbers(const struct aftermath *a, enum left_kind kind,
    const struct rule *rule, size_t rules, struct after_judged *j)
{
	size_t n;
	const struct thing *t = left_first(&a->left[a->n_left - 1], kind, &n);

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < rules; k++)
			if (text_glob(rule[k].key, t[i].key)) {
				judge_number(a, &rule[k], kind, t[i].key, j);
				break;
			}
}

/* -- Settings ------------------------------------------------------------ */

static const char *choice_at(const struct left *l, const char *key)
{
	const struct thing *t = left_find(l, LEFT_CHOICE, key);

	return t ? t->value : "(none)";
}

/* What a setting was all through the baseline; NULL = it changed there, or
 * there was none. */
static const char *steady(const struct aftermath *a, const char *key)
{
	const char *was = NULL;

	for (size_t i = 0; i < a->n_left; i++) {
		const char *v = choice_at(&a->left[i], key);

		if (aftermath_when(a, a->left[i].at_ns) != AFTER_BASELINE)
			continue;
		if (was && strcmp(was, v) != 0)
			return NULL;
		was = v;
	}
	return was;
}

/* A setting is either as before or it is not: nothing of it is noise. */
#define WEIGHT_CHOICE 1000

static void judge_choice(const struct aftermath *a, const char *key,
    struct after_judged *j)
{
	const char *was = steady(a, key);
	const char *is = choice_at(&a->left[a->n_left - 1], key);
	struct after_left *l;

	if (!was || strcmp(was, is) == 0 ||
	    strcmp(is, choice_at(&a->left[a->n_left - 2], key)) != 0)
		return;
	l = after_add_left(j, WEIGHT_CHOICE);
	snprintf(l->what, sizeof(l->what), "%.150s", key);
	snprintf(l->before, sizeof(l->before), "%.46s", was);
	snprintf(l->after, sizeof(l->after), "%.46s", is);
}

static void judge_choices(const struct aftermath *a, struct after_judged *j)
{
	const struct left *end = &a->left[a->n_left - 1], *base = NULL;
	const struct thing *t;
	size_t n;

	t = left_first(end, LEFT_CHOICE, &n);
	for (size_t i = 0; i < n; i++)
		judge_choice(a, t[i].key, j);
	for (size_t i = 0; i < a->n_left; i++)
		if (aftermath_when(a, a->left[i].at_ns) == AFTER_BASELINE)
			base = &a->left[i];
	t = base ? left_first(base, LEFT_CHOICE, &n) : NULL;
	for (size_t i = 0; t && i < n; i++) /* what is there no more */
		if (!left_find(end, LEFT_CHOICE, t[i].key))
			judge_choice(a, t[i].key, j);
}

/* -- All of it ----------------------------------------------------------- */

static void unread(const struct left *l, struct after_judged *j)
{
	size_t n;
	const struct thing *t = left_first(l, LEFT_UNREAD, &n);

	for (size_t i = 0; i < n; i++) {
		j->unread = xgrow(j->unread, j->n_unread, &j->cap_unread,
		    sizeof(*j->unread));
		j->unread[j->n_unread++] =
		    xasprintf("%s: %s", t[i].key, t[i].value);
	}
}

/* The largest first. */
static int by_weight(const void *a, const void *b)
{
	const struct after_left *x = a, *y = b;

	return x->weight != y->weight ?
	    (x->weight < y->weight) - (x->weight > y->weight) :
	    strcmp(x->what, y->what);
}

static void oom_kills(const struct aftermath *a, struct after_judged *j)
{
	static const char key[] = "vm.oom_kill";
	double n = left_number(&a->left[a->n_left - 1], LEFT_COUNTER, key) -
	    left_number(&a->left[0], LEFT_COUNTER, key);

	if (n > 0)
		snprintf(after_add_left(j, WEIGHT_CHOICE)->what, 160,
		    "%.0f process%s killed for lack of memory", n,
		    n == 1 ? " was" : "es were");
}

void after_judge_left(const struct aftermath *a, struct after_judged *j)
{
	for (size_t i = 0; i < a->n_left; i++) {
		enum after_phase p = aftermath_when(a, a->left[i].at_ns);

		j->snapshots[0] += p == AFTER_BASELINE;
		j->snapshots[1] += p == AFTER_RECOVERY;
	}
	if (a->n_left > 0)
		unread(&a->left[a->n_left - 1], j);
	if (j->snapshots[0] < 2 || j->snapshots[1] < 2)
		return;
	judge_numbers(a, LEFT_LEVEL, levels, N(levels), j);
	judge_numbers(a, LEFT_COUNTER, rates, N(rates), j);
	judge_choices(a, j);
	oom_kills(a, j);
	after_judge_processes(a, j);
	if (j->n_left > 0)
		qsort(j->left, j->n_left, sizeof(*j->left), by_weight);
}
