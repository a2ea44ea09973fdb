/* lab_measure.c - perfloss lab: boots in random pairs, into runs. */
#include "cmd/lab.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cmd/setup.h"
#include "model/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* For the batches of an invocation, some 250 of them (lab_table). In the first
 * 10 ms the scheduler may decide otherwise than from then on, and what is freed
 * in the background comes in lumps (doc/METHOD.md, "Instructions instead of
 * time"). */
#define TIME_NS 50000000

/* In the guest's time; a row that takes so long is stuck. */
#define DEADLINE_NS 20000000000

/* Boots of each arm that count functions: as many as there are by default. Each
 * has a file, so it is not all of a hundred. */
#define WATCHED 4

struct lab {
	const struct lab_opts *o;
	struct store *store;
	bool store_failed;
	struct lab_job *job;
	size_t n;
	size_t *of;     /* job of boot k of arm a: at a * boots + k */
	uint32_t *kept; /* boots of each arm that are in its run */
	struct lab_counts *counts; /* of boot k of arm a: at a * WATCHED + k */
};

char *lab_plan(const struct lab_rows *rows, uint64_t seed, bool counts,
    bool symbols)
{
	struct buf all = BUF_INIT, line = BUF_INIT;
	struct plan_step s;
	struct plan p;

	plan_init(&p, seed);
	p.counts = counts;
	p.rounds = 1;
	p.pin = PLAN_PROBES_CHOICE;
	p.time_ns = TIME_NS;
	p.deadline_ns = DEADLINE_NS;
	for (size_t i = 0; i < rows->n; i++) {
		size_t at = plan_add(&p, rows->row[i].key);

		p.rows[at].ops = rows->row[i].ops;
	}
	plan_head(&p, &line);
	buf_addf(&all, "%s\n", buf_str(&line));
	while (plan_next(&p, &s)) {
		plan_line(&p, &s, &line);
		buf_addf(&all, "%s\n", buf_str(&line));
		plan_done(&p, &s);
	}
	if (symbols) {
		plan_symbols(&line);
		buf_addf(&all, "%s\n", buf_str(&line));
	}
	plan_end(&line);
	buf_addf(&all, "%s\n", buf_str(&line));
	plan_release(&p);
	buf_release(&line);
	return buf_take(&all);
}

/* NULL: boot k of the arm counts no functions. */
static struct lab_counts *counts_of(const struct lab *l, size_t arm, uint32_t k)
{
	struct lab_counts *c = &l->counts[arm * WATCHED + k];

	return k < WATCHED && c->file ? c : NULL;
}

/* Each round holds a boot of every arm, in random order; all have the seed of
 * the round. */
static void make_jobs(struct lab *l)
{
	const struct lab_opts *o = l->o;
	size_t *order = xcalloc(o->n_arms, sizeof(*order));
	struct rng rng;

	rng_seed(&rng, o->seed);
	for (uint32_t k = 0; k < o->boots; k++) {
		uint64_t seed = rng_u64(&rng) & UINT32_MAX;

		for (size_t a = 0; a < o->n_arms; a++)
			order[a] = a;
		rng_shuffle(&rng, order, o->n_arms);
		for (size_t a = 0; a < o->n_arms; a++) {
			const struct lab_arm *arm = &o->arm[order[a]];
			const struct lab_counts *counts =
			    counts_of(l, order[a], k);

			l->of[order[a] * o->boots + k] = l->n;
			l->job[l->n++] = (struct lab_job){
				.kernel = arm->kernel,
				.name = arm->r->label,
				.cmdline = arm->cmdline,
				.set = arm->set,
				.args = arm->args,
				.seed = seed,
				.plan = lab_plan(o->rows, seed,
				    o->how.accel == LAB_ICOUNT, counts),
				.plugin = counts ? o->counter->plugin : NULL,
				.plugin_out = counts ? counts->path : NULL,
			};
		}
	}
	free(order);
}

/* A boot without its functions is as good as any. */
static void take_functions(struct lab *l, size_t arm, uint32_t k,
    struct lab_job *job)
{
	struct lab_counts *counts = counts_of(l, arm, k);
	struct err why;

	if (!counts)
		return;
	if (lab_functions(job, l->o->counter, counts, &why) < 0)
		log_warn("no functions of '%s': %s", job->name, why.text);
	lab_counts_close(counts);
}

/* Facts are those of the first boot. */
static void take(struct run *r, struct lab_job *job, uint32_t round)
{
	for (size_t i = 0; i < job->n; i++)
		if (round == 0 || job->msg[i].kind != WIRE_FACT)
			wire_apply(&job->msg[i], r, round);
	r->rounds = round + 1;
}

/* Boots enter their run in order, so that the same boots make the same run
 * whichever ends first. */
static void done(void *arg, size_t i)
{
	struct lab *l = arg;
	const struct lab_opts *o = l->o;

	(void)i;
	for (size_t a = 0; a < o->n_arms; a++)
		while (l->kept[a] < o->boots) {
			uint32_t k = l->kept[a];
			struct lab_job *job = &l->job[l->of[a * o->boots + k]];

			if (!job->ok)
				break;
			take_functions(l, a, k, job);
			take(o->arm[a].r, job, k);
			if (k == 0)
				lab_facts(&o->arm[a], &o->how);
			lab_job_release(job);
			l->kept[a]++;
		}
	for (size_t a = 0; a < o->n_arms; a++)
		setup_save(l->store, &o->arm[a].r, 1, &l->store_failed);
}

static void open_counts(struct lab *l)
{
	struct err why;

	for (size_t i = 0; i < l->o->n_arms * WATCHED && l->o->counter; i++) {
		if (i % WATCHED >= l->o->boots ||
		    lab_counts_open(&l->counts[i], &why) == 0)
			continue;
		log_warn("no functions: %s", why.text);
		return;
	}
}

static void conclude(const struct lab *l, int ret)
{
	for (size_t a = 0; a < l->o->n_arms; a++) {
		struct run *r = l->o->arm[a].r;

		free(r->stop);
		r->stop = xasprintf("%u boot%s%s", r->rounds,
		    r->rounds == 1 ? "" : "s",
		    ret == -EINTR ? ", then interrupted" :
			ret < 0   ? ", then an error" :
				    "");
	}
}

int lab_measure(const struct lab_opts *o, struct store *s, struct err *e)
{
	size_t n = o->n_arms * o->boots;
	struct lab l = { .o = o, .store = s };
	int r;

	l.job = xcalloc(n, sizeof(*l.job));
	l.of = xcalloc(n, sizeof(*l.of));
	l.kept = xcalloc(o->n_arms, sizeof(*l.kept));
	l.counts = xcalloc(o->n_arms * WATCHED, sizeof(*l.counts));
	open_counts(&l);
	make_jobs(&l);
	r = lab_boots(l.job, n, &o->how, done, &l, e);
	conclude(&l, r);
	for (size_t i = 0; i < l.n; i++)
		lab_job_release(&l.job[i]);
	for (size_t i = 0; i < o->n_arms * WATCHED; i++)
		lab_counts_close(&l.counts[i]);
	free(l.counts);
	free(l.job);
	free(l.of);
	free(l.kept);
	return r;
}
