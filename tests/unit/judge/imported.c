/* imported.c - unit tests of other tools' numbers: means with a spread against
 * R's Welch test, rounding, values far from the others, single values. */
#include "judge/inside.h"

#include "base/mem.h"

#include "tap.h"

#include <stdio.h>
#include <stdlib.h>

static struct run a, b;
static struct verdict_set v;

static void begin(void)
{
	run_init(&a);
	run_init(&b);
	host_set(&a.host, "import.format", FACT_IDENTITY, "t");
	host_set(&b.host, "import.format", FACT_IDENTITY, "t");
}

static void end(void)
{
	verdict_set_release(&v);
	run_release(&a);
	run_release(&b);
}

/* A value in ps, so that fractions of a ns stay. */
static struct invocation *add(struct run *r, const char *key, double ns,
    double step)
{
	struct result *res = run_add(r, key);
	struct invocation *inv = result_add(res);
	char text[32];

	res->flags = RESULT_IMPORTED;
	inv->ops = 1000;
	inv->run = xmalloc(sizeof(*inv->run));
	inv->run[0] = (uint64_t)(ns * 1000 + 0.5);
	inv->n_run = 1;
	inv->round = (uint32_t)res->n_inv - 1;
	if (step > 0) {
		snprintf(text, sizeof(text), "%.9g", step / ns);
		invocation_note(inv, "step", text);
	}
	return inv;
}

static void add_mean(struct run *r, const char *key, double ns, double sd,
    int n)
{
	struct invocation *inv = add(r, key, ns, 0);
	char text[32];

	snprintf(text, sizeof(text), "%.12g", sd / ns);
	invocation_note(inv, "sd", text);
	snprintf(text, sizeof(text), "%d", n);
	invocation_note(inv, "n", text);
}

static void add_all(struct run *r, const char *key, const double *x, size_t n,
    double step)
{
	for (size_t i = 0; i < n; i++)
		add(r, key, x[i], step);
}

static const struct comparison *row(const char *key)
{
	for (size_t i = 0; i < v.n; i++)
		if (strcmp(v.rows[i].key, key) == 0)
			return &v.rows[i];
	return NULL;
}

static void word(const char *key, enum verdict want)
{
	tap_ok(row(key)->verdict == want, "%s is %s: %s", key,
	    verdict_words[row(key)->verdict], row(key)->note);
}

/* Relative errors of 2 % and 1 %: variances .0004/5 and .0001/8, so
 * that se = sqrt(.0000925), df = se^4 / (.00008^2/4 + .0000125^2/7) = 5.274. */
static void means(void)
{
	begin();
	add_mean(&a, "t/slower", 100, 2, 5);
	add_mean(&b, "t/slower", 130, 1.3, 8);
	add_mean(&a, "t/same", 100, 0.5, 9);
	add_mean(&b, "t/same", 100.2, 0.5, 9);
	add_mean(&a, "t/one", 100, 1, 1);
	add_mean(&b, "t/one", 150, 1, 9);
	add_mean(&a, "t/none", 100, 0, 9);
	add_mean(&b, "t/none", 150, 0, 9);
	add_mean(&a, "t/mixed", 100, 1, 9);
	add_all(&b, "t/mixed", (const double[]){ 129, 130, 131, 130.5 }, 4, 0);
	judge_compare(&a, &b, NULL, &v);
	word("t/slower", VERDICT_SLOWER);
	word("t/same", VERDICT_SAME);
	word("t/one", VERDICT_CANNOT_TELL);
	word("t/none", VERDICT_CANNOT_TELL);
	word("t/mixed", VERDICT_SLOWER);
	tap_near(row("t/slower")->change, 0.3, 1e-12, "the change");
	/* R 4: 2 * pt(-log(1.3) / sqrt(9.25e-5), 5.274) */
	tap_near(row("t/slower")->p, 6.99924290511327e-07, 1e-9, "Welch's p");
	tap_ok(row("t/slower")->na == 5 && row("t/slower")->nb == 8,
	    "values behind the means");
	tap_ok(strstr(row("t/slower")->note, "Welch") &&
		row("t/slower")->summary,
	    "it says so");
	tap_ok(v.pairing == PAIRING_IMPORTED && strstr(v.order, "5 %"),
	    "the order: %s", v.order);
	end();
}

/* With one or two values a side there is no word, whatever the change. */
static void single(void)
{
	begin();
	add(&a, "t/one", 100, 1);
	add(&b, "t/one", 900, 1);
	add_all(&a, "t/two", (const double[]){ 100, 101 }, 2, 1);
	add_all(&b, "t/two", (const double[]){ 900, 901 }, 2, 1);
	judge_compare(&a, &b, NULL, &v);
	word("t/one", VERDICT_CANNOT_TELL);
	word("t/two", VERDICT_CANNOT_TELL);
	tap_ok(isnan(row("t/one")->lo), "and no interval");
	end();
}

/* 12 and 13 in whole numbers may be 12.49 and 12.51. */
static void rounding(void)
{
	const double twelve[] = { 12, 12, 12, 12 }, ten[] = { 13, 13, 13, 13 };

	begin();
	add_all(&a, "t/coarse", twelve, 4, 1);
	add_all(&b, "t/coarse", ten, 4, 1);
	add_all(&a, "t/fine", twelve, 4, 0.001);
	add_all(&b, "t/fine", ten, 4, 0.001);
	add_all(&a, "t/equal", twelve, 4, 1);
	add_all(&b, "t/equal", twelve, 4, 1);
	judge_compare(&a, &b, NULL, &v);
	tap_ok(row("t/coarse")->verdict != VERDICT_SLOWER &&
		row("t/coarse")->lo < 12.5 / 12.5 - 1 + 0.01,
	    "a step is no change: %s", verdict_words[row("t/coarse")->verdict]);
	word("t/fine", VERDICT_SLOWER);
	word("t/equal", VERDICT_CANNOT_TELL);
	tap_ok(strstr(row("t/equal")->note, "steps of 8 %"), "why: %s",
	    row("t/equal")->note);
	end();
}

static void far_values(void)
{
	const double one[] = { 22, 22, 136, 23 }, flat[] = { 12, 24, 12, 12 };
	const double wide[] = { 20, 24, 28, 32 },
		     close[] = { 100, 100, 100, 102 };
	struct far f;

	begin();
	add_all(&a, "t/one", one, 4, 1);
	add_all(&a, "t/flat", flat, 4, 1);
	add_all(&a, "t/wide", wide, 4, 1);
	add_all(&a, "t/close", close, 4, 0);
	tap_ok(judge_far(&a, run_find(&a, "t/one"), &f) && f.inv == 2 &&
		f.cost == 136 && f.lo == 22 && f.hi == 23,
	    "136 among 22s");
	tap_ok(judge_far(&a, run_find(&a, "t/flat"), &f) && f.inv == 1,
	    "24 among 12s");
	tap_ok(!judge_far(&a, run_find(&a, "t/wide"), &f),
	    "not among a spread");
	tap_ok(!judge_far(&a, run_find(&a, "t/close"), &f),
	    "not within what sessions differ by");
	end();
}

/* Two modes: one value of four lies where all of the other side do, and is no
 * accident. */
static void modes(void)
{
	const double low[] = { 100, 100.5, 101, 128.5 };
	const double high[] = { 129, 130, 131, 131.5 };

	begin();
	add_all(&a, "t/modes", low, 4, 0.1);
	add_all(&b, "t/modes", high, 4, 0.1);
	for (int i = 0; i < 8; i++) {
		char key[16];

		snprintf(key, sizeof(key), "t/other%d", i);
		add_all(&a, key, low, 3, 0.1);
		add_all(&b, key, low, 3, 0.1);
	}
	judge_compare(&a, &b, NULL, &v);
	word("t/modes", VERDICT_CANNOT_TELL);
	end();
}

/* One accident among four does not hide a change, nor make one. */
static void tamed(void)
{
	const double four[] = { 108, 108.5, 109, 132 };
	const double more[] = { 139, 140, 140.5, 142 };
	double y[4];
	size_t at;

	begin();
	add_all(&a, "t/fork", four, 4, 0.5);
	add_all(&b, "t/fork", more, 4, 0.5);
	add_all(&a, "t/back", more, 4, 0.5);
	add_all(&b, "t/back", (const double[]){ 139.5, 140, 141, 250 }, 4, 0.5);
	for (int i = 0; i < 8; i++) {
		char key[16];

		snprintf(key, sizeof(key), "t/other%d", i);
		add_all(&a, key, more, 4, 0.5);
		add_all(&b, key, more, 4, 0.5);
	}
	judge_compare(&a, &b, NULL, &v);
	word("t/fork", VERDICT_SLOWER);
	tap_ok(row("t/back")->verdict != VERDICT_SLOWER,
	    "250 alone is no change: %s",
	    verdict_words[row("t/back")->verdict]);
	for (size_t i = 0; i < 4; i++)
		y[i] = log(four[i]);
	/* .829 / (1 - .829) times log(109 / 108) beyond log 109 */
	tap_near(judge_tamed(y, 4, 0, &at),
	    log(109) + .829 / .171 * log(109.0 / 108), 1e-12,
	    "it counts at Dixon's limit");
	tap_ok(at == 3, "which it is");
	y[3] = y[2];
	judge_tamed(y, 4, 0, &at);
	tap_ok(at == 4, "none is far");
	end();
}

static void apart(void)
{
	char why[200] = "";

	begin();
	add(&a, "t/x", 1, 0);
	host_set(&b.host, "import.format", FACT_IDENTITY, NULL);
	tap_ok(judge_guarded(&a, &b, why, sizeof(why)) &&
		strstr(why, "imported"),
	    "never beside what was measured: %s", why);
	end();
}

int main(void)
{
	means();
	single();
	rounding();
	far_values();
	tamed();
	modes();
	apart();
	return tap_done();
}
