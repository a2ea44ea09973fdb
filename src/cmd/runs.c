/* runs.c - perfloss runs: what is in the store. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "report/rows.h"
#include "report/table.h"

#include <string.h>

static struct {
	const char *store;
	bool json;
} opt;

static const struct opt runs_opts[] = {
	CMD_OPT_STORE(&opt.store),
	CMD_OPT_JSON(&opt.json),
	CMD_OPT_END,
};

const struct opt_cmd cmd_runs_usage = {
	"perfloss runs",
	"",
	"list the runs in the store, the newest first",
	"Other commands take the number in the first column, @1 for the last "
	"run, @2 for\nthe one before, or the label (the newest run that has "
	"it).",
	runs_opts,
};

/* How it ended, where that was not as it should. */
static const char *ended(const struct store_entry *run)
{
	if (run->ended_ns == 0)
		return "killed";
	if (run->stop && strstr(run->stop, "interrupted"))
		return "interrupted";
	if (run->stop && strstr(run->stop, "error"))
		return "error";
	if (run->stop && strstr(run->stop, "budget"))
		return "budget";
	return "";
}

static void put_table(const struct store_entry *run, size_t n, struct buf *out)
{
	static const char *const heads[] = { "run", "", "label", "started",
		"rows", "rounds", "measured", "kernel", "ended", NULL };
	struct style style = out_style();
	struct table *t = table_new(heads, "rlLlrrLLl");
	char when[32];
	size_t i;

	for (i = 0; i < n; i++) {
		table_cellf(t, "%lld", (long long)run[i].id);
		table_cellf(t, "@%zu", i + 1);
		table_cell(t, run[i].label ? run[i].label : "");
		table_cell(t, rows_when(run[i].started_ns, when, sizeof(when)));
		table_cellf(t, "%zu", run[i].n_results);
		table_cellf(t, "%u", run[i].rounds);
		table_cell(t, run[i].profile ? run[i].profile : "");
		table_cell(t, run[i].kernel ? run[i].kernel : "unknown");
		table_cell(t, ended(&run[i]));
	}
	table_print(t, &style, out);
	table_free(t);
}

static void put_json(const struct store_entry *run, size_t n, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_begin_object(&j);
	json_key(&j, "runs");
	json_begin_array(&j);
	for (i = 0; i < n; i++) {
		json_begin_object(&j);
		json_put_int(&j, "id", run[i].id);
		json_put_string(&j, "uuid", run[i].uuid);
		json_put_string(&j, "label", run[i].label);
		json_put_int(&j, "started_ns", run[i].started_ns);
		json_put_int(&j, "ended_ns", run[i].ended_ns);
		json_put_string(&j, "kernel", run[i].kernel);
		json_put_string(&j, "profile", run[i].profile);
		json_put_string(&j, "stop", run[i].stop);
		json_put_uint(&j, "rounds", run[i].rounds);
		json_put_uint(&j, "rows", run[i].n_results);
		json_end_object(&j);
	}
	json_end_array(&j);
	json_end_object(&j);
	buf_add_char(out, '\n');
}

int cmd_runs(int argc, char **argv, struct err *e)
{
	struct store_entry *run = NULL;
	struct buf out = BUF_INIT;
	struct store *s = NULL;
	size_t n_runs = 0;
	int n, r = opt_parse(&cmd_runs_usage, argc, argv, &n, e);

	if (r != 0)
		return r < 0 ? r : 0;
	if (n > 0)
		return err_set(e, -1,
		    "'perfloss runs' takes no '%s'; 'perfloss "
		    "show %s' shows a run",
		    argv[1], argv[1]);
	r = source_store(&s, opt.store, STORE_READ, e);
	if (r == 0)
		r = store_list(s, &run, &n_runs, e);
	if (r == 0) {
		if (opt.json)
			put_json(run, n_runs, &out);
		else if (n_runs == 0)
			buf_add(&out,
			    "no runs yet; 'perfloss run' makes one\n");
		else
			put_table(run, n_runs, &out);
		r = out_write(&out, e);
	}
	store_entries_free(run, n_runs);
	store_close(s);
	buf_release(&out);
	return r;
}
