/* bigstore.c - how long a store of many runs takes: bigstore [RUNS [DIR]].
 *
 * Makes a store of RUNS runs (50) of 110 rows and 12 invocations in a directory
 * of its own under DIR (/tmp), prints what saving, listing and loading take,
 * and removes it. Medians of ten where there are ten. */
#include "runs.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ROWS        110
#define INVOCATIONS 12
#define TIMES       10

static struct err e;

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print(const char *what, double *ms, int n)
{
	qsort(ms, (size_t)n, sizeof(*ms), by_value);
	printf("%-36s %8.2f ms  (%.2f to %.2f)\n", what, ms[n / 2], ms[0],
	    ms[n - 1]);
}

static int failed(void)
{
	fprintf(stderr, "bigstore: %s\n", e.text);
	return -1;
}

static int fill(struct store *s, int runs)
{
	struct run r;
	double ms[2000];
	int i, code = 0;

	for (i = 0; i < runs && code == 0; i++) {
		runs_make(&r, (uint64_t)i, ROWS, INVOCATIONS);
		ms[i] = now_ms();
		code = store_put_run(s, &r, &e);
		ms[i] = now_ms() - ms[i];
		run_release(&r);
	}
	if (code)
		return failed();
	print("put a run of 110 rows x 12", ms, runs);
	return 0;
}

static int grow(struct store *s)
{
	double ms[INVOCATIONS];
	struct run r;
	uint32_t i;
	int code;

	runs_make(&r, 1, 0, 0);
	code = store_begin_run(s, &r, &e);
	for (i = 0; i < INVOCATIONS && code == 0; i++) {
		runs_round(&r, 1, ROWS, i);
		ms[i] = now_ms();
		code = store_save(s, &r, &e);
		ms[i] = now_ms() - ms[i];
	}
	run_release(&r);
	if (code)
		return failed();
	print("save a round of 110 rows", ms, INVOCATIONS);
	return 0;
}

static int list(struct store *s)
{
	struct store_entry *all;
	double ms[TIMES];
	size_t n;
	int i;

	for (i = 0; i < TIMES; i++) {
		ms[i] = now_ms();
		if (store_list(s, &all, &n, &e) != 0)
			return failed();
		ms[i] = now_ms() - ms[i];
		store_entries_free(all, n);
	}
	print("list all runs", ms, TIMES);
	return 0;
}

static int load(struct store *s, int runs)
{
	double open_ms[TIMES], costs_ms[TIMES], costs[INVOCATIONS];
	struct run r;
	size_t k;
	int i;

	for (i = 0; i < TIMES; i++) {
		open_ms[i] = now_ms();
		if (store_load(s, 1 + i * 7 % runs, &r, &e) != 0)
			return failed();
		open_ms[i] = now_ms() - open_ms[i];
		costs_ms[i] = now_ms();
		for (k = 0; k < r.n_results; k++)
			run_costs(&r, &r.results[k], costs);
		costs_ms[i] = now_ms() - costs_ms[i];
		run_release(&r);
	}
	print("load a run of 110 rows x 12", open_ms, TIMES);
	print("costs of all its invocations", costs_ms, TIMES);
	return 0;
}

static int work(const char *path, int runs)
{
	struct store *s;
	struct stat st;
	int code;

	if (store_open(&s, path, STORE_WRITE, &e) != 0)
		return failed();
	code = fill(s, runs);
	if (code == 0)
		code = grow(s);
	store_close(s);
	if (code || store_open(&s, path, STORE_READ, &e) != 0)
		return code ? code : failed();
	if (stat(path, &st) == 0)
		printf("%-36s %8.0f KiB\n", "a run in the file",
		    (double)st.st_size / 1024 / (runs + 1));
	code = list(s);
	if (code == 0)
		code = load(s, runs);
	store_close(s);
	return code;
}

int main(int argc, char **argv)
{
	int runs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 50, code;
	char dir[200], path[220];

	if (runs < 1 || runs > 2000) {
		fprintf(stderr, "bigstore: RUNS is 1 to 2000\n");
		return 2;
	}
	snprintf(dir, sizeof(dir), "%s/bigstore-XXXXXX",
	    argc > 2 ? argv[2] : "/tmp");
	if (!mkdtemp(dir)) {
		perror(dir);
		return 2;
	}
	snprintf(path, sizeof(path), "%s/s.db", dir);
	printf("%d runs of %d rows, %d invocations, 30 batches each\n", runs,
	    ROWS, INVOCATIONS);
	code = work(path, runs);
	unlink(path);
	rmdir(dir);
	return code ? 2 : 0;
}
