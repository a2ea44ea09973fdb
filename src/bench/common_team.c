/* common_team.c - the same work in one thread or in one on each CPU. */
#include "bench/common_team.h"

#include "bench/common_member.h"

#include <stdlib.h>
#include <string.h>

const char *const team_words[] = { "1", "all", NULL };

/* All do it at once, the process its own part among them. */
static int all(struct team *t, enum member_order order, uint64_t n)
{
	int rc;

	for (int i = 0; i < t->n; i++) {
		t->member[i].order = order;
		t->member[i].n = n;
		if (i > 0)
			atomic_fetch_add_explicit(&t->member[i].asked, 1,
			    memory_order_release);
	}
	rc = member_obey(&t->member[0]);
	for (int i = 1; i < t->n; i++) {
		struct team_member *m = &t->member[i];

		member_wait(&m->done, atomic_load(&m->asked));
		if (m->rc != 0)
			rc = m->rc;
	}
	return rc;
}

static int member_init(struct team_member *m, const struct bench_ctx *c,
    const struct team_hooks *hooks, int64_t share)
{
	m->c = *c;
	m->c.arg[0] = share;
	m->hooks = hooks;
	m->cpu = -1;
	if (posix_memalign(&m->c.state, MEMBER_ALIGN, hooks->state_size) != 0)
		return -1;
	memset(m->c.state, 0, hooks->state_size);
	return 0;
}

/* A thread on each CPU but that of the process. */
static int start_threads(struct bench_ctx *c, struct team *t)
{
	int rc, k = 0;

	for (int i = 1; i < t->n; i++, k++) {
		if (c->cpu[0] >= 0 && common_cpu(k) == c->cpu[0])
			k++;
		t->member[i].cpu = common_cpu(k);
		rc = common_thread_start(c, &t->member[i].thread, -1,
		    member_serve, &t->member[i]);
		if (rc != 0)
			return rc;
	}
	return 0;
}

int team_start(struct bench_ctx *c, const struct team_hooks *hooks, int64_t how,
    size_t multiple)
{
	struct team *t = c->state;
	const int n = how == 0 ? 1 : common_cpus();
	int64_t share = c->arg[0] / n;
	void *p;
	int rc;

	if (how != 0 && n == 1)
		return bench_skip(c, "needs two CPUs, this process may use 1");
	if (n > 1) {
		share -= share % (int64_t)multiple;
		if (share == 0)
			share = (int64_t)multiple;
	}
	t->hooks = hooks;
	if (posix_memalign(&p, MEMBER_ALIGN, (size_t)n * sizeof(*t->member)) !=
	    0)
		return bench_fail_why(c, "no memory for %d threads", n);
	memset(p, 0, (size_t)n * sizeof(*t->member));
	t->member = p;
	for (t->n = 0; t->n < n; t->n++)
		if (member_init(&t->member[t->n], c, hooks, share) != 0)
			return bench_fail_why(c, "no memory for %d threads", n);
	rc = start_threads(c, t);
	if (rc == 0)
		rc = all(t, MEMBER_SETUP, 0);
	c->bytes_per_op = (uint64_t)n * t->member[0].c.bytes_per_op;
	c->ops_step = t->member[0].c.ops_step;
	return rc;
}

int team_run(struct bench_ctx *c, uint64_t n)
{
	return all(c->state, MEMBER_RUN, n);
}

int team_tidy(struct bench_ctx *c, uint64_t n)
{
	return all(c->state, MEMBER_TIDY, n);
}

int team_stop(struct bench_ctx *c)
{
	struct team *t = c->state;
	int rc = all(t, MEMBER_END, 0);

	for (int i = 1; i < t->n && rc == 0; i++)
		rc = common_thread_join(c, &t->member[i].thread);
	/* a member that still runs needs what it has */
	for (int i = 0; i < t->n && rc == 0; i++)
		free(t->member[i].c.state);
	if (rc == 0) {
		free(t->member);
		t->member = NULL;
		t->n = 0;
	}
	return rc;
}
