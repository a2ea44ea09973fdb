/* run.c - tests of model/run: keys, labels, and the cost of an operation. */
#include "model/run.h"

#include "base/mem.h"
#include "model/tails.h"

#include "tap.h"

#include <stdlib.h>

static uint64_t *times(size_t n, const uint64_t *v)
{
	uint64_t *copy = xreallocarray(NULL, n, sizeof(*copy));

	memcpy(copy, v, n * sizeof(*copy));
	return copy;
}

#define SET(inv, member, ...) \
	do { \
		const uint64_t v_[] = { __VA_ARGS__ }; \
		(inv)->n_##member = sizeof(v_) / sizeof(v_[0]); \
		(inv)->member = times((inv)->n_##member, v_); \
	} while (0)

static void identity(void)
{
	struct run a, b;

	run_init(&a);
	run_init(&b);
	tap_ok(strlen(a.uuid) == 36 && a.uuid[14] == '4' &&
		strchr("89ab", a.uuid[19]) && a.uuid[8] == '-',
	    "uuid of version 4: %s", a.uuid);
	tap_ok(strcmp(a.uuid, b.uuid) != 0, "another run, another uuid");
	tap_ok(!run_find(&a, "x"), "not there");
	tap_ok(run_add(&a, "x/y=1") == run_add(&a, "x/y=1"), "made once");
	tap_str(run_find(&a, "x/y=1")->name, "x", "its name");
	run_release(&a);
	run_release(&a);
	run_release(NULL);
	run_release(&b);
	tap_ok(a.n_results == 0, "released is empty");
}

static void costs(void)
{
	struct run r;
	struct result *res;
	struct invocation *inv;
	double out[4];

	run_init(&r);
	res = run_add(&r, "sys_null");
	inv = result_add(res);
	tap_ok(isnan(run_cost(&r, res, 0)), "nothing measured");
	tap_ok(isnan(run_cost(&r, res, 7)), "no such invocation");
	inv->ops = 10;
	inv->warm = 2;
	SET(inv, run, 9000, 5000, 1000, 1200, 1100);
	tap_near(run_cost(&r, res, 0), 110, 1e-12, "median without warm-up");

	run_add(&r, "self_nop");
	res = run_find(&r, "sys_null");
	inv = result_add(run_find(&r, "self_nop"));
	inv->ops = 100;
	SET(inv, run, 50, 70);
	tap_near(run_cost(&r, res, 0), 110, 1e-12, "a floor under 1 %%");
	inv = result_add(run_find(&r, "self_nop"));
	inv->ops = 1;
	SET(inv, run, 3);
	inv = result_add(run_find(&r, "self_nop"));
	inv->ops = 1;
	SET(inv, run, 2);
	tap_near(run_cost(&r, res, 0), 108, 1e-12,
	    "the floor, median of three, is subtracted");
	tap_near(run_cost_raw(&r, res, 0), 110, 1e-12, "raw");
	tap_near(run_cost(&r, run_find(&r, "self_nop"), 1), 3, 1e-12,
	    "self_nop is its own floor");
	res->flags = RESULT_HIDDEN;
	tap_near(run_cost(&r, res, 0), 110, 1e-12, "hidden loop");
	res->flags = 0;
	inv = result_add(res);
	inv->ops = 2;
	SET(inv, run, 40, 44);
	SET(inv, base, 50, 52, 60);
	tap_near(run_cost(&r, res, 1), -5, 1e-12,
	    "base alone is subtracted, nothing clamped");
	inv = result_add(res);
	SET(inv, events, 10, 30, 20, 1000);
	tap_near(run_cost(&r, res, 2), 25, 1e-12, "the median event");
	result_add(res);
	tap_ok(run_costs(&r, res, out) == 2 && out[0] == 108 && out[1] == 25,
	    "costs: finite and positive ones, in order");
	run_release(&r);
}

static void rates(void)
{
	struct result res = { .unit = UNIT_RATE, .bytes = 4096 };

	tap_near(run_display(&res, 1000), 4.096e9, 1e-12, "bytes a second");
	tap_ok(isnan(run_display(&res, -1)), "no rate from a negative time");
	res.unit = UNIT_HZ;
	tap_near(run_display(&res, 4e6), 250, 1e-12, "operations a second");
	tap_ok(isnan(run_display(&res, 0)), "none from no time");
	res.unit = UNIT_NS;
	tap_near(run_display(&res, 12.5), 12.5, 0, "time as it is");
}

static void label(char *key, unsigned flags, const char *want)
{
	struct result res = { .key = key, .flags = flags };
	char got[64];

	row_label(&res, got, sizeof(got));
	tap_str(got, want, "label of %s", key);
}

static void labels(void)
{
	char keys[][64] = { "sys_null", "sched_ctx/procs=8/size=64K/cpu=same",
		"mem_lat/size=32K/pages=4k", "mem_lat/size=32K/pages=2m",
		"vm_page_fault", "mem_lat_stride/size=8M/stride=128",
		"mem_lat_stride/size=1536K/stride=128", "x/flag",
		"ipc_connect_lm/cpu=free" };
	char out[8];

	label(keys[0], 0, "sys_null");
	label(keys[1], 0, "sched_ctx 8/64K same");
	label(keys[2], 0, "mem_lat 32K");
	label(keys[3], 0, "mem_lat 32K/2m");
	label(keys[4], RESULT_LM, "vm_page_fault (lm)");
	label(keys[5], RESULT_LM, "mem_lat_stride 8M/128 lm");
	label(keys[6], RESULT_LM, "mem_lat_stride 1536K/128");
	label(keys[7], 0, "x flag");
	label(keys[8], RESULT_LM, "ipc_connect_lm free");
	tap_ok(row_arg(keys[1], "size", out, sizeof(out)) &&
		strcmp(out, "64K") == 0,
	    "an argument");
	tap_ok(row_arg(keys[1], "cpu", out, sizeof(out)) &&
		strcmp(out, "same") == 0,
	    "the last argument");
	tap_ok(!row_arg(keys[1], "siz", out, sizeof(out)) &&
		!row_arg(keys[0], "size", out, sizeof(out)),
	    "no such argument");
	tap_ok(!row_arg(keys[1], "cpu", out, 4), "no room");
}

static void forget(void)
{
	struct result *res;
	struct run r;
	uint32_t i;

	run_init(&r);
	for (i = 0; i < 4; i++)
		result_add(run_add(&r, "a"))->round = i == 2 ? 1 : i;
	result_add(run_add(&r, "b"))->round = 1;
	run_add(&r, "c")->outcome = OUTCOME_FAILED;
	run_forget_round(&r, 1, "taken back");
	res = &r.results[0];
	tap_ok(res->n_inv == 2 && res->inv[0].round == 0 &&
		res->inv[1].round == 3 && res->outcome == OUTCOME_OK,
	    "a round is taken away");
	res = &r.results[1];
	tap_ok(res->n_inv == 0 && res->outcome == OUTCOME_SKIPPED,
	    "a row that has no other");
	tap_str(res->why, "taken back", "and why");
	tap_ok(r.results[2].outcome == OUTCOME_FAILED, "one that had none");
	run_release(&r);
}

/* Each is found, while there are more of them and in a view. */
static void finds(void)
{
	unsigned wrong = 0;
	struct run r, view;
	char key[32];

	run_init(&r);
	for (size_t i = 0; i < 3000; i++) {
		snprintf(key, sizeof(key), "row/size=%zu", i);
		wrong += run_find(&r, key) != NULL;
		run_add(&r, key);
		wrong += run_find(&r, key) != &r.results[i];
		wrong += run_add(&r, key) != &r.results[i];
	}
	wrong += r.n_results != 3000;
	tap_ok(wrong == 0, "3000 rows are found");
	run_view(&r, &view);
	wrong = 0;
	for (size_t i = 0; i < 3000; i++)
		wrong += run_find(&view, r.results[i].key) != &view.results[i];
	run_view_release(&view);
	run_add(&r, "more");
	tap_ok(wrong == 0 && run_find(&r, "more") == &r.results[3000],
	    "in a view, too");
	run_release(&r);
}

int main(void)
{
	finds();
	forget();
	identity();
	costs();
	rates();
	labels();
	return tap_done();
}
