/* exec_files.c - commands that were measured, for other programs: Markdown,
 * CSV, and what scripts that read hyperfine's results expect. */
#include "report/exec.h"

#include "base/mem.h"
#include "report/csv.h"
#include "report/markdown.h"
#include "report/rows.h"
#include "stats/order.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- Markdown ------------------------------------------------------------ */

void report_commands_markdown(const struct report_command *c, size_t n,
    size_t reference, struct buf *out)
{
	char text[6][96];

	buf_add(out, "| command | runs | real | 95 % | user | sys | max RSS |");
	buf_add(out, n > 1 ? " times | verdict |\n" : "\n");
	buf_add(out, "|---|--:|--:|--:|--:|--:|--:|");
	buf_add(out, n > 1 ? "--:|---|\n" : "\n");
	for (size_t i = 0; i < n; i++) {
		const struct comparison *x = exec_row(&c[i], "");

		if (!c[i].res || c[i].u.n == 0)
			continue;
		buf_add(out, "| ");
		markdown_text(out, c[i].name);
		buf_addf(out, " | %zu | %s | %s | %s | %s | %s |", c[i].u.n,
		    rows_value(c[i].res, c[i].est.cost, text[0], 96),
		    rows_range(c[i].res, c[i].est.cost, c[i].est.lo,
			c[i].est.hi, text[1], 96),
		    exec_time(c[i].u.user, text[2], 96),
		    exec_time(c[i].u.sys, text[3], 96),
		    exec_rss(&c[i].u, text[4], 96));
		if (n > 1)
			buf_addf(out, " %s | %s |",
			    exec_times(&c[i], true, text[5], 96),
			    i == reference ? "reference" :
				x          ? verdict_words[x->verdict] :
					     "-");
		buf_add_char(out, '\n');
	}
}

/* -- CSV ----------------------------------------------------------------- */

static void csv_counter(struct buf *out, uint64_t x)
{
	csv_number(out, x == COUNTER_UNKNOWN ? NAN : (double)x);
}

static void csv_run(const struct report_command *c,
    const struct invocation *inv, struct buf *out)
{
	static const char *const notes[] = { "user_ns", "sys_ns", "max_rss",
		"in_blocks", "out_blocks", "status", "signal", "left" };

	csv_text(out, c->name);
	csv_field(out, c->text);
	csv_count(out, inv->round + 1);
	csv_number(out,
	    inv->n_run > inv->warm ? (double)inv->run[inv->warm] : NAN);
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++)
		csv_number(out, invocation_number(inv, notes[i]));
	csv_counter(out, inv->counters.minflt);
	csv_counter(out, inv->counters.majflt);
	csv_counter(out, inv->counters.nvcsw);
	csv_counter(out, inv->counters.nivcsw);
	buf_add(out, "\r\n");
}

void report_commands_csv(const struct report_command *c, size_t n,
    struct buf *out)
{
	buf_add(out,
	    "name,command,run,real_ns,user_ns,sys_ns,max_rss,in_blocks,"
	    "out_blocks,status,signal,left,minflt,majflt,nvcsw,nivcsw\r\n");
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; c[i].res && k < c[i].res->n_inv; k++)
			csv_run(&c[i], &c[i].res->inv[k], out);
}

/* -- hyperfine ----------------------------------------------------------- */

static double mean_of(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

/* Of a sample; NaN of one value. */
static double deviation(const double *x, size_t n, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? sqrt(sum / (double)(n - 1)) : NAN;
}

static double mean_note(const struct result *res, const char *key)
{
	double sum = 0;

	for (size_t i = 0; i < res->n_inv; i++)
		sum += invocation_number(&res->inv[i], key) / 1e9;
	return sum / (double)res->n_inv;
}

static void put_times(const struct result *res, struct json *j)
{
	json_key(j, "times");
	json_begin_array(j);
	for (size_t i = 0; i < res->n_inv; i++)
		json_double(j, (double)res->inv[i].run[0] / 1e9);
	json_end_array(j);
}

static void put_codes(const struct result *res, struct json *j)
{
	json_key(j, "exit_codes");
	json_begin_array(j);
	for (size_t i = 0; i < res->n_inv; i++) {
		double status = invocation_number(&res->inv[i], "status");

		if (isfinite(status))
			json_int(j, (int64_t)status);
		else
			json_null(j); /* a signal */
	}
	json_end_array(j);
}

/* The levels of factors. */
static void put_parameters(const struct run *r, struct json *j)
{
	json_key(j, "parameters");
	json_begin_object(j);
	for (size_t i = 0; i < r->host.n; i++) {
		const struct fact *f = &r->host.facts[i];

		if (strncmp(f->key, "exec.", 5) == 0 &&
		    strcmp(f->key, FACT_COMMAND) != 0)
			json_put_string(j, f->key + 5, f->value);
	}
	json_end_object(j);
}

static void put_result(const struct report_command *c, struct json *j)
{
	size_t n = c->res->n_inv;
	double *x = xcalloc(n, sizeof(*x)), mean;

	for (size_t i = 0; i < n; i++)
		x[i] = (double)c->res->inv[i].run[0] / 1e9;
	order_sort(x, n);
	mean = mean_of(x, n);
	json_begin_object(j);
	json_put_string(j, "command", c->name);
	json_put_double(j, "mean", mean);
	json_put_double(j, "stddev", deviation(x, n, mean));
	json_put_double(j, "median", order_median(x, n));
	json_put_double(j, "user", mean_note(c->res, "user_ns"));
	json_put_double(j, "system", mean_note(c->res, "sys_ns"));
	json_put_double(j, "min", x[0]);
	json_put_double(j, "max", x[n - 1]);
	put_times(c->res, j);
	put_codes(c->res, j);
	put_parameters(c->r, j);
	json_end_object(j);
	free(x);
}

void report_commands_hyperfine(const struct report_command *c, size_t n,
    struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_begin_object(&j);
	json_key(&j, "results");
	json_begin_array(&j);
	for (size_t i = 0; i < n; i++)
		if (c[i].res && c[i].res->n_inv > 0)
			put_result(&c[i], &j);
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}
