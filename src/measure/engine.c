/* engine.c - measures one row: a fresh process an invocation. */
#include "measure/engine.h"

#include "measure/child.h"
#include "measure/settle.h"
#include "measure/watch.h"
#include "plat/count.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A part of its time that a row may be idle, and still is what it executes:
 * what is known of it is as coarse as the turns of tasks. */
#define WAITING 0.01

void measure_share(struct measurer *m)
{
	void *p;

	m->shared_fd = plat_memory_file(sizeof(*m->shared));
	p = mmap(NULL, sizeof(*m->shared), PROT_READ | PROT_WRITE,
	    MAP_SHARED | (m->shared_fd < 0 ? MAP_ANONYMOUS : 0),
	    m->shared_fd < 0 ? -1 : m->shared_fd, 0);
	m->shared = p == MAP_FAILED ? NULL : p;
}

void measure_init(struct measurer *m)
{
	memset(m, 0, sizeof(*m));
	m->began_ns = watch_now();
	plat_clock_init(&m->clock);
	plat_adopt_orphans();
	m->memory = plat_memory();
	scratch_init(&m->scratch);
	scratch_init(&m->tmpfs);
	m->cgroup[0].group.lock = m->cgroup[1].group.lock = -1;
	err_set(&m->scratch_error, -ENOENT, "no scratch directory was given");
	inject_parse(&m->inject, NULL, NULL);
	measure_share(m);
}

void measure_release(struct measurer *m)
{
	if (!m)
		return;
	if (!m->keeps)
		plat_kill_descendants();
	inject_close(&m->inject);
	scratch_release(&m->scratch);
	scratch_release(&m->tmpfs);
	plat_quota_remove(&m->cgroup[0].group);
	plat_quota_remove(&m->cgroup[1].group);
	if (m->shared)
		munmap(m->shared, sizeof(*m->shared));
	if (m->shared_fd >= 0)
		close(m->shared_fd);
	m->shared = NULL;
	m->shared_fd = -1;
}

void measure_inject(struct measurer *m, const struct inject *in)
{
	inject_close(&m->inject);
	m->inject = *in;
	inject_open(&m->inject);
}

int measure_clock(struct measurer *m, bool counts, struct err *e)
{
	int r = 0;

	m->clock_error.code = 0;
	if (counts)
		r = plat_count_init(&m->clock, &m->clock_error);
	else if (m->clock.id == PLAT_COUNT)
		plat_clock_init(&m->clock);
	if (r < 0)
		*e = m->clock_error;
	return r;
}

int measure_set_dir(struct measurer *m, const char *dir, struct err *e)
{
	int r;

	scratch_release(&m->scratch);
	if (!dir || !dir[0])
		return 0;
	r = scratch_make(&m->scratch, dir, &m->scratch_error);
	if (r < 0 && e)
		*e = m->scratch_error;
	return r;
}

static int refuse(struct measure_result *r, enum outcome outcome, int error,
    const char *why)
{
	r->outcome = outcome;
	r->error = error;
	snprintf(r->why, sizeof(r->why), "%s", why);
	return -1;
}

/* A directory of this invocation's own below a scratch directory. */
static int make_dir(const struct measurer *m, const char *below, char *dir,
    size_t size, struct measure_result *r)
{
	struct err e;
	int code;

	snprintf(dir, size, "%s/%llu", below,
	    (unsigned long long)m->invocations);
	if (mkdir(dir, 0700) == 0)
		return 0;
	code = -errno;
	err_sys(&e, code, "cannot make directory '%s'", dir);
	dir[0] = '\0';
	return refuse(r, OUTCOME_SKIP, -code, e.text);
}

const char *measure_tmpfs(struct measurer *m, unsigned needs)
{
	const char *tmpfs = NULL;

	if ((needs & BENCH_TMPFS) && !m->tmpfs.path[0])
		tmpfs = plat_tmpfs();
	if (!tmpfs || scratch_make(&m->tmpfs, tmpfs, NULL) < 0)
		return NULL;
	return m->tmpfs.path;
}

static int cgroup_of(unsigned needs)
{
	return needs & BENCH_CG_CPU ? 0 : needs & BENCH_CG_MEMORY ? 1 : -1;
}

const char *measure_cgroup(struct measurer *m, unsigned needs)
{
	static const char *const controller[] = { "cpu", "memory" };
	int i = cgroup_of(needs);

	if (i < 0 || m->cgroup[i].group.dir[0] || m->cgroup[i].why_not.code < 0)
		return NULL;
	return plat_cgroup_make(&m->cgroup[i].group, controller[i],
		   &m->cgroup[i].why_not) < 0 ?
	    NULL :
	    m->cgroup[i].group.dir;
}

static int give_cgroup(struct measurer *m, unsigned needs, struct bench_ctx *c,
    struct measure_result *r)
{
	int i = cgroup_of(needs);

	measure_cgroup(m, needs);
	if (i >= 0 && !m->cgroup[i].group.dir[0])
		return refuse(r, OUTCOME_SKIP, 0, m->cgroup[i].why_not.text);
	if (i >= 0)
		snprintf(c->cgroup, sizeof(c->cgroup), "%s",
		    m->cgroup[i].group.dir);
	return 0;
}

static int make_dirs(struct measurer *m, unsigned needs, struct bench_ctx *c,
    struct measure_result *r)
{
	measure_tmpfs(m, needs);
	if ((needs & BENCH_TMPFS) && m->tmpfs.path[0] &&
	    make_dir(m, m->tmpfs.path, c->tmpfs, sizeof(c->tmpfs), r) < 0)
		return -1;
	if (!(needs & BENCH_DIR))
		return 0;
	if (!m->scratch.path[0])
		return refuse(r, OUTCOME_SKIP, -m->scratch_error.code,
		    m->scratch_error.text);
	return make_dir(m, m->scratch.path, c->dir, sizeof(c->dir), r);
}

static void remove_dirs(const struct bench_ctx *c, struct measure_result *r)
{
	const char *const dir[] = { c->dir, c->tmpfs };
	struct err e;

	for (size_t i = 0; i < 2; i++)
		if (dir[i][0] && scratch_remove(dir[i], &e) < 0 &&
		    r->outcome == OUTCOME_DONE)
			refuse(r, OUTCOME_FAIL, -e.code, e.text);
}

/* Decide where the invocation runs. */
static int choose_cpus(const struct measure_step *step, struct bench_ctx *c,
    struct measure_result *r)
{
	const struct bench *b = step->row.bench;
	int first = step->pin_given ? step->pin : -1;
	int param = row_place_param(b);
	struct err e;

	c->cpu[0] = c->cpu[1] = -1;
	if (param >= 0) {
		r->place = plat_place_words[c->arg[param]];
		if (plat_pick((enum plat_place)c->arg[param], first, c->cpu,
			&e) < 0)
			return refuse(r, OUTCOME_SKIP, 0, e.text);
	} else if (!(b->flags & BENCH_NO_PIN) &&
	    !(step->pin_given && step->pin < 0)) {
		if (plat_pick(PLAT_SAME, first, c->cpu, &e) < 0 && first >= 0)
			return refuse(r, OUTCOME_SKIP, 0, e.text);
		/* Else a system that cannot pin: its scheduler places. */
	}
	return 0;
}

/* The big arrays keep their old contents, which the counts hide. */
static void clear(struct shared *s)
{
	memset(s, 0, offsetof(struct shared, notes));
}

static void settle_batches(struct shared *s)
{
	uint64_t room[2 * SHARED_BATCHES];

	s->warm = settle(s->run, s->n_run, s->warm, room);
}

static int prepare(struct measurer *m, const struct measure_step *step,
    struct bench_ctx *c, struct measure_result *r)
{
	const struct bench *b = step->row.bench;

	if (!m->shared)
		return refuse(r, OUTCOME_FAIL, ENOMEM, "no shared memory");
	clear(m->shared);
	memcpy(c->arg, step->row.arg, sizeof(c->arg));
	c->bytes_per_op = b->bytes_per_op;
	c->spin = m->inject.turns;
	if (m->clock_error.code < 0)
		return refuse(r, OUTCOME_SKIP, 0, m->clock_error.text);
	if (m->inject.why_not.code < 0)
		return refuse(r, OUTCOME_SKIP, 0, m->inject.why_not.text);
	if ((b->needs & BENCH_ROOT) && geteuid() != 0)
		return refuse(r, OUTCOME_SKIP, 0, "needs root");
	if (choose_cpus(step, c, r) < 0)
		return -1;
	r->cpu[0] = c->cpu[0];
	r->cpu[1] = c->cpu[1];
	if (give_cgroup(m, b->needs, c, r) < 0)
		return -1;
	return make_dirs(m, b->needs, c, r);
}

/* A clock that counts instructions goes on while nothing is executed: what was
 * waited, or says when something came, is no number of them. */
static void refuse_waits(const struct shared *s, struct measure_result *r)
{
	char why[120];

	if (s->n_events > 0) {
		refuse(r, OUTCOME_SKIP, 0,
		    "times single events, which instructions do not tell");
	} else if (s->waiting > WAITING) {
		snprintf(why, sizeof(why),
		    "waits in %.0f %% of its time, which instructions do not "
		    "tell",
		    100 * s->waiting);
		refuse(r, OUTCOME_SKIP, 0, why);
	}
}

/* The first time as an invocation; its directory stays with the process. */
static int prepare_again(struct measurer *m, const struct measure_step *step,
    struct bench_ctx *c, struct measure_result *r)
{
	if (m->stays != 0) {
		clear(m->shared);
		r->cpu[0] = m->stays_cpu[0];
		r->cpu[1] = m->stays_cpu[1];
		r->place = m->stays_place;
		return 0;
	}
	m->invocations++;
	if (prepare(m, step, c, r) < 0)
		return -1;
	m->stays_cpu[0] = r->cpu[0];
	m->stays_cpu[1] = r->cpu[1];
	m->stays_place = r->place;
	return 0;
}

void measure_again(struct measurer *m, const struct measure_step *step,
    struct measure_result *r)
{
	struct bench_ctx c = { .cpu = { -1, -1 } };

	memset(r, 0, sizeof(*r));
	r->stops = -1;
	r->cpu[0] = r->cpu[1] = -1;
	if (prepare_again(m, step, &c, r) < 0) {
		remove_dirs(&c, r);
		return;
	}
	disturb_begin(&r->disturb);
	r->start_ns = watch_now() - m->began_ns;
	child_visit(m, step, &c, r);
	disturb_end(&r->disturb);
	if (r->outcome == OUTCOME_DONE)
		settle_batches(m->shared);
	if (r->outcome == OUTCOME_DONE && m->clock.id == PLAT_COUNT)
		refuse_waits(m->shared, r);
}

static int64_t stops_so_far(const struct measurer *m)
{
	return m->inject.kind == INJECT_QUOTA ?
	    plat_quota_stops(&m->inject.quota) :
	    -1;
}

void measure(struct measurer *m, const struct measure_step *step,
    struct measure_result *r)
{
	struct bench_ctx c = { .cpu = { -1, -1 } };
	int64_t stops;

	memset(r, 0, sizeof(*r));
	r->stops = -1;
	r->cpu[0] = r->cpu[1] = -1;
	m->invocations++;
	if (prepare(m, step, &c, r) < 0) {
		remove_dirs(&c, r);
		return;
	}
	if (m->clock.id != PLAT_COUNT)
		disturb_begin(&r->disturb);
	stops = stops_so_far(m);
	r->start_ns = watch_now() - m->began_ns;
	child_run(m, step, &c, r);
	if (stops >= 0)
		r->stops = stops_so_far(m) - stops;
	if (m->clock.id != PLAT_COUNT)
		disturb_end(&r->disturb);
	remove_dirs(&c, r);
	if (c.cgroup[0])
		plat_cgroup_clear(
		    &m->cgroup[cgroup_of(step->row.bench->needs)].group);
	if (r->outcome == OUTCOME_DONE && step->mode == BATCH_MEASURE) {
		settle_batches(m->shared);
		pulse_learn(&m->pulses, r->cpu[0], m->shared->pulse,
		    m->shared->n_pulse);
		if (m->clock.id == PLAT_COUNT)
			refuse_waits(m->shared, r);
	}
}
