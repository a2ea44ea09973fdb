/* guest.c - the probe as the first process of machines that are really booted:
 * what it counts there, and what it refuses to. Argument: the probe. */
#include "drive/drive.h"
#include "drive/lab.h"
#include "model/plan.h"

#include "any_kernel.h"
#include "made_kernel.h"
#include "tap.h"

#include <inttypes.h>

#define S      1000000000ll
#define PERIOD 20011 /* of the samples */

static char tmp[] = "/tmp/guest-test-XXXXXX";
static struct kernel kernel;

static const char *const rows[] = { "sys_null", "proc_fork", "ipc_pipe",
	"time_sleep", "sched_periodic", "sys_stat" };
#define ROWS (sizeof(rows) / sizeof(rows[0]))

struct guest {
	int r;
	struct err e;
	struct run run;
	struct buf numbers;     /* of every invocation, as text */
	struct buf errors;      /* of error lines */
	struct buf list, names; /* the profile's addresses; symbols */
	struct wire_profile profile;
	bool symbols_end;
};

static void numbers_of(struct guest *g, const struct wire_msg *m)
{
	buf_addf(&g->numbers, "%s %s:", m->key, unit_words[m->unit]);
	for (size_t i = 0; i < m->inv.n_run; i++)
		buf_addf(&g->numbers, " %" PRIu64, m->inv.run[i]);
	buf_add(&g->numbers, "\n");
}

static void hear(struct guest *g, struct wire_msg *m)
{
	if (m->kind == WIRE_ERROR)
		buf_add(&g->errors, m->why);
	if (m->kind == WIRE_DONE)
		numbers_of(g, m);
	if (m->kind == WIRE_SYMBOLS && m->list)
		buf_add(&g->names, m->list);
	if (m->kind == WIRE_SYMBOLS)
		g->symbols_end |= m->end && !m->why;
	if (m->kind == WIRE_PROFILE) {
		g->profile = m->profile;
		buf_add(&g->list, m->list);
	}
	wire_apply(m, &g->run, 0);
}

static void boot(struct guest *g, struct lab_boot *b)
{
	struct wire_msg m;
	struct probe *p;
	struct err why;

	memset(g, 0, sizeof(*g));
	run_init(&g->run);
	b->kernel = &kernel;
	b->limit_ns = 150 * S;
	g->r = lab_start(&p, b, &g->e);
	if (g->r < 0)
		return;
	while (probe_next(p, &m, &why) == 1) {
		hear(g, &m);
		wire_msg_release(&m);
	}
	g->r = probe_stop(p, &g->e);
}

static void forget(struct guest *g)
{
	run_release(&g->run);
	buf_release(&g->numbers);
	buf_release(&g->errors);
	buf_release(&g->list);
	buf_release(&g->names);
}

/* The rows, then a row that is sampled, and the kernel's functions. */
static char *plan(bool all)
{
	struct buf out = BUF_INIT;

	buf_add(&out,
	    "{\"t\":\"plan\",\"wire\":1,\"clock\":\"instructions\"}\n");
	for (size_t i = 0; i < ROWS; i++)
		buf_addf(&out, "{\"t\":\"step\",\"id\":%zu,\"key\":\"%s\"}\n",
		    i + 1, rows[i]);
	buf_add(&out,
	    "{\"t\":\"program\",\"id\":90,\"key\":\"it\","
	    "\"argv\":[\"/init\",\"--version\"]}\n");
	buf_add(&out,
	    "{\"t\":\"program\",\"id\":89,\"key\":\"waits\",\"argv\":["
	    "\"/init\",\"--once\",\"time_sleep/us=1000\",\"5\"]}\n");
	if (all)
		buf_add(&out,
		    "{\"t\":\"step\",\"id\":91,\"key\":\"sys_stat\","
		    "\"profile\":20011}\n{\"t\":\"symbols\"}\n");
	buf_add(&out, "{\"t\":\"end\"}\n");
	return buf_take(&out);
}

static void skipped(const struct guest *g, const char *name, const char *why)
{
	for (size_t i = 0; i < g->run.n_results; i++) {
		const struct result *res = &g->run.results[i];

		if (strcmp(res->name, name) != 0)
			continue;
		tap_ok(res->outcome == OUTCOME_SKIPPED &&
			strstr(res->why, why) != NULL,
		    "%s is no count: %s", name, res->why ? res->why : "");
		return;
	}
	tap_ok(false, "%s was asked for", name);
}

static double count_of(const struct guest *g, const char *key)
{
	const struct result *res = run_find(&g->run, key);

	return res && res->n_inv ? run_cost(&g->run, res, 0) : NAN;
}

static void sampled(struct guest *g)
{
	uint64_t sum = 0, known = 0, address;
	unsigned count;
	double ratio;

	for (const char *at = buf_str(&g->list);
	     sscanf(at, "%" SCNx64 " %u", &address, &count) == 2;
	     at = strchr(at, '\n') + 1) {
		sum += count;
		known += address >> 63 ? count : 0;
	}
	tap_ok(sum > 0 && sum == g->profile.samples && g->profile.lost == 0,
	    "each of %" PRIu64 " samples has its place", g->profile.samples);
	tap_ok(known * 2 > sum, "most are in the kernel (%" PRIu64 ")", known);
	ratio = (double)sum * PERIOD / (double)g->profile.ops /
	    count_of(g, "sys_stat/depth=1");
	tap_ok(ratio > 0.7 && ratio < 1.5,
	    "they are of its time, and of what looking costs: %.2f", ratio);
	tap_ok(g->symbols_end &&
		strstr(buf_str(&g->names), " do_syscall_64\n") != NULL,
	    "functions have names");
}

static void counts(void)
{
	char *text = plan(true);
	struct lab_boot b = { .seed = 5, .plan = text };
	const struct result *res;
	struct guest g, again;
	double null, waited;

	boot(&g, &b);
	tap_ok(g.r == 0 && run_counts(&g.run), "counts instructions%s%s",
	    g.r < 0 ? ": " : "", g.e.text);
	tap_str(host_get(&g.run.host, "kernel.release"), kernel.release,
	    "facts are of the guest");
	null = count_of(&g, "sys_null");
	tap_ok(null > 50 && null < 5000, "a system call: %.1f", null);
	tap_ok(count_of(&g, "proc_fork") > 20 * null, "a fork: %.0f",
	    count_of(&g, "proc_fork"));
	res = run_find(&g.run, "it");
	tap_ok(res && res->unit == UNIT_INSN && count_of(&g, "it") > 1e5,
	    "a program: %.0f", count_of(&g, "it"));
	res = run_find(&g.run, "waits");
	waited = res && res->n_inv ? invocation_number(res->inv, "waited") : 0;
	tap_ok(waited > 4.9e6 && waited < 8e6,
	    "one that sleeps for 5 ms waits: %.0f", waited);
	tap_ok(count_of(&g, "waits") < 20 * count_of(&g, "it"),
	    "which is no part of its count: %.0f", count_of(&g, "waits"));
	skipped(&g, "time_sleep", "instructions do not tell");
	skipped(&g, "sched_periodic", "instructions do not tell");
	tap_ok(strstr(buf_str(&g.numbers), " ns:") == NULL, "nothing is time");
	sampled(&g);
	boot(&again, &b);
	tap_str(buf_str(&again.numbers), buf_str(&g.numbers),
	    "the same seed again: the same numbers");
	tap_str(buf_str(&again.list), buf_str(&g.list), "and samples");
	forget(&again);
	forget(&g);
	free(text);
}

/* The same machine without -icount: its counter counts time. */
static void refuses(void)
{
	char *text = plan(false);
	struct lab_boot b = { .seed = 5,
		.accel = LAB_TCG,
		.settle_ns = -1,
		.plan = text };
	const struct result *res;
	struct guest g;

	boot(&g, &b);
	tap_ok(g.r == 0, "a machine that does not count%s%s",
	    g.r < 0 ? ": " : "", g.e.text);
	tap_str(buf_str(&g.errors),
	    "the time-stamp counter of this machine counts time, not "
	    "instructions",
	    "is told from one that does");
	res = run_find(&g.run, "sys_null");
	tap_ok(res && res->outcome == OUTCOME_SKIPPED && !run_counts(&g.run),
	    "no row is measured");
	tap_str(buf_str(&g.numbers), "", "nor anything else");
	forget(&g);
	free(text);
}

static void bad_setting(void)
{
	const char *set[] = { "/proc/sys/no/such=1", NULL };
	struct lab_boot b = { .seed = 5, .plan = "", .set = set };
	struct guest g;

	boot(&g, &b);
	tap_ok(g.r < 0 &&
		strstr(g.e.text, "cannot set '/proc/sys/no/such' to '1'"),
	    "a setting that cannot be: %s", g.e.text);
	forget(&g);
}

int main(int argc, char **argv)
{
	char *cache = NULL, *qemu;
	struct err e;
	bool skip;

	if (!mkdtemp(tmp) || argc < 2)
		return 99;
	cache = xasprintf("%s/cache", tmp);
	setenv("XDG_CACHE_HOME", cache, 1);
	setenv("PERFLOSS_PROBE", argv[1], 1);
	free(cache);
	qemu = lab_qemu(&e);
	skip = !qemu || !any_kernel(&kernel);
	if (skip) {
		printf("1..0 # SKIP %s\n",
		    qemu ? "no kernel: PERFLOSS_TEST_KERNELS names none" :
			   "no QEMU");
	} else {
		counts();
		refuses();
		bad_setting();
		kernel_release(&kernel);
	}
	free(qemu);
	made_shell("rm -rf %s", tmp);
	return skip ? 0 : tap_done();
}
