/* tails.c - the slowest events are judged as rows of their own. */
#include "model/tails.h"
#include "base/rng.h"
#include "two.h"

#define EVENTS 1000

/* An invocation of events around 1000 ns, 2 of 100 of them `slow` times that;
 * all of it by a factor. */
static void events(struct run *r, const char *key, struct rng *rng,
    double factor, double slow)
{
	struct result *res = run_add(r, key);
	struct invocation *inv = result_add(res);

	res->outcome = OUTCOME_OK;
	inv->round = (uint32_t)res->n_inv - 1;
	inv->ops = 1;
	inv->wall_ns = 10000000;
	inv->n_events = EVENTS;
	inv->events = xcalloc(EVENTS, sizeof(*inv->events));
	for (size_t i = 0; i < EVENTS; i++)
		inv->events[i] =
		    (uint64_t)(factor * (1000 + 50 * rng_unit(rng)) *
			(i % 50 == 0 ? slow * (1 + .1 * rng_unit(rng)) : 1));
}

static void fill(struct run *r, uint64_t seed, double factor, double slow)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < 12; i++)
		events(r, "wake", &rng, factor, slow);
	made_spread(r, "sys", 100, .01, 12);
	run_tails(r);
}

static void slower_at_the_end(void)
{
	begin_pair(0);
	fill(&a, 1, 1, 10);
	fill(&b, 2, 1, 14);
	compare(NULL);
	tap_ok(v.n == 4, "two more rows");
	is("wake", VERDICT_SAME);
	is("wake:p95", VERDICT_SAME);
	is("wake:p99", VERDICT_SLOWER);
	tap_ok(row("wake:p99")->change > .3 && row("wake:p99")->change < .5,
	    "by what it is: %g", row("wake:p99")->change);
	tap_ok(judge_tested(&v) == 4 &&
		row("wake:p99")->p_holm >= 3.99 * row("wake:p99")->p,
	    "Holm counts all of them");
	tap_ok(v.suite_n == 2 && fabs(v.suite) < .005,
	    "the suite line counts each row once: %zu, %g", v.suite_n, v.suite);
	end();
}

static void sessions(void)
{
	struct margin m;
	struct session s;

	begin_two();
	fill(&a, 1, 1, 10);
	fill(&b, 2, 1, 12);
	compare(NULL);
	is("wake", VERDICT_SAME);
	is("wake:p99", VERDICT_SAME);
	m = row("wake:p99")->margins;
	tap_ok(m.alarm == .25 && m.from == MARGIN_DEFAULT,
	    "tails have a margin of their own between sessions");
	tap_ok(strstr(v.order, "5 % (tails 25 %)") != NULL, "said: %s",
	    v.order);
	judge_session(&a, &s);
	tap_ok(s.n == 4 && strcmp(s.row[3].key, "wake:p99") == 0 &&
		fabs(exp(s.row[3].y) / 10400 - 1) < .05,
	    "and a level in the history");
	session_release(&s);
	end();
}

/* A row below one cycle, whose slowest events are not. */
static void suspect(void)
{
	struct estimate e[4];
	struct run r;

	run_init(&r);
	host_set(&r.host, "cpu.mhz_max", FACT_IDENTITY, "0.9");
	fill(&r, 1, 1, 10);
	judge_run(&r, e);
	tap_ok(e[0].status == STATUS_SUSPECT, "less than a cycle: %s",
	    e[0].why);
	tap_ok(e[3].status == STATUS_SUSPECT && strstr(e[3].why, "wake"),
	    "nor is its tail believed: %s", e[3].why);
	run_release(&r);
}

int main(void)
{
	slower_at_the_end();
	sessions();
	suspect();
	return tap_done();
}
