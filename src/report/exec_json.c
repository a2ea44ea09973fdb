/* exec_json.c - commands that were measured, as JSON. */
#include "report/report.h"

#include "judge/counted.h"

static void put_usage(const struct usage *u, struct json *j)
{
	json_put_double(j, "real_ns", u->real);
	json_put_double(j, "least_ns", u->least);
	json_put_double(j, "most_ns", u->most);
	json_put_double(j, "user_ns", u->user);
	json_put_double(j, "sys_ns", u->sys);
	json_put_double(j, "max_rss", u->max_rss);
	json_put_double(j, "max_rss_under", u->max_rss_under);
	json_put_double(j, "minflt", u->minflt);
	json_put_double(j, "majflt", u->majflt);
	json_put_double(j, "nvcsw", u->nvcsw);
	json_put_double(j, "nivcsw", u->nivcsw);
	json_put_double(j, "in_blocks", u->in_blocks);
	json_put_double(j, "out_blocks", u->out_blocks);
	json_put_double(j, "throttled_ns", u->throttled);
	json_put_double(j, "psi_cpu_ns", u->psi[0]);
	json_put_double(j, "psi_io_ns", u->psi[1]);
	json_put_double(j, "psi_memory_ns", u->psi[2]);
	json_put_uint(j, "failed", u->failed);
	json_put_uint(j, "left", u->left);
}

static void put_counters(const struct result *res, struct json *j)
{
	struct counted c[COUNTED_MOST];
	size_t n = counted_of(res, c);

	json_key(j, "counters");
	json_begin_array(j);
	for (size_t i = 0; i < n; i++) {
		json_begin_object(j);
		json_put_string(j, "name", c[i].name);
		json_put_double(j, "value", c[i].value);
		json_put_string(j, "unsupported", c[i].why);
		json_end_object(j);
	}
	json_end_array(j);
}

void report_commands_json(const struct report_command *c, size_t n,
    const struct usage_costs *costs, struct json *j)
{
	struct finding found[USAGE_FINDINGS];

	json_begin_array(j);
	for (size_t i = 0; i < n; i++) {
		size_t m = 0;

		json_begin_object(j);
		json_put_string(j, "name", c[i].name);
		json_put_string(j, "command", c[i].text);
		json_put_uint(j, "runs", c[i].u.n);
		json_put_double(j, "lo_ns", c[i].est.lo);
		json_put_double(j, "hi_ns", c[i].est.hi);
		json_put_double(j, "cv", c[i].est.cv);
		put_usage(&c[i].u, j);
		put_counters(c[i].res, j);
		json_key(j, "times_ns");
		json_begin_array(j);
		for (size_t k = 0; c[i].res && k < c[i].res->n_inv; k++)
			json_uint(j, c[i].res->inv[k].run[0]);
		json_end_array(j);
		json_key(j, "findings");
		json_begin_array(j);
		if (c[i].u.n > 0)
			m = usage_findings(c[i].r, &c[i].u, costs, found);
		for (size_t k = 0; k < m; k++)
			json_string(j, found[k].text);
		json_end_array(j);
		json_end_object(j);
	}
	json_end_array(j);
}
