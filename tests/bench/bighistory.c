/* bighistory.c - a store of many runs: bighistory FILE [RUNS [ROWS]].
 *
 * RUNS runs (10000) of ROWS rows (65) with 3 invocations of one batch each, an
 * hour apart, and what is kept of them for histories: what "runs" and "trend"
 * read is as large as after as many real runs. Row 0 is 5 % slower from three
 * quarters of them on. */
#include "base/mem.h"
#include "base/rng.h"
#include "judge/judge.h"
#include "store/store.h"

#include "../unit/noise.h"

#include <stdio.h>
#include <stdlib.h>

#define INVOCATIONS 3
#define OPS         1000000
#define HOUR_NS     (3600 * 1000000000ll)
#define BEGIN_NS    (1700000000 * 1000000000ll)
#define TOGETHER    100 /* sessions kept at once */

static void fill_row(struct result *res, double cost, struct rng *rng)
{
	double level = cost * exp(0.01 * noise_normal(rng));

	res->outcome = OUTCOME_OK;
	for (uint32_t k = 0; k < INVOCATIONS; k++) {
		struct invocation *inv = result_add(res);

		inv->round = k;
		inv->start_ns = k * 1000000;
		inv->wall_ns = 1000000;
		inv->ops = OPS;
		inv->n_run = 1;
		inv->run = xcalloc(1, sizeof(*inv->run));
		inv->run[0] =
		    (uint64_t)(level * OPS * exp(0.005 * noise_normal(rng)));
	}
}

static void make(struct run *r, size_t i, size_t runs, size_t rows,
    struct rng *rng)
{
	char key[64];

	run_init(r);
	if (i % 10 == 0)
		r->label = xasprintf("v%zu.%zu", i / 1000, i % 1000 / 10);
	r->started_ns = BEGIN_NS + (int64_t)i * HOUR_NS;
	r->ended_ns = r->started_ns + HOUR_NS / 60;
	r->rounds = INVOCATIONS;
	r->profile = xstrdup("default");
	r->stop = xstrdup("3 rounds");
	host_set(&r->host, "cpu.model", FACT_IDENTITY, "made up");
	host_set(&r->host, "boot.id", FACT_STATE, "boot");
	host_set(&r->host, "kernel.release", FACT_SETTING,
	    i < runs / 2 ? "6.1.0" : "6.2.0");
	for (int f = 0; f < 150; f++) {
		snprintf(key, sizeof(key), "sysctl.made_up_%d", f);
		host_set(&r->host, key, FACT_SETTING, "1");
	}
	for (size_t k = 0; k < rows; k++) {
		double cost = 100 + 10 * (double)k;

		snprintf(key, sizeof(key), "row_%02zu/size=%zuK", k, k);
		if (k == 0 && i >= runs / 4 * 3)
			cost *= 1.05;
		fill_row(run_add(r, key), cost, rng);
	}
}

static int fill(struct store *s, size_t runs, size_t rows, struct err *e)
{
	struct session *kept = xcalloc(TOGETHER, sizeof(*kept));
	size_t n = 0;
	struct rng rng;
	int code = 0;

	rng_seed(&rng, 1);
	for (size_t i = 0; i < runs && code == 0; i++) {
		struct run r;

		make(&r, i, runs, rows, &rng);
		code = store_put_run(s, &r, e);
		if (code == 0)
			judge_session(&r, &kept[n++]);
		run_release(&r);
		if (code == 0 && (n == TOGETHER || i + 1 == runs)) {
			code = store_put_sessions(s, kept, n, e);
			for (size_t k = 0; k < n; k++)
				session_release(&kept[k]);
			n = 0;
		}
	}
	sessions_free(kept, n);
	return code;
}

int main(int argc, char **argv)
{
	size_t runs = argc > 2 ? strtoul(argv[2], NULL, 10) : 10000;
	size_t rows = argc > 3 ? strtoul(argv[3], NULL, 10) : 65;
	struct store *s;
	struct err e;
	int code;

	if (argc < 2 || runs < 1 || rows < 1) {
		fprintf(stderr, "usage: bighistory FILE [RUNS [ROWS]]\n");
		return 2;
	}
	code = store_open(&s, argv[1], STORE_WRITE, &e);
	if (code == 0)
		code = fill(s, runs, rows, &e);
	store_close(code == 0 ? s : NULL);
	if (code)
		fprintf(stderr, "bighistory: %s\n", e.text);
	return code ? 2 : 0;
}
