/* aftermath_processes.c - processes that a load has left, and who is busier
 * than before. */
#include "judge/aftermath.h"

#include "base/mem.h"
#include "base/text.h"
#include "judge/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernel counts CPU time for others in these, whatever HZ is: USER_HZ
 * (man 7 time). */
#define TICKS_S 100.0

/* Shares of a CPU that are worth a word. */
#define KERNEL_SHARE 0.05
#define OTHER_SHARE  0.20

/* A process that is left matters however little it uses. */
#define WEIGHT 2000

struct list {
	struct left_process *p;
	size_t n;
};

static int by_pid(const void *a, const void *b)
{
	const struct left_process *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void list_init(struct list *l, const struct left *from)
{
	size_t n;
	const struct thing *t = left_first(from, LEFT_PROCESS, &n);

	l->n = 0;
	l->p = xcalloc(n + 1, sizeof(*l->p));
	for (size_t i = 0; i < n; i++)
		l->n += left_process(&t[i], &l->p[l->n]);
	qsort(l->p, l->n, sizeof(*l->p), by_pid);
}

static const struct left_process *find(const struct list *l, long pid)
{
	const struct left_process key = { .pid = pid };

	return l->n > 0 ? bsearch(&key, l->p, l->n, sizeof(key), by_pid) : NULL;
}

/* The same process, not one that has got its number. */
static const struct left_process *same(const struct list *l,
    const struct left_process *p)
{
	const struct left_process *x = find(l, p->pid);

	return x && x->start == p->start ? x : NULL;
}

/* Whether p is the process or has it among its ancestors. */
static bool below(const struct list *l, const struct left_process *p, long root)
{
	for (size_t steps = 0; root > 0 && p && steps <= l->n; steps++) {
		if (p->pid == root)
			return true;
		p = find(l, p->ppid);
	}
	return false;
}

static bool is_ours(const struct aftermath *a, const struct list *l,
    const struct left_process *p)
{
	for (size_t i = 0; i < sizeof(a->about.self) / sizeof(a->about.self[0]);
	     i++)
		if (below(l, p, a->about.self[i]))
			return true;
	return false;
}

static bool is_left(const struct aftermath *a, const struct list *l,
    const struct left_process *p)
{
	return p->pid != a->about.keeper && below(l, p, a->about.keeper);
}

/* kthreadd is process 2, and all of the kernel's are its children. */
static bool is_kernel(const struct left_process *p)
{
	return p->pid == 2 || p->ppid == 2;
}

struct two {
	struct list then, now;
	double s; /* between them */
};

static bool two_init(struct two *t, const struct aftermath *a, size_t i,
    size_t k)
{
	memset(t, 0, sizeof(*t));
	if (i >= a->n_left || k >= a->n_left)
		return false;
	t->s = (double)(a->left[k].at_ns - a->left[i].at_ns) / 1e9;
	list_init(&t->then, &a->left[i]);
	list_init(&t->now, &a->left[k]);
	return t->s > 0;
}

static void two_release(struct two *t)
{
	free(t->then.p);
	free(t->now.p);
}

/* CPUs that one used in between; 0 for one that was not there before. */
static double share(const struct two *t, const struct left_process *p)
{
	const struct left_process *then = same(&t->then, p);

	return then ? (p->ticks - then->ticks) / TICKS_S / t->s : 0;
}

double after_left_cpus(const struct aftermath *a)
{
	double sum = 0;
	struct two t;

	if (a->n_left < 2)
		return NAN;
	if (two_init(&t, a, a->n_left - 2, a->n_left - 1))
		for (size_t i = 0; i < t.now.n; i++)
			if (is_left(a, &t.now, &t.now.p[i]))
				sum += share(&t, &t.now.p[i]);
	two_release(&t);
	return sum;
}

/* Those of one name together. */
static void left_of_name(const struct aftermath *a, const struct two *t,
    size_t first, struct after_judged *j)
{
	const char *name = t->now.p[first].name;
	struct after_left *l;
	double cpus = 0;
	size_t n = 0;

	for (size_t i = 0; i < t->now.n; i++) {
		const struct left_process *p = &t->now.p[i];

		if (strcmp(p->name, name) != 0 || !is_left(a, &t->now, p) ||
		    !same(&t->then, p))
			continue;
		if (i < first)
			return; /* said already */
		n++;
		cpus += share(t, p);
	}
	l = after_add_left(j, WEIGHT + cpus);
	snprintf(l->what, sizeof(l->what),
	    "%zu process%s of the load still run%s: '%.40s', %.2f CPUs", n,
	    n == 1 ? "" : "es", n == 1 ? "s" : "", name, cpus);
}

static void left_running(const struct aftermath *a, const struct two *t,
    struct after_judged *j)
{
	for (size_t i = 0; i < t->now.n; i++)
		if (is_left(a, &t->now, &t->now.p[i]) &&
		    same(&t->then, &t->now.p[i]))
			left_of_name(a, t, i, j);
}

/* -- Who is busier -------------------------------------------------------- */

/* CPUs of all of the kernel's threads, and the busiest. */
static double kernel_share(const struct two *t, const char **busiest)
{
	double sum = 0, most = 0;

	*busiest = "?";
	for (size_t i = 0; i < t->now.n; i++) {
		double s = is_kernel(&t->now.p[i]) ? share(t, &t->now.p[i]) : 0;

		sum += s;
		if (s > most)
			*busiest = t->now.p[i].name;
		most = fmax(most, s);
	}
	return sum;
}

static void kernel_threads(const struct two *before, const struct two *after,
    struct after_judged *j)
{
	const char *busiest, *then;
	double was = kernel_share(before, &then);
	double is = kernel_share(after, &busiest);
	struct after_left *l;

	if (is - was <= KERNEL_SHARE || is < 2 * was)
		return;
	l = after_add_left(j, is / KERNEL_SHARE);
	snprintf(l->what, sizeof(l->what),
	    "CPU time of kernel threads, most of it %.40s", busiest);
	snprintf(l->before, sizeof(l->before), "%.2f CPUs", was);
	snprintf(l->after, sizeof(l->after), "%.2f CPUs", is);
}

/* One of others, and those of its name. */
struct busy {
	const char *name;
	double was, is;
};

/* What others used, by name, in room for all of them. */
static size_t list_others(const struct aftermath *a, const struct two *before,
    const struct two *after, struct busy *list)
{
	size_t n = 0, k;

	for (size_t i = 0; i < after->now.n; i++) {
		const struct left_process *p = &after->now.p[i], *then;

		if (is_ours(a, &after->now, p) || is_kernel(p) ||
		    is_left(a, &after->now, p))
			continue;
		for (k = 0; k < n && strcmp(list[k].name, p->name) != 0;)
			k++;
		if (k == n)
			list[n++] = (struct busy){ p->name, 0, 0 };
		list[k].is += share(after, p);
		then = same(&before->now, p);
		list[k].was += then ? share(before, then) : 0;
	}
	return n;
}

/* Others, which the load may have woken, or which came by themselves. */
static void others(const struct aftermath *a, const struct two *before,
    const struct two *after, struct after_judged *j)
{
	struct busy *list = xcalloc(after->now.n + 1, sizeof(*list));
	size_t n = list_others(a, before, after, list);

	for (size_t i = 0; i < n; i++)
		if (list[i].is - list[i].was > OTHER_SHARE)
			after_warn(j,
			    "'%.40s', which is none of the load's, used %.2f "
			    "CPUs at the end, %.2f at the baseline",
			    list[i].name, list[i].is, list[i].was);
	free(list);
}

void after_judge_processes(const struct aftermath *a, struct after_judged *j)
{
	size_t first = a->n_left, last = 0, end = a->n_left - 1;
	struct two before, after;
	bool known;

	for (size_t i = 0; i < a->n_left; i++)
		if (aftermath_when(a, a->left[i].at_ns) == AFTER_BASELINE) {
			first = first == a->n_left ? i : first;
			last = i;
		}
	known = two_init(&before, a, first, last);
	known &= two_init(&after, a, end - 1, end);
	if (known) {
		left_running(a, &after, j);
		kernel_threads(&before, &after, j);
		others(a, &before, &after, j);
	}
	two_release(&before);
	two_release(&after);
}
