/* tails.c - percentiles of single events as rows of their own. */
#include "model/tails.h"

#include "base/buf.h"
#include "base/mem.h"
#include "model/run_json.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One more invocation of a row with n events: 1, 2, 3 ... times k, in an order
 * that is not theirs. */
static void events(struct run *r, const char *key, size_t n, uint64_t k)
{
	struct result *res = run_add(r, key);
	struct invocation *inv = result_add(res);

	res->outcome = OUTCOME_OK;
	inv->round = (uint32_t)res->n_inv - 1;
	inv->ops = 1;
	inv->n_events = n;
	inv->events = xcalloc(n + 1, sizeof(*inv->events));
	for (size_t i = 0; i < n; i++)
		inv->events[i] = k * (1 + i * 17 % n);
}

static void percentiles(void)
{
	uint64_t v[1000];

	for (size_t i = 0; i < 1000; i++)
		v[i] = i + 1;
	tap_ok(tails_at(v, 1000, 500) == 500, "p50");
	tap_ok(tails_at(v, 1000, 990) == 990, "p99: ten are beyond it");
	tap_ok(tails_at(v, 1000, 999) == 999, "p99.9");
	tap_ok(tails_at(v, 1000, 1000) == 1000, "the largest");
	tap_ok(tails_at(v, 1, 990) == 1 && tails_at(v, 1, 0) == 1, "of one");
	tap_ok(tails_at(v, 200, 950) == 190, "no rounding where it is whole");
	tap_ok(tails_at(v, 201, 950) == 191, "else up");
	tap_ok(tails_least(950) == 200 && tails_least(990) == 1000 &&
		tails_least(999) == 10000,
	    "what each takes");
}

static void rows(void)
{
	const struct result *p95, *p99;
	struct result *res;
	struct run r;
	char label[96];
	double y[4];

	run_init(&r);
	events(&r, "wake/cpu=same", 1001, 1);
	events(&r, "wake/cpu=same", 1001, 2);
	events(&r, "late", 200, 1);
	events(&r, "few", 199, 1);
	res = run_add(&r, "sys");
	res->outcome = OUTCOME_OK;
	result_add(res);
	run_tails(&r);
	tap_ok(r.n_results == 4 + 2 * 3, "two for each row of events");
	p95 = run_find(&r, "wake/cpu=same:p95");
	p99 = run_find(&r, "wake/cpu=same:p99");
	tap_ok(p95 && p99 && p99->outcome == OUTCOME_OK &&
		strcmp(p99->name, "wake") == 0,
	    "by the key of theirs");
	tap_ok(run_costs(&r, p99, y) == 2 && y[0] == 991 && y[1] == 1982,
	    "p99, an invocation a value");
	tap_ok(run_costs(&r, p95, y) == 2 && y[0] == 951, "p95");
	tap_near(run_cost(&r, run_find(&r, "wake/cpu=same"), 0), 501, 0,
	    "the row itself is its median");
	tap_near(run_cost_raw(&r, p99, 0), 991, 0, "the raw one as well");
	row_label(p99, label, sizeof(label));
	tap_str(label, "wake same p99", "its label");
	tap_str(tail_of(p99), ":p99", "its suffix");
	tap_ok(!tail_of(run_find(&r, "sys")) && is_tail(p99->key) &&
		!is_tail("wake:p98") && !is_tail("wake/p99"),
	    "which others have not");
	tap_ok(run_find(&r, "late:p95")->outcome == OUTCOME_OK,
	    "200 events are enough for p95");
	p99 = run_find(&r, "late:p99");
	tap_ok(p99->outcome == OUTCOME_SKIPPED &&
		strstr(p99->why, "takes 1000 events"),
	    "not for p99: %s", p99->why);
	tap_ok(run_find(&r, "few:p95")->outcome == OUTCOME_SKIPPED,
	    "199 are not");
	run_tails(&r);
	tap_ok(r.n_results == 10, "a second time adds nothing");
	run_release(&r);
}

/* One invocation that was cut short does not take the row away. */
static void cut_short(void)
{
	struct run r;
	double y[4];

	run_init(&r);
	events(&r, "wake", 1000, 1);
	events(&r, "wake", 10, 1);
	events(&r, "wake", 1200, 1);
	run_tails(&r);
	tap_ok(run_costs(&r, run_find(&r, "wake:p99"), y) == 3 && y[1] == 10,
	    "all invocations count, a short one too");
	run_release(&r);
	run_init(&r);
	events(&r, "wake", 1000, 1);
	events(&r, "wake", 999, 1);
	run_tails(&r);
	tap_ok(run_find(&r, "wake:p99")->outcome == OUTCOME_SKIPPED,
	    "half of them are to have enough and more");
	run_release(&r);
}

/* A look at a run that goes on, and what is stored of one. */
static void views(void)
{
	struct buf with = BUF_INIT, without = BUF_INIT;
	struct run r, view;

	run_init(&r);
	events(&r, "wake", 1000, 1);
	run_to_json(&r, &without);
	run_view(&r, &view);
	tap_ok(view.n_results == 3 && r.n_results == 1, "a view has tails");
	tap_ok(view.results[1].inv == r.results[0].inv, "of the same values");
	run_view_release(&view);
	events(&r, "wake", 1000, 3);
	run_view(&r, &view);
	tap_near(run_cost(&view, run_find(&view, "wake:p95"), 1), 2850, 0,
	    "and goes on with it");
	run_view_release(&view);
	run_release(&r);
	run_init(&r);
	run_view(&r, &view);
	tap_ok(view.n_results == 0, "nothing has none");
	run_view_release(&view);
	run_release(&r);
	tap_ok(run_from_json(&r, buf_str(&without), without.len,
		   &(struct err){ 0 }) == 0,
	    "it is read");
	run_tails(&r);
	run_to_json(&r, &with);
	tap_ok(strcmp(buf_str(&with), buf_str(&without)) == 0,
	    "and written without them");
	run_release(&r);
	buf_release(&with);
	buf_release(&without);
}

/* A file from elsewhere may call a row what it likes. */
static void stranger(void)
{
	struct run r;

	run_init(&r);
	events(&r, "wake", 1000, 1);
	events(&r, "wake:p99", 1000, 1);
	run_tails(&r);
	tap_ok(!(run_find(&r, "wake:p99")->flags & RESULT_TAIL) &&
		run_find(&r, "wake:p99:p95"),
	    "a row called like one stays what it is");
	run_release(&r);
}

/* A run of a command, as its probe tells of it. */
static void command(struct run *r, const char *user, const char *sys)
{
	struct result *res = run_add(r, "exec");
	struct invocation *inv = result_add(res);

	res->outcome = OUTCOME_OK;
	inv->round = (uint32_t)res->n_inv - 1;
	inv->ops = 1;
	inv->run = xcalloc(1, sizeof(*inv->run));
	inv->run[0] = 5000;
	inv->n_run = 1;
	invocation_note(inv, "user_ns", user);
	invocation_note(inv, "sys_ns", sys);
}

static void commands(void)
{
	const struct result *user, *sys;
	char label[96];
	struct run r;
	double y[2];

	run_init(&r);
	command(&r, "1000", "500");
	command(&r, "3000", "0");
	run_tails(&r);
	user = run_find(&r, "exec:user");
	sys = run_find(&r, "exec:sys");
	tap_ok(r.n_results == 3 && user && sys, "two more of a command");
	tap_ok(run_costs(&r, user, y) == 2 && y[0] == 1000 && y[1] == 3000,
	    "user time, a run a value");
	tap_ok(sys->outcome == OUTCOME_SKIPPED && sys->n_inv == 0,
	    "a time of 0 is none");
	tap_str(sys->why,
	    "1 of 2 runs have no time in the kernel: it is less than the "
	    "kernel counts",
	    "the reason");
	row_label(user, label, sizeof(label));
	tap_str(label, "exec user", "what it is called");
	tap_ok(!is_tail(user->key), "with the margins of any row");
	run_release(&r);
}

int main(void)
{
	percentiles();
	rows();
	cut_short();
	views();
	stranger();
	commands();
	return tap_done();
}
